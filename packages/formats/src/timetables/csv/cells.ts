import type { Kind } from '@kreide/core/features/timetable';
import type { Weekday } from '@kreide/core/kernel';
import { remember } from '../remember.ts';

/** A range such as `1-40` is a mistake, not a lesson. */
const MAX_PERIODS = 20;

/** `Gültig ab` → `gueltigab`: the form in which headings and words are compared. */
export const foldWord = remember((text): string =>
  text
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, ''),
);

/** The codes of a cell, separated by `,` or `~`, trimmed but with inner blanks, each once. */
export function parseList(cell: string): string[] {
  if (cell === '') return [];
  const only = cell.trim();
  if (only === '') return [];
  if (!only.includes(',') && !only.includes('~')) return [only];
  const codes = cell.split(/[,~]/).map((code) => code.trim());
  return [...new Set(codes.filter((code) => code !== ''))];
}

/** The codes of a cell for the new state: null = unchanged (empty), [] = nobody (`-`, `---`). */
export function parseChange(cell: string): string[] | null {
  const trimmed = cell.trim();
  if (trimmed === '') return null;
  return /^[-–—]+$/.test(trimmed) ? [] : parseList(trimmed);
}

/** Period keys of `3`, `3.`, `1-2`, `4+5`, `1, 2`, ascending, each once; null when it is something else. */
export const parsePeriods = (cell: string): readonly string[] | null => periodsOf(cell) || null;

const periodsOf = remember((cell): readonly string[] | false => {
  const periods = new Set<number>();
  for (const part of cell.split(/[,+/~]/)) {
    const found = /^\s*(\d{1,2})\.?(?:\s*[-–]\s*(\d{1,2})\.?)?\s*$/.exec(part);
    if (!found) return false;
    const first = Number(found[1]);
    const last = found[2] === undefined ? first : Number(found[2]);
    if (last < first || last - first >= MAX_PERIODS) return false;
    for (let period = first; period <= last; period++) periods.add(period);
  }
  return [...periods].sort((a, b) => a - b).map(String);
});

const WEEKDAYS: [Weekday, string][] = [
  [1, '1 mo montag mon monday'],
  [2, '2 di die dienstag tue tues tuesday'],
  [3, '3 mi mit mittwoch wed wednesday'],
  [4, '4 do don donnerstag thu thur thurs thursday'],
  [5, '5 fr fre freitag fri friday'],
  [6, '6 sa sam samstag sonnabend sat saturday'],
  [7, '7 so son sonntag sun sunday'],
];
const WEEKDAY_BY_WORD = new Map(
  WEEKDAYS.flatMap(([day, words]) => words.split(' ').map((word) => [word, day] as const)),
);

/** A number from 1 to 7 or a German or English name; null when it is neither. */
export function parseWeekday(cell: string): Weekday | null {
  return WEEKDAY_BY_WORD.get(cell) ?? WEEKDAY_BY_WORD.get(foldWord(cell)) ?? null;
}

/** A kind of change; `MOVED` is a move in one row, at its old slot. */
export type CsvKind = Kind | 'MOVED' | null;

const KINDS: [CsvKind, string][] = [
  [null, 'change changed substitution substituted vertretung vertreten raum raumwechsel raumaenderung lehrerwechsel'],
  ['CANCLED', 'canceled cancelled cancled cancellation entfall ausfall faelltaus entfaellt frei'],
  ['MOVED', 'moved move verlegt verlegung verschoben'],
  ['MOVED_TO', 'movedto verlegtnach'],
  ['MOVED_FROM', 'movedfrom verlegtvon'],
  ['ADDITIONAL', 'additional extra zusatz zusaetzlich zusatzstunde sondereinsatz'],
  ['EVENT', 'event veranstaltung termin klausur exam'],
  ['MESSAGE', 'message note info hinweis nachricht mitteilung'],
];
const KIND_BY_WORD = new Map(KINDS.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)));

/** The kind that a word names; empty is a plain change. Undefined for unknown words. */
export function parseKind(cell: string): CsvKind | undefined {
  const word = foldWord(cell);
  return word === '' ? null : KIND_BY_WORD.get(word);
}

/** Yes and no in words and numbers; empty is no. Null when it is neither. */
export function parseFlag(cell: string): boolean | null {
  const word = foldWord(cell);
  if (['', '0', 'false', 'no', 'n', 'nein', 'falsch'].includes(word)) return false;
  if (['1', 'true', 'yes', 'y', 'ja', 'j', 'x', 'wahr'].includes(word)) return true;
  return null;
}
