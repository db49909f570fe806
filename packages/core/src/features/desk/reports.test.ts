import { expect, it } from 'vitest';
import { type AbsentTime, areTogether } from './reports.ts';

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
