import { PAIR_COLUMNS, type Pair, type PairColumn, type PairState } from '@kreide/core/features/data-sync';
import type { Language, Translate } from '@kreide/core/kernel';
import { decodeText } from '@kreide/formats/tables/text';
import Papa from 'papaparse';
import { BOM, fromCell, toCsv } from '../../kernel/text/csv.ts';

/** What connects a row. */
const MARK = 'x';
const MARKS: readonly string[] = [MARK, '1', '✓'];

const nameOf = (person: { lastname: string; firstname: string } | null) =>
  person === null ? '' : `${person.lastname}, ${person.firstname}`;

/** What somebody has to look at comes first. */
const ORDER = ['doubtful', 'alike', 'sure', 'nobody', 'connected'] as const satisfies PairState[];

function toCells({ entry, account, state }: Pair, t: Translate): Record<PairColumn, string> {
  return {
    connect: state === 'sure' && entry?.subject ? MARK : '',
    account: account?.username ?? '',
    accountName: nameOf(account),
    class: account?.class ?? '',
    entry: entry?.subject ?? '',
    entryName: nameOf(entry),
    entryClass: entry?.class ?? '',
    foundBy: entry === null ? t('data-sync:pairs.noEntry') : t(`data-sync:pairs.${state}`),
  };
}

/** A list of pairs to look through: those that are certain are marked. */
export function writePairs(pairs: readonly Pair[], { t, language }: { t: Translate; language: Language }): string {
  const head = PAIR_COLUMNS.map((column) => `${t(`data-sync:pairs.columns.${column}`)} [${column}]`);
  const placeOf = ({ entry, state }: Pair) => (entry === null ? ORDER.length : ORDER.indexOf(state));
  const rows = pairs
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((pair) => {
      const cells = toCells(pair, t);
      return PAIR_COLUMNS.map((column) => cells[column]);
    });
  return BOM + toCsv([head, ...rows], language);
}

/** A row that somebody has marked. */
export interface MarkedRow {
  /** As a spreadsheet counts. */
  readonly row: number;
  readonly account: string;
  readonly entry: string;
  /** The mark means yes. */
  readonly is_clear: boolean;
}

/** The marked rows of a list; null: it has no columns of that kind. */
export function readPairs(bytes: Uint8Array): MarkedRow[] | null {
  const { text } = decodeText(bytes);
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimitersToGuess: [';', ',', '\t'] });
  const [head = [], ...rows] = data;
  const codes = head.map((cell) => /\[(\w+)\]\s*$/.exec(cell)?.[1]);
  const [connect, account, entry] = (['connect', 'account', 'entry'] as const).map((name) => codes.indexOf(name));
  if (connect === undefined || account === undefined || entry === undefined) return null;
  if (Math.min(connect, account, entry) < 0) return null;
  return rows.flatMap((cells, index) => {
    const mark = (cells[connect] ?? '').trim().toLowerCase();
    if (mark === '') return [];
    const named = {
      account: fromCell((cells[account] ?? '').trim()),
      entry: fromCell((cells[entry] ?? '').trim()),
    };
    return [{ row: index + 2, ...named, is_clear: MARKS.includes(mark) }];
  });
}
