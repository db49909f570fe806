/** One row of a file as it was read. */
export interface SourceRow {
  /** 1-based line of the file, or row of the sheet, on which it begins. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The cells may be wrong: an open quote. */
  readonly is_broken: boolean;
  /** Cells by position that a spreadsheet has spoilt: an error, a number where letters stood. */
  readonly spoilt?: readonly number[];
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
}
