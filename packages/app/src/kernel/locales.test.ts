import '@kreide/core/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ERROR_STATUS, LANGUAGES } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../../locales/', import.meta.url));
type Tree = { [key: string]: string | Tree };
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8')) as Tree;
const files = readdirSync(`${folder}de`);
const PLURAL = /_(zero|one|two|few|many|other)$/;

function flat(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
}
const placeholders = (text: string) => [...new Set(text.match(/\{\{[^}]+\}\}/g))].sort();

describe('the texts', () => {
  it('exist in exactly the seven languages, the same files in each [D-1.08] [C-1.13] [P-9.05]', () => {
    expect(readdirSync(folder).sort()).toEqual([...LANGUAGES].sort());
    for (const language of LANGUAGES) expect(readdirSync(`${folder}${language}`), language).toEqual(files);
  });

  it.each(files)(
    '%s has the same keys in every language, with the plural forms that the language needs [D-1.08]',
    (file) => {
      const wanted = flat(read('de', file));
      const plural = new Set(wanted.filter(([key]) => key.endsWith('_other')).map(([key]) => key.replace(PLURAL, '')));
      // `too_many` is the name of an error, no plural form.
      const plain = wanted.map(([key]) => key).filter((key) => !plural.has(key.replace(PLURAL, '')));
      for (const language of LANGUAGES) {
        const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        const keys = [...plain, ...[...plural].flatMap((key) => forms.map((form) => `${key}_${form}`))];
        expect(
          flat(read(language, file))
            .map(([key]) => key)
            .sort(),
          language,
        ).toEqual(keys.sort());
      }
    },
  );

  it.each(files)('%s says something everywhere and names the same values', (file) => {
    const german = new Map(flat(read('de', file)).map(([key, text]) => [key.replace(PLURAL, ''), placeholders(text)]));
    for (const language of LANGUAGES) {
      for (const [key, text] of flat(read(language, file))) {
        expect(text.trim(), `${language} ${key}`).not.toBe('');
        expect(placeholders(text), `${language} ${key}`).toEqual(german.get(key.replace(PLURAL, '')));
      }
    }
  });

  it('have a sentence for every error code of the closed list', () => {
    expect(Object.keys(read('de', 'errors.json')).sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  });
});
