import type { Kind } from '@kreide/core/features/timetable';
import type { Weekday } from '@kreide/core/kernel';
import { isPlaced } from './lessons.ts';
import type { PlanChange } from './resolve.ts';
import type { ImportState, LessonRow, Master, SubstitutionRow } from './state.ts';

/** Number of lines that an upload keeps of its difference. */
export const LINES_MAXIMUM = 200;

interface Side {
  weekday: Weekday | null;
  date: string | null;
  hour: string | null;
  time: string | null;
  rooms: string;
  teachers: string;
  /** Of a change: other differences between the two sides, in codes and dates that need no translation. */
  details?: string[];
  /** Of a change: the kind, where it differs. */
  substitution_kind?: Kind | 'CHANGED';
}

/** One difference without text: it is translated for its reader. */
export interface ChangeLine {
  kind: 'added' | 'changed' | 'removed';
  of: 'lesson' | 'substitution';
  grades: string;
  subject: string;
  substitution_kind: Kind | 'CHANGED' | null;
  before: Side | null;
  after: Side | null;
}

/** Weeks and validity: name of the weeks, their first Monday (names alone may be swapped), bounds. */
function toWeeks({ pattern, dates, begins_at, ends_at }: LessonRow): string[] {
  return [
    pattern?.name ?? '',
    pattern?.weeks[0] ? `≥ ${pattern.weeks[0]}` : '',
    dates === null ? '' : toDays(dates),
    `${begins_at}–${ends_at}`,
  ];
}

/** Maximum number of days that are listed individually. */
const DAYS_NAMED = 4;

function toDays(dates: readonly string[]): string {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  if (dates.length <= DAYS_NAMED) return dates.join(' ');
  return `${dates.length} × ${first}–${last}`;
}

/** The place to which a lesson was moved, in as many parts as `toWeeks` has. */
function toTarget({ target_date, target_hour, moved_comment, is_hidden }: SubstitutionRow): string[] {
  return [
    target_date === null ? '' : `→ ${target_date}`,
    target_hour === null ? '' : `→ ${target_hour}`,
    moved_comment ?? '',
    is_hidden ? '(–)' : '',
  ];
}

/** The first differences, substitutions before lessons, changed before added and removed. */
export function toLines(state: ImportState, change: PlanChange): ChangeLine[] {
  const codes = new Map<string, string>();
  for (const [entity, rows] of Object.entries(state.masters))
    for (const row of rows) codes.set(`${entity} ${row.id}`, row.shortcut);
  for (const { entity, after } of change.masters.changes) codes.set(`${entity} ${after.id}`, after.shortcut);
  const listed = (entity: Master, ids: readonly number[]) =>
    ids
      .map((id) => codes.get(`${entity} ${id}`) ?? '')
      .sort((a, b) => a.localeCompare(b, 'de', { numeric: true }))
      .join(', ');
  const side = (row: LessonRow | SubstitutionRow): Side => ({
    weekday: 'weekday' in row ? row.weekday : null,
    date: 'date' in row ? row.date : (row.dates?.[0] ?? null),
    hour: row.hour,
    time: row.time_begins_at,
    rooms: listed('bookable', row.bookable_ids),
    teachers: listed('teacher', row.teacher_ids),
  });
  const details = (row: LessonRow | SubstitutionRow): string[] => [
    row.subject_id === null ? '' : (codes.get(`subject ${row.subject_id}`) ?? ''),
    listed('grade', row.grade_ids),
    row.course_id === null ? '' : (codes.get(`course ${row.course_id}`) ?? ''),
    ...('pattern' in row ? toWeeks(row) : toTarget(row)),
    `${row.time_begins_at ?? ''}–${row.time_ends_at ?? ''}`,
    row.comment ?? '',
  ];
  /** Both sides of a change, each with what its reader would otherwise miss. */
  const sides = (before: LessonRow | SubstitutionRow, after: LessonRow | SubstitutionRow): [Side, Side] => {
    const [old, next] = [details(before), details(after)];
    const isOther = (_: string, index: number) => old[index] !== next[index];
    const tell = (row: LessonRow | SubstitutionRow, all: string[]): Side => ({
      ...side(row),
      details: all.filter(isOther).filter((detail) => detail !== ''),
      ...('kind' in before && 'kind' in after && 'kind' in row && before.kind !== after.kind
        ? { substitution_kind: row.kind ?? 'CHANGED' }
        : {}),
    });
    return [tell(before, old), tell(after, next)];
  };
  const line = (
    of: ChangeLine['of'],
    before: LessonRow | SubstitutionRow | null,
    after: LessonRow | SubstitutionRow | null,
  ): ChangeLine => {
    const row = (after ?? before) as LessonRow | SubstitutionRow;
    const [old, next] = before && after ? sides(before, after) : [before && side(before), after && side(after)];
    return {
      kind: before && after ? 'changed' : after ? 'added' : 'removed',
      of,
      grades: listed('grade', row.grade_ids),
      subject: row.subject_id === null ? (row.comment ?? '') : (codes.get(`subject ${row.subject_id}`) ?? ''),
      substitution_kind: 'kind' in row ? (row.kind ?? 'CHANGED') : null,
      before: old,
      after: next,
    };
  };
  const { added, changed, removed } = change.substitutions;
  const placed = change.lessons.differences.filter(isPlaced);
  // Thousands may differ; only the kept ones are built.
  const lessons = [
    ...placed.filter(({ before, after }) => before && after),
    ...placed.filter(({ before }) => !before),
    ...placed.filter(({ after }) => !after),
  ];
  return [
    ...changed.slice(0, LINES_MAXIMUM).map(({ before, after }) => line('substitution', before, after)),
    ...added.slice(0, LINES_MAXIMUM).map((row) => line('substitution', null, row)),
    ...removed.slice(0, LINES_MAXIMUM).map((row) => line('substitution', row, null)),
    ...lessons.slice(0, LINES_MAXIMUM).map(({ before, after }) => line('lesson', before, after)),
  ].slice(0, LINES_MAXIMUM);
}
