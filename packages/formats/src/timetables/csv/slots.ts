import type { ParseOptions } from '@kreide/core/features/timetable-import';
import { parseDate, parseTime } from '../plan.ts';
import { parsePeriods } from './cells.ts';
import type { Column, CsvRow } from './table.ts';

/** When a row takes place within its day. */
export interface Slot {
  hour: string | null;
  begins_at: string | null;
  ends_at: string | null;
}

/**
 * The slots of a row: one for each period, or one from `start` to `end`. A row with several periods and a time is one
 * slot at the first period with this time, because the file does not say when the periods change. Empty when the row
 * names neither; null (and reported) when they are unreadable.
 */
export function readSlots(row: CsvRow): Slot[] | null {
  const periodCell = row.read('period').trim();
  const startCell = row.read('start').trim();
  const endCell = row.read('end').trim();
  const periods = periodCell === '' ? [] : parsePeriods(periodCell);
  if (periods === null) {
    row.reject('period', 'bad_period');
    return null;
  }
  if (startCell === '' && endCell === '') return periods.map((hour) => ({ hour, begins_at: null, ends_at: null }));
  const begins = parseTime(startCell);
  const ends = parseTime(endCell);
  if (begins === null) row.reject('start', startCell === '' ? 'missing_value' : 'bad_time');
  else if (ends === null) row.reject('end', endCell === '' ? 'missing_value' : 'bad_time');
  else if (ends <= begins) row.reject('end', 'bad_range');
  else return [{ hour: periods[0] ?? null, begins_at: begins, ends_at: ends }];
  return null;
}

/** A date of a row: null for an empty cell, undefined (and reported) for an invalid date. */
export function readDate(row: CsvRow, column: Column): string | null | undefined {
  const cell = row.read(column).trim();
  if (cell === '') return null;
  const date = parseDate(cell);
  if (date !== null) return date;
  row.reject(column, 'bad_date');
  return undefined;
}

/** Does the range from `begins` to `ends` overlap the school year? Unknown years contain everything. */
export function isInSchoolYear(begins: string | null, ends: string | null, year: ParseOptions['school_year']): boolean {
  if (year === undefined) return true;
  return (begins === null || begins <= year.ends_at) && (ends === null || ends >= year.begins_at);
}
