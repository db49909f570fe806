import { expect, it } from 'vitest';
import { drawingOf, easterOf } from './holiday-drawing.ts';

it('Easter is where the calendar has it', () => {
  expect([2024, 2025, 2026, 2027, 2038].map(easterOf)).toEqual(['03-31', '04-20', '04-05', '03-28', '04-25']);
});

it('holidays have a drawing by when they are: tree, egg, sun, leaf, else a plain stroke', () => {
  const of = (begins_at: string, ends_at: string) => drawingOf({ begins_at, ends_at });
  expect(of('2026-12-22', '2027-01-05')).toBe('tree');
  expect(of('2026-03-30', '2026-04-10')).toBe('egg');
  expect(of('2026-04-06', '2026-04-10')).toBe('stroke');
  expect(of('2026-07-02', '2026-08-12')).toBe('sun');
  expect(of('2026-08-03', '2026-09-14')).toBe('sun');
  expect(of('2026-10-12', '2026-10-24')).toBe('leaf');
  expect(of('2026-02-02', '2026-02-06')).toBe('stroke');
});
