import { isAskew, type SourceRow, type SourceTable } from './source-table.ts';

/** A file of a set by the names of its columns, whatever their case: real exports do not keep to it. */
export interface RosterFile {
  readonly table: SourceTable;
  readonly rows: readonly SourceRow[];
  readonly header: readonly string[];
  has(column: string): boolean;
  /** A cell, trimmed; empty where there is no such column or the row is short. */
  at(row: SourceRow, column: string): string;
}

const fold = (text: string) => text.trim().toLowerCase();

export function toRosterFile(table: SourceTable): RosterFile {
  const header = table.rows[0]?.cells ?? [];
  const positions = new Map(header.map((cell, position) => [fold(cell), position]));
  const isFilled = ({ cells }: SourceRow) => cells.some((cell) => cell.trim() !== '');
  return {
    table,
    header,
    rows: table.rows
      .slice(1)
      .filter(isFilled)
      .map((row) => (isAskew(row, header.length, false) ? { ...row, is_askew: true } : row)),
    has: (column) => positions.has(fold(column)),
    at: (row, column) => (row.cells[positions.get(fold(column)) ?? -1] ?? '').trim(),
  };
}

/** Name of the file that a table comes from, without its folder. */
export const nameOfFile = ({ sheet, file }: Pick<SourceTable, 'sheet' | 'file'>): string => fold(sheet ?? file);

/** Values of a cell that holds several. */
export const toList = (cell: string): string[] =>
  cell
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Does a status take its row back? */
export const isGone = (status: string) => fold(status) === 'tobedeleted';
/** Rows that a set does not take back, and whose cells are those of its columns. */
export const livingRows = (file: RosterFile | undefined): SourceRow[] =>
  file?.rows.filter((row) => !row.is_askew && !isGone(file.at(row, 'status'))) ?? [];
