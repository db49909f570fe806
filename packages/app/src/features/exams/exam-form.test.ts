import type { Period } from '@kreide/core/features/structure';
import { expect, it } from 'vitest';
import { toHours, toRooms } from './exam-form.ts';

const period = (hour: string, begins_at: string, ends_at: string, weekday: number | null = null): Period => ({
  hour,
  weekday,
  begins_at,
  ends_at,
  type: 'LESSON',
  is_hidden: false,
});

it('the hours of an exam are the periods of its weekday, alone and in a row', () => {
  const times = [period('2', '08:50', '09:35'), period('1', '08:00', '08:45'), period('1', '07:45', '08:30', 5)];
  const friday = toHours(times, '2026-11-20').map(({ key }) => key);
  expect(friday).toEqual(['07:45-08:30', '07:45-09:35', '08:50-09:35']);
  expect(toHours(times, '2026-11-19').map(({ text }) => text)).toContain('1.–2. (08:00–09:35)');
});

it('the room that an exam has already can be kept, also where one could not give it', () => {
  const [known, hidden] = [1, 2].map((id) => ({ id, shortcut: `R${id}`, name: null }));
  const rooms = known ? [known] : [];
  expect(toRooms({ rooms }, hidden ?? null)).toEqual([known, hidden]);
  expect(toRooms({ rooms }, known ?? null)).toEqual([known]);
  expect(toRooms({ rooms }, null)).toEqual([known]);
});
