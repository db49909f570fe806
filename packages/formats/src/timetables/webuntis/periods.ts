import { type Entry, entriesOf, type Fields, type Reject, textOf } from '../davinci/values.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH, parseDate } from '../plan.ts';

/** An element of a period: what the plan says and what holds; null: nobody, or nothing. */
export interface Element {
  planned: string | null;
  now: string | null;
  /** It stands for another one, or another one for it. */
  isReplaced: boolean;
}

export interface Elements {
  kl: Element[];
  te: Element[];
  su: Element[];
  ro: Element[];
}

/** One period of one day. */
export interface Period extends Elements {
  date: string;
  begins: string;
  ends: string;
  code: 'cancelled' | 'irregular' | null;
  /** `ex` exam, `oh` office hour, `sb` standby, `bs` break supervision; null: a lesson. */
  type: string | null;
  /** The lesson that it belongs to; null where the interface does not tell. */
  number: string | null;
  /** The group of pupils that it is for; null: whole classes, or not told. */
  group: string | null;
  /** A note of the lesson. */
  note: string | null;
  /** A text about the change. */
  text: string | null;
}

/** One entry of the list of substitutions. */
export interface Substitution extends Elements {
  type: string;
  number: string | null;
  date: string;
  begins: string;
  text: string | null;
  /** The other end of a move. */
  other: { date: string; begins: string; ends: string | null } | null;
}

/** What stands where nobody is named. */
const NOBODY: ReadonlySet<string> = new Set(['', '---', '?']);

/** `755` is 07:55. */
export function clockOf(fields: Fields, name: string): string | null {
  const number = Number(textOf(fields, name) ?? 'none');
  const [hours, minutes] = [Math.floor(number / 100), number % 100];
  if (!Number.isInteger(number) || number < 0 || hours > 23 || minutes > 59) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

export const dayOf = (fields: Fields, name: string) => parseDate(textOf(fields, name) ?? '');

/** Codes by the interface's numbers, of each kind. */
export type Codes = Readonly<Record<keyof Elements, ReadonlyMap<string, string>>>;

/** What reading a period needs besides the period. */
export interface Reading {
  readonly codes: Codes;
  readonly reject: Reject;
}

/** Codes are compared exactly, so nothing is trimmed. */
function codeOf(fields: Fields, codes: ReadonlyMap<string, string>, id: string, name: string): string | null {
  const number = textOf(fields, id);
  const text = textOf(fields, name) === null ? (codes.get(number ?? '') ?? '') : String(fields[name]);
  return number === '0' || NOBODY.has(text.trim()) ? null : text;
}

function elementsOf(entry: Entry, list: keyof Elements, { codes, reject }: Reading): Element[] {
  return entriesOf(entry.fields, list, reject).flatMap(({ fields, path }) => {
    const isReplaced = textOf(fields, 'orgid') !== null || textOf(fields, 'orgname') !== null;
    const now = codeOf(fields, codes[list], 'id', 'name');
    const planned = isReplaced ? codeOf(fields, codes[list], 'orgid', 'orgname') : now;
    const long = [now, planned].find((code) => (code?.length ?? 0) > MAX_CODE_LENGTH);
    if (long) reject({ fields, path: `${entry.path}.${path}` }, 'name', 'too_long', long);
    return long || (now === null && planned === null) ? [] : [{ planned, now, isReplaced }];
  });
}

const allElements = (entry: Entry, reading: Reading): Elements => ({
  kl: elementsOf(entry, 'kl', reading),
  te: elementsOf(entry, 'te', reading),
  su: elementsOf(entry, 'su', reading),
  ro: elementsOf(entry, 'ro', reading),
});

const noteOf = (fields: Fields, ...names: string[]) => textOf(fields, ...names)?.slice(0, MAX_TEXT_LENGTH) ?? null;
const numberOf = (fields: Fields, name: string) => {
  const text = textOf(fields, name);
  return text === '0' ? null : text;
};

/** The codes of the plan. */
export const plannedOf = (elements: readonly Element[]) => [...new Set(elements.flatMap((one) => one.planned ?? []))];
/** The codes that hold. */
export const nowOf = (elements: readonly Element[]) => [...new Set(elements.flatMap((one) => one.now ?? []))];

function groupOf(entry: Entry, reject: Reject): string | null {
  const group = textOf(entry.fields, 'sg');
  if (group === null || group.length <= MAX_CODE_LENGTH) return group;
  reject(entry, 'sg', 'too_long', group);
  return null;
}

function readPeriod(entry: Entry, reading: Reading): Period | null {
  const { fields } = entry;
  const { reject } = reading;
  const date = dayOf(fields, 'date');
  const begins = clockOf(fields, 'startTime');
  const ends = clockOf(fields, 'endTime');
  if (date === null) reject(entry, 'date', 'bad_date', fields.date);
  else if (begins === null) reject(entry, 'startTime', 'bad_time', fields.startTime);
  else if (ends === null) reject(entry, 'endTime', 'bad_time', fields.endTime);
  else if (ends <= begins) reject(entry, 'endTime', 'bad_range', fields.endTime);
  else {
    const code = textOf(fields, 'code');
    const type = textOf(fields, 'lstype');
    return {
      date,
      begins,
      ends,
      ...allElements(entry, reading),
      code: code === 'cancelled' || code === 'irregular' ? code : null,
      type: type === 'ls' ? null : type,
      number: numberOf(fields, 'lsnumber'),
      group: groupOf(entry, reject),
      note: noteOf(fields, 'lstext'),
      text: noteOf(fields, 'substText', 'info'),
    };
  }
  return null;
}

export function readPeriods(answers: Fields, reading: Reading): Period[] {
  return entriesOf(answers, 'getTimetable', reading.reject).flatMap((entry) => readPeriod(entry, reading) ?? []);
}

function otherEndOf(fields: Fields, reject: Reject): Substitution['other'] {
  const [move] = entriesOf(fields, 'reschedule', reject);
  const date = move && dayOf(move.fields, 'date');
  const begins = move && clockOf(move.fields, 'startTime');
  return date && begins ? { date, begins, ends: clockOf(move.fields, 'endTime') } : null;
}

export function readSubstitutions(answers: Fields, reading: Reading): Substitution[] {
  const { reject } = reading;
  return entriesOf(answers, 'getSubstitutions', reject).flatMap((entry) => {
    const { fields } = entry;
    const date = dayOf(fields, 'date');
    const begins = clockOf(fields, 'startTime');
    // Entries about whole days have no time: no period belongs to them.
    if (date === null || begins === null) return [];
    const number = numberOf(fields, 'lsid');
    const told = { type: textOf(fields, 'type') ?? '', number, date, begins, text: noteOf(fields, 'txt') };
    return [{ ...told, ...allElements(entry, reading), other: otherEndOf(fields, reject) }];
  });
}
