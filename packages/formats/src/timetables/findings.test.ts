import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { REASONS, UNREADABLE, WARNINGS } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { createFindings } from './findings.ts';
import { UnreadableFile } from './parser.ts';

const LOCALES = resolve(import.meta.dirname, '../../../../locales');
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'tr', 'uk'];
type Texts = Record<'reasons' | 'warnings' | 'unreadable', Record<string, string>>;

const readTexts = (language: string): Texts =>
  JSON.parse(readFileSync(resolve(LOCALES, language, 'timetable-import.json'), 'utf8'));
const toKey = (name: string) => name.replace(/_(one|few|many|other)$/, '');
const toSlots = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();

describe('texts about imports', () => {
  it('exist in every language', () => {
    expect(readdirSync(LOCALES)).toEqual(expect.arrayContaining(LANGUAGES));
  });

  it.each(LANGUAGES)('%s: every reason, warning and failure has one, and nothing else has', (language) => {
    const texts = readTexts(language);
    expect(Object.keys(texts.reasons).sort()).toEqual([...REASONS].sort());
    expect(Object.keys(texts.unreadable).sort()).toEqual([...UNREADABLE].sort());
    expect([...new Set(Object.keys(texts.warnings).map(toKey))].sort()).toEqual([...WARNINGS].sort());
  });

  it.each(LANGUAGES)(
    '%s: has all plural forms of the language and the placeholders of the English text',
    (language) => {
      const english = readTexts('en');
      const forms = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
      const texts = readTexts(language);
      for (const section of ['reasons', 'warnings', 'unreadable'] as const) {
        const slots = new Map(Object.entries(english[section]).map(([name, text]) => [toKey(name), toSlots(text)]));
        for (const [name, text] of Object.entries(texts[section])) {
          expect(toSlots(text), `${language} ${section}.${name}`).toEqual(slots.get(toKey(name)));
          expect(text.trim(), `${language} ${section}.${name}`).not.toBe('');
        }
        const plurals = Object.keys(texts[section]).filter((name) => name !== toKey(name));
        for (const key of new Set(plurals.map(toKey))) {
          const own = plurals.filter((name) => toKey(name) === key).map((name) => name.slice(key.length + 1));
          expect(own.sort(), `${language} ${section}.${key}`).toEqual(forms);
        }
      }
    },
  );
});

describe('collecting findings', () => {
  it('keeps a warning once and cuts long values', () => {
    const findings = createFindings();
    findings.warn('no_lessons');
    findings.warn('no_lessons');
    findings.warn('lessons_unplaced', { count: 1 });
    findings.reject('a.csv', { row: 3, value: 'x'.repeat(500) }, 'too_long');
    expect(findings.warnings).toHaveLength(2);
    expect(findings.rejected[0]).toMatchObject({ file: 'a.csv', row: 3, column: null });
    expect(findings.rejected[0]?.value).toHaveLength(201);
  });

  it('gives a file up whose rows are bad without end', () => {
    const findings = createFindings();
    const reject = () => findings.reject('a.csv', { row: 1 }, 'bad_date');
    for (let row = 0; row < 10_000; row++) reject();
    expect(reject).toThrow(UnreadableFile);
  });
});
