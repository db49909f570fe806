import { describe, expect, it } from 'vitest';
import { type AbsentTime, areTogether, endReport } from './reports.ts';

const DAY = { begins_at: '2026-11-23', ends_at: '2026-11-23', time_begins_at: null, time_ends_at: null, days: [] };
const WEEK = { ...DAY, ends_at: '2026-11-27' };
/** Both ways round. */
const meet = (one: AbsentTime, other: AbsentTime) => [areTogether(one, other), areTogether(other, one)];

it('two absences meet where they have a moment in common', () => {
  expect(meet(DAY, WEEK)).toEqual([true, true]);
  expect(meet(DAY, { ...WEEK, begins_at: '2026-11-24' })).toEqual([false, false]);
  const morning = { ...DAY, time_ends_at: '09:35' };
  expect(meet(morning, { ...DAY, time_begins_at: '09:35' })).toEqual([false, false]);
  expect(meet(morning, { ...DAY, time_begins_at: '09:34' })).toEqual([true, true]);
  // Times are those of the first and the last day alone, with weekdays of each of them.
  expect(meet(morning, { ...WEEK, time_begins_at: '10:00' })).toEqual([false, false]);
  expect(
    meet({ ...DAY, begins_at: '2026-11-24', ends_at: '2026-11-24' }, { ...WEEK, time_begins_at: '10:00' }),
  ).toEqual([true, true]);
  expect(meet(DAY, { ...WEEK, days: [2, 4] })).toEqual([false, false]);
  expect(meet(WEEK, { ...WEEK, days: [5], time_begins_at: '10:00' })).toEqual([true, true]);
});

describe('an absence that ends earlier than it was reported', () => {
  const MONDAY = '2026-11-23';
  const periods = [
    { begins_at: '08:00', ends_at: '08:45' },
    { begins_at: '08:50', ends_at: '09:35' },
    { begins_at: '09:55', ends_at: '10:40' },
  ];
  const whole = { begins_at: MONDAY, ends_at: MONDAY, time_begins_at: null, time_ends_at: null };
  const week = { ...whole, begins_at: '2026-11-20', ends_at: '2026-11-27' };
  const end = (report: Parameters<typeof endReport>[0], time: string, date = MONDAY) =>
    endReport(report, periods, { date, time });

  it('goes where none of it has begun, and ends with the day before where no period of today has', () => {
    expect(end({ ...whole, begins_at: '2026-11-24', ends_at: '2026-11-24' }, '12:00')).toBe('NOTHING');
    expect(end(whole, '07:59')).toBe('NOTHING');
    expect(end(week, '07:59')).toEqual({ ends_at: '2026-11-22', time_ends_at: null });
    expect(endReport(week, [], { date: MONDAY, time: '12:00' })).toEqual({ ends_at: '2026-11-22', time_ends_at: null });
    expect(end({ ...whole, time_begins_at: '08:50' }, '08:49')).toBe('NOTHING');
    // Until the second period of its last day: the day before is whole.
    expect(end({ ...week, time_ends_at: '09:35' }, '07:59')).toEqual({ ends_at: '2026-11-22', time_ends_at: null });
  });

  it('ends with the period that has begun, also within a break after it', () => {
    expect(end(whole, '08:00')).toEqual({ ends_at: MONDAY, time_ends_at: '08:45' });
    expect(end(week, '08:46')).toEqual({ ends_at: MONDAY, time_ends_at: '08:45' });
    expect(end({ ...whole, time_begins_at: '08:50' }, '08:50')).toEqual({ ends_at: MONDAY, time_ends_at: '09:35' });
    expect(end(week, '23:00')).toEqual({ ends_at: MONDAY, time_ends_at: '10:40' });
    // From the third period on, but of its first day.
    expect(end({ ...week, time_begins_at: '09:55' }, '08:50')).toEqual({ ends_at: MONDAY, time_ends_at: '09:35' });
  });

  it('is over where it ends no earlier', () => {
    expect(end({ ...whole, begins_at: '2026-11-20', ends_at: '2026-11-22' }, '06:00')).toBe('OVER');
    const morning = { ...whole, time_ends_at: '09:35' };
    expect(end(morning, '08:49')).toEqual({ ends_at: MONDAY, time_ends_at: '08:45' });
    expect(end(morning, '08:50')).toBe('OVER');
    expect(end(morning, '09:35')).toBe('OVER');
    // The time is that of the last day.
    expect(end({ ...week, time_ends_at: '08:45' }, '10:00')).toEqual({ ends_at: MONDAY, time_ends_at: '10:40' });
  });
});
