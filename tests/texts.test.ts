import '@kreide/core/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERROR_STATUS, LANGUAGES } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { placeholdersOf, readLocale, textTypes, toNames } from '../scripts/text-types.ts';
import { indexUses, readTextSources } from './support/text-uses.ts';

const german = readLocale('de');
const sources = readTextSources();
const usesOf = indexUses(sources);
/** Every text as `t` takes it, plural forms under one key. */
const named = [...german].flatMap(([namespace, texts]) =>
  [...toNames(texts).keys()].map((key) => ({ namespace, key })),
);

/** Words that are the same in German and the other language. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Authenticator',
    'Chat',
    'Event',
    'Link',
    'Name',
    'OK',
    'Orange',
    'Passphrase',
    'Person',
    'Region',
    'Server',
    'Text',
    'Token',
    'Tokens',
    'Upload {{number}}',
    'Video',
    '{{count}} min',
  ],
  es: ['Chat', 'Foto', 'OK', 'Token', 'Tokens', '{{count}} min'],
  fr: ['Liste', 'OK', 'Orange', '{{count}} min'],
  it: ['Chat', 'Foto', 'OK', 'Server', 'Token', 'Video', '{{count}} min'],
  tr: ['Kamera', 'Kanal', 'Kurs', 'Liste', 'Mikrofon', 'Telefon', 'Video'],
};

describe('the keys of the texts', () => {
  it('are typed as locales/de has them (npm run generate)', async () => {
    const [path, content] = textTypes();
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('name no format for what is put in: the app leaves the formatter out', () => {
    const texts = LANGUAGES.flatMap((language) => [...readLocale(language).values()].map((one) => JSON.stringify(one)));
    const brands = readdirSync(join(import.meta.dirname, '../brandings'), { recursive: true, encoding: 'utf8' });
    const ofBrands = brands
      .filter((path) => path.endsWith('.json'))
      .map((path) => readFileSync(join(import.meta.dirname, '../brandings', path), 'utf8'));
    expect(ofBrands.length).toBeGreaterThan(8);
    expect([...texts, ...ofBrands].flatMap((text) => text.match(/\{\{[^}]*,[^}]*\}\}/g) ?? [])).toEqual([]);
  });

  it('are asked for by the typed hook alone in the app', () => {
    const untyped = sources.filter(({ literals }) => literals.has('react-i18next')).map(({ path }) => path);
    expect(untyped.sort()).toEqual(['packages/app/src/kernel/i18n.ts', 'packages/app/src/kernel/use-translation.ts']);
  });

  it('are asked for in the app only where the app has them', () => {
    const asked = sources
      .filter(({ path }) => path.startsWith('packages/app/src/'))
      .flatMap(({ path }) =>
        [...readFileSync(join(import.meta.dirname, '..', path), 'utf8').matchAll(/useTranslation\(([^)]*)\)/g)]
          .filter(([, names = '']) => /'(cli|kernel|letters|personal-archive|widgets)'/.test(names))
          .map(([call]) => `${path}: ${call}`),
      );
    expect(asked).toEqual([]);
  });

  it('say how many in the form of that number, unless it is a limit', () => {
    const isLimit = /tooMany|too_many|^upload\.hint$|^custom\.password\.min$/;
    const isPlural = (texts: ReadonlyMap<string, string>, key: string) =>
      texts.has(`${key.replace(/_[a-z]+$/, '')}_other`);
    const rigid = [...german].flatMap(([namespace, texts]) =>
      [...texts]
        .filter(([key, text]) => /\{\{count\}\} \p{L}/u.test(text) && !isPlural(texts, key) && !isLimit.test(key))
        .map(([key]) => `${namespace}:${key}`),
    );
    expect(rigid).toEqual([]);
  });

  it('are each named by some source, whole or by a template', () => {
    const unused = named.filter(({ namespace, key }) => usesOf(namespace, key).length === 0);
    expect(unused).toEqual([]);
  });

  it('are written in camelCase; an underscore stands before a plural form and before or within a code that the source fills in', () => {
    const odd = named.filter(({ namespace, key }) => {
      // The specification names this one.
      if (key === 'chats.message.fetching_problem') return false;
      const prefixes = usesOf(namespace, key).map(({ prefix }) => prefix ?? key);
      const written = prefixes.sort((a, b) => a.length - b.length)[0] ?? key;
      return !/^(?:[a-z][A-Za-z0-9]*|\d)(?:\.(?:[a-z][A-Za-z0-9]*|\d))*[._]?$|^$/.test(written);
    });
    expect(odd).toEqual([]);
  });
});

describe('the texts of a language', () => {
  it('exist in exactly the seven languages, the same files in each [D-1.08] [C-1.13] [P-9.05]', () => {
    const folder = join(import.meta.dirname, '../locales');
    expect(readdirSync(folder).sort()).toEqual([...LANGUAGES].sort());
    for (const language of LANGUAGES) expect([...readLocale(language).keys()], language).toEqual([...german.keys()]);
  });

  it.each(LANGUAGES)(
    '%s: has every key, with the plural forms of the language and the values of the German text [D-1.08] [D-3.13]',
    (language) => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const [namespace, texts] of readLocale(language)) {
        const wanted = german.get(namespace) ?? new Map<string, string>();
        const keys = [...toNames(wanted).keys()].flatMap((key) =>
          wanted.has(`${key}_other`) ? forms.map((form) => `${key}_${form}`) : [key],
        );
        expect([...texts.keys()].sort(), namespace).toEqual(keys.sort());
        const values = new Map([...toNames(wanted)].map(([key, text]) => [key, placeholdersOf(text)]));
        for (const [key, text] of texts) {
          expect(text.trim(), `${namespace}:${key}`).not.toBe('');
          const name = values.has(key) ? key : key.replace(/_[a-z]+$/, '');
          expect(placeholdersOf(text), `${namespace}:${key}`).toEqual(values.get(name));
        }
      }
    },
  );

  it.each(LANGUAGES.filter((language) => language !== 'de'))('%s: none is a copy of the German one', (language) => {
    const copies = [...readLocale(language)].flatMap(([namespace, texts]) =>
      [...texts]
        .filter(([key, text]) => german.get(namespace)?.get(key) === text && /\p{L}{2}/u.test(withoutValues(text)))
        .map(([, text]) => text),
    );
    expect([...new Set(copies)].sort()).toEqual(SAME[language] ?? []);
  });

  it('de: says du to whoever reads it', () => {
    // At the beginning of a sentence Sie and Ihre are of somebody else.
    const formal = /[^.!?:„"]\s(Sie|Ihnen|Ihr|Ihre[mnrs]?)\b/u;
    const found = [...german].flatMap(([namespace, texts]) =>
      [...texts].filter(([, text]) => formal.test(text)).map(([key]) => `${namespace}:${key}`),
    );
    expect(found).toEqual([]);
  });

  it('uk: every text with a word is written in Cyrillic letters', () => {
    const latin = [...readLocale('uk')].flatMap(([namespace, texts]) =>
      [...texts]
        .filter(([, text]) => /[a-z]{2}/i.test(withoutValues(text)) && !/\p{Script=Cyrillic}/u.test(text))
        .map(([key]) => `${namespace}:${key}`),
    );
    expect(latin).toEqual([]);
  });

  it('leaves the order of day, month and year to the place that writes dates', () => {
    const made = [...german].flatMap(([namespace, texts]) =>
      [...texts]
        .filter(([, text]) => placeholdersOf(text).some((name) => /^(day|month|year|weekday|minutes?)$/i.test(name)))
        .map(([key]) => `${namespace}:${key}`),
    );
    expect(made).toEqual([]);
  });

  it('has a sentence for every error code of the closed list, and for nothing else', () => {
    expect([...(german.get('errors')?.keys() ?? [])].sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  });
});

function withoutValues(text: string): string {
  return text.replace(/\{\{\w+\}\}/g, '');
}
