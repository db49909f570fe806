import type { Holiday, Period, SubjectUnit, Unit } from '@kreide/core/features/structure';
import type { Lesson, LessonReference } from '@kreide/core/features/timetable';
import { withoutTeachers } from './person-words.ts';
import { drawPseudonyms } from './pseudonyms.ts';
import { type Audience, type Range, type Selection, type Subject, selectPlan } from './select.ts';
import type { PlanLesson, PlanSnapshot, PlanSubstitution, PlanSupervision } from './snapshot.ts';
import { areaOf } from './supervisions.ts';

export interface PlanContent {
  /** The lessons as sent, ordered by time, as the bytes of a JSON list without its brackets. */
  lessons: Buffer;
  times: Period[];
  holidays: Holiday[];
}

/** The texts that an audience may read, as units of the response. */
export function wordsOf(snapshot: PlanSnapshot, audience: Audience) {
  const isPublic = audience.kind === 'public';
  const isTellingReplaced = !isPublic || audience.replaced_teachers;
  const isNamed = !isPublic || audience.teacher_names !== 'none';
  const pseudonymOf =
    isPublic && audience.teacher_names === 'pseudonym'
      ? drawPseudonyms(snapshot, audience.pseudonyms.key, audience.pseudonyms.scope)
      : null;
  const hasCodes = isPublic && !audience.replaced_teachers;
  const listed = (units: ReadonlyMap<number, Unit>, ids: readonly number[]): Unit[] => {
    const found: Unit[] = [];
    for (const id of ids) {
      const unit = units.get(id);
      if (unit) found.push({ id: unit.id, shortcut: unit.shortcut, name: unit.name });
    }
    return found;
  };
  const teachers = (ids: readonly number[]): Unit[] => {
    if (!isPublic) return listed(snapshot.teachers, ids);
    if (!isNamed) return [];
    return ids.flatMap((id) => {
      if (pseudonymOf) return pseudonymOf(id) ?? [];
      const teacher = snapshot.teachers.get(id);
      return teacher ? [{ id: teacher.id, shortcut: teacher.shortcut, name: null }] : [];
    });
  };
  const clean = (text: string) => (isPublic ? withoutTeachers(snapshot, text, hasCodes) : text);
  return {
    teachers,
    grades: (ids: readonly number[]) => listed(snapshot.grades, ids),
    bookables: (ids: readonly number[]) => listed(snapshot.bookables, ids),
    /** Those of the lesson as planned: told to the public where they stay, or where it may know who is replaced. */
    replaced: (
      ids: readonly number[],
      { teacher_ids, kind }: Pick<PlanSubstitution, 'teacher_ids' | 'kind'>,
    ): Unit[] => (isTellingReplaced || (kind !== 'CANCLED' && isSameSet(ids, teacher_ids)) ? teachers(ids) : []),
    /** Those of what takes place: a cancelled lesson would tell whose it was. */
    held: ({ teacher_ids, kind }: Pick<PlanSubstitution, 'teacher_ids' | 'kind'>): Unit[] =>
      isTellingReplaced || kind !== 'CANCLED' ? teachers(teacher_ids) : [],
    /** In the colour of the course, where it has one. */
    subject: (id: number | null, courseId: number | null = null): SubjectUnit | null => {
      const subject = id === null ? undefined : snapshot.subjects.get(id);
      const color = courseId === null ? null : (snapshot.courses.get(courseId)?.color ?? null);
      return subject && color ? { ...subject, color } : (subject ?? null);
    },
    course: (id: number | null): Unit | null => {
      const course = id === null ? undefined : snapshot.courses.get(id);
      if (!course) return null;
      const shortcut = clean(course.shortcut);
      // A course that is called by nothing but its teacher is told by its subject.
      if (shortcut === '') return null;
      return { id: course.id, shortcut, name: course.name === null ? null : clean(course.name) || null };
    },
    comment: (text: string | null) => (isPublic ? null : text),
  };
}

function isSameSet(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
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
function toSides(lesson: PlanLesson | PlanSupervision, words: Words): { before: Before; behind: Behind } {
  const subject = words.subject(lesson.subject_id, lesson.course_id);
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
    teachers: words.replaced(substitution.from_teacher_ids, substitution),
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
      subject: lesson ? words.subject(lesson.subject_id, lesson.course_id) : before.subject,
      teachers: lesson ? words.replaced(lesson.teacher_ids, substitution) : before.teachers,
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
  const subject = words.subject(substitution.subject_id, substitution.course_id);
  const course = words.course(substitution.course_id);
  const comment = words.comment(substitution.comment ?? areaOf(snapshot, substitution));
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
    teachers: words.held(substitution),
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

interface Texts {
  of: WeakMap<PlanLesson | PlanSupervision, readonly [before: Buffer, behind: Buffer]>;
  keep(text: string): Buffer;
}
const textsByReader = new WeakMap<PlanSnapshot, Map<string, Texts>>();

/** The JSON of a lesson differs only in its dates: for each audience it is written once per snapshot. */
function textsOf(snapshot: PlanSnapshot, audience: Audience): Texts {
  // Pseudonyms are others in each answer.
  if (audience.kind === 'public' && audience.teacher_names === 'pseudonym')
    return { of: new WeakMap(), keep: createTextBuffers() };
  const reader = audience.kind === 'public' ? `${audience.teacher_names} ${audience.replaced_teachers}` : 'members';
  const readers = textsByReader.get(snapshot) ?? new Map<string, Texts>();
  textsByReader.set(snapshot, readers);
  const texts: Texts = readers.get(reader) ?? { of: new WeakMap(), keep: createTextBuffers() };
  readers.set(reader, texts);
  return texts;
}

const BUFFER_BYTES = 16_384;

/** Copies texts side by side into large buffers: a small buffer of its own would keep its neighbours in Node's pool. */
function createTextBuffers(): (text: string) => Buffer {
  let buffer = Buffer.alloc(0);
  let used = 0;
  return (text) => {
    const length = Buffer.byteLength(text);
    if (used + length > buffer.length) {
      buffer = Buffer.allocUnsafeSlow(Math.max(BUFFER_BYTES, length));
      used = 0;
    }
    const kept = buffer.subarray(used, used + length);
    used += kept.write(text);
    return kept;
  };
}

/** Size of two buffers besides their bytes. */
const BUFFERS_BYTES = 360;
const textBytes = new WeakMap<PlanSnapshot, number>();

/** Size of the JSON that was written of a snapshot so far and is kept with it. */
export function textBytesOf(snapshot: PlanSnapshot): number {
  return textBytes.get(snapshot) ?? 0;
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
    let parts = texts.of.get(lesson);
    if (!parts) {
      const { before, behind } = toSides(lesson, words);
      parts = [texts.keep(JSON.stringify(before).slice(0, -1)), texts.keep(JSON.stringify(behind).slice(1))];
      texts.of.set(lesson, parts);
      textBytes.set(snapshot, textBytesOf(snapshot) + parts[0].length + parts[1].length + BUFFERS_BYTES);
    }
    const first = dates[0] as string;
    const when = `,"begins_at":"${first}","ends_at":"${dates[dates.length - 1]}","dates":["${dates.join('","')}"],`;
    const key = `${first} ${lesson.time_begins_at} ${lesson.uuid}`;
    written.push({ key, pieces: [parts[0], Buffer.from(when, 'latin1'), parts[1]] });
  }
  written.sort((a, b) => compare(a.key, b.key));
  return Buffer.concat(written.flatMap(({ pieces }, index) => (index === 0 ? pieces : [COMMA, ...pieces])));
}
