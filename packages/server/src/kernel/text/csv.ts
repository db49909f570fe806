import type { Language } from '@kreide/core/kernel';
import Papa from 'papaparse';

/** Spreadsheets take the encoding from it. */
export const BOM = '\uFEFF';

/** What a spreadsheet would calculate: also in the wide forms of the signs, and in texts of several lines. */
const FORMULA = /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/;

/** Only English spreadsheets take the comma for the end of a cell. */
const delimiterOf = (language: Language): string => (language === 'en' ? ',' : ';');

/** Rows as a spreadsheet in this language reads them; nothing of them is calculated there. */
export const toCsv = (rows: readonly (readonly unknown[])[], language: Language): string =>
  `${Papa.unparse(rows as unknown[][], { delimiter: delimiterOf(language), escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;

/** A cell as it was before it was kept from being calculated. */
export const fromCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
