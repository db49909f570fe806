import type { Reason } from '@kreide/core/features/timetable-import';
import { unifyLineEnds } from '../../../tables/text.ts';
import type { Findings } from '../../findings.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH, parseDate } from '../../plan.ts';

/** One line: its key stands at the beginning, its fields after the first comma. */
export interface GpnLine {
  row: number;
  text: string;
}

/** Every line that is not empty. */
export function readLines(text: string): GpnLine[] {
  const lines: GpnLine[] = [];
  for (const [at, line] of unifyLineEnds(text).split('\n').entries()) {
    if (line !== '') lines.push({ row: at + 1, text: line });
  }
  return lines;
}

/** Thrown inside a reader: the line is rejected. */
export class BadLine extends Error {
  readonly column: string;
  readonly reason: Reason;
  constructor(column: string, reason: Reason) {
    super(reason);
    this.column = column;
    this.reason = reason;
  }
}

export function refuse(column: string, reason: Reason): never {
  throw new BadLine(column, reason);
}

/** Reads a line; one that cannot be used is reported, and the others go on. */
export function attempt<T>(line: GpnLine, of: { file: string; findings: Findings }, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    of.findings.reject(of.file, { row: line.row, column: error.column, value: line.text }, error.reason);
    return null;
  }
}

/**
 * The fields after the first comma. Texts are in quotes where they need it; a quote inside a text is written as it is, so
 * one ends a text only before a comma or the end of the line.
 */
export function fieldsOf({ text }: GpnLine): string[] {
  const comma = text.indexOf(',');
  if (comma < 0) return [];
  const rest = text.slice(comma + 1);
  if (!rest.includes('"')) return rest.split(',');
  const fields: string[] = [];
  for (let at = 0; at <= rest.length; ) {
    if (rest[at] !== '"') {
      const end = rest.indexOf(',', at);
      fields.push(rest.slice(at, end < 0 ? rest.length : end));
      at = end < 0 ? rest.length + 1 : end + 1;
      continue;
    }
    let end = rest.indexOf('"', at + 1);
    while (end >= 0 && end + 1 < rest.length && rest[end + 1] !== ',') end = rest.indexOf('"', end + 1);
    if (end < 0) throw new BadLine(text.slice(0, comma).trim(), 'broken_quotes');
    fields.push(rest.slice(at + 1, end).replaceAll('""', '"'));
    at = end + 2;
  }
  return fields;
}

/** A field that names something; empty is empty. */
export function codeOf(fields: readonly string[], at: number, column: string): string {
  const code = fields[at] ?? '';
  if (code.length > MAX_CODE_LENGTH) throw new BadLine(column, 'too_long');
  return code.trim() === '' ? '' : code;
}

/** A field for people; null when it is empty. */
export function noteOf(fields: readonly string[], at: number, column: string): string | null {
  const note = (fields[at] ?? '').trim();
  if (note.length > MAX_TEXT_LENGTH) throw new BadLine(column, 'too_long');
  return note === '' ? null : note;
}

/** A day; null when the field is empty. */
export function dateOf(fields: readonly string[], at: number, column: string): string | null {
  const field = (fields[at] ?? '').trim();
  if (field === '' || field === '0') return null;
  const date = parseDate(field);
  if (date === null) throw new BadLine(column, 'bad_date');
  return date;
}

/** A range of days, both of which have to be there. */
export function rangeOf(fields: readonly string[], at: number, column: string): { begins_at: string; ends_at: string } {
  const begins_at = dateOf(fields, at, column);
  const ends_at = dateOf(fields, at + 1, column);
  if (begins_at === null || ends_at === null) throw new BadLine(column, 'missing_value');
  if (ends_at < begins_at) throw new BadLine(column, 'bad_range');
  return { begins_at, ends_at };
}

/** `1-2-`: numbers of terms. */
export function termsOf(line: GpnLine): number[] {
  return [...new Set((line.text.match(/,(.*)/)?.[1]?.match(/\d{1,3}/g) ?? []).map(Number))];
}
