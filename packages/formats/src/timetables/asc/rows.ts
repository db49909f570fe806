import type { XmlAttributes } from '../xml-scan.ts';

/** One element of a table. */
export interface Row {
  attributes: XmlAttributes;
  /** 1-based line. */
  line: number;
}

/** The first of several attribute names that the row has (older dialects write `classid` for `classids`). */
export function readAttribute(row: Row, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = row.attributes[name];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The value without surrounding blanks, null when nothing is left. */
export function readText(row: Row, ...names: string[]): string | null {
  return readAttribute(row, ...names)?.trim() || null;
}
