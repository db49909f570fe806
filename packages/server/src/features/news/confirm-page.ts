import { type Translate, writeMoment } from '@kreide/core/kernel';
import { markup } from '../../kernel/text/markup.ts';
import type { SchoolRow } from '../schools/index.ts';
import { CONFIRM_PAGE } from './mailing.ts';
import { type PageParts, writePage } from './page.ts';

/** What the page of a confirming link shows; the text and the files of the item need a sign-in. */
export interface ConfirmPageParts extends PageParts {
  readonly school: SchoolRow;
  readonly item: { readonly id: number; readonly title: string; readonly author: string | null };
  readonly token: string;
  /** When it was confirmed; null: not yet. */
  readonly confirmed_at: string | null;
  /** It was confirmed just now. */
  readonly isDone: boolean;
}

const NOT_LISTED = markup`\n<meta name="robots" content="noindex">`;

const aboutOf = (author: string | null, t: Translate) =>
  author === null ? t('news:mail.fromSchool') : t('news:mail.from', { author });

/** School, title, sender and one button. Nothing is sent before it is pressed: filters of mails open every address. */
export function writeConfirmPage(parts: ConfirmPageParts): string {
  const { t, language, school, item, token, confirmed_at, isDone } = parts;
  const when = confirmed_at && writeMoment(language, new Date(confirmed_at), school.time_zone, 'long');
  const state = when
    ? markup`<p role="status"><strong>${isDone ? t('news:link.thanks') : t('news:link.known', { when })}</strong></p>`
    : markup`<form method="post" action="${CONFIRM_PAGE}">
<input type="hidden" name="token" value="${token}">
<button type="submit">${t('news:mail.action')}</button>
</form>`;
  const body = markup`
<header><a href="/${school.slink}/login">${school.name}</a></header>
<main>
<h1>${item.title}</h1>
<p class="date">${aboutOf(item.author, t)}</p>
${state}
<nav><a href="/news/${item.id}">${t('news:link.whole')}</a></nav>
</main>`;
  return writePage(`${item.title} · ${school.name}`, NOT_LISTED, body, parts);
}

/** The same for every link that confirms nothing: nothing of the address is in it. */
export function writeBadLinkPage(parts: PageParts, seconds: number | null = null): string {
  const { t, brand } = parts;
  const title = t(seconds === null ? 'news:link.badTitle' : 'news:link.waitTitle');
  const body = markup`
<header><a href="/">${brand.app_name}</a></header>
<main>
<h1>${title}</h1>
<p>${seconds === null ? t('news:link.badText') : t('news:link.waitText', { count: Math.ceil(seconds / 60) })}</p>
</main>`;
  return writePage(title, NOT_LISTED, body, parts);
}
