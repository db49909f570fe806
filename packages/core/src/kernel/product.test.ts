import { expect, it } from 'vitest';
import { LANGUAGES, localeOf } from './product.ts';

it('dates are written with the day before the month in every language, English too', () => {
  const day = new Date('2026-11-05T12:00:00Z');
  for (const language of LANGUAGES) {
    const parts = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'short', timeZone: 'UTC' }).formatToParts(
      day,
    );
    expect(parts.filter(({ type }) => type !== 'literal').map(({ type }) => type)).toEqual(['day', 'month', 'year']);
  }
});
