import type { SubstitutionRecord, SubstitutionSide } from '@kreide/core/features/timetable-import';
import type { Findings } from '../../findings.ts';
import { toLineKey } from '../lesson-key.ts';
import { pairMoves } from './moves.ts';
import type { SubstitutionRow } from './substitution-rows.ts';

const UNCHANGED: SubstitutionSide = { subject: null, grades: null, teachers: null, bookables: null };

const orNull = (value: string): string | null => (value.trim() === '' ? null : value);
const toCodes = (value: string): string[] => (value.trim() === '' ? [] : [value]);
const isSameList = (a: readonly string[], b: readonly string[]) => a.join('~') === b.join('~');
const filledOrNull = (codes: string[]): string[] | null => (codes.length > 0 ? codes : null);
const changedOrNull = (before: string[], after: string[]): string[] | null =>
  after.length === 0 || isSameList(before, after) ? null : after;

/** The regular lesson named by the row. */
function toBefore(row: SubstitutionRow): SubstitutionSide {
  return {
    subject: orNull(row.subject),
    grades: filledOrNull(row.grades),
    teachers: filledOrNull(toCodes(row.teacher)),
    bookables: filledOrNull(row.rooms),
  };
}

/** The differences; an empty new teacher means that nobody substitutes. */
function toAfter(row: SubstitutionRow): SubstitutionSide {
  return {
    subject: row.new_subject === row.subject ? null : orNull(row.new_subject),
    grades: changedOrNull(row.grades, row.new_grades),
    teachers: row.new_teacher.trim() === '' ? [] : changedOrNull(toCodes(row.teacher), [row.new_teacher]),
    bookables: changedOrNull(row.rooms, row.new_rooms),
  };
}

/** The values of an event or extra lesson: the new ones where given, else the old ones of the row. */
function toWhole(row: SubstitutionRow): SubstitutionSide {
  return {
    subject: orNull(row.new_subject) ?? orNull(row.subject),
    grades: row.new_grades.length > 0 ? row.new_grades : row.grades,
    teachers: toCodes(row.new_teacher || row.teacher),
    bookables: row.new_rooms.length > 0 ? row.new_rooms : row.rooms,
  };
}

function toCounterpart(row: SubstitutionRow | undefined): SubstitutionRecord['counterpart'] {
  if (!row) return null;
  return { date: row.date, hour: row.hour, begins_at: null, ends_at: null, external_id: row.external_id };
}

/** Kind and both sides of one row (docs/import-formats.md, GPU014); a move without its other end falls back. */
function toChange(
  row: SubstitutionRow,
  origin: SubstitutionRow | undefined,
  target: SubstitutionRow | undefined,
): Pick<SubstitutionRecord, 'kind' | 'from' | 'to' | 'counterpart'> {
  const before = toBefore(row);
  switch (row.meaning) {
    case 'cancelled':
    case 'released':
      return { kind: 'CANCLED', from: before, to: UNCHANGED, counterpart: null };
    case 'moved_away':
      return { kind: target ? 'MOVED_TO' : 'CANCLED', from: before, to: UNCHANGED, counterpart: toCounterpart(target) };
    case 'arrival':
      if (origin) return { kind: 'MOVED_FROM', from: before, to: toWhole(row), counterpart: toCounterpart(origin) };
      if (row.letter === 'W') return { kind: null, from: before, to: toAfter(row), counterpart: null };
      return { kind: 'ADDITIONAL', from: before, to: toWhole(row), counterpart: null };
    case 'additional':
      return { kind: 'ADDITIONAL', from: UNCHANGED, to: toWhole(row), counterpart: null };
    case 'exam':
      return { kind: 'EVENT', from: before, to: toWhole(row), counterpart: null };
    case 'supervision':
      return {
        kind: 'SUPERVISION',
        from: { ...UNCHANGED, teachers: before.teachers },
        to: { ...UNCHANGED, teachers: row.is_cancelled ? [] : toAfter(row).teachers },
        counterpart: null,
      };
    case 'room':
      return {
        kind: null,
        from: before,
        to: { ...UNCHANGED, bookables: changedOrNull(row.rooms, row.new_rooms) },
        counterpart: null,
      };
    case 'changed':
      return { kind: null, from: before, to: toAfter(row), counterpart: null };
  }
}

/**
 * A lesson that leaves its slot while somebody else teaches the class there: besides the departure the row holds a new
 * lesson.
 */
function hasNewLesson(row: SubstitutionRow): boolean {
  if (row.meaning !== 'moved_away' || row.is_cancelled) return false;
  return row.new_teacher.trim() !== '' && row.new_teacher !== row.teacher;
}

/** The records of one row: one, or two for a departure with a new lesson in its place. */
function toRecords(
  row: SubstitutionRow,
  origin: SubstitutionRow | undefined,
  target: SubstitutionRow | undefined,
): SubstitutionRecord[] {
  const record: SubstitutionRecord = {
    external_id: row.external_id,
    date: row.date,
    hour: row.hour,
    begins_at: null,
    ends_at: null,
    lesson: toLesson(row),
    ...toChange(row, origin, target),
    comment: toComment(row),
    is_hidden: false,
    moved_comment: null,
  };
  if (!hasNewLesson(row)) return [record];
  const added = { kind: 'ADDITIONAL', lesson: null, from: UNCHANGED, to: toWhole(row), counterpart: null } as const;
  return [record, { ...record, ...added, external_id: `${row.external_id}:new` }];
}

/** The room field of a break supervision contains its area, not a room: it becomes part of the text. */
function toComment(row: SubstitutionRow): string | null {
  const area = row.meaning === 'supervision' ? [...new Set([...row.rooms, ...row.new_rooms])].join(', ') : '';
  return [area, row.text].filter((part) => part !== '').join(': ') || null;
}

/** An extra duty and a supervision replace no lesson, whatever number they have. */
function toLesson(row: SubstitutionRow): string | null {
  if (row.number === '0' || row.meaning === 'additional' || row.meaning === 'supervision') return null;
  return toLineKey(row.number, row.subject, row.teacher);
}

/**
 * The substitutions of GPU014 and the range of dates that the file covers. Rows marked "do not print" are skipped
 * unless requested (T-3.93): the regular lesson is unchanged, but they count for the range.
 */
export function toSubstitutions(
  rows: readonly SubstitutionRow[],
  isDoNotPrintWanted: boolean,
  findings: Findings,
): { records: SubstitutionRecord[]; rows: SubstitutionRow[]; scope: { from: string; to: string } | null } {
  const wanted = rows.filter((row) => isDoNotPrintWanted || !row.is_do_not_print);
  if (wanted.length < rows.length) findings.warn('do_not_print_skipped', { count: rows.length - wanted.length });
  const { origins, targets } = pairMoves(wanted);
  const unpaired = wanted.filter(
    (row) => (row.meaning === 'arrival' && !origins.has(row)) || (row.meaning === 'moved_away' && !targets.has(row)),
  );
  if (unpaired.length > 0) findings.warn('moves_unpaired', { count: unpaired.length });
  const records = wanted.flatMap((row) => toRecords(row, origins.get(row), targets.get(row)));
  const dates = rows.map((row) => row.date).sort();
  return { records, rows: wanted, scope: dates.length > 0 ? { from: dates[0]!, to: dates.at(-1)! } : null };
}
