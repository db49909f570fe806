import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTime } from '../../kernel/calendar/times.ts';
import { type Occurrence, partsOf, toOccurrence } from './occurrence.ts';
import { aLesson } from './timetable.fixtures.ts';
import { type Box, layoutWeek } from './week-layout.ts';

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

const layouts = fc.tuple(occurrences, fc.boolean());

describe('layout of the week', () => {
  it('draws no two boxes of a day over each other and keeps every box inside its lanes and day [T-2.34]', () => {
    fc.assert(
      fc.property(layouts, ([all, hasLanes]) => {
        for (const { boxes } of layoutWeek(all, DATES, hasLanes)) {
          for (const [index, box] of boxes.entries()) {
            expect(box.place).toBe(index);
            expect(box.lane + box.span <= box.lanes && box.lanes <= (hasLanes ? 2 : 1) && box.span >= 1).toBe(true);
            expect(box.begins >= 0 && box.ends <= 1440 && box.ends - box.begins >= 20).toBe(true);
            for (const other of boxes.slice(index + 1)) expect(meet(box, other)).toBe(false);
          }
        }
      }),
    );
  });

  it('loses no lesson and shows none twice, so that every parallel one can be reached [T-2.34]', () => {
    fc.assert(
      fc.property(layouts, ([all, hasLanes]) => {
        const boxes = layoutWeek(all, DATES, hasLanes).flatMap((column) => column.boxes);
        const drawn = boxes.flatMap((box) => box.occurrences.flatMap(partsOf));
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

  it('on days that are not drawn leaves lessons out', () => {
    expect(layoutWeek([at(1, 480, 525, '2026-11-19')], DATES).flatMap(({ boxes }) => boxes)).toEqual([]);
  });
});

describe('lessons at once', () => {
  const dayOf = (all: Occurrence[], hasLanes = true) => layoutWeek(all, ['2026-11-18'], hasLanes)[0]!.boxes;
  const told = (boxes: readonly Box[]) =>
    boxes.map((box) => `${box.begins}-${box.ends} ${box.lane}+${box.span}/${box.lanes} ×${box.occurrences.length}`);
  const boxesOf = (...lessons: [begins: number, ends: number][]) =>
    told(dayOf(lessons.map(([begins, ends], index) => at(index + 1, begins, ends))));
  const kind = (occurrence: Occurrence, of: Occurrence['lesson']['kind']): Occurrence => ({
    ...occurrence,
    lesson: { ...occurrence.lesson, kind: of },
  });

  it.each([2, 4, 5, 9])('are one strip that holds all %i of them [T-2.34]', (count) => {
    const all = Array.from({ length: count }, (_, index) => at(index, 480, 525));
    expect(told(dayOf(all))).toEqual([`480-525 0+1/1 ×${count}`]);
  });

  it('stand side by side while two only overlap, each as wide as there is room', () => {
    expect(boxesOf([480, 570], [525, 615])).toEqual(['480-570 0+1/2 ×1', '525-615 1+1/2 ×1']);
    expect(boxesOf([480, 600], [480, 525], [530, 575])).toEqual([
      '480-600 0+1/2 ×1',
      '480-525 1+1/2 ×1',
      '530-575 1+1/2 ×1',
    ]);
    expect(boxesOf([480, 525], [500, 600], [540, 640], [600, 640])).toEqual([
      '480-525 0+1/2 ×1',
      '500-600 1+1/2 ×1',
      '540-640 0+1/2 ×1',
      '600-640 1+1/2 ×1',
    ]);
  });

  it('are a strip over their whole time where three overlap or a column has no room for two', () => {
    expect(boxesOf([480, 560], [490, 570], [500, 580])).toEqual(['480-580 0+1/1 ×3']);
    expect(told(dayOf([at(1, 480, 560), at(2, 500, 580)], false))).toEqual(['480-580 0+1/1 ×2']);
  });

  it('are side by side where one came in place of the other, and a strip of courses also if one is cancelled', () => {
    const pair = (of: Occurrence['lesson']['kind']) => told(dayOf([at(1, 480, 525), kind(at(2, 480, 525), of)]));
    expect(pair('CANCLED')).toHaveLength(1);
    for (const of of ['EVENT', 'ADDITIONAL', 'MOVED_TO', 'MESSAGE'] as const) expect(pair(of)).toHaveLength(2);
  });

  it('that only touch stand below each other, for intervals are half-open', () => {
    expect(boxesOf([480, 525], [525, 570])).toEqual(['480-525 0+1/1 ×1', '525-570 0+1/1 ×1']);
  });

  describe('as doubles', () => {
    const double = (number: number) => [at(number, 480, 525), at(number, 530, 575)];

    it('are one card, and several are one strip over both periods [T-9.02]', () => {
      expect(told(dayOf(double(1)))).toEqual(['480-575 0+1/1 ×1']);
      expect(told(dayOf([...double(1), ...double(2), ...double(3)]))).toEqual(['480-575 0+1/1 ×3']);
    });

    it('keep their lane beside another lesson', () => {
      const event = kind(at(2, 480, 700), 'EVENT');
      expect(told(dayOf([...double(1), event, ...[3].flatMap((n) => [at(n, 600, 645), at(n, 650, 695)])]))).toEqual([
        '480-700 0+1/2 ×1',
        '480-575 1+1/2 ×1',
        '600-695 1+1/2 ×1',
      ]);
    });

    it('beside single lessons are strips period by period', () => {
      const all = [...double(1), ...double(2), at(3, 480, 525), at(4, 530, 575)];
      expect(told(dayOf(all))).toEqual(['480-525 0+1/1 ×3', '530-575 0+1/1 ×3']);
    });
  });
});
