import { expect, it } from 'vitest';
import { SUITABLE_MAXIMUM, suitableTimes } from './suitable.ts';

const at = (time: string, day = 1) => Date.parse(`2026-12-0${day}T${time}:00Z`);
const day = (of = 1) => ({ begins_at: at('08:00', of), ends_at: at('10:00', of) });
const busy = (user_id: number, begins: string, ends: string, of = 1) => ({
  user_id,
  begins_at: at(begins, of),
  ends_at: at(ends, of),
});
const told = (found: ReturnType<typeof suitableTimes>) =>
  found.map(({ begins_at, ends_at, missing }) => {
    const [from, to] = [begins_at, ends_at].map((instant) => new Date(instant).toISOString().slice(8, 16));
    return [`${from} ${to?.slice(3)}`, ...missing].join(' ');
  });

it('a time suits where nobody has anything else, to the minute, beginning at a quarter', () => {
  const taken = [busy(1, '08:00', '08:45'), busy(2, '09:30', '10:00'), busy(2, '08:00', '09:30', 2)];
  expect(told(suitableTimes([day()], taken, 45, 0))).toEqual(['01T08:45 09:30']);
  expect(told(suitableTimes([day()], [busy(1, '08:00', '08:46'), busy(2, '09:45', '10:00')], 45, 0))).toEqual([
    '01T09:00 09:45',
  ]);
  expect(told(suitableTimes([day()], [], 120, 0))).toEqual(['01T08:00 10:00']);
  expect(suitableTimes([day()], [], 121, 0)).toEqual([]);
  expect(suitableTimes([], [], 15, 0)).toEqual([]);
});

it('none lies in the past, three of a day that do not overlap, twelve in all', () => {
  expect(told(suitableTimes([day()], [], 30, at('08:01')))).toEqual([
    '01T08:15 08:45',
    '01T08:45 09:15',
    '01T09:15 09:45',
  ]);
  expect(told(suitableTimes([day()], [], 120, at('08:00')))).toEqual(['01T08:00 10:00']);
  const days = [1, 2, 3, 4, 5].map(day);
  const found = told(suitableTimes(days, [], 15, 0));
  expect(found).toHaveLength(SUITABLE_MAXIMUM);
  expect([found[3], found.at(-1)]).toEqual(['02T08:00 08:15', '04T08:30 08:45']);
});

it('where none suits all, those are told at which the fewest are missing, each once', () => {
  const taken = [
    busy(3, '08:00', '10:00'),
    busy(1, '08:00', '08:20'),
    busy(1, '08:40', '09:00'),
    busy(2, '09:00', '10:00'),
    busy(2, '08:00', '10:00', 2),
    busy(1, '08:00', '10:00', 2),
  ];
  expect(told(suitableTimes([day(1), day(2)], taken, 60, 0))).toEqual([
    '01T08:00 09:00 1 3',
    '01T09:00 10:00 2 3',
    '02T08:00 09:00 1 2',
    '02T09:00 10:00 1 2',
  ]);
  // A day on which more are missing is none for it, whatever is the best of that day.
  const later = [...taken, busy(3, '08:00', '10:00', 2)];
  expect(told(suitableTimes([day(1), day(2)], later, 60, 0))).toEqual(['01T08:00 09:00 1 3', '01T09:00 10:00 2 3']);
});
