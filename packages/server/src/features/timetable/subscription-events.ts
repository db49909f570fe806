import {
  type Formats,
  type Lesson,
  type LessonReference,
  lookOf,
  nameOf,
  roomsText,
  teachersText,
  toOccurrences,
  toStateText,
} from '@kreide/core/features/timetable';
import type { TranslateIn } from '@kreide/core/kernel';
import type { SubscriptionEvent } from '../subscriptions/index.ts';

/** The product's subject colours that CSS (and thus RFC 7986) has under the same name. */
const COLOR_NAMES: ReadonlySet<string> = new Set(
  'red orange yellow lime green teal cyan blue indigo purple pink'.split(' '),
);

/** Kinds that mean "not here, not now". */
const CANCELLED: ReadonlySet<Lesson['kind']> = new Set(['CANCLED', 'MOVED_TO'] as const);
/** Kinds in addition to the plan: they never replace a lesson in the calendar. */
const BESIDE: ReadonlySet<Lesson['kind']> = new Set(['MOVED_FROM', 'ADDITIONAL'] as const);

const byTime = (a: LessonReference, b: LessonReference) =>
  `${a.lesson_date} ${a.time_begins_at} ${a.lesson_uuid}` < `${b.lesson_date} ${b.time_begins_at} ${b.lesson_uuid}`
    ? -1
    : 1;

/**
 * Occurrences as calendar entries, ordered by time. A lesson keeps its uid permanently; a changed or cancelled one has
 * the uid of what it replaces, so that calendars update their entry instead of showing both.
 * @param teacherId the reader's teacher record, who wants to see the grade and is free when somebody else takes over
 */
export function toSubscriptionEvents(
  lessons: readonly Lesson[],
  t: TranslateIn<'timetable'>,
  formats: Formats,
  teacherId: number | null,
): SubscriptionEvent[] {
  const taken = new Set<string>();
  const range = { begins_at: '0000-01-01', ends_at: '9999-12-31' };
  return toOccurrences(lessons, range).map(({ lesson, date }) => {
    const own = `${lesson.uuid}-${date}`;
    const replaced = BESIDE.has(lesson.kind)
      ? undefined
      : lesson.substituted_lessons.filter(({ lesson_uuid }) => lesson_uuid !== null).sort(byTime)[0];
    const wanted = replaced ? `${replaced.lesson_uuid}-${replaced.lesson_date}` : own;
    // Two substitutions of one lesson: one for each group.
    const uid = taken.has(wanted) ? own : wanted;
    taken.add(uid);
    const is_cancelled = CANCELLED.has(lesson.kind);
    const isTakenOver = teacherId !== null && !lesson.teachers.some(({ id }) => id === teacherId);
    const isSaid = lesson.kind === 'MESSAGE' && lesson.substituted_lessons.length === 0;
    return {
      uid,
      date,
      time_begins_at: lesson.time_begins_at,
      time_ends_at: lesson.time_ends_at,
      summary: toSummary(lesson, formats, teacherId !== null),
      description: toDescription(lesson, t, formats),
      location: lesson.bookables.length > 0 ? formats.room(roomsText(lesson)) : null,
      category: lesson.subject ? nameOf(lesson.subject) : null,
      color: lesson.subject && COLOR_NAMES.has(lesson.subject.color) ? lesson.subject.color : null,
      is_cancelled,
      is_free: is_cancelled || isTakenOver || isSaid,
    };
  });
}

/** "Entfällt: Mathematik"; for a teacher with the grade: "Mathematik 10b". */
function toSummary(lesson: Lesson, formats: Formats, isTeacher: boolean): string {
  const before = lesson.substituted_lessons.find(({ subject }) => subject !== null)?.subject;
  const title = lesson.meta.displayname || (before ? nameOf(before) : '');
  const grades = isTeacher ? lesson.grades.map(({ shortcut }) => shortcut).join(', ') : '';
  const what = [title, grades].filter(Boolean).join(' ');
  const look = lookOf(lesson);
  if (look === 'regular') return what;
  return what === '' ? formats.looks[look] : `${formats.looks[look]}: ${what}`;
}

function toDescription(lesson: Lesson, t: TranslateIn<'timetable'>, formats: Formats): string {
  const grades = lesson.grades.map(({ shortcut }) => shortcut).join(', ');
  const lines = [
    lookOf(lesson) === 'regular' ? '' : toStateText(lesson, t, formats),
    lesson.meta.moved_comment ?? '',
    lesson.comment ?? '',
    lesson.teachers.length > 0 ? `${t('detailTeacher')}: ${teachersText(lesson)}` : '',
    grades === '' ? '' : `${t('detailGrades')}: ${grades}`,
    lesson.course ? `${t('detailCourse')}: ${nameOf(lesson.course)}` : '',
  ];
  return lines.filter(Boolean).join('\n');
}
