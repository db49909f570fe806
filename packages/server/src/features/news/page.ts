import { createHash } from 'node:crypto';
import type { Brand } from '@kreide/core/features/branding';
import type { FileEntry } from '@kreide/core/features/files';
import type { PublicNewsItem } from '@kreide/core/features/news';
import { API_BASE, type Language, type Translate, toLocal, writeDate, writeSize } from '@kreide/core/kernel';
import { Markup, markup, toJsonMarkup } from '../../kernel/text/markup.ts';
import type { SchoolRow } from '../schools/index.ts';
import { PAGE_STYLE } from './page-style.ts';

/** What every page of this kind needs. */
export interface PageParts {
  /** Language of the page's own words. */
  language: Language;
  brand: Brand;
  t: Translate;
}

export interface NewsPageParts extends PageParts {
  school: SchoolRow;
  /** Public address of the app, without a slash at its end. */
  base: string;
}

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** Nothing runs; styles and pictures are those of this server, which may be known by another name than that of the page. */
export function pagePolicy(base: string, formAction: "'none'" | "'self'" = "'none'"): string {
  return [
    "default-src 'none'",
    `style-src 'self' 'sha256-${STYLE_HASH}'`,
    `img-src 'self' ${new URL(base).origin}`,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Address of a school's feed of public news. */
export const toFeedAddress = (base: string, slink: string): string => `${base}${API_BASE}/public/news/${slink}.rss`;

/** One public item as a page of its own, to be read, shared and printed without the app. */
export function writeNewsPage(item: PublicNewsItem, { school, base, ...parts }: NewsPageParts): string {
  const { t, language } = parts;
  const { title, excerpt, publish_at, url, preview_image: picture, attachments } = item;
  const about = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    description: excerpt,
    datePublished: publish_at,
    inLanguage: language,
    mainEntityOfPage: url,
    publisher: { '@type': 'Organization', name: school.name },
    ...(picture ? { image: [picture.url] } : {}),
  };
  const head = markup`
<link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" title="${t('news:feed.title')}" href="${toFeedAddress(base, school.slink)}">
<meta name="description" content="${excerpt}">
<meta property="og:type" content="article">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${excerpt}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${school.name}">
<meta property="article:published_time" content="${publish_at}">
${picture && openGraphPicture(picture)}<script type="application/ld+json">${toJsonMarkup(about)}</script>`;
  const day = writeDate(language, toLocal(new Date(publish_at), school.time_zone).date, 'long');
  const body = markup`
<header><a href="/${school.slink}/login">${school.name}</a></header>
<main>
<article>
<h1>${title}</h1>
<p class="date"><time datetime="${publish_at}">${day}</time></p>
${picture && markup`<img class="picture" src="${picture.url}" width="${picture.width}" height="${picture.height}" alt="${picture.alt}">`}
<div class="content">${new Markup(item.content_rendered)}</div>
${attachments.length > 0 ? writeFiles(attachments, parts) : null}</article>
<nav><a href="/${school.slink}/login">${t('news:page.back')}</a></nav>
</main>`;
  return writePage(`${title} · ${school.name}`, head, body, parts);
}

/** The same for whatever is not there, or not public: nothing of the address is in it. */
export function writeMissingPage(parts: PageParts): string {
  const { t } = parts;
  const title = t('news:single.missingTitle');
  const body = markup`
<main>
<h1>${title}</h1>
<p>${t('news:single.missingText')}</p>
</main>`;
  return writePage(title, markup`\n<meta name="robots" content="noindex">`, body, parts);
}

function writeFiles(files: readonly FileEntry[], { language, t }: PageParts): Markup {
  const lines = files.map(
    ({ url, name, size }) =>
      markup`<li><a href="${url}">${name}</a> <small>${writeSize(language, size)}</small></li>\n`,
  );
  return markup`<h2 class="files">${t('news:files.attached')}</h2>
<ul class="files">
${lines}</ul>
`;
}

function openGraphPicture({ url, width, height, alt }: NonNullable<PublicNewsItem['preview_image']>): Markup {
  return markup`<meta property="og:image" content="${url}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${alt}">
`;
}

/** A page without scripts, in the look of the branding. */
export function writePage(title: string, head: Markup, body: Markup, { language, brand }: PageParts): string {
  const folder = `/brandings/${brand.key}`;
  return markup`<!doctype html>
<html lang="${language}" data-branding="${brand.key}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${folder}/${brand.favicon}">
<link rel="stylesheet" href="${folder}/${brand.theme}">
<style>${new Markup(PAGE_STYLE)}</style>${head}
</head>
<body>${body}
</body>
</html>
`.text;
}
