import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventProblems } from './rules.ts';
import { type EventTimes, moveStart, newEventTimes, placeOf, setAllDay, toEventSpan, toEventTimes } from './times.ts';

const ZONE = 'Europe/Berlin';
const at = (begins: string, ends: string, is_all_day = false): EventTimes => ({
  is_all_day,
  begins_date: begins.slice(0, 10),
  begins_time: begins.slice(11),
  ends_date: ends.slice(0, 10),
  ends_time: ends.slice(11),
});
const endOf = ({ ends_date, ends_time }: EventTimes) => `${ends_date} ${ends_time}`;

describe('the times of an event', () => {
  it('are the hour after this one for a new one, also where that is tomorrow [C-4.51]', () => {
    const times = (minutes: number) => newEventTimes({ date: '2026-11-18', minutes });
    expect(times(610)).toEqual(at('2026-11-18 11:00', '2026-11-18 12:00'));
    expect(times(600)).toEqual(at('2026-11-18 11:00', '2026-11-18 12:00'));
    expect(times(1330)).toEqual(at('2026-11-18 23:00', '2026-11-19 00:00'));
    expect(times(1439)).toEqual(at('2026-11-19 00:00', '2026-11-19 01:00'));
  });

  it('keep its length when the start is moved, over midnight and days too [C-4.55]', () => {
    const lesson = at('2026-11-18 10:00', '2026-11-18 11:30');
    expect(endOf(moveStart(lesson, { begins_time: '14:15' }))).toBe('2026-11-18 15:45');
    expect(endOf(moveStart(lesson, { begins_time: '23:00' }))).toBe('2026-11-19 00:30');
    expect(endOf(moveStart(lesson, { begins_date: '2026-12-01' }))).toBe('2026-12-01 11:30');
    const trip = at('2026-11-18 08:00', '2026-11-20 16:00');
    expect(endOf(moveStart(trip, { begins_date: '2026-11-25', begins_time: '07:00' }))).toBe('2026-11-27 15:00');
    // A full day that is moved to another one stays a full day.
    const day = at('2026-11-18 00:00', '2026-11-18 23:59');
    expect(endOf(moveStart(day, { begins_date: '2026-11-20' }))).toBe('2026-11-20 23:59');
  });

  it('do not move the end of an all-day event [C-4.56]', () => {
    const fair = at('2026-11-18 00:00', '2026-11-20 23:59', true);
    expect(endOf(moveStart(fair, { begins_date: '2026-11-19' }))).toBe('2026-11-20 23:59');
    expect(moveStart(fair, { begins_date: '2026-11-19' }).begins_date).toBe('2026-11-19');
  });

  it('become 45 minutes where there was no length, or a full day leaves midnight [C-4.57] [C-4.58] [C-9.18] [C-9.21]', () => {
    const point = at('2026-11-18 10:00', '2026-11-18 10:00');
    expect(endOf(moveStart(point, { begins_time: '11:00' }))).toBe('2026-11-18 11:45');
    const day = at('2026-11-18 00:00', '2026-11-18 23:59');
    expect(endOf(moveStart(day, { begins_time: '08:00' }))).toBe('2026-11-18 08:45');
    expect(endOf(moveStart(day, { begins_date: '2026-11-19', begins_time: '23:30' }))).toBe('2026-11-20 00:15');
    // Two full days are no full day: their length stays.
    const two = at('2026-11-18 00:00', '2026-11-19 23:59');
    expect(endOf(moveStart(two, { begins_time: '01:00' }))).toBe('2026-11-20 00:59');
  });

  it('are those of a meeting where a whole day is none any more, on its own days [C-4.51] [C-4.59]', () => {
    const day = at('2026-11-18 00:00', '2026-11-18 23:59', true);
    expect(setAllDay(day, false, 610)).toEqual(at('2026-11-18 11:00', '2026-11-18 12:00'));
    expect(setAllDay(day, false, 1439)).toEqual(at('2026-11-18 22:00', '2026-11-18 23:00'));
    const fair = at('2026-11-18 00:00', '2026-11-20 23:59', true);
    expect(toEventSpan(setAllDay(fair, false, 610), ZONE).is_all_day).toBe(false);
    expect(endOf(setAllDay(fair, false, 610))).toBe('2026-11-20 12:00');
    expect(setAllDay({ ...day, is_all_day: false }, true, 610)).toEqual(day);
    // Hours that somebody wrote come back.
    const lesson = at('2026-11-18 10:00', '2026-11-18 11:30');
    expect(setAllDay(setAllDay(lesson, true, 610), false, 610)).toEqual(lesson);
  });

  it('leave an end before the start where it is: the rule says what is wrong', () => {
    const wrong = at('2026-11-18 10:00', '2026-11-18 09:00');
    expect(endOf(moveStart(wrong, { begins_time: '12:00' }))).toBe('2026-11-18 09:00');
  });

  it('are saved as whole days where they mean them, to the last second, in summer and winter [C-4.59]', () => {
    const whole = { is_all_day: true, begins_at: '2026-11-17T23:00:00.000Z', ends_at: '2026-11-20T22:59:59.000Z' };
    expect(toEventSpan(at('2026-11-18 00:00', '2026-11-20 23:59'), ZONE)).toEqual(whole);
    expect(toEventSpan(at('2026-11-18 10:00', '2026-11-20 11:00', true), ZONE)).toEqual(whole);
    expect(toEventSpan(at('2026-11-18 00:00', '2026-11-18 23:58'), ZONE)).toEqual({
      is_all_day: false,
      begins_at: '2026-11-17T23:00:00.000Z',
      ends_at: '2026-11-18T22:58:00.000Z',
    });
    // The day on which the clocks go back has 25 hours.
    const long = toEventSpan(at('2026-10-25 00:00', '2026-10-25 23:59'), ZONE);
    expect(Date.parse(long.ends_at) - Date.parse(long.begins_at)).toBe(25 * 3_600_000 - 1000);
  });

  it('come back as they were written', () => {
    const minutes = fc.integer({ min: 0, max: 365 * 1440 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 0, max: 5000 }), (from, length) => {
        const begins_at = new Date(Date.UTC(2026, 3, 1) + from * 60_000).toISOString();
        const ends_at = new Date(Date.parse(begins_at) + length * 60_000).toISOString();
        const times = toEventTimes({ is_all_day: false, begins_at, ends_at }, 'UTC');
        const span = toEventSpan(times, 'UTC');
        if (!span.is_all_day) expect(span).toEqual({ is_all_day: false, begins_at, ends_at });
      }),
    );
  });
});

describe('the place of an event in the grid', () => {
  it('is its days, weekday, week and minutes from midnight, in the zone of the school [C-3.36]', () => {
    const span = { begins_at: '2026-11-20T18:00:00Z', ends_at: '2026-11-20T19:30:00Z' };
    expect(placeOf(span, ZONE)).toEqual({
      begins_date: '2026-11-20',
      ends_date: '2026-11-20',
      is_multi_day: false,
      days: 1,
      monday: '2026-11-16',
      week: 47,
      weekday: 5,
      begins_minutes: 19 * 60,
      ends_minutes: 20 * 60 + 30,
    });
    expect(placeOf(span, 'Asia/Tokyo')).toMatchObject({ begins_date: '2026-11-21', weekday: 6 });
    const trip = placeOf({ begins_at: '2026-11-20T07:00:00Z', ends_at: '2026-11-22T15:00:00Z' }, ZONE);
    expect(trip).toMatchObject({ is_multi_day: true, days: 3, ends_date: '2026-11-22' });
  });

  it('counts minute 1439 as the end of the day, and does not touch a day that it ends with midnight [C-9.20]', () => {
    const day = placeOf({ begins_at: '2026-11-17T23:00:00Z', ends_at: '2026-11-18T22:59:59Z' }, ZONE);
    expect(day).toMatchObject({ begins_minutes: 0, ends_minutes: 1440, days: 1, is_multi_day: false });
    const before = placeOf({ begins_at: '2026-11-18T10:00:00Z', ends_at: '2026-11-18T22:58:00Z' }, ZONE);
    expect(before.ends_minutes).toBe(1438);
    const midnight = placeOf({ begins_at: '2026-11-18T20:00:00Z', ends_at: '2026-11-18T23:00:00Z' }, ZONE);
    expect(midnight).toMatchObject({ ends_date: '2026-11-18', ends_minutes: 1440, is_multi_day: false });
  });
});

describe('the rules of an event', () => {
  const GOOD = {
    name: 'Elternabend',
    description: '',
    location: null,
    channels: [],
    users: [],
    begins_at: '2026-11-20T18:00:00Z',
    ends_at: '2026-11-20T19:30:00Z',
  };
  const rules = (part: Partial<typeof GOOD>) => eventProblems({ ...GOOD, ...part }).map(({ rule }) => rule);

  it('want a name of 2 to 150 characters [C-5.01] [C-5.02] [C-9.17]', () => {
    expect([rules({ name: '' }), rules({ name: '  ' })]).toEqual([['nameRequired'], ['nameRequired']]);
    expect([rules({ name: 'x' }), rules({ name: ' x ' }), rules({ name: 'x'.repeat(151) })]).toEqual([
      ['nameLength'],
      ['nameLength'],
      ['nameLength'],
    ]);
    expect([rules({ name: 'xy' }), rules({ name: 'x'.repeat(150) }), rules({ name: '🎒'.repeat(150) })]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('want an end at the start or after it [C-5.04] [C-5.05]', () => {
    expect(rules({ ends_at: GOOD.begins_at })).toEqual([]);
    expect(rules({ ends_at: '2026-11-20T17:59:59Z' })).toEqual(['endsBefore']);
  });

  it('take a description of 10,000 characters and more [C-5.03]', () => {
    expect(rules({ description: 'x'.repeat(20_000) })).toEqual([]);
    expect(rules({ description: 'x'.repeat(20_001) })).toEqual(['descriptionMax']);
  });

  it('name the limits of length, years, place and participants', () => {
    expect(rules({ ends_at: '2027-11-21T18:00:00Z' })).toEqual([]);
    expect(rules({ ends_at: '2027-11-21T19:00:01Z' })).toEqual(['tooLong']);
    expect(rules({ begins_at: '1989-12-31T23:59:59Z', ends_at: '1990-01-01T00:00:00Z' })).toEqual(['years']);
    expect(rules({ begins_at: '2149-12-31T00:00:00Z', ends_at: '2150-01-01T00:00:00Z' })).toEqual(['years']);
    const many = (count: number) => Array.from({ length: count }, (_, id) => id + 1);
    const wrong = { location: 'x'.repeat(151) as never, channels: many(51) as never, users: many(201) as never };
    expect(rules(wrong)).toEqual(['locationMax', 'participantsMax', 'participantsMax']);
  });
});
