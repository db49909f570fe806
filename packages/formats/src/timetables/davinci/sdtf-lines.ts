import type { Reason, SourceFile, TimeRecord } from '@kreide/core/features/timetable-import';
import { decodeText, readRows } from '../../tables/text.ts';
import type { Findings } from '../findings.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH, parseDate, parseTime } from '../plan.ts';
import type { UnitCollector, UnitKind } from '../unit-collector.ts';

/** One line of a transfer file. */
export interface Line {
  /** `U1`: what the fields mean. */
  type: string;
  /** A field by its number in the description, the type being the first; empty where it is missing. */
  at(number: number): string;
  /** How many fields there are, the type among them. */
  size: number;
  /** Reports that the line is left out because of a field. */
  reject(number: number, reason: Reason): void;
}

/** The lines of a file without comments; what cannot be taken apart is reported. */
export function readLines(file: SourceFile, findings: Findings): Line[] {
  return readRows(decodeText(file.bytes).text, ';').flatMap(({ row, fields, is_broken }) => {
    const at = (number: number) => (fields[number - 1] ?? '').trim();
    const type = at(1).toUpperCase();
    const reject = (number: number, reason: Reason) =>
      findings.reject(file.name, { row, column: `${type} ${number}`, value: at(number) }, reason);
    if (is_broken) reject(1, 'broken_quotes');
    return is_broken || type === '' ? [] : [{ type, at, size: fields.length, reject }];
  });
}

const UNITS: Readonly<Record<string, UnitKind>> = { K1: 'grades', L1: 'teachers', R1: 'bookables', F1: 'subjects' };

/** Classes, teachers, rooms and subjects; lessons refer to their codes. */
export function defineUnits(lines: readonly Line[], units: UnitCollector): void {
  for (const { type, at, reject } of lines) {
    const kind = UNITS[type];
    if (!kind) continue;
    const code = at(3);
    const [name, firstname] = [at(4) || null, at(5) || null];
    if (code === '') reject(3, 'missing_value');
    else if (code.length > MAX_CODE_LENGTH) reject(3, 'too_long');
    else if ((name?.length ?? 0) > MAX_TEXT_LENGTH) reject(4, 'too_long');
    else if (kind === 'teachers' && (firstname?.length ?? 0) > MAX_TEXT_LENGTH) reject(5, 'too_long');
    else {
      const person = kind === 'teachers' ? { firstname, lastname: name, title: at(11) || null } : {};
      if (!units.define(kind, { external_id: null, code, name, ...person })) reject(3, 'duplicate_id');
    }
  }
}

/** The plan that the file is about (`U0`). */
export interface Frame {
  begins_at: string;
  ends_at: string;
  /** Weeks of the plan without lessons, from 0. */
  free: ReadonlySet<number>;
  times: TimeRecord[];
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const toTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const LAST_MINUTE = 24 * 60 - 1;

/** The periods: each as long as its units, at most until the next one begins. */
function readTimes({ at, size, reject }: Line): TimeRecord[] {
  const minutes = Number(at(9) || 1) * Number(at(12));
  const begins: { hour: string; begin: number }[] = [];
  for (let number = 13; number <= size && number < 13 + Number(at(8)); number += 1) {
    const time = parseTime(at(number));
    if (time === null) reject(number, 'bad_time');
    else begins.push({ hour: String(number - 12), begin: toMinutes(time) });
  }
  return begins.flatMap(({ hour, begin }, place) => {
    const next = begins[place + 1]?.begin ?? LAST_MINUTE;
    const end = minutes > 0 ? Math.min(begin + minutes, next) : next;
    const isPeriod = end > begin && (minutes > 0 || begins[place + 1] !== undefined);
    if (!isPeriod) reject(12 + Number(hour), 'bad_range');
    return isPeriod
      ? [{ hour, weekday: null, begins_at: toTime(begin), ends_at: toTime(end), type: 'LESSON' as const }]
      : [];
  });
}

/** The plan's dates and periods; null where the file has none that can be used. */
export function readFrame(lines: readonly Line[]): Frame | null {
  const line = lines.find(({ type }) => type === 'U0');
  if (!line) return null;
  const { at, reject } = line;
  // What is in force may be less than what is planned.
  const begins_at = parseDate(at(2)) ?? parseDate(at(4));
  const ends_at = parseDate(at(3)) ?? parseDate(at(5));
  if (begins_at === null) reject(2, 'bad_date');
  else if (ends_at === null) reject(3, 'bad_date');
  else if (ends_at < begins_at) reject(3, 'bad_range');
  else {
    const free = new Set([...at(7).toUpperCase()].flatMap((mark, week) => (mark === 'X' ? [week] : [])));
    return { begins_at, ends_at, free, times: readTimes(line) };
  }
  return null;
}
