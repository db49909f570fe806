import { datesOf } from '../../timetable/index.ts';
import type { LessonRow } from './state.ts';

/** A row of the next version without identity, and the key for one. */
export interface Candidate {
  key: string;
  row: LessonRow;
}

function weeksKey(row: Pick<LessonRow, 'pattern' | 'dates'>): string {
  if (row.dates) return `d${row.dates.join(',')}`;
  return row.pattern ? `w${row.pattern.name}#${row.pattern.weeks.length}:${row.pattern.weeks[0] ?? ''}` : '';
}

/** The place of a lesson, whatever it is called. */
export function slotOf(row: LessonRow): string {
  return `${row.weekday ?? ''}|${row.hour ?? row.time_begins_at ?? ''}|${weeksKey(row)}`;
}

/** The same people, subject and slot: for plans whose source changed its ids. */
export function contentOf(row: LessonRow): string {
  return `${row.grade_ids.join(',')}|${row.subject_id}|${row.teacher_ids.join(',')}|${row.weekday ?? ''}|${row.hour ?? row.time_begins_at ?? ''}`;
}

/** The same people and subject in another slot: a moved lesson. Empty for a lesson without a place. */
export function peopleOf(row: LessonRow): string {
  return row.weekday === null && row.dates === null
    ? ''
    : `${row.grade_ids.join(',')}|${row.subject_id}|${row.teacher_ids.join(',')}`;
}

/**
 * The source's lesson in its slot is the key of a lesson's identity. Two rows of one lesson in one slot (other rooms)
 * stay separate.
 */
export function toCandidates(rows: readonly LessonRow[]): Candidate[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const key = `${row.external_lesson}|${row.time_begins_at === null ? 'unplaced' : slotOf(row)}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return { key: count === 0 ? key : `${key}|${count}`, row };
  });
}

const COMPARED = [
  'subject_id',
  'weekday',
  'hour',
  'time_begins_at',
  'time_ends_at',
  'begins_at',
  'ends_at',
  'comment',
  'grade_ids',
  'teacher_ids',
  'bookable_ids',
  'dates',
] as const;

/** No difference that a reader would notice. A course of the whole grade equals no course. */
export function isSameLesson(
  a: LessonRow,
  b: LessonRow,
  isForAll: (courseId: number) => boolean,
  free: ReadonlySet<number>,
): boolean {
  const group = (row: LessonRow) => (row.course_id === null || isForAll(row.course_id) ? null : row.course_id);
  if (group(a) !== group(b)) return false;
  const isEqual = (field: (typeof COMPARED)[number]) => JSON.stringify(a[field]) === JSON.stringify(b[field]);
  // One source writes "every second week", another lists the days without the holidays.
  if ((a.dates === null) !== (b.dates === null)) {
    const days = (row: LessonRow) => datesOf({ ...row, weeks: row.pattern?.weeks ?? null }, free).join();
    return days(a) === days(b) && COMPARED.every((field) => field === 'weekday' || field === 'dates' || isEqual(field));
  }
  // The name of a pattern depends on the source; its weeks matter.
  return JSON.stringify(a.pattern?.weeks) === JSON.stringify(b.pattern?.weeks) && COMPARED.every(isEqual);
}
