import type { EntityRecord, TimeRecord } from '@kreide/core/features/timetable-import';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH, parseTime } from '../plan.ts';
import { type AscFile, type Element, type Row, readText } from './tables.ts';

/** A group of a class: the whole class or a part of it. */
export interface Group {
  id: string;
  name: string;
  class_id: string;
  is_entire: boolean;
}

/** The id of a row, unique in its table; null (and reported) without one. */
export function readId(file: AscFile, row: Row, taken: ReadonlySet<string> | ReadonlyMap<string, unknown>) {
  const id = readText(row, 'id');
  if (id === null) {
    file.findings.reject(file.name, { row: row.line, column: 'id' }, 'missing_value');
    return null;
  }
  if (id.length > MAX_CODE_LENGTH) {
    file.findings.reject(file.name, { row: row.line, column: 'id', value: id }, 'too_long');
    return null;
  }
  if (taken.has(id)) {
    file.findings.reject(file.name, { row: row.line, column: 'id', value: id }, 'duplicate_id');
    return null;
  }
  return id;
}

/** Codes are what people see; two rooms with the same code differ in their ids only. */
function warnOfDuplicates(file: AscFile, table: string, entities: readonly EntityRecord[]): void {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { code } of entities) (seen.has(code) ? twice : seen).add(code);
  const [example] = twice;
  if (example !== undefined) file.findings.warn('duplicate_codes', { table, count: twice.size, example });
}

function readEntities(file: AscFile, element: Element, table: string, more: (row: Row) => Partial<EntityRecord>) {
  const taken = new Set<string>();
  const entities: EntityRecord[] = [];
  for (const row of file.rows[element]) {
    const id = readId(file, row, taken);
    if (id === null) continue;
    const name = readText(row, 'name');
    const code = readText(row, 'short') ?? name ?? id;
    if (code.length > MAX_CODE_LENGTH || (name?.length ?? 0) > MAX_TEXT_LENGTH) {
      file.findings.reject(file.name, { row: row.line, column: 'short', value: code }, 'too_long');
      continue;
    }
    taken.add(id);
    entities.push({ external_id: id, code, name, ...more(row) });
  }
  warnOfDuplicates(file, table, entities);
  return entities;
}

function readColour(row: Row): string | null {
  const colour = readText(row, 'color')?.toLowerCase();
  return colour && /^#[0-9a-f]{6}$/.test(colour) ? colour : null;
}

/** `A B A B` is `A B`. */
function toSingle(name: string | null): string | null {
  const half = name?.slice(0, name.length >> 1) ?? '';
  return half !== '' && name === `${half} ${half}` ? half : name;
}

/**
 * First and last name of a teacher. Many schools have the whole name in one of the two fields, or in both: then it is the
 * last name, and nothing stands twice.
 */
function readNames(row: Row): { name: string | null; firstname: string | null; lastname: string | null } {
  const first = readText(row, 'firstname');
  const last = readText(row, 'lastname');
  const name = toSingle(readText(row, 'name'));
  if (first === null || last === null) return { name, firstname: null, lastname: last ?? name ?? first };
  if (last === first || last.endsWith(` ${first}`) || last.startsWith(`${first} `))
    return { name, firstname: null, lastname: last };
  if (first.endsWith(` ${last}`) || first.startsWith(`${last} `)) return { name, firstname: null, lastname: first };
  return { name, firstname: first, lastname: last };
}

/** Teachers, classes, rooms and subjects with their ids; bad rows are reported. */
export function readMasterData(file: AscFile) {
  return {
    teachers: readEntities(file, 'teacher', 'teachers', (row) => ({
      ...readNames(row),
      email: readText(row, 'email'),
      color: readColour(row),
    })),
    grades: readEntities(file, 'class', 'classes', () => ({})),
    bookables: readEntities(file, 'classroom', 'classrooms', () => ({})),
    subjects: readEntities(file, 'subject', 'subjects', () => ({})),
  };
}

/** Groups by id. */
export function readGroups(file: AscFile, classes: ReadonlySet<string>): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const row of file.rows.group) {
    const id = readId(file, row, groups);
    if (id === null) continue;
    const classId = readText(row, 'classid', 'classids');
    if (classId === null || !classes.has(classId)) {
      const reason = classId === null ? 'missing_value' : 'unknown_reference';
      file.findings.reject(file.name, { row: row.line, column: 'classid', value: classId }, reason);
      continue;
    }
    const isEntire = readText(row, 'entireclass') === '1';
    groups.set(id, { id, name: readText(row, 'name') ?? id, class_id: classId, is_entire: isEntire });
  }
  return groups;
}

/** Longer names of periods are times or sentences, which have no place in a plan. */
const PERIOD_NAME_LENGTH = 6;

/**
 * What people call the periods, by number: `13` is `5.3`. Only where each has a short name of its own; else they go by
 * their numbers.
 */
export function readPeriodNames(file: AscFile): ReadonlyMap<string, string> {
  const names = file.rows.period.map(
    (row) => [readText(row, 'period') ?? '', readText(row, 'short', 'name') ?? ''] as const,
  );
  const isUsable = ([, name]: readonly [string, string]) => name !== '' && name.length <= PERIOD_NAME_LENGTH;
  const isDistinct = new Set(names.map(([, name]) => name)).size === names.length;
  return names.every(isUsable) && isDistinct ? new Map(names) : new Map();
}

function readTimesOf(
  file: AscFile,
  element: 'period' | 'break',
  type: TimeRecord['type'],
  names: ReadonlyMap<string, string>,
): TimeRecord[] {
  const taken = new Set<string>();
  const times: TimeRecord[] = [];
  for (const row of file.rows[element]) {
    const hour = readText(row, element);
    const reject = (column: string, reason: 'missing_value' | 'bad_period' | 'bad_time' | 'duplicate_id') =>
      file.findings.reject(file.name, { row: row.line, column, value: readText(row, column) }, reason);
    if (hour === null) reject(element, 'missing_value');
    else if (!/^\d{1,3}$/.test(hour)) reject(element, 'bad_period');
    else if (taken.has(hour)) reject(element, 'duplicate_id');
    else {
      const begins = parseTime(readText(row, 'starttime') ?? '');
      const ends = parseTime(readText(row, 'endtime') ?? '');
      if (begins === null) reject('starttime', 'bad_time');
      else if (ends === null || ends <= begins) reject('endtime', 'bad_time');
      else {
        taken.add(hour);
        times.push({ hour: names.get(hour) ?? hour, weekday: null, begins_at: begins, ends_at: ends, type });
      }
    }
  }
  return times;
}

/** The bell times of periods, then of breaks; the same on every day. A break has the number of the period after it. */
export function readTimes(file: AscFile): TimeRecord[] {
  const names = readPeriodNames(file);
  return [...readTimesOf(file, 'period', 'LESSON', names), ...readTimesOf(file, 'break', 'BREAK', names)];
}
