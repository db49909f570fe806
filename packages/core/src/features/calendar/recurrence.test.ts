import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addDays, type Weekday, weekdayOf } from '../../kernel/calendar/dates.ts';
import { createInstants, toInstant, toLocal } from '../../kernel/calendar/zone.ts';
import {
  moveRepeat,
  parseRepeat,
  placeInMonth,
  REPEAT_PLACES,
  type RepeatRule,
  repeatDates,
  SERIES_DATES_MAXIMUM,
  writeRepeat,
} from './recurrence.ts';
import { seriesSpan } from './series-times.ts';

const LAST = '2040-01-01';
const EVERY: RepeatRule = {
  unit: 'DAILY',
  every: 1,
  weekdays: [],
  monthday: null,
  nth: null,
  count: null,
  until: null,
};
const dates = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2024-01-01', days));
const weekday = fc.integer({ min: 1, max: 7 }).map((day) => day as Weekday);
const parts = fc.oneof(
  fc.constant({ unit: 'DAILY' as const }),
  fc.uniqueArray(weekday, { maxLength: 4 }).map((days) => ({ unit: 'WEEKLY' as const, weekdays: days.sort() })),
  fc.constantFrom(null, -1, 1, 15, 29, 31).map((monthday) => ({ unit: 'MONTHLY' as const, monthday })),
  fc.record({ place: fc.constantFrom(...REPEAT_PLACES), weekday }).map((nth) => ({ unit: 'MONTHLY' as const, nth })),
  fc.constant({ unit: 'YEARLY' as const }),
);
const ends = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((count) => ({ count })),
  fc.integer({ min: 0, max: 700 }).map((days) => ({ days })),
);
const rules = fc
  .record({ first: dates, part: parts, every: fc.integer({ min: 1, max: 5 }), end: ends })
  .map(({ first, part, every, end }): { first: string; rule: RepeatRule } => ({
    first,
    rule: {
      ...EVERY,
      ...part,
      every,
      ...('count' in end ? end : { until: addDays(first, end.days) }),
    },
  }));

describe('the dates of a rule', () => {
  it('are those of another reader of RFC 5545, for every rule that calendars offer [C-3.37]', () => {
    fc.assert(
      fc.property(rules, ({ first, rule }) => {
        const day = first.replaceAll('-', '');
        const other = new RRuleTemporal({
          rruleString: `DTSTART:${day}T000000Z\nRRULE:${writeRepeat(rule).replace(/UNTIL=(\d+)/, 'UNTIL=$1T000000Z')}`,
          temporal: Temporal as never,
          maxIterations: 100_000,
        });
        const theirs = other.all((_, at) => at < SERIES_DATES_MAXIMUM).map((date) => date.toPlainDate().toString());
        const known = theirs.filter((date) => date <= LAST);
        expect(repeatDates(rule, first, LAST, SERIES_DATES_MAXIMUM)).toEqual(known);
      }),
      { numRuns: 300 },
    );
  });

  it('are written as a rule that reads back, and moved they keep their weekday or day of the month', () => {
    fc.assert(
      fc.property(rules, ({ rule }) => {
        expect(parseRepeat(writeRepeat(rule))).toEqual({ rule });
      }),
    );
    const nth = { place: 2, weekday: 2 } as const;
    const moved = moveRepeat({ ...EVERY, unit: 'MONTHLY', nth }, '2026-11-10', 1);
    expect(moved.nth).toEqual({ place: 2, weekday: 3 });
    expect(moveRepeat({ ...EVERY, unit: 'WEEKLY', weekdays: [2, 7] }, '2026-11-10', -2).weekdays).toEqual([5, 7]);
    expect([placeInMonth('2026-11-10'), placeInMonth('2026-11-30'), weekdayOf('2026-11-30')]).toEqual([2, -1, 1]);
  });

  it.each([
    ['FREQ=SECONDLY', 'repeatUnit'],
    ['FREQ=MINUTELY;INTERVAL=1', 'repeatUnit'],
    ['FREQ=HOURLY;COUNT=3', 'repeatUnit'],
    ['RRULE:FREQ=DAILY', 'repeatUnit'],
    ['', 'repeatUnit'],
    ['FREQ=DAILY;COUNT=367', 'repeatRule'],
    ['FREQ=DAILY;COUNT=1e9', 'repeatRule'],
    ['FREQ=DAILY;INTERVAL=0', 'repeatRule'],
    ['FREQ=DAILY;UNTIL=20270230', 'repeatRule'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20270201', 'repeatRule'],
    ['FREQ=DAILY;BYSECOND=1,2,3', 'repeatRule'],
    ['FREQ=WEEKLY;BYDAY=2TU', 'repeatRule'],
    ['FREQ=MONTHLY;BYDAY=9TU', 'repeatRule'],
    ['FREQ=DAILY;FREQ=SECONDLY', 'repeatRule'],
    ['FREQ=DAILY;toString=1', 'repeatRule'],
    ['FREQ=DAILY;INTERVAL=100', 'repeatRule'],
    ['FREQ=DAILY;COUNT=3=4', 'repeatRule'],
    ['FREQ=MONTHLY;BYMONTHDAY=3;BYDAY=1TU', 'repeatRule'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'repeatRule'],
  ])('%s is refused, as %s', (text, problem) => {
    expect(parseRepeat(text)).toEqual({ problem });
  });

  it('of 29 February are in leap years, and of the 31st in the months that have one', () => {
    expect(repeatDates({ ...EVERY, unit: 'YEARLY' }, '2024-02-29', LAST, 3)).toEqual([
      '2024-02-29',
      '2028-02-29',
      '2032-02-29',
    ]);
    expect(repeatDates({ ...EVERY, unit: 'MONTHLY' }, '2027-01-31', LAST, 3)).toEqual([
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
    ]);
  });

  it('have the most that a rule may say, each weekday once, and a day of the month that moves along', () => {
    const widest = parseRepeat('FREQ=DAILY;INTERVAL=99;COUNT=366');
    expect(widest).toMatchObject({ rule: { every: 99, count: 366 } });
    expect(parseRepeat('FREQ=WEEKLY;BYDAY=TU,MO,TU')).toMatchObject({ rule: { weekdays: [1, 2] } });
    expect(moveRepeat({ ...EVERY, unit: 'MONTHLY', monthday: 30 }, '2026-11-30', 2).monthday).toBe(2);
  });

  it('that never come are none, and take no time', () => {
    const never = parseRepeat('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31');
    expect('rule' in never && repeatDates(never.rule, '2026-06-01', '2149-12-31', 366)).toEqual([]);
  });
});

describe('the events of a series', () => {
  it('begin at the same wall time when the clocks change, and all-day ones stay whole days', () => {
    const instantOf = createInstants('Europe/Berlin');
    const times = { is_all_day: false, begins_time: '18:00', ends_time: '19:30', ends_days: 0 };
    const spans = ['2026-10-20', '2026-10-27', '2027-03-30'].map((date) => seriesSpan(times, date, instantOf));
    expect(spans.map(({ begins_at }) => begins_at)).toEqual([
      '2026-10-20T16:00:00.000Z',
      '2026-10-27T17:00:00.000Z',
      '2027-03-30T16:00:00.000Z',
    ]);
    expect(seriesSpan({ ...times, is_all_day: true }, '2026-10-25', instantOf)).toEqual({
      begins_at: '2026-10-24T22:00:00.000Z',
      ends_at: '2026-10-25T22:59:59.000Z',
    });
  });

  it('end where they begin, where the clocks skip the hour between', () => {
    const times = { is_all_day: false, begins_time: '02:30', ends_time: '03:00', ends_days: 0 };
    expect(seriesSpan(times, '2027-03-28', createInstants('Europe/Berlin'))).toEqual({
      begins_at: '2027-03-28T01:30:00.000Z',
      ends_at: '2027-03-28T01:30:00.000Z',
    });
  });

  it('are at the instants of a calendar that reckons each one for itself', () => {
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'Africa/Casablanca',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'UTC',
    );
    const minutes = fc.integer({ min: 0, max: 1439 });
    fc.assert(
      fc.property(zone, dates, minutes, (name, date, at) => {
        const time = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
        const instant = createInstants(name)(date, time);
        expect(instant).toEqual(toInstant(date, time, name));
        expect(toLocal(instant, name).date >= date).toBe(true);
      }),
    );
  });
});
