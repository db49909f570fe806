import type { Reason } from '@kreide/core/features/timetable-import';
import type { TextRow } from '../../../tables/text.ts';
import { parsePeriod, parseWeekday } from '../../calendar.ts';
import type { Findings } from '../../findings.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH, parseDate } from '../../plan.ts';
import type { GpuFile } from './kinds.ts';

/** One row, read by 1-based field numbers as docs/import-formats.md counts them; missing trailing fields are empty. */
export interface GpuRow {
  row: number;
  /** The field as written; a row with a too long code is rejected. */
  text(field: number): string;
  /** A text for people, trimmed. */
  note(field: number): string;
  /** The items of a `~` list without empty ones; each must be short enough for a code. */
  list(field: number): string[];
}

/** Thrown inside a row reader: the row is rejected, naming the bad field. */
class BadField extends Error {
  readonly field: number;
  readonly reason: Reason;
  constructor(field: number, reason: Reason) {
    super(reason);
    this.field = field;
    this.reason = reason;
  }
}

function limit(value: string, field: number, length: number): string {
  if (value.length > length) throw new BadField(field, 'too_long');
  return value;
}

class Row implements GpuRow {
  readonly row: number;
  private readonly fields: readonly string[];
  constructor({ row, fields }: TextRow) {
    this.row = row;
    this.fields = fields;
  }

  text(field: number): string {
    return limit(this.fields[field - 1] ?? '', field, MAX_CODE_LENGTH);
  }

  note(field: number): string {
    return limit((this.fields[field - 1] ?? '').trim(), field, MAX_TEXT_LENGTH);
  }

  list(field: number): string[] {
    const codes = splitList(this.fields[field - 1] ?? '');
    for (const code of codes) limit(code, field, MAX_CODE_LENGTH);
    return codes;
  }
}

/** `10c~10a` to its codes; codes keep their blanks. */
export function splitList(value: string): string[] {
  if (!value.includes('~')) return value.trim() === '' ? [] : [value];
  return [...new Set(value.split('~'))].filter((item) => item.trim() !== '');
}

/**
 * Reads every row of a file. A row that its reader rejects, that is too short or has broken quotes is reported with
 * row, column, value and reason; the others are read.
 */
export function readGpuRows<T>(file: GpuFile, findings: Findings, fields: number, read: (row: GpuRow) => T): T[] {
  const taken: T[] = [];
  const reject = (row: number, field: number | null, value: string | null, reason: Reason) =>
    findings.reject(file.name, { row, column: field === null ? null : String(field), value }, reason);
  for (const textRow of file.rows) {
    const { row } = textRow;
    if (textRow.is_broken) reject(row, null, textRow.fields.join(' '), 'broken_quotes');
    else if (textRow.fields.length < fields) reject(row, null, String(textRow.fields.length), 'too_few_fields');
    else {
      try {
        taken.push(read(new Row(textRow)));
      } catch (error) {
        if (!(error instanceof BadField)) throw error;
        reject(row, error.field, textRow.fields[error.field - 1] ?? '', error.reason);
      }
    }
  }
  return taken;
}

function require<T>(value: T | null, field: number, reason: Reason): T {
  if (value === null) throw new BadField(field, reason);
  return value;
}

/** A whole number as text, or the row is rejected. */
export function requireNumber(row: GpuRow, field: number): string {
  const value = row.text(field).trim();
  return require(/^\d{1,9}$/.test(value) ? String(Number(value)) : null, field, 'bad_number');
}

/** A required code, or the row is rejected. */
export function requireCode(row: GpuRow, field: number): string {
  const value = row.text(field);
  return require(value.trim() === '' ? null : value, field, 'missing_value');
}

/** `20260907`, or the row is rejected. */
export function requireDate(row: GpuRow, field: number): string {
  return require(parseDate(row.text(field)), field, 'bad_date');
}

/** Like `requireDate`; an empty field is null. */
export function readDate(row: GpuRow, field: number): string | null {
  return row.text(field).trim() === '' ? null : requireDate(row, field);
}

/** 1 = Monday … 7 = Sunday, or the row is rejected. */
export function requireDay(row: GpuRow, field: number) {
  return require(parseWeekday(row.text(field)), field, 'unknown_weekday');
}

/** A period key, or the row is rejected. */
export function requirePeriod(row: GpuRow, field: number): string {
  return require(parsePeriod(row.text(field)), field, 'bad_period');
}
