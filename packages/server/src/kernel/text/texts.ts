import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, type Language, type Translate, toTranslate, writeNumbers } from '@kreide/core/kernel';
import i18next from 'i18next';

/** The server's own texts (errors, import reasons) from the same locale files as the app's. */
export interface Texts {
  for(language: Language): Translate;
}

/**
 * Reads `locales/<lang>/<feature>.json`; a key is written `<feature>:<path>`. Missing texts fall back to German. A language is read when
 * it is asked for the first time: few are in a day, and a start waits for none.
 */
export function readTexts(folder: string): Texts {
  const german = readLanguage(folder, DEFAULT_LANGUAGE);
  const read = new Map<Language, Translate>();
  return {
    for(language) {
      const known = read.get(language);
      if (known) return known;
      const resources = {
        [DEFAULT_LANGUAGE]: german,
        ...(language === DEFAULT_LANGUAGE ? {} : { [language]: readLanguage(folder, language) }),
      };
      const instance = i18next.createInstance();
      void instance.init({
        resources: resources as never,
        lng: language,
        fallbackLng: DEFAULT_LANGUAGE,
        initAsync: false,
        defaultNS: 'errors',
        ns: Object.keys(german),
        interpolation: { escapeValue: false },
      });
      const translate = toTranslate((key, values) => instance.t(key, writeNumbers(values, language)));
      read.set(language, translate);
      return translate;
    },
  };
}

function readLanguage(folder: string, language: Language): Record<string, unknown> {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, language, file), 'utf8'))]),
  );
}
