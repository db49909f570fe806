import type { Kind } from '@kreide/core/features/timetable';
import type { PlanChange } from './resolve.ts';
import type { ImportState, LessonRow, Master, SubstitutionRow } from './state.ts';

/** Lines that an upload keeps of its difference. */
export const LINES_MAXIMUM = 200;

interface Side {
  weekday: number | null;
  date: string | null;
  hour: string | null;
  time: string | null;
  rooms: string;
  teachers: string;
}

/** One difference without words: who reads it decides about the language. */
export interface ChangeLine {
  kind: 'added' | 'changed' | 'removed';
  of: 'lesson' | 'substitution';
  grades: string;
  subject: string;
  substitution_kind: Kind | 'CHANGED' | null;
  before: Side | null;
  after: Side | null;
}

/** The first differences, substitutions before lessons, changed before added and removed. */
export function toLines(state: ImportState, change: PlanChange): ChangeLine[] {
  const codes = new Map<string, string>();
  for (const [entity, rows] of Object.entries(state.masters))
    for (const row of rows) codes.set(`${entity} ${row.id}`, row.shortcut);
  for (const { entity, after } of change.masters.changes) codes.set(`${entity} ${after.id}`, after.shortcut);
  const listed = (entity: Master, ids: readonly number[]) =>
    ids.map((id) => codes.get(`${entity} ${id}`) ?? '').join(', ');
  const side = (row: LessonRow | SubstitutionRow): Side => ({
    weekday: 'weekday' in row ? row.weekday : null,
    date: 'date' in row ? row.date : (row.dates?.[0] ?? null),
    hour: row.hour,
    time: row.time_begins_at,
    rooms: listed('bookable', row.bookable_ids),
    teachers: listed('teacher', row.teacher_ids),
  });
  const line = (
    of: ChangeLine['of'],
    before: LessonRow | SubstitutionRow | null,
    after: LessonRow | SubstitutionRow | null,
  ): ChangeLine => {
    const row = (after ?? before) as LessonRow | SubstitutionRow;
    return {
      kind: before && after ? 'changed' : after ? 'added' : 'removed',
      of,
      grades: listed('grade', row.grade_ids),
      subject: row.subject_id === null ? (row.comment ?? '') : (codes.get(`subject ${row.subject_id}`) ?? ''),
      substitution_kind: 'kind' in row ? (row.kind ?? 'CHANGED') : null,
      before: before && side(before),
      after: after && side(after),
    };
  };
  const { added, changed, removed } = change.substitutions;
  const placed = change.lessons.differences.filter(
    ({ before, after }) => (before ?? after)?.time_begins_at !== null || after?.time_begins_at != null,
  );
  // Thousands may differ; only those that are kept are written.
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
