import { defuseCell } from '../../kernel/formula.ts';
import type { ImportLine, ImportRun } from './schema.ts';

/** Headers of what is added to the columns of the file. */
export interface RejectedWords {
  readonly row: string;
  readonly column: string;
  readonly reason: string;
}

const toCell = (cell: string) => (/[";\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * The rejected rows as CSV that can be mended and imported again: the columns of the file, then line, column and reason,
 * which an import does not read. A list without a header stays one. Formulas are made texts (D-3.07).
 */
export function writeRejected(
  columns: readonly ImportRun['columns'][number][],
  rejected: readonly Pick<ImportLine, 'places' | 'rejected'>[],
  words: RejectedWords,
): string {
  const [first] = columns;
  const headers = columns.filter(({ file, sheet }) => file === first?.file && sheet === first.sheet);
  const names = headers.map(({ header }) => header.replace(/ \(\d+\)$/, ''));
  const width = rejected.reduce((most, line) => Math.max(most, line.rejected?.cells.length ?? 0), names.length);
  const fill = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '');
  const rows = rejected.map(({ places, rejected: row }) => [
    ...fill(row?.cells ?? []),
    String(places[0]?.line ?? ''),
    row?.column ?? '',
    row?.text ?? '',
  ]);
  const hasHeader = names.some((name) => !/^\d+$/.test(name));
  const head = [...fill(names), words.row, words.column, words.reason];
  const lines = [...(hasHeader ? [head] : []), ...rows].map((cells) => cells.map(defuseCell).map(toCell).join(';'));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
