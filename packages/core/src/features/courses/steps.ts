import type { AvailableCourse } from '../structure/index.ts';
import type { AvailableCourses } from './schema.ts';

/** A step of the selection: the parallel courses of one subject. */
export interface SelectionStep {
  readonly subject: NonNullable<AvailableCourse['subject']>;
  readonly courses: readonly AvailableCourse[];
}

export interface SelectionSteps {
  /** In the order of the subjects' names (T-2.40). */
  readonly steps: readonly SelectionStep[];
  /** Courses without a subject, and those that are alone in theirs. */
  readonly singles: readonly AvailableCourse[];
}

const nameOf = ({ name, shortcut }: { name: string | null; shortcut: string }) => name ?? shortcut;

/** The courses as they are gone through: one step for each subject with several, then the single ones [T-2.40]. */
export function toSteps(available: AvailableCourses, locale: string): SelectionSteps {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byName = (one: AvailableCourse, other: AvailableCourse) =>
    compare(nameOf(one), nameOf(other)) || one.id - other.id;
  const courses = Object.values(available).sort(byName);
  const subjects = Map.groupBy(courses, ({ subject }) => subject?.id ?? null);
  const steps: SelectionStep[] = [];
  const singles: AvailableCourse[] = [];
  for (const [id, own] of subjects) {
    const subject = own[0]?.subject;
    if (id === null || !subject || own.length < 2) singles.push(...own);
    else steps.push({ subject, courses: own });
  }
  steps.sort((one, other) => compare(nameOf(one.subject), nameOf(other.subject)) || one.subject.id - other.subject.id);
  return { steps, singles: singles.sort(byName) };
}

/** The courses that are taken, ascending. */
export function chosenIds(available: AvailableCourses): number[] {
  return Object.values(available)
    .filter(({ enrolment }) => enrolment?.state === 'SELECTED')
    .map(({ id }) => id)
    .sort((one, other) => one - other);
}

/** Is there a course that nothing was decided about (T-7.05)? */
export const isUndecided = (courses: Iterable<Pick<AvailableCourse, 'enrolment'>>): boolean =>
  [...courses].some(({ enrolment }) => enrolment === null);

/**
 * What a new selection changes: courses to select and to deselect. Null: one of the courses is not among the available
 * ones, or it would change what the school has fixed.
 */
export function planSelection(
  available: AvailableCourses,
  wanted: readonly number[],
): { select: number[]; deselect: number[] } | null {
  const chosen = new Set(wanted);
  if (chosen.size !== wanted.length || wanted.some((id) => !available[id])) return null;
  const plan = { select: [] as number[], deselect: [] as number[] };
  for (const { id, enrolment } of Object.values(available)) {
    const state = chosen.has(id) ? 'SELECTED' : 'DESELECTED';
    if (enrolment?.state === state) continue;
    if (enrolment?.is_fixed) return null;
    plan[state === 'SELECTED' ? 'select' : 'deselect'].push(id);
  }
  return plan;
}
