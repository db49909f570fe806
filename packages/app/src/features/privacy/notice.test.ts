import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@kreide/core/kernel';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { NOTICE_LANGUAGES, privacyNotice, toNoticeLanguage, withProduct } from './notice.ts';

const folder = join(import.meta.dirname, '../../../public/privacy');
const read = (language: string) =>
  z.parse(privacyNotice, JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')));

it('exists in German, English, French and Italian; readers of other languages get English [P-1.24] [P-7.48]', () => {
  expect(readdirSync(folder).sort()).toEqual(NOTICE_LANGUAGES.map((language) => `${language}.json`).sort());
  expect(LANGUAGES.map((language) => [language, toNoticeLanguage(language)])).toEqual([
    ['de', 'de'],
    ['en', 'en'],
    ['es', 'en'],
    ['tr', 'en'],
    ['uk', 'en'],
    ['fr', 'fr'],
    ['it', 'it'],
  ]);
});

it.each(NOTICE_LANGUAGES)(
  'in %s lists what is processed, says that consent is voluntary and revocable, and names providers outside the EU [P-1.21] [P-1.22] [P-1.23]',
  (language) => {
    const notice = read(language);
    expect(notice.language).toBe(language);
    const items = Object.fromEntries(notice.sections.map(({ id, items }) => [id, items.length]));
    expect(items).toEqual({ categories: 7, consent: 0, revocation: 0, outside_eu: 2, rights: 0 });
    expect(notice.updated_at).toBe(read('de').updated_at);
    const said = withProduct(notice, 'Schulhof');
    expect(said.intro).toMatch(/^Schulhof /);
    expect(said.sections.map(({ text }) => text).join()).not.toContain('{');
  },
);
