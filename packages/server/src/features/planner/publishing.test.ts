import { describe, expect, it } from 'vitest';
import type { StoredLesson } from '../timetable/index.ts';
import { carryPlan, copyPlan } from './copying.ts';
import { mergePlans } from './publishing.ts';

function lesson(lesson_id: number, values: Partial<StoredLesson> = {}): StoredLesson {
  return {
    lesson_id,
    source: 'untis',
    external_lesson: `L${lesson_id}`,
    course_id: null,
    subject_id: 1,
    weekday: 1,
    hour: '1',
    time_begins_at: '08:00',
    time_ends_at: '08:45',
    begins_at: '2026-08-01',
    ends_at: '2027-07-15',
    pattern: null,
    dates: null,
    comment: null,
    grade_ids: [4],
    teacher_ids: [7],
    bookable_ids: [],
    ...values,
  };
}
const DAY = '2026-11-23';
/** Identity, weekday and span of each lesson. */
const told = (lessons: readonly StoredLesson[]) =>
  lessons.map(({ lesson_id, weekday, begins_at, ends_at, dates }) => [
    lesson_id,
    weekday,
    dates ?? `${begins_at}/${ends_at}`,
  ]);

describe('a version from a day on', () => {
  it('leaves a lesson that stays as it was in one piece', () => {
    const merged = mergePlans([lesson(1)], [lesson(1)], DAY);
    expect(told(merged.lessons)).toEqual([[1, 1, '2026-08-01/2027-07-15']]);
    expect(merged.renamed.size).toBe(0);
  });

  it('divides one that moves: what was keeps its identity', () => {
    const merged = mergePlans([lesson(1)], [lesson(1, { weekday: 2 })], DAY);
    expect(told(merged.lessons)).toEqual([
      [1, 1, '2026-08-01/2026-11-22'],
      [-1, 2, '2026-11-23/2027-07-15'],
    ]);
    expect([...merged.renamed]).toEqual([[1, -1]]);
    expect(merged.kept.size).toBe(0);
  });

  it('hands on what is said of later days where only people or rooms are others', () => {
    const merged = mergePlans([lesson(1)], [lesson(1, { teacher_ids: [9] })], DAY);
    expect([...merged.kept]).toEqual([[1, -1]]);
  });

  it('ends what it lacks, and begins what it adds', () => {
    const merged = mergePlans([lesson(1)], [lesson(2, { weekday: 3 })], DAY);
    expect(told(merged.lessons)).toEqual([
      [1, 1, '2026-08-01/2026-11-22'],
      [2, 3, '2026-11-23/2027-07-15'],
    ]);
  });

  it('replaces a plan that has not begun as a whole, with the identities that there are', () => {
    const merged = mergePlans([lesson(1)], [lesson(1, { weekday: 2 })], '2026-08-01');
    expect(told(merged.lessons)).toEqual([[1, 2, '2026-08-01/2027-07-15']]);
  });

  it('goes on with a lesson that an earlier publication divided, whatever identity the version knows', () => {
    const inForce = [lesson(1, { ends_at: '2026-10-31' }), lesson(5, { weekday: 2, begins_at: '2026-11-01' })];
    // The source's lesson is the same one.
    const [past, present] = inForce.map((one) => ({ ...one, external_lesson: 'L1' }));
    const merged = mergePlans([past!, present!], [lesson(1, { weekday: 2 })], DAY);
    expect(told(merged.lessons)).toEqual([
      [1, 1, '2026-08-01/2026-10-31'],
      [5, 2, '2026-11-01/2027-07-15'],
    ]);
    expect([...merged.renamed]).toEqual([[1, 5]]);
  });

  it('gives lessons of one kind that change places each the identity of the other', () => {
    const [one, other] = [lesson(1, { external_lesson: 'L' }), lesson(2, { external_lesson: 'L', weekday: 2 })];
    const merged = mergePlans(
      [one, other],
      [
        { ...one, weekday: 2 },
        { ...other, weekday: 1 },
      ],
      DAY,
    );
    expect(merged.lessons).toEqual([one, other]);
    expect([...merged.renamed].toSorted()).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('keeps the single dates that were before, and takes those that come from the version', () => {
    const dates = ['2026-11-20', '2026-11-27'];
    const merged = mergePlans(
      [lesson(1, { weekday: null, dates })],
      [lesson(1, { weekday: null, dates: ['2026-12-04'] })],
      DAY,
    );
    expect(told(merged.lessons)).toEqual([[1, null, ['2026-11-20', '2026-12-04']]]);
  });
});

describe('on the day itself', () => {
  it('a lesson of which it is the last is that of the version', () => {
    const ending = lesson(1, { ends_at: DAY });
    const merged = mergePlans([ending], [{ ...ending, weekday: 2 }], DAY);
    expect(told(merged.lessons)).toEqual([
      [1, 1, '2026-08-01/2026-11-22'],
      [-1, 2, '2026-11-23/2026-11-23'],
    ]);
  });

  it('single dates are those of the version, once', () => {
    const single = (...dates: string[]) => lesson(1, { weekday: null, dates });
    const merged = mergePlans([single('2026-11-20', DAY)], [single(DAY)], DAY);
    expect(told(merged.lessons)).toEqual([[1, null, ['2026-11-20', DAY]]]);
    expect(told(mergePlans([single('2026-11-20', DAY)], [], DAY).lessons)).toEqual([[1, null, ['2026-11-20']]]);
  });

  it('what was said of a lesson does not follow it to another time', () => {
    const later = { time_begins_at: '08:50', time_ends_at: '09:35', hour: '2' };
    expect(mergePlans([lesson(1)], [lesson(1, later)], DAY).kept.size).toBe(0);
  });
});

describe('a copy', () => {
  it('of the same school year leaves out what is over', () => {
    const lessons = [
      lesson(1, { ends_at: '2026-10-31' }),
      lesson(2),
      lesson(3, { dates: ['2026-09-01'] }),
      lesson(4, { dates: ['2026-09-01', '2026-12-01'] }),
      lesson(5, { ends_at: '2026-11-18' }),
      lesson(6, { dates: ['2026-11-18'] }),
    ];
    expect(copyPlan(lessons, [], '2026-11-18').map(({ lesson_id }) => lesson_id)).toEqual([2, 4, 5, 6]);
  });

  it('for another school year has its weekly lessons as they were at the end, every second week by its own weeks A', () => {
    const from = { begins_at: '2026-08-01', ends_at: '2027-07-15', anchor: '2026-08-03' };
    const to = { begins_at: '2027-08-02', ends_at: '2027-08-29', anchor: '2027-08-09' };
    const lessons = [
      lesson(1, { ends_at: '2026-11-22' }),
      lesson(2, { pattern: { name: 'A', weeks: ['2026-08-03', '2026-08-17'] } }),
      lesson(3, { pattern: { name: 'B', weeks: ['2026-08-10', '2026-08-24'] } }),
      lesson(4, { pattern: { name: 'odd', weeks: ['2026-08-03', '2026-08-10'] } }),
      lesson(5, { dates: ['2026-12-01'] }),
    ];
    const carried = carryPlan(lessons, [], from, to);
    expect(carried.map(({ lesson_id, pattern, source }) => [lesson_id, pattern?.weeks, source])).toEqual([
      [2, ['2027-08-09', '2027-08-23'], 'planner'],
      [3, ['2027-08-02', '2027-08-16'], 'planner'],
      [4, undefined, 'planner'],
    ]);
    expect(carried[0]).toMatchObject({ begins_at: '2027-08-02', ends_at: '2027-08-29', version: 1 });
  });
});
