import { type EditorState, type PlannedCourse, type PlannedLesson, periodsOn } from '@kreide/core/features/planner';
import type { Unit } from '@kreide/core/features/structure';
import { toMinutes } from '@kreide/core/kernel';

/** Whose weeks can be edited. */
export const EDITED = ['grades', 'teachers', 'bookables'] as const;
export type Edited = (typeof EDITED)[number];

/** Everybody and everything that lessons name, by id. */
export interface Units {
  grades: ReadonlyMap<number, Unit>;
  teachers: ReadonlyMap<number, Unit>;
  bookables: ReadonlyMap<number, Unit>;
  subjects: ReadonlyMap<number, Unit>;
  courses: ReadonlyMap<number, PlannedCourse>;
}

const byId = <One extends { id: number }>(all: readonly One[]) => new Map(all.map((one) => [one.id, one]));

export const toUnits = (state: EditorState): Units => ({
  grades: byId(state.grades),
  teachers: byId(state.teachers),
  bookables: byId(state.bookables),
  subjects: byId(state.subjects),
  courses: byId(state.courses),
});

const IDS = { grades: 'grade_ids', teachers: 'teacher_ids', bookables: 'bookable_ids' } as const;

/** Short names of some of them, with commas. */
export const shortcuts = (ids: readonly number[], units: ReadonlyMap<number, Unit>) =>
  ids.flatMap((id) => units.get(id)?.shortcut ?? []).join(', ');

/** What a lesson, or what is to become one, is of. */
export type Named = Pick<
  PlannedLesson,
  'subject_id' | 'course_id' | 'grade_ids' | 'teacher_ids' | 'bookable_ids' | 'pattern'
>;

/** What a lesson is called: its subject or course, and its classes. */
export function nameLesson({ subject_id, course_id, grade_ids }: Named, units: Units): string {
  const what = units.subjects.get(subject_id ?? 0)?.shortcut ?? units.courses.get(course_id ?? 0)?.shortcut ?? '–';
  return [what, shortcuts(grade_ids, units.grades)].filter(Boolean).join(' ');
}

/** What else stands on a lesson in somebody's week: those that the week is not of, and its weeks. */
export function describeLesson(lesson: Named, entity: Edited, units: Units): string {
  const others = EDITED.filter((one) => one !== entity && one !== 'grades');
  const named = others.map((one) => shortcuts(lesson[IDS[one]], units[one]));
  return [...named, lesson.pattern?.name ?? ''].filter(Boolean).join(' · ');
}

/** Is it a lesson, or what is to become one, of a class, teacher or room? */
export const isOf = (lesson: Named, entity: Edited, id: number): boolean => lesson[IDS[entity]].includes(id);

/** The lessons of a class, teacher or room. */
export const lessonsOf = (lessons: readonly PlannedLesson[], entity: Edited, id: number): PlannedLesson[] =>
  lessons.filter((lesson) => isOf(lesson, entity, id));

/** A line of the table: a period of the school, whatever time it has on a day. */
export interface Row {
  hour: string;
  begins_at: string;
}

/** The lines of the table, by the earliest time of each period. */
export function rowsOf({ periods, days }: Pick<EditorState, 'periods' | 'days'>): Row[] {
  const rows = new Map<string, Row>();
  for (let weekday = 1; weekday <= days; weekday += 1)
    for (const { hour, begins_at } of periodsOn(periods, weekday)) {
      const known = rows.get(hour);
      if (!known || begins_at < known.begins_at) rows.set(hour, { hour, begins_at });
    }
  return [...rows.values()].sort((one, other) => (one.begins_at < other.begins_at ? -1 : 1));
}

/** The lines that a lesson stands in: of the periods that it covers, else of the last one before it. */
export function hoursOf({ periods }: Pick<EditorState, 'periods'>, lesson: PlannedLesson): string[] {
  const { weekday, time_begins_at, time_ends_at } = lesson;
  if (weekday === null || time_begins_at === null || time_ends_at === null) return [];
  const day = periodsOn(periods, weekday);
  const covered = day.filter(({ begins_at, ends_at }) => begins_at < time_ends_at && time_begins_at < ends_at);
  if (covered.length > 0) return covered.map(({ hour }) => hour);
  const before = day.findLast(({ begins_at }) => toMinutes(begins_at) <= toMinutes(time_begins_at)) ?? day[0];
  return before ? [before.hour] : [];
}
