import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@kreide/core/kernel';

/** The language in which somebody is told: their own, else that of the school. */
export function languageOf(person: { locale: string | null }, school: { locale: string }): Language {
  if (isLanguage(person.locale)) return person.locale;
  return isLanguage(school.locale) ? school.locale : DEFAULT_LANGUAGE;
}
