import type { ParseOptions, SupervisionRecord, Weeks } from '@kreide/core/features/timetable-import';
import { datesBetween, isoWeekOf, type Weekday, weekdayOf } from '@kreide/core/kernel';
import type { Findings } from '../../findings.ts';
import type { GpuFile } from './kinds.ts';
import { type GpuRow, readGpuRows, requireCode, requireDay, requirePeriod } from './rows.ts';

/** Dates of one weekday in the given ISO calendar weeks of a school year. */
function toCalendarDates(
  weeks: readonly number[],
  weekday: Weekday,
  year: { begins_at: string; ends_at: string },
): string[] {
  const dates = datesBetween(year.begins_at, year.ends_at);
  return dates.filter((date) => weekdayOf(date) === weekday && weeks.includes(isoWeekOf(date)));
}

function readWeeks(row: GpuRow, weekday: Weekday, options: ParseOptions): Weeks {
  const weeks = row
    .list(6)
    .map((item) => item.trim())
    .filter((item) => /^\d{1,2}$/.test(item))
    .map(Number);
  if (weeks.length === 0) return { kind: 'every' };
  if (options.supervision_weeks === 'calendar' && options.school_year) {
    return { kind: 'dates', dates: toCalendarDates(weeks, weekday, options.school_year) };
  }
  return { kind: 'school_weeks', weeks };
}

/**
 * GPU009 (docs/import-formats.md): weeks are counted from the first week of the school year, or are calendar weeks when
 * the option says so and the school year is known. A row without a teacher is an unassigned post.
 */
export function readSupervisions(file: GpuFile, options: ParseOptions, findings: Findings): SupervisionRecord[] {
  const records = readGpuRows(file, findings, 4, (row): SupervisionRecord => {
    const weekday = requireDay(row, 3);
    const minutes = row.text(5).trim();
    return {
      area: requireCode(row, 1),
      teacher: row.text(2).trim() === '' ? null : row.text(2),
      weekday,
      before_hour: requirePeriod(row, 4),
      minutes: /^\d{1,3}$/.test(minutes) ? Number(minutes) : null,
      weeks: readWeeks(row, weekday, options),
    };
  });
  const hasWeeks = records.some((record) => record.weeks.kind === 'school_weeks');
  if (hasWeeks && options.supervision_weeks !== 'school') findings.warn('supervision_weeks_assumed');
  return records;
}
