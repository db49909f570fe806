import type {
  Entity,
  Holiday,
  Lesson,
  LessonReference,
  Period,
  SubjectUnit,
  Unit,
} from '@kreide/core/features/timetable';
import type { PlanLesson, PlanSnapshot, PlanSubstitution } from './snapshot.ts';

/** Who reads: members see names and comments, `planner` also hidden substitutions, the public what the school released. */
export type Audience =
  | { kind: 'planner' }
  | { kind: 'member' }
  | { kind: 'public'; teacher_names: 'none' | 'shortcut' | 'pseudonym' };

/** From when to when somebody is in a grade or course, both days included, cut to the range that is read. */
export interface Membership extends Range {
  id: number;
}

/** Whose plan. A pupil's is the grade's, as far as the pupil takes part on that day. */
export type Subject =
  | { entity: Exclude<Entity, 'users'>; id: number }
  | { entity: 'pupil'; grades: readonly Membership[]; courses: readonly Membership[] };

export interface Range {
  begins_at: string;
  ends_at: string;
}

export interface PlanContent {
  lessons: Lesson[];
  times: Period[];
  holidays: Holiday[];
}

interface Sides {
  grade_ids: readonly number[];
  teacher_ids: readonly number[];
  bookable_ids: readonly number[];
  course_id: number | null;
}

/** Does a pupil take part that day? Whole-grade courses and courses without any enrolment are everybody's. */
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

/** The words that an audience may read, as units of the wire. */
export function wordsOf(snapshot: PlanSnapshot, audience: Audience) {
  const isPublic = audience.kind === 'public';
  const listed = (units: ReadonlyMap<number, Unit>, ids: readonly number[]): Unit[] => {
    const found: Unit[] = [];
    for (const id of ids) {
      const unit = units.get(id);
      if (unit) found.push({ id: unit.id, shortcut: unit.shortcut, name: unit.name });
    }
    return found;
  };
  return {
    grades: (ids: readonly number[]) => listed(snapshot.grades, ids),
    bookables: (ids: readonly number[]) => listed(snapshot.bookables, ids),
    teachers: (ids: readonly number[]): Unit[] => {
      if (!isPublic) return listed(snapshot.teachers, ids);
      if (audience.teacher_names === 'none') return [];
      return ids.flatMap((id) => {
        const teacher = snapshot.teachers.get(id);
        if (!teacher) return [];
        const shown = audience.teacher_names === 'shortcut' ? teacher.shortcut : (teacher.pseudonym ?? `#${id}`);
        return [{ id: teacher.id, shortcut: shown, name: null }];
      });
    },
    subject: (id: number | null): SubjectUnit | null => (id === null ? null : (snapshot.subjects.get(id) ?? null)),
    course: (id: number | null): Unit | null => {
      const course = id === null ? undefined : snapshot.courses.get(id);
      return course ? { id: course.id, shortcut: course.shortcut, name: course.name } : null;
    },
    comment: (text: string | null) => (isPublic ? null : text),
  };
}
type Words = ReturnType<typeof wordsOf>;

function metaOf(
  subject: SubjectUnit | null,
  course: Unit | null,
  comment: string | null,
  kind: Lesson['kind'],
  moved: string | null,
): Lesson['meta'] {
  if (subject)
    return {
      displayname: subject.name ?? subject.shortcut,
      shortname: subject.shortcut,
      displayname_kind: 'subject',
      moved_comment: moved,
    };
  if (course)
    return {
      displayname: course.name ?? course.shortcut,
      shortname: course.shortcut,
      displayname_kind: 'course',
      moved_comment: moved,
    };
  const text = comment ?? '';
  return {
    displayname: text,
    shortname: text,
    displayname_kind: kind === 'EVENT' ? 'event' : 'comment',
    moved_comment: moved,
  };
}

function toLesson(lesson: PlanLesson, dates: string[], words: Words): Lesson {
  const subject = words.subject(lesson.subject_id);
  const course = words.course(lesson.course_id);
  const comment = words.comment(lesson.comment);
  return {
    uuid: lesson.uuid,
    lesson_id: lesson.lesson_id,
    kind: lesson.kind,
    meta: metaOf(subject, course, comment, lesson.kind, null),
    comment,
    begins_at: dates[0] as string,
    ends_at: dates[dates.length - 1] as string,
    dates,
    hour: lesson.hour,
    time_begins_at: lesson.time_begins_at,
    time_ends_at: lesson.time_ends_at,
    substituted_lessons: [],
    substituted_target_lessons: [],
    substituted_pivot: null,
    referenced_target_lessons: [],
    teachers: words.teachers(lesson.teacher_ids),
    grades: words.grades(lesson.grade_ids),
    bookables: words.bookables(lesson.bookable_ids),
    subject,
    course,
  };
}

/** What the substitution replaced, with the values that were in force before it. */
function oldOf(snapshot: PlanSnapshot, substitution: PlanSubstitution, words: Words): LessonReference[] {
  const before = {
    subject: words.subject(substitution.from_subject_id),
    teachers: words.teachers(substitution.from_teacher_ids),
    grades: words.grades(substitution.from_grade_ids),
    bookables: words.bookables(substitution.from_bookable_ids),
  };
  if (substitution.replaces.length === 0) {
    const isEmpty =
      !before.subject && substitution.from_teacher_ids.length + substitution.from_bookable_ids.length === 0;
    if (
      isEmpty ||
      substitution.kind === 'ADDITIONAL' ||
      substitution.kind === 'MOVED_FROM' ||
      substitution.kind === 'EVENT' ||
      substitution.kind === 'MESSAGE'
    )
      return [];
    const { date, time_begins_at, time_ends_at } = substitution;
    return [{ lesson_uuid: null, lesson_id: null, lesson_date: date, time_begins_at, time_ends_at, ...before }];
  }
  return substitution.replaces.map(({ lesson_id, lesson_date }) => {
    const lesson = snapshot.lessonsById.get(lesson_id);
    return {
      lesson_uuid: lesson?.uuid ?? null,
      lesson_id,
      lesson_date,
      time_begins_at: lesson?.time_begins_at ?? substitution.time_begins_at,
      time_ends_at: lesson?.time_ends_at ?? substitution.time_ends_at,
      subject: lesson ? words.subject(lesson.subject_id) : before.subject,
      teachers: lesson ? words.teachers(lesson.teacher_ids) : before.teachers,
      grades: lesson ? words.grades(lesson.grade_ids) : before.grades,
      bookables: lesson ? words.bookables(lesson.bookable_ids) : before.bookables,
    };
  });
}

/** The other end of a move: where it went, or where it came from. */
function targetOf(substitution: PlanSubstitution, words: Words): LessonReference[] {
  const { target_date, target_time_begins_at, target_time_ends_at } = substitution;
  if (!target_date || !target_time_begins_at || !target_time_ends_at) return [];
  return [
    {
      lesson_uuid: null,
      lesson_id: substitution.replaces[0]?.lesson_id ?? null,
      lesson_date: target_date,
      time_begins_at: target_time_begins_at,
      time_ends_at: target_time_ends_at,
      subject: words.subject(substitution.subject_id ?? substitution.from_subject_id),
      teachers: words.teachers(substitution.teacher_ids),
      grades: words.grades(substitution.grade_ids),
      bookables: words.bookables(substitution.bookable_ids),
    },
  ];
}

export function toSubstitutionLesson(snapshot: PlanSnapshot, substitution: PlanSubstitution, words: Words): Lesson {
  const subject = words.subject(substitution.subject_id);
  const course = words.course(substitution.course_id);
  const comment = words.comment(substitution.comment);
  const replaced = substitution.replaces[0];
  return {
    uuid: substitution.uuid,
    lesson_id: replaced?.lesson_id ?? null,
    kind: substitution.kind,
    meta: metaOf(subject, course, comment, substitution.kind, words.comment(substitution.moved_comment)),
    comment,
    begins_at: substitution.date,
    ends_at: substitution.date,
    dates: [substitution.date],
    hour: substitution.hour,
    time_begins_at: substitution.time_begins_at,
    time_ends_at: substitution.time_ends_at,
    substituted_lessons: oldOf(snapshot, substitution, words),
    substituted_target_lessons: targetOf(substitution, words),
    substituted_pivot: replaced ? { target_id: substitution.id, lesson_date: replaced.lesson_date } : null,
    referenced_target_lessons: [],
    teachers: words.teachers(substitution.teacher_ids),
    grades: words.grades(substitution.grade_ids),
    bookables: words.bookables(substitution.bookable_ids),
    subject,
    course,
  };
}

/** Substitutions that an audience may see: hidden ones only for planners (T-3.12). */
export function isVisible(substitution: PlanSubstitution, audience: Audience): boolean {
  return !substitution.is_hidden || audience.kind === 'planner';
}

/** Is this date's lesson drawn as the substitution instead of as itself? */
function isReplacing(substitution: PlanSubstitution): boolean {
  return substitution.kind !== 'ADDITIONAL';
}

interface Index {
  grades: Map<number, PlanLesson[]>;
  teachers: Map<number, PlanLesson[]>;
  bookables: Map<number, PlanLesson[]>;
  courses: Map<number, PlanLesson[]>;
  /** `<lesson id> <date>` that a substitution stands for, for planners and for everybody else. */
  replaced: { planner: Set<string>; others: Set<string> };
}

const indexes = new WeakMap<PlanSnapshot, Index>();

/** Lessons by whose plan they are in, made once for a snapshot. */
function indexOf(snapshot: PlanSnapshot): Index {
  const known = indexes.get(snapshot);
  if (known) return known;
  const index: Index = {
    grades: new Map(),
    teachers: new Map(),
    bookables: new Map(),
    courses: new Map(),
    replaced: { planner: new Set(), others: new Set() },
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
  for (const substitution of snapshot.substitutions) {
    if (!isReplacing(substitution)) continue;
    for (const { lesson_id, lesson_date } of substitution.replaces) {
      index.replaced.planner.add(`${lesson_id} ${lesson_date}`);
      if (!substitution.is_hidden) index.replaced.others.add(`${lesson_id} ${lesson_date}`);
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

/** The plan of one subject in a closed range, substitutions applied (T-1.02). */
export function computePlan(snapshot: PlanSnapshot, subject: Subject, range: Range, audience: Audience): PlanContent {
  const words = wordsOf(snapshot, audience);
  const inRange = (date: string) => date >= range.begins_at && date <= range.ends_at;
  const index = indexOf(snapshot);
  const replaced = audience.kind === 'planner' ? index.replaced.planner : index.replaced.others;
  const lessons: Lesson[] = [];
  for (const substitution of snapshot.substitutions) {
    if (!inRange(substitution.date) || !isVisible(substitution, audience)) continue;
    const before: Sides = {
      course_id: substitution.course_id,
      grade_ids: substitution.from_grade_ids,
      teacher_ids: substitution.from_teacher_ids,
      bookable_ids: substitution.from_bookable_ids,
    };
    const { date } = substitution;
    if (concerns(snapshot, substitution, subject, date) || concerns(snapshot, before, subject, date)) {
      lessons.push(toSubstitutionLesson(snapshot, substitution, words));
    }
  }
  for (const lesson of lessonsFor(index, subject)) {
    const dates = lesson.dates.filter(
      (date) =>
        inRange(date) &&
        !replaced.has(`${lesson.lesson_id} ${date}`) &&
        (subject.entity !== 'pupil' || concerns(snapshot, lesson, subject, date)),
    );
    if (dates.length > 0) lessons.push(toLesson(lesson, dates, words));
  }
  lessons.sort(
    (a, b) =>
      compare(a.begins_at, b.begins_at) || compare(a.time_begins_at, b.time_begins_at) || compare(a.uuid, b.uuid),
  );
  return {
    lessons,
    times: snapshot.times,
    holidays: snapshot.holidays.filter(
      (holiday) => holiday.begins_at <= range.ends_at && holiday.ends_at >= range.begins_at,
    ),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
