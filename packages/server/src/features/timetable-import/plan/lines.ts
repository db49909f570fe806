import type { Kind } from '@kreide/core/features/timetable';
import type { ChangeSubject } from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import { isPlaced } from './lessons.ts';
import type { MasterChange } from './masters.ts';
import type { PlanChange } from './resolve.ts';
import { kindOf, type SetChange } from './sets.ts';
import type { ImportState, LessonRow, Master, MasterRow, SubstitutionRow } from './state.ts';

/** Number of lines that an upload keeps of its difference. */
export const LINES_MAXIMUM = 200;

export interface ChangeSide {
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
  of: ChangeSubject;
  grades: string;
  subject: string;
  substitution_kind: Kind | 'CHANGED' | null;
  before: ChangeSide | null;
  after: ChangeSide | null;
  /** Of master data, period times and holidays: both sides in codes and dates. */
  record?: { before: string | null; after: string | null };
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

/**
 * The first differences: substitutions before lessons before other records, changed ones before added and removed ones.
 */
export function toLines(state: ImportState, change: PlanChange, maximum: number = LINES_MAXIMUM): ChangeLine[] {
  const codes = new Map<string, string>();
  for (const [entity, rows] of Object.entries(state.masters))
    for (const row of rows) codes.set(`${entity} ${row.id}`, row.shortcut);
  for (const { entity, after } of change.masters.changes) codes.set(`${entity} ${after.id}`, after.shortcut);
  const listed = (entity: Master, ids: readonly number[]) =>
    ids
      .map((id) => codes.get(`${entity} ${id}`) ?? '')
      .sort((a, b) => a.localeCompare(b, 'de', { numeric: true }))
      .join(', ');
  const side = (row: LessonRow | SubstitutionRow): ChangeSide => ({
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
  const sides = (before: LessonRow | SubstitutionRow, after: LessonRow | SubstitutionRow): [ChangeSide, ChangeSide] => {
    const [old, next] = [details(before), details(after)];
    const isOther = (_: string, index: number) => old[index] !== next[index];
    const tell = (row: LessonRow | SubstitutionRow, all: string[]): ChangeSide => ({
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
    ...changed.slice(0, maximum).map(({ before, after }) => line('substitution', before, after)),
    ...added.slice(0, maximum).map((row) => line('substitution', null, row)),
    ...removed.slice(0, maximum).map((row) => line('substitution', row, null)),
    ...lessons.slice(0, maximum).map(({ before, after }) => line('lesson', before, after)),
    ...change.masters.changes.slice(0, maximum).map(masterLine),
    ...setLines('time', change.sets.times),
    ...setLines('holiday', change.sets.holidays),
  ].slice(0, maximum);
}

function recordLine(
  of: ChangeSubject,
  kind: ChangeLine['kind'],
  before: string | null,
  after: string | null,
): ChangeLine {
  const none = { grades: '', subject: '', substitution_kind: null, before: null, after: null };
  return { ...none, kind, of, record: { before, after } };
}

function masterLine(change: MasterChange): ChangeLine {
  const { entity: of, before, after } = change;
  const kind = kindOf(change);
  const text = ({ shortcut, name, extra }: MasterRow) => {
    const full = name ?? [extra.firstname, extra.lastname].filter(Boolean).join(' ');
    return full === '' || full === shortcut ? shortcut : `${shortcut} (${full})`;
  };
  return recordLine(
    of,
    kind,
    before && kind !== 'added' ? text(before) : null,
    kind === 'removed' ? null : text(after),
  );
}

function setLines(of: 'time' | 'holiday', { changed, added, removed }: SetChange): ChangeLine[] {
  return [
    ...changed.map(([before, after]) => recordLine(of, 'changed', before, after)),
    ...added.map((after) => recordLine(of, 'added', null, after)),
    ...removed.map((before) => recordLine(of, 'removed', before, null)),
  ];
}
