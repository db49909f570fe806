import { describe, expect, it } from 'vitest';
import type { PlannedLesson } from '../schema.ts';
import { couple, type PlacedLesson } from './couple.ts';
import { DAY_BITS } from './model.ts';
import { lessonOf } from './small-school.ts';

type Placed = Partial<PlannedLesson> & { start?: number | null; weeks?: number };

/** A lesson of class and teacher 1 in the first period of Monday, every week, as the running plan has it. */
function placed({ start = 0, weeks = 3, ...values }: Placed = {}): PlacedLesson {
  const lesson = lessonOf({ version: 1, subject_id: 1, ...values });
  return { lesson, weeks, start, length: lesson.length, isOdd: false };
}
/** How many stay together, of each group. */
const together = (all: readonly PlacedLesson[], parts: readonly number[] = []) =>
  couple(all, new Set(parts)).groups.map(({ length }) => length);
const changed = { version: 2 };
const others = { teacher_ids: [2] };

describe('lessons at the same time', () => {
  it('belong together as parts of one class, changed or not: different courses of a day and a time', () => {
    const course = (course_id: number, values: Placed = {}) =>
      placed({ ...changed, teacher_ids: [course_id], course_id, ...values });
    expect(together([course(1), course(2)], [1, 2])).toEqual([2]);
    expect(together([course(1), course(2)], [1])).toEqual([1, 1]);
    expect(together([course(1), course(1)], [1, 2])).toEqual([1, 1]);
    expect(together([course(1), course(2, { grade_ids: [2] })], [1, 2])).toEqual([1, 1]);
    expect(together([course(1), course(2, { start: 1 })], [1, 2])).toEqual([1, 1]);
    expect(together([course(1), course(2, { start: DAY_BITS })], [1, 2])).toEqual([1, 1]);
    expect(together([course(1), course(2, { start: null })], [1, 2])).toEqual([1, 1]);
    expect(together([course(1), course(2), course(3)], [1, 2, 3])).toEqual([3]);
  });

  it('belong together in one class, or with one teacher, as long as nobody has changed either of them', () => {
    expect(together([placed(), placed(others)])).toEqual([2]);
    expect(together([placed(), placed({ ...others, ...changed })])).toEqual([1, 1]);
    expect(together([placed({ ...others, ...changed }), placed()])).toEqual([1, 1]);
    const classes = { grade_ids: [2] };
    expect(together([placed(), placed(classes)])).toEqual([2]);
    expect(together([placed(), placed({ ...classes, ...changed })])).toEqual([1, 1]);
    expect(together([placed({ ...classes, ...changed }), placed()])).toEqual([1, 1]);
    expect(together([placed(), placed({ ...classes, ...others })])).toEqual([1, 1]);
  });

  it('overlap in a common week and in any of their periods', () => {
    expect(together([placed({ weeks: 1 }), placed({ ...others, weeks: 2 })])).toEqual([1, 1]);
    expect(together([placed({ weeks: 1 }), placed({ ...others, weeks: 3 })])).toEqual([2]);
    expect(together([placed({ length: 2 }), placed({ ...others, start: 1 })])).toEqual([2]);
    expect(together([placed({ start: 1 }), placed({ ...others, length: 2 })])).toEqual([2]);
    expect(together([placed({ length: 2 }), placed({ ...others, start: 2 })])).toEqual([1, 1]);
  });
});

describe('two singles of an import', () => {
  it('are a double if one follows the other on a day, and all of them is the same', () => {
    expect(together([placed(), placed({ start: 1 })])).toEqual([2]);
    expect(together([placed({ start: 1 }), placed()])).toEqual([2]);
    expect(together([placed(), placed({ start: 2 })])).toEqual([1, 1]);
    expect(together([placed({ weeks: 1 }), placed({ weeks: 3, start: 1 })])).toEqual([1, 1]);
    expect(together([placed({ start: DAY_BITS - 1 }), placed({ start: DAY_BITS })])).toEqual([1, 1]);
    for (const values of [{ subject_id: 2 }, { course_id: 4 }, { grade_ids: [2] }, { teacher_ids: [2] }])
      expect(together([placed(), placed({ start: 1, ...values })])).toEqual([1, 1]);
    const both = { grade_ids: [1, 2], teacher_ids: [3, 4] };
    expect(together([placed(both), placed({ grade_ids: [2, 1], teacher_ids: [4, 3], start: 1 })])).toEqual([2]);
  });

  it('are none if they were divided on purpose, neither with one another nor with a third', () => {
    const parts = [
      placed({ lesson_id: 500 }),
      placed({ lesson_id: -500, start: 1 }),
      placed({ lesson_id: 501, start: 2 }),
    ];
    expect(together(parts)).toEqual([1, 1, 1]);
  });
});

it('a room is shared by several that use it at once as nobody has changed them, and not by those who are together anyway', () => {
  const room = { bookable_ids: [7] };
  const shared = (...all: Placed[]) => [
    ...couple(
      all.map((one) => placed({ ...one, ...room })),
      new Set(),
    ).sharedRooms,
  ];
  const elsewhere = { grade_ids: [2], teacher_ids: [2] };
  expect(shared({}, elsewhere)).toEqual([7]);
  expect(shared({}, { ...elsewhere, ...changed })).toEqual([]);
  expect(shared({ ...changed }, elsewhere)).toEqual([]);
  expect(shared({}, { grade_ids: [2] })).toEqual([]);
  expect(shared({}, { ...elsewhere, start: 1 })).toEqual([]);
});
