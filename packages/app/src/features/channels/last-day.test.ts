import { expect, it } from 'vitest';
import { endOfDay, lastDayOf } from './last-day.ts';

const ZONE = 'Europe/Berlin';

it('a last day is a whole day of the school, also the one on which the clocks change [C-4.09]', () => {
  for (const [day, end] of [
    ['2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['2027-03-28', '2027-03-28T22:00:00.000Z'],
  ] as const) {
    expect(endOfDay(day, ZONE)).toBe(end);
    expect(lastDayOf(end, ZONE)).toBe(day);
  }
  expect(lastDayOf('2026-12-18T07:00:00.000Z', ZONE)).toBe('2026-12-18');
  expect([endOfDay('', ZONE), lastDayOf(null, ZONE)]).toEqual([null, '']);
});
