import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './product.ts';
import { weekdayNames, writeAgo, writeBriefly, writeDate, writeMoment, writeWait } from './written-dates.ts';

const LATE = new Date('2026-11-18T22:05:09Z');

describe('dates for people', () => {
  it('stand in the order of the language', () => {
    expect(writeDate('de', '2026-11-18', 'weekday')).toBe('Mittwoch, 18. November');
    expect(writeDate('en', '2026-11-18', 'weekdayShort')).toBe('Wed 18/11');
    expect(writeDate('es', '2026-11-18', 'month')).toBe('noviembre de 2026');
    expect(writeDate('tr', '2026-11-18', 'weekday')).toBe('18 Kasım Çarşamba');
    expect(writeDate('tr', '2026-11-18', 'weekdayLong')).toBe('18 Kasım 2026 Çarşamba');
    expect(writeDate('uk', '2026-11-18', 'dayMonth')).toBe('18 листопада');
  });

  it.each(LANGUAGES)('%s: days stand before months and the clock has 24 hours', (language) => {
    expect(writeDate(language, '2026-11-18', 'dayMonthShort')).toMatch(/^18\D11\D?$/);
    expect(writeMoment(language, LATE, 'Europe/Berlin', 'short')).toMatch(/^18\D11\D.*\b23:05$/);
    expect(writeMoment(language, LATE, 'UTC', 'seconds')).toMatch(/^18\D11\D.*\b22:05:09$/);
  });

  it('keep their date in every zone, also of the device', () => {
    expect(writeDate('de', '2026-01-01', 'medium')).toBe('01.01.2026');
    expect(writeMoment('de', new Date('2026-11-18T23:30:00Z'), 'Europe/Berlin', 'medium')).toBe('19.11.2026, 00:30');
  });

  it('name the weekdays from Monday on', () => {
    expect(weekdayNames('de', 'short')).toEqual(['', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']);
    expect(weekdayNames('uk', 'long').slice(1, 3)).toEqual(['понеділок', 'вівторок']);
  });

  it('say how long ago something was, by the days of the school', () => {
    const ago = (minutes: number, language: 'de' | 'en' = 'de') =>
      writeAgo(language, new Date(LATE.getTime() - minutes * 60_000), LATE, 'Europe/Berlin');
    // It is 23:05 there.
    expect([ago(-5), ago(0), ago(1), ago(59)]).toEqual(['jetzt', 'jetzt', 'vor 1 Minute', 'vor 59 Minuten']);
    expect([ago(60), ago(23 * 60 + 5), ago(23 * 60 + 6)]).toEqual(['vor 1 Stunde', 'vor 23 Stunden', 'gestern, 23:59']);
    expect([ago(47 * 60 + 5), ago(47 * 60 + 6)]).toEqual(['gestern, 00:00', '16.11.2026']);
    expect(ago(120, 'en')).toBe('2 hours ago');
  });
});

describe('a moment in a few letters', () => {
  const now = new Date('2026-11-18T09:10:00Z');
  const brief = (instant: string, language: 'de' | 'en' | 'tr' = 'de') =>
    writeBriefly(language, new Date(instant), now, 'Europe/Berlin');

  it('is the time today, the weekday within a week, then the date, with its year when that is another', () => {
    // Already Wednesday in Berlin, and still Tuesday there.
    expect([brief('2026-11-17T23:00:00Z'), brief('2026-11-17T22:59:00Z')]).toEqual(['00:00', 'Di']);
    expect([brief('2026-11-12T12:00:00Z'), brief('2026-11-11T12:00:00Z')]).toEqual(['Do', '11.11.']);
    expect([brief('2026-01-01T12:00:00Z'), brief('2025-12-31T12:00:00Z')]).toEqual(['01.01.', '31.12.25']);
    expect(brief('2026-08-12T12:00:00Z', 'en')).toBe('12/08');
    // A clock that goes a little wrong.
    expect(brief('2026-11-19T07:00:00Z')).toBe('08:00');
  });
});

it('says when a wait is over, in the unit in which one waits', () => {
  expect([1, 90, 91, 5399, 5401, 36_000].map((seconds) => writeWait('en', seconds))).toEqual([
    'in 1 second',
    'in 90 seconds',
    'in 2 minutes',
    'in 90 minutes',
    'in 2 hours',
    'in 10 hours',
  ]);
  expect([writeWait('uk', 2), writeWait('tr', 40), writeWait('fr', 1)]).toEqual([
    'через 2 секунди',
    '40 saniye sonra',
    'dans 1 seconde',
  ]);
});
