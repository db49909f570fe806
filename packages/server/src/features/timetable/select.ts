import type { PublicAccess } from '@kreide/core/features/schools';
import type { Holiday } from '@kreide/core/features/structure';
import type { Entity } from '@kreide/core/features/timetable';
import type { PlanLesson, PlanSnapshot, PlanSubstitution, PlanSupervision } from './snapshot.ts';
import { selectSupervisions } from './supervisions.ts';

/**
 * The audience: members see names and comments, the teacher whose plan it is (`owner`) also the break supervisions,
 * `planner` also hidden substitutions, the public what the school released.
 */
export type Audience = { kind: 'planner' } | { kind: 'owner' } | { kind: 'member' } | PublicAudience;

/** For everybody: the data that the school released, on the days that are public. */
export interface PublicAudience {
  kind: 'public';
  teacher_names: PublicAccess['teacher_names'];
  /** The plan tells whom a teacher replaces, and so who is absent. */
  replaced_teachers: boolean;
  /** Nothing is told of other days. */
  days: Range;
  /** Draws the pseudonyms of this one answer. */
  pseudonyms: { key: Uint8Array; scope: string };
}

/** The days on which somebody is in a grade or course, both included, cut to the requested range. */
export interface Membership extends Range {
  id: number;
}

/** Whose plan. A pupil's is the grade's, as far as the pupil takes part on that day. */
export type Subject =
  | { entity: Exclude<Entity, 'users'>; id: number }
  | {
      entity: 'pupil';
      grades: readonly Membership[];
      courses: readonly Membership[];
      /** Courses of the grade that this pupil has decided not to take. */
      dropped?: readonly Membership[];
    };

export interface Range {
  begins_at: string;
  ends_at: string;
}

interface Sides {
  grade_ids: readonly number[];
  teacher_ids: readonly number[];
  bookable_ids: readonly number[];
  course_id: number | null;
}

/** Does a pupil take part that day? Whole-grade courses and courses without enrolments are for everybody. */
function isPupils(
  snapshot: PlanSnapshot,
  sides: Sides,
  subject: Extract<Subject, { entity: 'pupil' }>,
  date: string,
): boolean {
  const isIn = (list: readonly Membership[], id: number) =>
    list.some((one) => one.id === id && one.begins_at <= date && one.ends_at >= date);
  if (sides.course_id !== null && isIn(subject.courses, sides.course_id)) return true;
  if (!sides.grade_ids.some((id) => isIn(subject.grades, id))) return false;
  if (sides.course_id !== null && subject.dropped && isIn(subject.dropped, sides.course_id)) return false;
  const course = sides.course_id === null ? undefined : snapshot.courses.get(sides.course_id);
  return !course || course.is_required || !course.has_enrolments;
}

/** Is this lesson, or this side of a substitution, part of the subject's plan on a date? */
export function concerns(snapshot: PlanSnapshot, sides: Sides, subject: Subject, date: string): boolean {
  switch (subject.entity) {
    case 'pupil':
      return isPupils(snapshot, sides, subject, date);
    case 'grades':
      return sides.grade_ids.includes(subject.id);
    case 'teachers':
      return sides.teacher_ids.includes(subject.id);
    case 'bookables':
      return sides.bookable_ids.includes(subject.id);
    case 'courses':
      return sides.course_id === subject.id;
  }
}

/** Substitutions that an audience may see: hidden ones only for planners (T-3.12), supervisions also for their teacher. */
export function isVisible({ is_hidden, kind }: PlanSubstitution, audience: Audience): boolean {
  if (audience.kind === 'planner') return true;
  return !is_hidden && (kind !== 'SUPERVISION' || audience.kind === 'owner');
}

/** A message or event that names no person and no room is for the whole school: every pupil, grade and teacher. */
function isForAll(substitution: PlanSubstitution, subject: Subject): boolean {
  const { kind, course_id, date } = substitution;
  if ((kind !== 'MESSAGE' && kind !== 'EVENT') || course_id !== null) return false;
  const sides = ['grade_ids', 'teacher_ids', 'bookable_ids'] as const;
  if (sides.some((side) => substitution[side].length + substitution[`from_${side}`].length > 0)) return false;
  if (subject.entity === 'pupil') return subject.grades.some((one) => one.begins_at <= date && one.ends_at >= date);
  return subject.entity === 'grades' || subject.entity === 'teachers';
}

/** Is this date's lesson replaced by the substitution? */
function isReplacing(substitution: PlanSubstitution): boolean {
  return substitution.kind !== 'ADDITIONAL';
}

interface Index {
  grades: Map<number, PlanLesson[]>;
  teachers: Map<number, PlanLesson[]>;
  bookables: Map<number, PlanLesson[]>;
  courses: Map<number, PlanLesson[]>;
  /** Dates of a lesson that a substitution replaces, for planners and for everybody else. */
  replaced: { planner: Map<number, Set<string>>; others: Map<number, Set<string>> };
}

const indexes = new WeakMap<PlanSnapshot, Index>();

/** Lessons by the plans that they belong to, built once per snapshot. */
function indexOf(snapshot: PlanSnapshot): Index {
  const known = indexes.get(snapshot);
  if (known) return known;
  const index: Index = {
    grades: new Map(),
    teachers: new Map(),
    bookables: new Map(),
    courses: new Map(),
    replaced: { planner: new Map(), others: new Map() },
  };
  const add = (map: Map<number, PlanLesson[]>, id: number, lesson: PlanLesson) => {
    const list = map.get(id);
    if (list) list.push(lesson);
    else map.set(id, [lesson]);
  };
  for (const lesson of snapshot.lessons) {
    for (const id of lesson.grade_ids) add(index.grades, id, lesson);
    for (const id of lesson.teacher_ids) add(index.teachers, id, lesson);
    for (const id of lesson.bookable_ids) add(index.bookables, id, lesson);
    if (lesson.course_id !== null) add(index.courses, lesson.course_id, lesson);
  }
  const replace = (map: Map<number, Set<string>>, id: number, date: string) => {
    const dates = map.get(id);
    if (dates) dates.add(date);
    else map.set(id, new Set([date]));
  };
  for (const substitution of snapshot.substitutions) {
    if (!isReplacing(substitution)) continue;
    for (const { lesson_id, lesson_date } of substitution.replaces) {
      replace(index.replaced.planner, lesson_id, lesson_date);
      if (!substitution.is_hidden) replace(index.replaced.others, lesson_id, lesson_date);
    }
  }
  indexes.set(snapshot, index);
  return index;
}

/** The lessons that may be part of a subject's plan. */
function lessonsFor(index: Index, subject: Subject): Iterable<PlanLesson> {
  if (subject.entity !== 'pupil') return index[subject.entity].get(subject.id) ?? [];
  return new Set([
    ...subject.grades.flatMap(({ id }) => index.grades.get(id) ?? []),
    ...subject.courses.flatMap(({ id }) => index.courses.get(id) ?? []),
  ]);
}

/** Index of the first date that is not before `bound`; dates are ascending. */
function firstFrom(dates: readonly string[], bound: string): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle] as string) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function datesIn(dates: readonly string[], { begins_at, ends_at }: Range): string[] {
  const found: string[] = [];
  for (let at = firstFrom(dates, begins_at); at < dates.length && (dates[at] as string) <= ends_at; at += 1) {
    found.push(dates[at] as string);
  }
  return found;
}

export interface Selection {
  substitutions: PlanSubstitution[];
  /** Each with its dates in the range, without replaced ones. */
  lessons: { lesson: PlanLesson | PlanSupervision; dates: string[] }[];
  holidays: Holiday[];
}

/** The days of both; none of them where the first is after the last. */
function overlapOf(one: Range, other: Range): Range {
  return {
    begins_at: one.begins_at > other.begins_at ? one.begins_at : other.begins_at,
    ends_at: one.ends_at < other.ends_at ? one.ends_at : other.ends_at,
  };
}

/** What is part of one subject's plan in a closed range, substitutions applied (T-1.02). */
export function selectPlan(snapshot: PlanSnapshot, subject: Subject, asked: Range, audience: Audience): Selection {
  const range = audience.kind === 'public' ? overlapOf(asked, audience.days) : asked;
  // The public plan of a teacher does not tell of the lessons that somebody else gives.
  const isWithoutLosses = audience.kind === 'public' && subject.entity === 'teachers' && !audience.replaced_teachers;
  const index = indexOf(snapshot);
  const replaced = audience.kind === 'planner' ? index.replaced.planner : index.replaced.others;
  const substitutions = snapshot.substitutions.filter((substitution) => {
    const { date } = substitution;
    if (date < range.begins_at || date > range.ends_at || !isVisible(substitution, audience)) return false;
    const before: Sides = {
      course_id: substitution.course_id,
      grade_ids: substitution.from_grade_ids,
      teacher_ids: substitution.from_teacher_ids,
      bookable_ids: substitution.from_bookable_ids,
    };
    return (
      isForAll(substitution, subject) ||
      concerns(snapshot, substitution, subject, date) ||
      (!isWithoutLosses && concerns(snapshot, before, subject, date))
    );
  });
  const lessons: Selection['lessons'] = [];
  for (const lesson of lessonsFor(index, subject)) {
    let dates = datesIn(lesson.dates, range);
    const gone = replaced.get(lesson.lesson_id);
    if (gone) dates = dates.filter((date) => !gone.has(date));
    if (subject.entity === 'pupil') dates = dates.filter((date) => concerns(snapshot, lesson, subject, date));
    if (dates.length > 0) lessons.push({ lesson, dates });
  }
  if (subject.entity === 'teachers' && (audience.kind === 'owner' || audience.kind === 'planner')) {
    for (const { supervision, dates } of selectSupervisions(snapshot, subject.id)) {
      const inRange = datesIn(dates, range);
      if (inRange.length > 0) lessons.push({ lesson: supervision, dates: inRange });
    }
  }
  const holidays = snapshot.holidays.filter(
    (holiday) => holiday.begins_at <= asked.ends_at && holiday.ends_at >= asked.begins_at,
  );
  return { substitutions, lessons, holidays };
}
