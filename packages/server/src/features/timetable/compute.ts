import type { Holiday, Period, SubjectUnit, Unit } from '@kreide/core/features/structure';
import type { Lesson, LessonReference } from '@kreide/core/features/timetable';
import { type Audience, type Range, type Selection, type Subject, selectPlan } from './select.ts';
import type { PlanLesson, PlanSnapshot, PlanSubstitution } from './snapshot.ts';

export interface PlanContent {
  /** The lessons as sent, ordered by time, as the bytes of a JSON list without its brackets. */
  lessons: Buffer;
  times: Period[];
  holidays: Holiday[];
}

/** The texts that an audience may read, as units of the response. */
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

/** The JSON before the dates of a lesson, and after them. */
type Before = Pick<Lesson, 'uuid' | 'lesson_id' | 'kind' | 'meta' | 'comment'>;
type Behind = Omit<Lesson, keyof Before | 'begins_at' | 'ends_at' | 'dates'>;

/** A regular lesson without its dates. */
function toSides(lesson: PlanLesson, words: Words): { before: Before; behind: Behind } {
  const subject = words.subject(lesson.subject_id);
  const course = words.course(lesson.course_id);
  const comment = words.comment(lesson.comment);
  const before: Before = {
    uuid: lesson.uuid,
    lesson_id: lesson.lesson_id,
    kind: lesson.kind,
    meta: metaOf(subject, course, comment, lesson.kind, null),
    comment,
  };
  const behind: Behind = {
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
  return { before, behind };
}

/** What the substitution replaced, with the values in force before it. */
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

/** The other end of a move: its target, or its origin. */
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

/** The plan of one subject in a closed range, substitutions applied (T-1.02). */
export function computePlan(snapshot: PlanSnapshot, subject: Subject, range: Range, audience: Audience): PlanContent {
  const selection = selectPlan(snapshot, subject, range, audience);
  return {
    lessons: writeLessons(snapshot, selection, audience),
    times: snapshot.times,
    holidays: selection.holidays,
  };
}

const keyOf = (lesson: Lesson) => `${lesson.begins_at} ${lesson.time_begins_at} ${lesson.uuid}`;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Texts = WeakMap<PlanLesson, readonly [before: Buffer, behind: Buffer]>;
const textsByReader = new WeakMap<PlanSnapshot, Map<string, Texts>>();

/** The JSON of a lesson differs only in its dates: for each audience it is written once per snapshot. */
function textsOf(snapshot: PlanSnapshot, audience: Audience): Texts {
  const reader = audience.kind === 'public' ? audience.teacher_names : 'members';
  const readers = textsByReader.get(snapshot) ?? new Map<string, Texts>();
  textsByReader.set(snapshot, readers);
  const texts: Texts = readers.get(reader) ?? new WeakMap();
  readers.set(reader, texts);
  return texts;
}

const COMMA = Buffer.from(',');

/** Lessons ordered by time as JSON: most bytes of a lesson are the same for every range and reader, and only copied. */
function writeLessons(snapshot: PlanSnapshot, selection: Selection, audience: Audience): Buffer {
  const words = wordsOf(snapshot, audience);
  const texts = textsOf(snapshot, audience);
  const written: { key: string; pieces: readonly Buffer[] }[] = selection.substitutions.map((substitution) => {
    const lesson = toSubstitutionLesson(snapshot, substitution, words);
    return { key: keyOf(lesson), pieces: [Buffer.from(JSON.stringify(lesson))] };
  });
  for (const { lesson, dates } of selection.lessons) {
    let parts = texts.get(lesson);
    if (!parts) {
      const { before, behind } = toSides(lesson, words);
      parts = [Buffer.from(JSON.stringify(before).slice(0, -1)), Buffer.from(JSON.stringify(behind).slice(1))];
      texts.set(lesson, parts);
    }
    const first = dates[0] as string;
    const when = `,"begins_at":"${first}","ends_at":"${dates[dates.length - 1]}","dates":["${dates.join('","')}"],`;
    const key = `${first} ${lesson.time_begins_at} ${lesson.uuid}`;
    written.push({ key, pieces: [parts[0], Buffer.from(when, 'latin1'), parts[1]] });
  }
  written.sort((a, b) => compare(a.key, b.key));
  return Buffer.concat(written.flatMap(({ pieces }, index) => (index === 0 ? pieces : [COMMA, ...pieces])));
}
