import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addDays, toDate, toDay } from './dates.ts';
import { dateFormatOf } from './formats.ts';
import { DAY_MINUTES, isTime, toMinutes, toTime } from './times.ts';
import { deviceZone, offsetOf, toInstant, toLocal } from './zone.ts';

/**
 * Whole, half and quarter hours, both halves of the earth, a half-hour summer time, and a zone that once left out a
 * day.
 */
const UNUSUAL = [
  'Europe/Berlin',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];
const anyZone = fc.oneof(fc.constantFrom(...UNUSUAL), fc.constantFrom(...Intl.supportedValuesOf('timeZone')));
const anyDate = fc.integer({ min: toDay('2008-01-01'), max: toDay('2035-12-31') }).map(toDate);
const anyMinutes = fc.integer({ min: 0, max: DAY_MINUTES - 1 });

/** The reference: what Temporal gives for the same wall time (later after a gap, the first of two). */
const reference = (date: string, time: string, zone: string) =>
  new Date(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds).toISOString();

/** Dates on which the clocks of a zone change. */
function clockChanges(zone: string, from: string, to: string): string[] {
  const changes: string[] = [];
  let at = Temporal.PlainDate.from(from).toZonedDateTime(zone).getTimeZoneTransition('next');
  while (at && at.toPlainDate().toString() < to) {
    changes.push(at.toPlainDate().toString());
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}

describe('school zone', () => {
  it('keeps the wall time on both sides of both daylight-saving days [T-9.09]', () => {
    const at = (date: string, zone: string) => toInstant(date, '08:00', zone).toISOString();
    expect(at('2026-03-28', 'Europe/Berlin')).toBe('2026-03-28T07:00:00.000Z');
    expect(at('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
    expect(at('2026-10-25', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z');
    expect(at('2026-11-01', 'America/New_York')).toBe('2026-11-01T13:00:00.000Z');
    expect(at('2026-11-01', 'America/St_Johns')).toBe('2026-11-01T11:30:00.000Z');
    expect(at('2026-10-04', 'Australia/Lord_Howe')).toBe('2026-10-03T21:00:00.000Z');
    expect(at('2026-11-18', 'Asia/Kathmandu')).toBe('2026-11-18T02:15:00.000Z');
  });

  it('moves a skipped time forward and takes the first of a time that comes twice [T-9.09]', () => {
    expect(toInstant('2026-03-29', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(toInstant('2026-10-25', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    // Samoa crossed the date line: after Thursday 29 December 2011 came Saturday 31 December.
    const skipped = toInstant('2011-12-30', '08:00', 'Pacific/Apia');
    expect(toLocal(skipped, 'Pacific/Apia')).toEqual({ date: '2011-12-31', minutes: 8 * 60 });
  });

  it('turns wall times into the instants of the reference, every zone, every day, every minute [T-9.09]', () => {
    fc.assert(
      fc.property(anyZone, anyDate, anyMinutes, (zone, date, minutes) => {
        const time = toTime(minutes);
        expect(toInstant(date, time, zone).toISOString()).toBe(reference(date, time, zone));
      }),
      { numRuns: 400 },
    );
  });

  it('agrees with the reference in each half hour around each clock change of the unusual zones [T-9.09]', () => {
    for (const zone of UNUSUAL) {
      const changes = ['2011-12-30', ...clockChanges(zone, '2024-01-01', '2028-01-01')];
      for (const date of changes.flatMap((change) => [-1, 0, 1].map((days) => addDays(change, days)))) {
        for (let minutes = 0; minutes < DAY_MINUTES; minutes += 30) {
          const time = toTime(minutes);
          expect(`${zone} ${date} ${time} ${toInstant(date, time, zone).toISOString()}`).toBe(
            `${zone} ${date} ${time} ${reference(date, time, zone)}`,
          );
        }
      }
    }
  });

  it('reads date and minutes of an instant as the reference does [T-9.09]', () => {
    const instant = fc.date({ min: new Date('2008-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(anyZone, instant, (zone, at) => {
        const wall = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
        const date = wall.toPlainDate().toString();
        expect(toLocal(at, zone)).toEqual({ date, minutes: wall.hour * 60 + wall.minute });
        expect(offsetOf(at.getTime(), zone)).toBe(wall.offsetNanoseconds / 1e6);
      }),
      { numRuns: 400 },
    );
  });

  it('follows the zone of the school to the minute when clocks change [T-9.09]', () => {
    const berlin = (instant: string) => toLocal(new Date(instant), 'Europe/Berlin');
    expect(berlin('2026-03-29T00:59:59Z')).toEqual({ date: '2026-03-29', minutes: 119 });
    expect(berlin('2026-03-29T01:00:00Z')).toEqual({ date: '2026-03-29', minutes: 180 });
    expect(berlin('2026-11-20T23:30:00Z')).toEqual({ date: '2026-11-21', minutes: 30 });
  });

  it('refuses a zone that does not exist', () => {
    expect(() => toInstant('2026-11-18', '08:00', 'Europe/Atlantis')).toThrow(RangeError);
    expect(() => toLocal(new Date('2026-11-18T07:00:00Z'), 'Europe/Atlantis')).toThrow(RangeError);
    expect(() => toLocal(new Date(), deviceZone())).not.toThrow();
  });
});

describe('wall times', () => {
  it('are the same after a round trip', () => {
    fc.assert(
      fc.property(anyMinutes, (minutes) => {
        expect(isTime(toTime(minutes))).toBe(true);
        expect(toMinutes(toTime(minutes))).toBe(minutes);
      }),
    );
  });

  it('are refused when no clock shows them', () => {
    expect(['24:00', '8:00', '08:60', '08:00:00', ''].filter(isTime)).toEqual([]);
  });
});

describe('formatters', () => {
  it('are made once for a locale and its options', () => {
    const made = dateFormatOf('de', { dateStyle: 'long', timeZone: 'UTC' });
    expect(dateFormatOf('de', { dateStyle: 'long', timeZone: 'UTC' })).toBe(made);
    expect(dateFormatOf('en-GB', { dateStyle: 'long', timeZone: 'UTC' })).not.toBe(made);
    expect(dateFormatOf('de', { dateStyle: 'long', timeZone: 'Asia/Kathmandu' })).not.toBe(made);
    expect(made.format(new Date('2026-11-18T00:00:00Z'))).toBe('18. November 2026');
  });
});

it('the zone of the device is the one of its clock', () => {
  const zone = deviceZone();
  const now = new Date();
  expect(offsetOf(now.getTime(), zone) + now.getTimezoneOffset() * 60_000).toBe(0);
});
