import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutMonth, monthCapacity, monthWeeks } from './month-layout.ts';
import { toOccurrence } from './occurrence.ts';
import { aLesson } from './timetable.fixtures.ts';

const day = (count: number, kinds: readonly number[] = []) =>
  Array.from({ length: count }, (_, index) =>
    toOccurrence(
      aLesson({
        uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        kind: kinds.includes(index) ? 'CANCLED' : null,
        time_begins_at: `${String(8 + index).padStart(2, '0')}:00`,
        time_ends_at: `${String(8 + index).padStart(2, '0')}:45`,
      }),
      '2026-11-18',
    ),
  );

describe('layout of the month', () => {
  it('shows the whole month in at most six weeks from Monday to Sunday [T-2.31] [T-9.03]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2090 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        const name = `${year}-${String(month).padStart(2, '0')}`;
        const weeks = monthWeeks(`${name}-15`);
        expect(weeks.length >= 4 && weeks.length <= 6).toBe(true);
        const days = weeks.flat().filter((date) => date.startsWith(name));
        expect(days).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
      }),
    );
  });

  it('fits floor((height - 26) / 20) - 1 events in a cell [T-2.32]', () => {
    expect([26, 65, 66, 86, 106, 128].map(monthCapacity)).toEqual([0, 0, 1, 2, 3, 4]);
  });

  it('counts the rest exactly, for any number of changes and height [T-2.32] [T-2.33]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 300 }), (count, height) => {
        const changes = Array.from({ length: count }, (_, index) => index);
        const cell = layoutMonth(day(count, changes), '2026-11-01', height)
          .flat()
          .find(({ date }) => date === '2026-11-18')!;
        expect(cell.shown.length).toBe(Math.min(count, monthCapacity(height)));
        expect(cell.shown.length + cell.more).toBe(count);
      }),
    );
  });
});

describe('a day of the month', () => {
  const cellOf = (height: number, occurrences = day(4, [3])) =>
    layoutMonth(occurrences, '2026-11-18', height)
      .flat()
      .find(({ date }) => date === '2026-11-18')!;

  it('shows what differs from the plan and no other lesson, in time order [T-2.32]', () => {
    const hours = (height: number, ...kinds: number[]) =>
      cellOf(height, day(6, kinds)).shown.map(({ minutes_begins_at }) => minutes_begins_at / 60);
    expect([hours(300), hours(300, 1, 3), hours(66, 1, 3)]).toEqual([[], [9, 11], [9]]);
    expect(cellOf(66, day(6, [1, 3])).more).toBe(1);
    expect(cellOf(300).occurrences).toHaveLength(4);
  });

  it('has its lessons in time order, whatever their order in the answer', () => {
    expect(cellOf(300, day(4).reverse()).occurrences).toEqual(day(4));
  });

  it('knows whether it is in the month', () => {
    const cells = layoutMonth([], '2026-11-18', 100).flat();
    expect([cells[0], cells[6], cells.at(-1)].map((cell) => [cell?.date, cell?.isInMonth])).toEqual([
      ['2026-10-26', false],
      ['2026-11-01', true],
      ['2026-12-06', false],
    ]);
    // February 2027 begins on a Monday and ends on a Sunday.
    expect(monthWeeks('2027-02-10')).toHaveLength(4);
  });
});
