import Papa from 'papaparse';
import { mendText } from './mend-text.ts';

/** The detected encoding. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The three delimiters that timetable exports use. */
export const DELIMITERS = [';', ',', '\t'] as const;
/** Those of lists of people. */
export const DELIMITERS_OF_LISTS = [...DELIMITERS, '|'] as const;
export type Delimiter = (typeof DELIMITERS_OF_LISTS)[number];

/** One row of a delimited file. */
export interface TextRow {
  /** 1-based line on which the row begins. */
  row: number;
  /** The cells as written, not trimmed. */
  fields: string[];
  /** True: a quote is never closed, or text follows a closing quote; the cells may be wrong. */
  is_broken: boolean;
}

/** Number of rows that determine the delimiter. */
const SAMPLE_ROWS = 20;
/** Maximum number of lines of a quoted cell before the quote counts as never closed. */
const MAX_CELL_LINES = 50;

/** The encoding of a byte order mark, and the mark's length; null without one. */
export function readBom(bytes: Uint8Array): { encoding: Encoding; length: number } | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return null;
}

/** UTF-16 without a mark: the first characters are ASCII, so every other byte is zero. */
function guessUtf16(bytes: Uint8Array): Encoding | null {
  const length = Math.min(bytes.length, 64) & ~1;
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const half = length / 2;
  if (odd === half && even === 0) return 'utf-16le';
  if (even === half && odd === 0) return 'utf-16be';
  return null;
}

/** The text if the bytes are valid UTF-8, else null. */
export function decodeStrictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Decodes bytes and corrects what is certainly wrong about the result (`mendText`). Never fails. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const { text, encoding } = decodeRaw(bytes);
  return { text: mendText(text).text, encoding };
}

/**
 * Decodes bytes: byte order mark, then UTF-16 by its zero bytes, then strict UTF-8, then Windows-1252. Never fails; the
 * mark is not part of the text.
 */
export function decodeRaw(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = readBom(bytes)?.encoding ?? guessUtf16(bytes);
  // NUL does not occur in timetables, and PostgreSQL cannot store it.
  if (encoding) return { text: new TextDecoder(encoding).decode(bytes).replaceAll('\0', ''), encoding };
  const text = decodeStrictUtf8(bytes);
  if (text !== null) return { text, encoding: 'utf-8' };
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
}

/** Normalises line ends: `\r\n` and lone `\r` become `\n`. */
export function unifyLineEnds(text: string): string {
  const unified = text.replaceAll('\r\n', '\n');
  return unified.includes('\r') ? unified.replaceAll('\r', '\n') : unified;
}

/** Field counts of the first rows under each delimiter, counted outside quotes in one pass. */
function countFields(text: string, delimiters: readonly Delimiter[]): number[][] {
  const counts: number[][] = delimiters.map(() => []);
  const current = delimiters.map(() => 1);
  let isQuoted = false;
  let isEmpty = true;
  const endRow = () => {
    if (!isEmpty) {
      for (const [k, column] of counts.entries()) column.push(current[k]!);
    }
    current.fill(1);
    isEmpty = true;
  };
  for (let i = 0; i < text.length && counts[0]!.length < SAMPLE_ROWS; i++) {
    const char = text[i]!;
    if (char === '"') isQuoted = !isQuoted;
    else if (char === '\n' && !isQuoted) {
      endRow();
      continue;
    } else if (!isQuoted) {
      const k = delimiters.indexOf(char as Delimiter);
      if (k >= 0) current[k]!++;
    }
    isEmpty = false;
  }
  if (counts[0]!.length < SAMPLE_ROWS) endRow();
  return counts;
}

/** The delimiter that a spreadsheet's first line `sep=;` names. */
function readSeparatorLine(text: string): Delimiter | null {
  const found = /^sep=([;,\t|])\r?(?:\n|$)/i.exec(text);
  return found ? (found[1] as Delimiter) : null;
}

/**
 * The delimiter with the most constant number of fields over the first 20 rows, respecting quotes; null when the text
 * has one column only. A first line `sep=;` takes precedence.
 */
export function detectDelimiter(text: string, delimiters: readonly Delimiter[] = DELIMITERS): Delimiter | null {
  const named = readSeparatorLine(text);
  if (named) return named;
  let best: Delimiter | null = null;
  let bestScore = 0;
  // The rows in question are short: a binary file without line ends need not be scanned completely.
  for (const [k, column] of countFields(unifyLineEnds(text.slice(0, 200_000)), delimiters).entries()) {
    const frequency = new Map<number, number>();
    for (const fields of column) frequency.set(fields, (frequency.get(fields) ?? 0) + 1);
    for (const [fields, rows] of frequency) {
      if (fields < 2) continue;
      const score = (rows / column.length) * 1000 + Math.min(fields, 999) / 1000;
      if (score > bestScore) {
        bestScore = score;
        best = delimiters[k]!;
      }
    }
  }
  return best;
}

function countLineEnds(fields: readonly string[]): number {
  let lines = 0;
  for (const field of fields) {
    for (let at = field.indexOf('\n'); at >= 0; at = field.indexOf('\n', at + 1)) lines++;
  }
  return lines;
}

function parseCells(text: string, delimiter: Delimiter) {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', quoteChar: '"', skipEmptyLines: false });
}

function isBlank(fields: readonly string[]): boolean {
  return fields.length === 0 || (fields.length === 1 && fields[0]!.trim() === '');
}

/** Reads record by record, so that one stray quote costs one row and not the rest of the file. */
function readBrokenRows(text: string, delimiter: Delimiter): TextRow[] {
  const lines = text.split('\n');
  const rows: TextRow[] = [];
  for (let i = 0; i < lines.length; i++) {
    let record = lines[i]!;
    if (!record.includes('"')) {
      const fields = record.split(delimiter);
      if (!isBlank(fields)) rows.push({ row: i + 1, fields, is_broken: false });
      continue;
    }
    let parsed = parseCells(record, delimiter);
    const isOpen = () => parsed.errors.length > 0 && parsed.errors.every((error) => error.code === 'MissingQuotes');
    let last = i;
    while (isOpen() && last + 1 < lines.length && last - i < MAX_CELL_LINES) {
      last++;
      record += `\n${lines[last]}`;
      if (lines[last]!.includes('"')) parsed = parseCells(record, delimiter);
    }
    const isBroken = parsed.errors.length > 0 || parsed.data.length !== 1;
    if (isBroken) rows.push({ row: i + 1, fields: lines[i]!.split(delimiter), is_broken: true });
    else {
      rows.push({ row: i + 1, fields: parsed.data[0]!, is_broken: false });
      i = last;
    }
  }
  return rows;
}

/**
 * All rows of a delimited text with their line numbers. Tolerant: line ends may be mixed, cells may contain line ends
 * and doubled quotes, blank lines and a first line `sep=;` are skipped, a broken quote affects its own row only.
 * Trailing empty fields are kept: read by index and ignore the surplus.
 */
export function readRows(text: string, delimiter: Delimiter): TextRow[] {
  const unified = unifyLineEnds(text);
  const skip = readSeparatorLine(unified) === null ? 0 : 1;
  const parsed = parseCells(unified, delimiter);
  if (parsed.errors.some((error) => error.type === 'Quotes')) return readBrokenRows(unified, delimiter).slice(skip);
  const rows: TextRow[] = [];
  // Only quoted cells hold line ends, and few files have such cells.
  const hasLongCells = unified.includes('"') && countLineEnds([unified]) + 1 !== parsed.data.length;
  let row = 1;
  for (const fields of parsed.data) {
    if (!isBlank(fields)) rows.push({ row, fields, is_broken: false });
    row += hasLongCells ? 1 + countLineEnds(fields) : 1;
  }
  return rows.slice(skip);
}
