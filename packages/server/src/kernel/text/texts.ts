import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  type Translate,
  toTranslate,
  writeNumbers,
} from '@kreide/core/kernel';
import i18next from 'i18next';

/** The server's own texts (errors, import reasons) from the same locale files as the app's. */
export interface Texts {
  for(language: Language): Translate;
}

/** Reads `locales/<lang>/<feature>.json`; a key is written `<feature>:<path>`. Missing texts fall back to German. */
export function readTexts(folder: string): Texts {
  const resources: Record<string, Record<string, unknown>> = {};
  for (const language of LANGUAGES) {
    resources[language] = {};
    const languageFolder = join(folder, language);
    for (const file of readdirSync(languageFolder).filter((name) => name.endsWith('.json'))) {
      resources[language][file.slice(0, -5)] = JSON.parse(readFileSync(join(languageFolder, file), 'utf8'));
    }
  }
  const instance = i18next.createInstance();
  void instance.init({
    resources: resources as never,
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    initAsync: false,
    defaultNS: 'errors',
    ns: Object.keys(resources[DEFAULT_LANGUAGE] ?? {}),
    interpolation: { escapeValue: false },
  });
  const fixed = new Map<Language, Translate>(
    LANGUAGES.map((language) => {
      const t = instance.getFixedT(language);
      return [language, toTranslate((key, values) => t(key, writeNumbers(values, language)))];
    }),
  );
  return { for: (language) => fixed.get(language) as Translate };
}
