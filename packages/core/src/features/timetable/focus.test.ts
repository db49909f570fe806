import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTime } from '../../kernel/calendar/times.ts';
import { firstPlace, type GridPlace, nextPlace, placeAfterPage } from './focus.ts';
import { toOccurrence } from './occurrence.ts';
import { aLesson } from './timetable.fixtures.ts';
import { layoutWeek } from './week-layout.ts';

const DATES = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const columnsOf = (starts: readonly (readonly number[])[]) =>
  layoutWeek(
    starts.flatMap((day, index) =>
      day.map((begins, number) =>
        toOccurrence(
          aLesson({
            uuid: `00000000-0000-4000-8000-${String(index * 100 + number).padStart(12, '0')}`,
            kind: number % 2 === 1 ? 'EVENT' : null,
            time_begins_at: toTime(begins),
            time_ends_at: toTime(begins + 45),
          }),
          DATES[index]!,
        ),
      ),
    ),
    DATES,
  );
const columns = columnsOf([[480, 540, 600], [480], [], [600, 700], [480]]);

describe('keys of the grid', () => {
  it('go through a day up and down, its header included, and to the nearest lesson of the next day that has one', () => {
    expect(nextPlace(columns, { day: 0, place: 0 }, 'ArrowDown')).toEqual({ day: 0, place: 1 });
    expect(nextPlace(columns, { day: 0, place: 0 }, 'ArrowUp')).toEqual({ day: 0, place: -1 });
    expect(nextPlace(columns, { day: 0, place: 2 }, 'ArrowDown')).toBeNull();
    expect(nextPlace(columns, { day: 1, place: 0 }, 'ArrowRight')).toEqual({ day: 3, place: 0 });
    expect(nextPlace(columns, { day: 0, place: -1 }, 'ArrowRight')).toEqual({ day: 1, place: -1 });
    expect(nextPlace(columns, { day: 0, place: 0 }, 'ArrowLeft')).toBeNull();
  });

  it('jump within the day and, with Control, within the week', () => {
    expect(nextPlace(columns, { day: 0, place: 1 }, 'End')).toEqual({ day: 0, place: 2 });
    expect(nextPlace(columns, { day: 0, place: 1 }, 'Home')).toEqual({ day: 0, place: 0 });
    expect(nextPlace(columns, { day: 1, place: 0 }, 'End', true)).toEqual({ day: 4, place: 0 });
    expect(nextPlace(columns, { day: 3, place: 0 }, 'Home', true)).toEqual({ day: 0, place: 0 });
  });

  it('keep weekday and time over a turned page, or come as near as lessons allow', () => {
    expect(placeAfterPage(columns, 4, 690)).toEqual({ day: 3, place: 1 });
    expect(placeAfterPage(columns, 3, 480)).toEqual({ day: 1, place: 0 });
    expect(placeAfterPage(columnsOf([[]]), 3, 480)).toEqual({ day: 2, place: -1 });
    expect(firstPlace(columns, '2026-11-19')).toEqual({ day: 3, place: 0 });
    expect(firstPlace(columns, '2026-11-18')).toEqual({ day: 0, place: 0 });
  });

  it('reach every lesson of any week with arrows alone, parallel ones too [T-2.34]', () => {
    const week = fc.array(fc.array(fc.integer({ min: 400, max: 900 }), { maxLength: 12 }), {
      minLength: 5,
      maxLength: 5,
    });
    fc.assert(
      fc.property(week, (starts) => {
        const laid = columnsOf(starts);
        const seen = new Set<string>();
        const queue: GridPlace[] = [firstPlace(laid, DATES[0]!)];
        for (let place = queue.pop(); place; place = queue.pop()) {
          if (seen.has(`${place.day} ${place.place}`)) continue;
          seen.add(`${place.day} ${place.place}`);
          for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
            const next = nextPlace(laid, place, key);
            if (next) queue.push(next);
          }
        }
        for (const [day, { boxes }] of laid.entries()) {
          for (const { place } of boxes) expect(seen.has(`${day} ${place}`)).toBe(true);
        }
      }),
    );
  });
});

describe('keys at the edges of the grid', () => {
  it('lead nowhere where there is nothing', () => {
    for (const key of ['Home', 'End', 'ArrowDown'])
      expect(nextPlace(columns, { day: 2, place: -1 }, key), key).toBeNull();
    expect(nextPlace(columns, { day: 2, place: -1 }, 'ArrowUp')).toBeNull();
    for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'ArrowRight'])
      expect(nextPlace([], { day: 0, place: -1 }, key), key).toBeNull();
    expect(nextPlace(columns, { day: 0, place: 0 }, 'Tab')).toBeNull();
    for (const key of ['Home', 'End'])
      expect(nextPlace(columnsOf([[], []]), { day: 0, place: -1 }, key, true)).toBeNull();
    expect(nextPlace(columns, { day: 0, place: 0 }, 'ArrowDown', true)).toBeNull();
  });

  it('lead back to the first day and its header', () => {
    expect(nextPlace(columns, { day: 1, place: 0 }, 'ArrowLeft')).toEqual({ day: 0, place: 0 });
    expect(nextPlace(columns, { day: 1, place: -1 }, 'ArrowLeft')).toEqual({ day: 0, place: -1 });
    expect(nextPlace(columnsOf([[], [480, 540], []]), { day: 0, place: -1 }, 'End', true)).toEqual({
      day: 1,
      place: 1,
    });
  });

  it('lead to the lesson nearest in time, then to the nearest lane, then to the first', () => {
    const two = columnsOf([
      [480, 480],
      [480, 480, 700],
      [400, 560],
    ]);
    expect(nextPlace(two, { day: 0, place: 1 }, 'ArrowRight')).toEqual({ day: 1, place: 1 });
    expect(nextPlace(two, { day: 0, place: 0 }, 'ArrowRight')).toEqual({ day: 1, place: 0 });
    expect(nextPlace(two, { day: 1, place: 0 }, 'ArrowRight')).toEqual({ day: 2, place: 0 });
    const near = columnsOf([
      [480, 480],
      [485, 490],
    ]);
    expect(nextPlace(near, { day: 0, place: 1 }, 'ArrowRight')).toEqual({ day: 1, place: 0 });
    expect(nextPlace(two, { day: 1, place: 2 }, 'ArrowRight')).toEqual({ day: 2, place: 1 });
  });

  it('keep a header over a turned page', () => {
    expect(placeAfterPage(columns, 4, null)).toEqual({ day: 3, place: -1 });
    expect(placeAfterPage([], 4, 480)).toEqual({ day: 0, place: -1 });
    expect(firstPlace(columnsOf([[], []]), '2026-11-16')).toEqual({ day: 0, place: -1 });
  });
});
