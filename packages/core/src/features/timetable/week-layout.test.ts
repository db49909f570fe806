import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTime } from '../../kernel/calendar/times.ts';
import { type Occurrence, toOccurrence } from './occurrence.ts';
import { aLesson } from './timetable.fixtures.ts';
import { type Box, isShortBreak, layoutWeek } from './week-layout.ts';

const DATES = ['2026-11-16', '2026-11-17', '2026-11-18'];

function at(number: number, begins: number, ends: number, date = '2026-11-18'): Occurrence {
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const meta = { ...aLesson().meta, displayname: `Lesson ${number}` };
  return toOccurrence(aLesson({ uuid, meta, time_begins_at: toTime(begins), time_ends_at: toTime(ends) }), date);
}

const occurrences = fc
  .array(
    fc.record({
      begins: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 0, max: 300 }),
      day: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 40 },
  )
  .map((rows) =>
    rows.map(({ begins, length, day }, index) => at(index, begins, Math.min(1439, begins + length), DATES[day])),
  );

const lanesOf = (box: Box) => Array.from({ length: box.span }, (_, index) => box.lane + index);
const meet = (a: Box, b: Box) =>
  a.begins < b.ends && b.begins < a.ends && lanesOf(a).some((lane) => lanesOf(b).includes(lane));

describe('layout of the week', () => {
  it('draws no two boxes of a day over each other and keeps every box inside its lanes and day [T-2.34]', () => {
    fc.assert(
      fc.property(occurrences, (all) => {
        for (const { boxes } of layoutWeek(all, DATES)) {
          for (const [index, box] of boxes.entries()) {
            expect(box.place).toBe(index);
            expect(box.lane + box.span <= box.lanes && box.lanes <= 4 && box.span >= 1).toBe(true);
            expect(box.begins >= 0 && box.ends <= 1440 && box.ends - box.begins >= 20).toBe(true);
            for (const other of boxes.slice(index + 1)) expect(meet(box, other)).toBe(false);
          }
        }
      }),
    );
  });

  it('loses no lesson and shows none twice, so that every parallel one can be reached [T-2.34]', () => {
    fc.assert(
      fc.property(occurrences, (all) => {
        const drawn = layoutWeek(all, DATES).flatMap((column) => column.boxes.flatMap((box) => box.occurrences));
        expect(drawn.map(({ lesson }) => lesson.uuid).sort()).toEqual(all.map(({ lesson }) => lesson.uuid).sort());
      }),
    );
  });

  it('depends on the lessons and not on their order, and leaves its inputs as they were [T-2.34]', () => {
    fc.assert(
      fc.property(occurrences, (all) => {
        const before = structuredClone(all);
        const layout = layoutWeek(all, DATES);
        expect(layoutWeek([...all].reverse(), DATES)).toEqual(layout);
        expect(all).toEqual(before);
      }),
    );
  });

  it('collapses five parallel lessons and leaves four side by side [T-2.34]', () => {
    const parallel = (count: number) =>
      layoutWeek(
        Array.from({ length: count }, (_, index) => at(index, 480, 525)),
        DATES,
      )[2]!.boxes;
    expect(parallel(4).map((box) => box.occurrences.length)).toEqual([1, 1, 1, 1]);
    expect(parallel(5).map((box) => box.occurrences.length)).toEqual([1, 1, 1, 2]);
    expect(parallel(9).at(-1)!.occurrences).toHaveLength(6);
  });

  it('lets lessons that only touch stand below each other, for intervals are half-open [T-2.34]', () => {
    const boxes = layoutWeek([at(1, 480, 525), at(2, 525, 570)], DATES)[2]!.boxes;
    expect(boxes.map((box) => box.lanes)).toEqual([1, 1]);
  });

  it('joins the same teaching over a break of up to seven minutes and not over a longer one [T-9.02]', () => {
    const double = (pause: number) =>
      layoutWeek([at(1, 480, 525), { ...at(1, 525 + pause, 570 + pause) }], DATES)[2]!.boxes.at(-1)!.continues;
    expect([0, 5, 7, 8].map(double)).toEqual([true, true, true, false]);
    expect([isShortBreak(525, 532), isShortBreak(525, 533), isShortBreak(525, 520)]).toEqual([true, false, false]);
  });
});
