/** The product key: every name with `{product}` in the specification is built from it (P-2.102, T-6.04). */
export const PRODUCT = 'kreide';

/** Base path of every call (P-7.01). */
export const API_BASE = '/v1';

/** The seven languages, the default first (P-9.05). */
export const LANGUAGES = ['de', 'en', 'es', 'tr', 'uk', 'fr', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'de';

/** Is this one of the seven languages? */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (LANGUAGES as readonly string[]).includes(value);
}

/**
 * The best language for an Accept-Language header or a list of BCP 47 tags; the default when none fits.
 * Quality values are honoured, regions are ignored.
 */
export function toLanguage(
  wanted: string | readonly string[] | null | undefined,
  fallback: Language = DEFAULT_LANGUAGE,
): Language {
  const tags = typeof wanted === 'string' ? wanted.split(',') : (wanted ?? []);
  let best: Language | undefined;
  let bestQuality = 0;
  for (const tag of tags) {
    const [name = '', ...parameters] = tag.split(';');
    const language = name.trim().toLowerCase().split('-')[0];
    const quality = Number(
      parameters
        .find((part) => part.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    if (isLanguage(language) && quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best ?? fallback;
}

/** Local storage keys that other programs read too, so the names are fixed (P-3.37, P-3.07, C-9.34). */
export const STORAGE_KEYS = {
  authToken: 'auth_token',
  calendarView: 'calendar_view_type',
  schoolYearReminder: 'schoolYearChangeReminderHiddenUntil',
  /** Written by those who show the product with sample data; the app only looks whether it is there (C-2.80). */
  sampleSchool: 'sampleSchoolData',
} as const;

/** The locale for dates of a language: in English the day comes before the month, as in the rest of Europe. */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

/** Slink of the school that demonstrates accessibility (P-6.25). */
export const ACCESSIBILITY_SCHOOL = 'barrierefrei';
