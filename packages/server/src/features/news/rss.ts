import type { PublicNewsItem } from '@kreide/core/features/news';
import { type Markup, markup } from '../../kernel/text/markup.ts';

export interface RssItem extends PublicNewsItem {
  /** What the feed says of the picture: type, and size in bytes. */
  picture: { mime: string; size: number } | null;
}

export interface RssChannel {
  title: string;
  /** The page that the feed belongs to. */
  url: string;
  /** The feed's own address. */
  self: string;
  language: string;
  items: readonly RssItem[];
}

/** RSS 2.0, newest first; a program recognises an item that was changed by its uuid. */
export function writeRss({ title, url, self, language, items }: RssChannel): string {
  const newest = items.toSorted((a, b) => b.publish_at.localeCompare(a.publish_at));
  return markup`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${title}</title>
<link>${url}</link>
<atom:link href="${self}" rel="self" type="application/rss+xml"/>
<description>${title}</description>
<language>${language}</language>
${newest.map(writeItem)}</channel>
</rss>
`.text;
}

/**
 * The description is HTML, so it is escaped as a whole; a date of HTTP is one of RFC 822 too. RSS knows one enclosure an item:
 * the picture, or else the first file; all files are links below the text.
 */
function writeItem(item: RssItem): Markup {
  const { uuid, title, url, content_rendered, publish_at, preview_image, picture, attachments } = item;
  const links = attachments.map(({ url: href, name }) => markup`<li><a href="${href}">${name}</a></li>`);
  const below = attachments.length === 0 ? '' : markup`<ul>${links}</ul>`.text;
  const [first] = attachments;
  const enclosed =
    preview_image && picture
      ? { href: preview_image.url, ...picture }
      : first
        ? { href: first.url, mime: first.type, size: first.size }
        : null;
  return markup`<item>
<title>${title}</title>
<link>${url}</link>
<guid isPermaLink="false">${uuid}</guid>
<pubDate>${new Date(publish_at).toUTCString()}</pubDate>
<description>${content_rendered + below}</description>
${enclosed && markup`<enclosure url="${enclosed.href}" length="${enclosed.size}" type="${enclosed.mime}"/>\n`}</item>
`;
}
