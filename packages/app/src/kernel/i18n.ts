import { overlayTexts, type Texts } from '@kreide/core/features/branding';
import {
  type Texts as AllTexts,
  DEFAULT_LANGUAGE,
  isLanguage,
  type Language,
  type Namespace,
  requireTexts,
  type TextAddress,
  type TextsIn,
  type Translate,
  toLanguage,
  toTranslate,
} from '@kreide/core/kernel';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { branding } from './branding.ts';
import { LANGUAGE_KEY, toFirstLanguage } from './first-language.ts';
import { shelves } from './storage.ts';

/** What nearly everybody reads, one file a language. */
const daily = import.meta.glob<Readonly<Record<string, Texts | undefined>>>('./daily-texts/*.ts');

const DAILY = new Set(['errors', 'shell', 'start', 'timetable']);

/** The seven languages by their own names. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  tr: 'Türkçe',
  uk: 'Українська',
  fr: 'Français',
  it: 'Italiano',
};

async function readTexts(language: string, namespace: string): Promise<Texts> {
  const base = DAILY.has(namespace)
    ? (await daily[`./daily-texts/${language}.ts`]?.())?.[namespace]
    : await (await import('./late-texts.ts')).readLateTexts(language, namespace);
  const texts = requireTexts(isLanguage(language) ? base : undefined, `${language}/${namespace}`);
  const { brand, schoolType } = branding.getState();
  return overlayTexts(texts, { brand, schoolType, language: toLanguage(language), namespace });
}

/** The app's texts: one file per language and feature, fetched on demand, overridden by the brand's texts (P-1.19). */
export async function startTexts(): Promise<i18n> {
  await i18next
    .use({
      type: 'backend',
      init: () => {},
      read: (language: string, namespace: string, done: (error: unknown, texts: Texts | null) => void) => {
        readTexts(language, namespace).then(
          (texts) => done(null, texts),
          (error: unknown) => done(error, null),
        );
      },
    })
    .use(initReactI18next)
    .init({
      lng: toFirstLanguage(shelves.local.getItem(LANGUAGE_KEY), navigator.languages),
      // Every language is complete (a test ensures it), so the app need not fetch a fallback.
      fallbackLng: false,
      supportedLngs: Object.keys(LANGUAGE_NAMES),
      ns: ['shell'],
      defaultNS: 'shell',
      load: 'languageOnly',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      partialBundledLanguages: true,
    });
  document.documentElement.lang = i18next.language;
  return i18next;
}

/** The current language of the app. */
export function getLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : DEFAULT_LANGUAGE;
}

/**
 * Switches the language and remembers it on this device. Throws when it is none of the seven (P-8.17) or its texts
 * cannot be fetched: the current language stays, as i18next would show bare keys.
 */
export async function setLanguage(language: string): Promise<void> {
  if (!isLanguage(language)) throw new RangeError(`Unsupported language ${language}`);
  const namespaces = Object.keys(i18next.store.data[i18next.language] ?? {});
  await Promise.all(namespaces.map((namespace) => readTexts(language, namespace)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  shelves.local.setItem(LANGUAGE_KEY, language);
}

type LoadedTexts = Pick<AllTexts, Extract<TextAddress, `shell:${string}`>>;

/** A text of the files that every page has loaded, in the current language: for code outside React. */
export const translate: Translate<LoadedTexts> = toTranslate<LoadedTexts>((key: string, values) =>
  i18next.t(key, values),
);

/** Fetches a file of texts for code outside React. */
export async function loadTexts<Name extends Namespace>(namespace: Name): Promise<Translate<TextsIn<Name>>> {
  await i18next.loadNamespaces(namespace);
  return toTranslate<TextsIn<Name>>((key: string, values) => i18next.t(key, { ns: namespace, ...values }));
}
