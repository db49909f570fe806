import { describe, expect, it } from 'vitest';
import { overfullOf, pupilsOf } from './capacity.ts';
import { bestPlaces, isOpenPlace, isOpenTime, placesOf } from './clashes.ts';
import { lessonOf, PERIODS } from './proposal/small-school.ts';

const grades = [
  { id: 1, most_a_day: null, pupils: 28 },
  { id: 2, most_a_day: null, pupils: 4 },
  { id: 3, most_a_day: null, pupils: null },
];
const bookables = [
  { id: 7, capacity: 30 },
  { id: 8, capacity: 2 },
  { id: 9, capacity: null },
];
const courses = new Map([
  [1, { is_whole: true, pupils: null }],
  [2, { is_whole: false, pupils: 31 }],
  [3, { is_whole: false, pupils: null }],
]);
const sizes = { grades, bookables };
const overfull = (values: Parameters<typeof lessonOf>[0]) => overfullOf(lessonOf(values), courses, sizes);

describe('the rooms of a lesson', () => {
  it('are too small for more pupils than they have places together, and not for as many [D-8.02] [D-8.05]', () => {
    const both = { reason: 'capacity', room_ids: [7], places: 30 };
    expect(overfull({ bookable_ids: [7] })).toBeNull();
    expect(overfull({ bookable_ids: [7], grade_ids: [1, 2] })).toEqual({ ...both, pupils: 32 });
    expect(overfull({ bookable_ids: [7], course_id: 1, grade_ids: [1, 2] })).toEqual({ ...both, pupils: 32 });
    // Of a course that is chosen its own pupils count, not the classes that they are from.
    expect(overfull({ bookable_ids: [7], course_id: 2 })).toEqual({ ...both, pupils: 31 });
    expect(overfull({ bookable_ids: [7, 8], course_id: 2 })).toBeNull();
    expect(overfull({ bookable_ids: [7, 8], grade_ids: [1, 2] })).toBeNull();
    expect(overfull({ bookable_ids: [8], grade_ids: [2] })?.pupils).toBe(4);
  });

  it('say nothing where the pupils or the places are not known [D-8.02]', () => {
    for (const values of [
      { bookable_ids: [8], grade_ids: [1, 3] },
      { bookable_ids: [8], grade_ids: [] },
      { bookable_ids: [8], course_id: 3 },
      { bookable_ids: [8], course_id: 99 },
      { bookable_ids: [8, 9] },
      { bookable_ids: [] },
      { bookable_ids: [99] },
    ])
      expect(overfull(values), JSON.stringify(values)).toBeNull();
    expect(pupilsOf({ course_id: null, grade_ids: [3] }, courses, grades)).toBeNull();
  });

  it('are in the way at every time, but the best of the others are still told apart [D-8.02]', () => {
    const lesson = lessonOf({ bookable_ids: [8] });
    const other = lessonOf({ at: [1, 1] });
    const lessons = [lesson, other];
    const found = placesOf(lesson, { lessons, periods: PERIODS, courses, days: 1, ...sizes });
    expect(found.filter(isOpenPlace)).toEqual([]);
    expect(found[0]?.clashes.map(({ reason }) => reason)).toEqual(['capacity', 'teacher', 'grade']);
    expect(found.filter(isOpenTime).map(({ hour }) => hour)).toEqual(['2', '3', '4', '5', '6']);
    expect(bestPlaces(lesson, lessons, found).map(({ hour }) => hour)).toEqual(['2', '3', '4']);
  });
});
