import type { SubstitutionRecord, SubstitutionSide } from '@kreide/core/features/timetable-import';
import { weekdayOf } from '@kreide/core/kernel';
import { findExamGrades } from './exam-grades.ts';
import type { Grid, Slot } from './grid.ts';
import type { LessonCalendar } from './lesson-calendar.ts';
import type { ResolvedMasters } from './masters.ts';
import { wordsOfChange } from './record-words.ts';
import { findReplaced, type SideIds } from './replaced-lessons.ts';
import type { Resolution } from './resolution.ts';
import type { LessonRow, SubstitutionRow } from './state.ts';
import { breaksOf, toBreakSlot } from './supervisions.ts';

/** A substitution of the file as a row without an id; null, and reported, where that is impossible. */
export function toSubstitutionRow(
  record: SubstitutionRecord,
  resolution: Resolution,
  masters: ResolvedMasters,
  lessonsOn: LessonCalendar,
): SubstitutionRow | null {
  const { source, grid, notes } = resolution;
  const from = toIds(record.from, masters);
  const to = toIds(record.to, masters);
  const examGrades = findExamGrades(record, resolution.state.lessons, source);
  if (examGrades?.length === 0) {
    notes.reject(
      'id',
      `${record.comment ?? wordsOfChange(resolution.plan, record)}: ${record.date}`,
      'classes_unknown',
    );
    return null;
  }
  const given = record.kind === 'SUPERVISION' ? toBreak(record, resolution) : toSlot(record, grid);
  const replaced = findReplaced(record, from, given, lessonsOn(record.date));
  const slot = given ?? slotOfLesson(replaced[0]) ?? wholeDay(record, grid);
  if (!slot) {
    notes.reject('period', wordsOfChange(resolution.plan, record), 'no_grid_time');
    return null;
  }
  const before = {
    from_subject_id: from.subject_id ?? replaced[0]?.subject_id ?? null,
    from_grade_ids: from.grade_ids ?? union(replaced, 'grade_ids'),
    from_teacher_ids: from.teacher_ids ?? union(replaced, 'teacher_ids'),
    from_bookable_ids: from.bookable_ids ?? union(replaced, 'bookable_ids'),
  };
  return {
    id: 0,
    source,
    external_key: record.external_id,
    kind: record.kind,
    is_hidden: record.is_hidden,
    date: record.date,
    hour: record.hour ?? replaced[0]?.hour ?? null,
    time_begins_at: slot.begins_at,
    time_ends_at: slot.ends_at,
    ...before,
    course_id: replaced[0]?.course_id ?? null,
    subject_id: to.subject_id ?? before.from_subject_id,
    grade_ids: to.grade_ids ?? examGrades ?? before.from_grade_ids,
    teacher_ids: to.teacher_ids ?? before.from_teacher_ids,
    bookable_ids: to.bookable_ids ?? before.from_bookable_ids,
    comment: record.comment,
    moved_comment: record.moved_comment,
    ...toTarget(record.counterpart, grid),
    replaces: replaced.map((row) => ({ lesson_id: row.lesson_id, lesson_date: record.date })),
  };
}

function toIds(side: SubstitutionSide, masters: ResolvedMasters): SideIds {
  return {
    subject_id: masters.find('subject', side.subject),
    grade_ids: side.grades && masters.findAll('grade', side.grades),
    teacher_ids: side.teachers && masters.findAll('teacher', side.teachers),
    bookable_ids: side.bookables && masters.findAll('bookable', side.bookables),
  };
}

type Timed = Pick<SubstitutionRecord, 'date' | 'hour' | 'begins_at' | 'ends_at'>;

/** The wall times of a record where the file has them, else those of the grid. */
function toSlot({ begins_at, ends_at, date, hour }: Timed, grid: Grid): Slot | null {
  return begins_at && ends_at ? { begins_at, ends_at } : grid.on(date, hour);
}

/** The times of a changed supervision: those of its break. */
function toBreak({ date, hour }: Timed, resolution: Resolution): Slot | null {
  if (hour === null) return null;
  const weekday = weekdayOf(date);
  const post = resolution.state.supervisions.find((row) => row.weekday === weekday && row.before_hour === hour);
  if (post) return { begins_at: post.time_begins_at, ends_at: post.time_ends_at };
  const wanted = { before_hour: hour, minutes: null };
  const planned = resolution.plan.supervisions.find((row) => row.weekday === weekday && row.before_hour === hour);
  return toBreakSlot(resolution.grid, breaksOf(resolution), weekday, planned ?? wanted);
}

function slotOfLesson(row: LessonRow | undefined): Slot | null {
  if (!row?.time_begins_at || !row.time_ends_at) return null;
  return { begins_at: row.time_begins_at, ends_at: row.time_ends_at };
}

/** A message or event without a period is for the whole day. */
function wholeDay({ hour, kind, date }: SubstitutionRecord, grid: Grid): Slot | null {
  return hour === null && (kind === 'MESSAGE' || kind === 'EVENT') ? grid.day(date) : null;
}

/** The other end of a move, where it has times. */
function toTarget(counterpart: SubstitutionRecord['counterpart'], grid: Grid) {
  const slot = counterpart && toSlot(counterpart, grid);
  return {
    target_date: slot ? counterpart.date : null,
    target_hour: slot ? counterpart.hour : null,
    target_time_begins_at: slot?.begins_at ?? null,
    target_time_ends_at: slot?.ends_at ?? null,
  };
}

const union = (rows: readonly LessonRow[], field: 'grade_ids' | 'teacher_ids' | 'bookable_ids') =>
  [...new Set(rows.flatMap((row) => row[field]))].sort((a, b) => a - b);
