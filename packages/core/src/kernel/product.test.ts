import { describe, expect, it } from 'vitest';
import { isLanguage, LANGUAGES, localeOf, STORAGE_KEYS, toLanguage } from './product.ts';

it('keeps what other programs read on a device under the names that they know', () => {
  expect(Object.values(STORAGE_KEYS).toSorted()).toEqual([
    'auth_token',
    'calendar_view_type',
    'sampleSchoolData',
    'schoolYearChangeReminderHiddenUntil',
  ]);
});

it('dates are written with the day before the month in every language, English too', () => {
  const day = new Date('2026-11-05T12:00:00Z');
  for (const language of LANGUAGES) {
    const parts = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'short', timeZone: 'UTC' }).formatToParts(
      day,
    );
    expect(parts.filter(({ type }) => type !== 'literal').map(({ type }) => type)).toEqual(['day', 'month', 'year']);
  }
});

describe('the language of a reader', () => {
  it('is one of the seven', () => {
    expect([isLanguage('uk'), isLanguage('UK'), isLanguage('nl'), isLanguage(['de'])]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    for (const language of LANGUAGES) expect(toLanguage(language)).toBe(language);
  });

  it('is the first of the wanted ones that we have, whatever the region', () => {
    expect(toLanguage('nl, tr-TR, fr')).toBe('tr');
    expect(toLanguage(['nl', 'FR-ca'])).toBe('fr');
    expect(toLanguage(' it ')).toBe('it');
  });

  it('is the one that is wanted most, if wanted at all', () => {
    expect(toLanguage('en;q=0.5, fr;q=0.8, it;q=0.8')).toBe('fr');
    expect(toLanguage('en; q=0.5, es')).toBe('es');
    expect(toLanguage('en;level=1;q=0.2,tr;q=0.3')).toBe('tr');
    expect(toLanguage('en;q=0')).toBe('de');
    expect(toLanguage('en;q=x, tr;q=0.1')).toBe('tr');
  });

  it('is German, or what the caller prefers, where none fits', () => {
    for (const wanted of [undefined, null, '', [], 'nl', '*']) {
      expect(toLanguage(wanted)).toBe('de');
      expect(toLanguage(wanted, 'es')).toBe('es');
    }
  });
});
