import type { PlannedCourse, PlannedGrade, PlannedLesson, PlannedRoom } from './schema.ts';

/** The rooms of a lesson have fewer places than it has pupils. */
export interface Overfull {
  readonly reason: 'capacity';
  readonly room_ids: readonly number[];
  /** Of all rooms of the lesson together. */
  readonly places: number;
  readonly pupils: number;
}

/** Courses with what is known of their pupils. */
export type SizedCourses = ReadonlyMap<
  number,
  Pick<PlannedCourse, 'is_whole'> & Partial<Pick<PlannedCourse, 'pupils'>>
>;

/** Classes and rooms with their sizes. */
export interface Sizes {
  readonly grades: readonly Pick<PlannedGrade, 'id' | 'pupils'>[];
  readonly bookables: readonly Pick<PlannedRoom, 'id' | 'capacity'>[];
}

/** The sum of what is known of each; null: of one it is not known, or there is none. */
function sumOf(ids: readonly number[], sizeOf: (id: number) => number | null | undefined): number | null {
  if (ids.length === 0) return null;
  let sum = 0;
  for (const id of ids) {
    const size = sizeOf(id);
    if (size === null || size === undefined) return null;
    sum += size;
  }
  return sum;
}

/** How many pupils a lesson has: those of its course, else those of its classes; null: it is not known. */
export function pupilsOf(
  { course_id, grade_ids }: Pick<PlannedLesson, 'course_id' | 'grade_ids'>,
  courses: SizedCourses,
  grades: Sizes['grades'],
): number | null {
  const course = course_id === null ? undefined : courses.get(course_id);
  if (course_id !== null && !course?.is_whole) return course?.pupils ?? null;
  return sumOf(grade_ids, (id) => grades.find((grade) => grade.id === id)?.pupils);
}

/** The rooms of a lesson are too small for its pupils; null: they are not, or one of both numbers is not known. */
export function overfullOf(
  lesson: Pick<PlannedLesson, 'course_id' | 'grade_ids' | 'bookable_ids'>,
  courses: SizedCourses,
  { grades, bookables }: Sizes,
): Overfull | null {
  const { bookable_ids } = lesson;
  const places = sumOf(bookable_ids, (id) => bookables.find((room) => room.id === id)?.capacity);
  const pupils = places === null ? null : pupilsOf(lesson, courses, grades);
  if (places === null || pupils === null || pupils <= places) return null;
  return { reason: 'capacity', room_ids: bookable_ids, places, pupils };
}
