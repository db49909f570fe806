import type { ParseOptions, Scope, SubstitutionRecord, SubstitutionSide } from '@kreide/core/features/timetable-import';
import { toStableId } from '../stable-id.ts';
import { type CsvKind, parseChange, parseFlag, parseKind, parseList, parsePeriods } from './cells.ts';
import { isInSchoolYear, readDate, readSlots, type Slot } from './slots.ts';
import type { CsvRow } from './table.ts';

/** One good row. */
interface SubstitutionRow {
  id: string;
  date: string;
  kind: CsvKind;
  slots: Slot[];
  from: SubstitutionSide;
  to: SubstitutionSide;
  comment: string | null;
  is_hidden: boolean;
  moved: { date: string; hours: readonly string[] } | null;
}

const NO_SLOT: Slot = { hour: null, begins_at: null, ends_at: null };

function orNull(list: string[]): string[] | null {
  return list.length === 0 ? null : list;
}

function readSides(row: CsvRow): { from: SubstitutionSide; to: SubstitutionSide } {
  const newSubject = row.read('new_subject').trim();
  return {
    from: {
      subject: row.read('subject').trim() || null,
      grades: orNull(parseList(row.read('classes'))),
      teachers: orNull(parseList(row.read('teachers'))),
      bookables: orNull(parseList(row.read('rooms'))),
    },
    to: {
      subject: /^[-–—]*$/.test(newSubject) ? null : newSubject,
      grades: null,
      teachers: parseChange(row.read('new_teachers')),
      bookables: parseChange(row.read('new_rooms')),
    },
  };
}

/**
 * The other end of a move: without a date the same day, without a period the same period. Undefined when unreadable.
 */
function readMove(row: CsvRow, date: string): SubstitutionRow['moved'] | undefined {
  const movedDate = readDate(row, 'moved_date');
  const cell = row.read('moved_period').trim();
  const hours = cell === '' ? [] : parsePeriods(cell);
  if (hours === null) row.reject('moved_period', 'bad_period');
  if (movedDate === undefined || hours === null) return undefined;
  return movedDate === null && hours.length === 0 ? null : { date: movedDate ?? date, hours };
}

function readRow(row: CsvRow, options: ParseOptions): SubstitutionRow | null {
  const date = readDate(row, 'date');
  const slots = readSlots(row);
  const hidden = parseFlag(row.read('hidden'));
  let kind = parseKind(row.read('kind'));
  if (date === null) row.reject('date', 'missing_value');
  if (hidden === null) row.reject('hidden', 'bad_flag');
  if (kind === undefined) row.reject('kind', 'unknown_kind');
  if (!date || slots === null || hidden === null || kind === undefined) return null;
  const moved = readMove(row, date);
  if (moved === undefined) return null;
  if (moved !== null && kind === null) kind = 'MOVED';
  const { from, to } = readSides(row);
  const comment = row.read('text').trim() || null;
  const changesNothing = Object.values(to).every((value) => value === null) && comment === null;
  if (!isInSchoolYear(date, date, options.school_year)) row.reject('date', 'outside_school_year');
  else if (kind === 'MOVED' && moved === null) row.reject('moved_date', 'missing_value');
  else if (slots.length === 0 && kind !== 'EVENT' && kind !== 'MESSAGE') row.reject('period', 'missing_value');
  else if (kind === null && changesNothing) row.reject('new_teachers', 'missing_value');
  else if (kind === 'MESSAGE' && comment === null) row.reject('text', 'missing_value');
  else {
    const period = slots.map((slot) => slot.hour ?? slot.begins_at ?? '');
    const id =
      row.read('id').trim() || toStableId(date, period, from.grades ?? [], from.subject, from.teachers ?? [], kind);
    return { id, date, kind, slots, from, to, comment, is_hidden: hidden, moved };
  }
  return null;
}

/** The content of the new slot of a move: the same people and room unless the row names new ones. */
function toArrivalSide(from: SubstitutionSide, to: SubstitutionSide): SubstitutionSide {
  return {
    subject: to.subject ?? from.subject,
    grades: to.grades ?? from.grades,
    teachers: to.teachers ?? from.teachers,
    bookables: to.bookables ?? from.bookables,
  };
}

function toRecords(row: SubstitutionRow): SubstitutionRecord[] {
  const slots = row.slots.length === 0 ? [NO_SLOT] : row.slots;
  const isMove = row.kind === 'MOVED';
  return slots.flatMap((slot, index) => {
    const external_id = slots.length === 1 ? row.id : `${row.id}:${slot.hour ?? index}`;
    const hour = row.moved?.hours[index] ?? (row.moved?.hours.length === 0 ? slot.hour : row.moved?.hours[0]) ?? null;
    // A move without a new period keeps its times; with one they come from the grid.
    const times = hour === slot.hour ? slot : { ...NO_SLOT, hour };
    const arrival = `${external_id}:arrival`;
    const shared = { lesson: null, comment: row.comment, is_hidden: row.is_hidden, moved_comment: null };
    const departure: SubstitutionRecord = {
      ...shared,
      ...slot,
      external_id,
      date: row.date,
      kind: row.kind === 'MOVED' ? 'MOVED_TO' : row.kind,
      from: row.from,
      to: isMove ? { subject: null, grades: null, teachers: null, bookables: null } : row.to,
      counterpart: row.moved && { ...times, date: row.moved.date, external_id: isMove ? arrival : null },
    };
    if (!isMove || row.moved === null) return [departure];
    const counterpart = { ...slot, date: row.date, external_id };
    const to = toArrivalSide(row.from, row.to);
    return [
      departure,
      { ...departure, ...times, external_id: arrival, date: row.moved.date, kind: 'MOVED_FROM', to, counterpart },
    ];
  });
}

/**
 * Converts rows to substitutions: one for each period, two for a move (its old and its new slot). `rows` is the number
 * of accepted rows; the scope is the range of their dates. Bad rows are reported.
 */
export function readSubstitutions(rows: readonly CsvRow[], options: ParseOptions) {
  const substitutions: SubstitutionRecord[] = [];
  const taken = new Map<string, string>();
  let scope: Scope['substitutions'] = null;
  let accepted = 0;
  for (const source of rows) {
    const row = readRow(source, options);
    if (row === null) continue;
    const content = JSON.stringify(row);
    const known = taken.get(row.id);
    if (known !== undefined) {
      source.reject('id', known === content ? 'duplicate_row' : 'duplicate_id');
      continue;
    }
    taken.set(row.id, content);
    accepted++;
    substitutions.push(...toRecords(row));
    if (scope === null) scope = { from: row.date, to: row.date };
    else if (row.date < scope.from) scope.from = row.date;
    else if (row.date > scope.to) scope.to = row.date;
  }
  return { substitutions, scope, rows: accepted };
}
