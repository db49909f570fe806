import { describe, expect, it } from 'vitest';
import { bestPlaces, placesOf } from './clashes.ts';
import { lengthOf, periodsOn, slotAt } from './periods.ts';
import type { PlannedLesson } from './schema.ts';

const period = (hour: string, begins_at: string, ends_at: string, weekday: number | null = null) => ({
  hour,
  weekday,
  begins_at,
  ends_at,
  type: 'LESSON' as const,
  is_hidden: false,
});
const periods = [
  period('1', '08:00', '08:45'),
  period('2', '08:50', '09:35'),
  { ...period('P', '09:35', '09:55'), type: 'BREAK' as const },
  period('3', '09:55', '10:40'),
  period('3', '10:15', '11:00', 5),
];
const MONDAYS = ['2026-08-03', '2026-08-17'];
const OTHERS = ['2026-08-10', '2026-08-24'];

let last = 0;
function lesson(values: Partial<PlannedLesson> = {}): PlannedLesson {
  last += 1;
  const slot = values.weekday
    ? slotAt(periods, { weekday: values.weekday, hour: values.hour ?? '1' }, values.length ?? 1)
    : null;
  return {
    lesson_id: last,
    version: 1,
    subject_id: null,
    course_id: null,
    weekday: null,
    hour: null,
    time_begins_at: slot?.time_begins_at ?? null,
    time_ends_at: slot?.time_ends_at ?? null,
    length: 1,
    begins_at: '2026-08-01',
    ends_at: '2027-07-15',
    pattern: null,
    grade_ids: [],
    teacher_ids: [],
    bookable_ids: [],
    is_pinned: false,
    is_divisible: false,
    ...values,
  };
}
const courses = new Map([
  [1, { is_whole: false }],
  [2, { is_whole: false }],
  [3, { is_whole: true }],
]);
const places = (one: PlannedLesson, lessons: readonly PlannedLesson[], days = 5) =>
  placesOf(one, { lessons: [one, ...lessons], periods, courses, days });
/** Reason and id of what stands in the way at Monday, first period. */
const inTheWay = (one: Partial<PlannedLesson>, other: Partial<PlannedLesson>) =>
  places(lesson(one), [lesson({ weekday: 1, hour: '1', ...other })], 1)[0]?.clashes.map((clash) => [
    clash.reason,
    'id' in clash && clash.id,
  ]);

describe('periods', () => {
  it('of a weekday stand for those of every day, breaks are none', () => {
    expect(periodsOn(periods, 1).map(({ begins_at }) => begins_at)).toEqual(['08:00', '08:50', '09:55']);
    expect(periodsOn(periods, 5).map(({ begins_at }) => begins_at)).toEqual(['08:00', '08:50', '10:15']);
    const hidden = { ...period('4', '10:45', '11:30'), is_hidden: true };
    expect(periodsOn([...periods, hidden], 1)).toEqual(periodsOn(periods, 1));
  });

  it('give a lesson of several its time, where the day has so many', () => {
    expect(slotAt(periods, { weekday: 1, hour: '2' }, 2)).toEqual({
      hour: '2',
      time_begins_at: '08:50',
      time_ends_at: '10:40',
    });
    expect(slotAt(periods, { weekday: 1, hour: '3' }, 2)).toBeNull();
    expect(slotAt(periods, { weekday: 1, hour: '9' }, 1)).toBeNull();
    expect(lengthOf(periods, 1, { time_begins_at: '08:50', time_ends_at: '10:40' })).toBe(2);
    expect(lengthOf(periods, 1, { time_begins_at: '18:00', time_ends_at: '19:00' })).toBe(1);
  });
});

describe('a place', () => {
  it('is taken where a teacher, room, class or course is needed twice, and says by what', () => {
    expect(inTheWay({ teacher_ids: [7, 8] }, { teacher_ids: [8] })).toEqual([['teacher', 8]]);
    expect(inTheWay({ bookable_ids: [5] }, { bookable_ids: [5] })).toEqual([['bookable', 5]]);
    expect(inTheWay({ grade_ids: [4] }, { grade_ids: [4, 6] })).toEqual([['grade', 4]]);
    expect(inTheWay({ grade_ids: [4] }, { grade_ids: [6] })).toEqual([]);
  });

  it('can be that of another course of the class, since other pupils are in it, but not of the whole class', () => {
    expect(inTheWay({ grade_ids: [4], course_id: 1 }, { grade_ids: [4], course_id: 2 })).toEqual([]);
    expect(inTheWay({ grade_ids: [4], course_id: 1 }, { grade_ids: [4], course_id: 1 })).toEqual([['course', 1]]);
    expect(inTheWay({ grade_ids: [4], course_id: 1 }, { grade_ids: [4], course_id: 3 })).toEqual([['grade', 4]]);
    expect(inTheWay({ grade_ids: [4], course_id: 1 }, { grade_ids: [4] })).toEqual([['grade', 4]]);
    // Of a course that is not known it is not known either that others may stay away.
    expect(inTheWay({ grade_ids: [4], course_id: 1 }, { grade_ids: [4], course_id: 9 })).toEqual([['grade', 4]]);
  });

  it('right before or after another lesson is free, and covers no more than its own period', () => {
    const touching = [period('1', '08:00', '08:45'), period('2', '08:45', '09:30'), period('3', '09:30', '10:15')];
    const span = { time_begins_at: '08:45', time_ends_at: '09:30' };
    const [one, other] = [lesson({ grade_ids: [4] }), { ...lesson({ grade_ids: [4] }), weekday: 1, ...span }];
    const found = placesOf(one, { lessons: [one, other], periods: touching, courses, days: 1 });
    expect(found.map(({ clashes }) => clashes.length)).toEqual([0, 1, 0]);
    expect(lengthOf(touching, 1, span)).toBe(1);
  });

  it('is free where the other is held in other weeks, or over by then', () => {
    const a = { grade_ids: [4], pattern: { name: 'A', weeks: MONDAYS } };
    expect(inTheWay(a, { grade_ids: [4], pattern: { name: 'B', weeks: OTHERS } })).toEqual([]);
    expect(inTheWay(a, { grade_ids: [4], pattern: { name: 'A', weeks: MONDAYS.slice(1) } })).toEqual([['grade', 4]]);
    expect(inTheWay(a, { grade_ids: [4] })).toEqual([['grade', 4]]);
    const spring = { grade_ids: [4], begins_at: '2027-02-01' };
    expect(inTheWay(spring, { grade_ids: [4], ends_at: '2027-01-31' })).toEqual([]);
    expect(inTheWay(spring, { grade_ids: [4], ends_at: '2027-02-01' })).toEqual([['grade', 4]]);
  });

  it('of a double is taken by what is in either of its periods, and there is none at the end of the day', () => {
    const double = lesson({ grade_ids: [4], length: 2 });
    const other = lesson({ grade_ids: [4], weekday: 1, hour: '2' });
    expect(places(double, [other], 1).map(({ hour, clashes }) => [hour, clashes.length])).toEqual([
      ['1', 1],
      ['2', 1],
    ]);
  });

  it('is where the lesson is now, without being in its own way', () => {
    const here = lesson({ grade_ids: [4], teacher_ids: [7], weekday: 2, hour: '2' });
    const found = places(here, []).filter(({ is_here }) => is_here);
    expect(found).toMatchObject([{ weekday: 2, hour: '2', clashes: [] }]);
  });
});

describe('the best places', () => {
  it('are in periods that somebody has lessons in before all others', () => {
    const one = lesson({ grade_ids: [4] });
    const others = [lesson({ weekday: 1, hour: '2' })];
    expect(bestPlaces(one, others, places(one, others, 2)).map(({ hour }) => hour)).toEqual(['2', '2', '1']);
  });

  it('are free, on a day without the subject, beside what the class has, and early', () => {
    const maths = { subject_id: 1, grade_ids: [4] };
    const one = lesson(maths);
    const others = [
      lesson({ ...maths, weekday: 1, hour: '1' }),
      lesson({ grade_ids: [4], weekday: 2, hour: '1' }),
      lesson({ grade_ids: [4], weekday: 3, hour: '3' }),
      lesson({ grade_ids: [9], weekday: 3, hour: '2' }),
    ];
    const best = bestPlaces(one, others, places(one, others, 3));
    expect(best.map(({ weekday, hour }) => [weekday, hour])).toEqual([
      [2, '2'],
      [3, '2'],
      [3, '1'],
    ]);
  });

  it('look at lessons of common weeks, and at subjects that there are', () => {
    const best = (one: PlannedLesson, others: PlannedLesson[]) =>
      bestPlaces(one, others, places(one, others, 2)).map(({ weekday, hour }) => [weekday, hour]);
    const ofB = { subject_id: 1, pattern: { name: 'B', weeks: OTHERS } };
    expect(
      best(lesson({ grade_ids: [4], subject_id: 1, pattern: { name: 'A', weeks: MONDAYS } }), [
        lesson({ grade_ids: [4], weekday: 1, hour: '1', ...ofB }),
        lesson({ grade_ids: [4], weekday: 2, hour: '3', subject_id: 2 }),
      ]),
    ).toEqual([
      [1, '1'],
      [1, '3'],
      [2, '1'],
    ]);
    expect(
      best(lesson({ grade_ids: [4] }), [
        lesson({ grade_ids: [4], weekday: 1, hour: '1' }),
        lesson({ grade_ids: [4], weekday: 2, hour: '3', subject_id: 5 }),
      ]),
    ).toEqual([
      [2, '1'],
      [1, '3'],
      [1, '2'],
    ]);
  });
});
