import type { Brand } from '@kreide/core/features/branding';
import { isRole, type Language, type Translate, writeDate, writeMoment } from '@kreide/core/kernel';
import type { PersonalField, PersonalRow, PersonalTable } from '../../kernel/data/personal-data.ts';
import { Markup, markup } from '../../kernel/text/markup.ts';
import type { Collected } from './collect.ts';
import { PAGE_STYLE } from './page-style.ts';

interface PageParts {
  readonly language: Language;
  readonly t: Translate;
  readonly time_zone: string;
  readonly school: string;
  readonly brand: Pick<Brand, 'theme_color'>;
  readonly now: Date;
  /** The path of each file in the archive, in their order. */
  readonly fileNames: readonly string[];
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** A value as people write it. */
function toWords(field: string, value: PersonalRow[PersonalField], { t, language, time_zone }: PageParts): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'personal-archive:yes' : 'personal-archive:no');
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  if (typeof value !== 'string') return value.length === 0 ? '–' : value.join('\n');
  if (field === 'role' && isRole(value)) return t(`kernel:roles.${value}`);
  if (field === 'language') return new Intl.DisplayNames(language, { type: 'language' }).of(value) ?? value;
  if (INSTANT.test(value)) return writeMoment(language, new Date(value), time_zone, 'seconds');
  return DATE.test(value) ? writeDate(language, value, 'long') : value;
}

function writeRow(row: PersonalRow, parts: PageParts): Markup {
  const facts = (Object.entries(row) as [PersonalField, PersonalRow[PersonalField]][]).map(
    ([field, value]) =>
      markup`<dt>${parts.t(`personal-archive:field_${field}`)}</dt><dd>${toWords(field, value, parts)}</dd>\n`,
  );
  return markup`<dl>${facts}</dl>`;
}

function writeTable([table, rows]: readonly [PersonalTable, readonly PersonalRow[]], parts: PageParts): Markup {
  const [first, ...others] = rows;
  const list = markup`<ol>${rows.map((row) => markup`<li>${writeRow(row, parts)}</li>\n`)}</ol>`;
  return markup`<section id="${table}">
<h2>${parts.t(`personal-archive:table_${table}`)}</h2>
${first && others.length === 0 ? writeRow(first, parts) : list}
</section>
`;
}

/** All that is stored about somebody as a page to read: in their language, in any browser, without a connection. */
export function writePage({ tables }: Collected, parts: PageParts): string {
  const { t, language, brand, school, time_zone, now, fileNames } = parts;
  const [full, empty] = [true, false].map((isFull) => [...tables].filter(([, rows]) => rows.length > 0 === isFull)) as [
    [PersonalTable, readonly PersonalRow[]][],
    [PersonalTable, readonly PersonalRow[]][],
  ];
  const title = t('personal-archive:title');
  const links = full.map(
    ([table, rows]) =>
      markup`<li><a href="#${table}">${t(`personal-archive:table_${table}`)}</a> <span class="soft">${rows.length}</span></li>\n`,
  );
  const files = fileNames.map(
    (name) =>
      markup`<li><a href="${name.split('/').map(encodeURIComponent).join('/')}">${name.replace('files/', '')}</a></li>\n`,
  );
  const moment = writeMoment(language, now, time_zone, 'medium');
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${new Markup(PAGE_STYLE)}:root { --accent: ${new Markup(brand.theme_color.light)}; }</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${t('personal-archive:intro', { school, date: moment })}</p>
<p class="soft">${t('personal-archive:leftOut')}</p>
</header>
<main>
<nav aria-label="${t('personal-archive:contents')}"><h2>${t('personal-archive:contents')}</h2><ul>${links}</ul></nav>
${full.map((entry) => writeTable(entry, parts))}
${files.length > 0 ? markup`<section><h2>${t('personal-archive:files')}</h2><ul>${files}</ul></section>` : null}
${
  empty.length > 0
    ? markup`<section><h2>${t('personal-archive:nothing')}</h2><p class="soft">${empty.map(([table]) => t(`personal-archive:table_${table}`)).join(' · ')}</p></section>`
    : null
}
</main>
</body>
</html>
`.text;
}
