import { HUES, type Hue } from '../../kernel/hues.ts';

/** Somebody gives a colour to at most so many courses. */
export const COURSE_COLORS_MAXIMUM = 100;

/** A colour that somebody gave to a course. */
export interface CourseColor {
  readonly course_id: number;
  readonly color: Hue;
}

/** The colours that somebody gave to courses, by their properties [T-7.32]. */
export function courseColorsOf(properties: { readonly 'users.timetable.colors'?: string | undefined }): CourseColor[] {
  return (properties['users.timetable.colors'] ?? '').split(',').flatMap((pair) => {
    const [id, name] = pair.split(':');
    const color = HUES.find((hue) => hue === name);
    return color ? [{ course_id: Number(id), color }] : [];
  });
}

/** The same as it is kept, with another colour of one course, or none; what was given longest ago goes first. */
export function withCourseColor(
  known: readonly CourseColor[],
  { course_id, color }: { course_id: number; color: Hue | null },
): string {
  const others = known.filter((one) => one.course_id !== course_id);
  const all = color === null ? others : [...others, { course_id, color }];
  return all
    .slice(-COURSE_COLORS_MAXIMUM)
    .map((one) => `${one.course_id}:${one.color}`)
    .join(',');
}

interface Coloured {
  readonly course: { readonly id: number } | null;
  readonly subject: { readonly color: string } | null;
}

/** Lessons in the colours that somebody gave to their courses; the same list where none is concerned. */
export function inOwnColors<T extends Coloured>(lessons: readonly T[], colors: readonly CourseColor[]): readonly T[] {
  if (colors.length === 0) return lessons;
  const known = new Map(colors.map(({ course_id, color }) => [course_id, color]));
  return lessons.map((lesson) => {
    const color = known.get(lesson.course?.id ?? 0);
    return color && lesson.subject ? { ...lesson, subject: { ...lesson.subject, color } } : lesson;
  });
}
