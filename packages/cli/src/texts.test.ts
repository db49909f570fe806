import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { createTexts, toTerminalLanguage } from './texts.ts';

type Tree = { [key: string]: string | Tree };
const keysOf = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : keysOf(value, `${path}${key}.`),
  );
const textsOf = (language: string) =>
  keysOf(JSON.parse(readFileSync(`${import.meta.dirname}/../../../locales/${language}/cli.json`, 'utf8')) as Tree);
const baseOf = (key: string) => key.replace(/_(one|few|many|other)$/, '');
const fieldsOf = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();

describe('texts of the command line', () => {
  it('follows LC_ALL, LC_MESSAGES, LANG in this order [D-3.13]', () => {
    expect(toTerminalLanguage({ LC_ALL: 'de_AT.UTF-8', LANG: 'en_US' }, 'en')).toBe('de');
    expect(toTerminalLanguage({ LC_MESSAGES: 'uk_UA', LANG: 'en_US' }, 'en')).toBe('uk');
    expect(toTerminalLanguage({ LC_ALL: '', LANG: 'C.UTF-8' }, 'de')).toBe('en');
    expect(toTerminalLanguage({ LANG: 'ja_JP' }, 'de')).toBe('en');
    expect(toTerminalLanguage({}, 'tr-TR')).toBe('tr');
  });

  it('chooses the plural form of the language and groups numbers', () => {
    expect(createTexts('uk')('report.rejected', { count: 3 })).toBe('Відхилено 3 рядки:');
    expect(createTexts('uk')('report.rejected', { count: 21 })).toBe('Відхилено 21 рядок:');
    expect(createTexts('de')('counts.placements', { count: 1100 })).toBe('1.100 Stunden im Plan');
  });

  it.each(LANGUAGES)('has every text with every field and plural form in %s [D-3.13]', (language) => {
    const german = textsOf('de');
    const own = textsOf(language);
    expect(new Set(own.map(([key]) => baseOf(key)))).toEqual(new Set(german.map(([key]) => baseOf(key))));
    for (const [key, text] of own) {
      const wanted = german.find(([other]) => baseOf(other) === baseOf(key))?.[1] ?? '';
      expect([key, fieldsOf(text)]).toEqual([key, fieldsOf(wanted)]);
    }
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plural = own.filter(([key]) => key.endsWith('_other')).map(([key]) => baseOf(key));
    for (const key of plural) for (const form of forms) expect(own.map(([name]) => name)).toContain(`${key}_${form}`);
  });
});
