import type { Classbook } from '@kreide/core/features/classbook';
import { expect, it } from 'vitest';
import { absenceTypeAt, isReportedAt, PLACES, placesFor, toPlace } from './tabs.ts';

const may = (...allowed: (keyof Classbook['can'])[]) =>
  Object.fromEntries(
    [...PLACES.map(({ needs }) => needs), 'export'].map((one) => [one, allowed.includes(one as 'export') ? 1 : 0]),
  ) as Classbook['can'];

it('the tabs of a class book are those whose permission one has, in one order [T-2.53] [T-2.54] [T-6.02]', () => {
  const all = may(...PLACES.map(({ needs }) => needs));
  expect(placesFor(all).map(({ list }) => list)).toEqual([
    'users',
    'classes',
    'notices',
    'homework',
    'statistics',
    'absences',
  ]);
  for (const { needs, list } of PLACES) expect(placesFor(may(needs)).map((one) => one.list)).toEqual([list]);
});

it('an address without permission leads to the first list that is allowed, and to none where none is [T-2.61] [T-2.62]', () => {
  const can = may('view-notices', 'view-homeworks', 'view-absences');
  expect(toPlace(can, 'absences')?.list).toBe('absences');
  expect(toPlace(can, 'users')?.list).toBe('notices');
  expect(toPlace(can, 'entries/classes')?.list).toBe('notices');
  expect(toPlace(can, 'nonsense')?.list).toBe('notices');
  expect(toPlace(may('view-members', 'view-homeworks'), 'entries')?.list).toBe('homework');
  expect(toPlace(may('view-statistics'), 'entries/classes')?.list).toBe('statistics');
  expect(toPlace(may(), 'users')).toBeNull();
});

it('the address of the absences may name one kind of them, and anything else there means all [T-2.64]', () => {
  const can = may('view-absences', 'view-notices');
  for (const rest of ['absences', 'absences/', 'absences/absent', 'absences/too-late', 'absences/nonsense'])
    expect(toPlace(can, rest)?.list).toBe('absences');
  expect(['absences/absent', 'absences/too-late'].map(absenceTypeAt)).toEqual(['absent', 'too-late']);
  expect(['absences', 'absences/nonsense', 'users/absent', 'absences/absent/1'].map(absenceTypeAt)).toEqual(
    Array(4).fill(null),
  );
});

it('what the school knows of absences has an address of its own, and lessons missed the others', () => {
  const can = may('view-absences');
  expect(toPlace(can, 'absences/reported')?.list).toBe('absences');
  expect(['absences/reported', 'absences', 'absences/absent', 'users/reported'].map(isReportedAt)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
