/** One row of a file as it was read. */
export interface SourceRow {
  /** 1-based line of the file, or row of the sheet, on which it begins. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The cells may be wrong: an open quote. */
  readonly is_broken: boolean;
  /** Cells by position that a spreadsheet has spoilt: an error, a number where letters stood. */
  readonly spoilt?: readonly number[];
  /** More or fewer cells than the header of its file, which is no longer at hand. */
  readonly is_askew?: boolean;
}

/** A file, or one sheet of a workbook. */
export interface SourceTable {
  readonly file: string;
  /** Null: not a workbook. */
  readonly sheet: string | null;
  readonly rows: readonly SourceRow[];
  /** Of a text: how it was read. A workbook has neither. */
  readonly encoding?: string;
  readonly delimiter?: string;
  /** The program whose format the file certainly has. */
  readonly preset?: string;
}

/**
 * Has a row so many cells that nobody knows which belongs to which column? One that is missing at the end says nothing, nor do
 * empty ones beyond the header. A workbook knows the column of each cell and leaves out empty ones.
 */
export function isAskew(row: SourceRow, width: number, isWorkbook: boolean): boolean {
  if (row.is_askew !== undefined) return row.is_askew;
  if (!isWorkbook && row.cells.length < width - 1) return true;
  return row.cells.slice(width).some((cell) => cell.trim() !== '');
}
