import { expect, test } from 'vitest';
import { createGrid } from './grid.ts';
import { toBreakSlot } from './supervisions.ts';

const period = (hour: string, begins_at: string, ends_at: string) =>
  ({ hour, weekday: null, begins_at, ends_at, type: 'LESSON' }) as const;
const GRID = createGrid([
  [period('1', '08:00', '08:45'), period('2', '08:45', '09:30'), period('3', '09:50', '10:35')],
]);
const at = (before_hour: string, minutes: number | null, breaks: Parameters<typeof toBreakSlot>[1] = []) => {
  const slot = toBreakSlot(GRID, breaks, 1, { before_hour, minutes });
  return slot && `${slot.begins_at}–${slot.ends_at}`;
};

test('a break is the gap before its period, or as many minutes before it as its source says [T-3.14]', () => {
  expect(at('3', null)).toBe('09:30–09:50');
  expect(at('3', 10)).toBe('09:40–09:50');
  expect(at('1', 20)).toBe('07:40–08:00');
  expect(at('1', null)).toBe('07:45–08:00');
  expect(at('2', null)).toBe('08:30–08:45');
  expect(at('4', 10)).toBe('10:35–10:45');
  expect(at('9', 10)).toBeNull();
});

test('the breaks that a source dates itself count before that, those of the weekday first [T-3.14]', () => {
  const pause = { ...period('3', '09:32', '09:48'), type: 'BREAK' } as const;
  expect(at('3', 10, [pause])).toBe('09:32–09:48');
  expect(at('3', 10, [pause, { ...pause, weekday: 1, begins_at: '09:35' }])).toBe('09:35–09:48');
  expect(at('3', 10, [{ ...pause, weekday: 2 }])).toBe('09:40–09:50');
});
