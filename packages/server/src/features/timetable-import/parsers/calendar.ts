import type { Weekday } from '../records.ts';

const DAY = 86_400_000;

function toIso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1900 && year < 2200 ? date.toISOString().slice(0, 10) : null;
}

/** `20260907` to `2026-09-07`; null for anything that is no real date. */
export function parseCompactDate(value: string): string | null {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(value.trim());
  return found ? toIso(Number(found[1]), Number(found[2]), Number(found[3])) : null;
}

/** `07.09.2026` or `7.9.26` to `2026-09-07`; null for anything that is no real date. */
export function parseGermanDate(value: string): string | null {
  const found = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(value.trim());
  if (!found) return null;
  const year = Number(found[3]) + (found[3]!.length === 2 ? 2000 : 0);
  return toIso(year, Number(found[2]), Number(found[1]));
}

/** `260907` to `2026-09-07`, years 2000 to 2099; null for anything that is no real date. */
export function parseShortDate(value: string): string | null {
  return /^\d{6}$/.test(value.trim()) ? parseCompactDate(`20${value.trim()}`) : null;
}

/** `0755` or `7:55` to `07:55`; null for anything that is no wall time. */
export function parseClock(value: string): string | null {
  const found = /^(\d{1,2}):?(\d{2})$/.exec(value.trim());
  if (!found || Number(found[1]) > 23 || Number(found[2]) > 59) return null;
  return `${found[1]!.padStart(2, '0')}:${found[2]}`;
}

/** A date so many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/** 1 = Monday … 7 = Sunday. */
export function toWeekday(date: string): Weekday {
  return (((new Date(date).getUTCDay() + 6) % 7) + 1) as Weekday;
}

/** Every date of a closed range; empty when it ends before it begins. */
export function listDates(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** The ISO 8601 week number (1 to 53) of a date. */
export function toIsoWeek(date: string): number {
  const thursday = addDays(date, 4 - toWeekday(date));
  const firstOfYear = `${thursday.slice(0, 4)}-01-01`;
  return Math.floor((Date.parse(thursday) - Date.parse(firstOfYear)) / DAY / 7) + 1;
}

/** `1` … `7` to a weekday; null for anything else. */
export function parseWeekday(value: string): Weekday | null {
  return /^[1-7]$/.test(value.trim()) ? (Number(value) as Weekday) : null;
}

/** A period as text without leading zeros (`0`, `3`, `11`); null for anything but one or two digits. */
export function parsePeriod(value: string): string | null {
  return /^\d{1,2}$/.test(value.trim()) ? String(Number(value)) : null;
}

/** Consecutive dates to closed ranges; the input may be in any order and hold doubles. */
export function toRanges(dates: readonly string[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = [];
  for (const date of [...new Set(dates)].sort()) {
    const last = ranges.at(-1);
    if (last && addDays(last.to, 1) === date) last.to = date;
    else ranges.push({ from: date, to: date });
  }
  return ranges;
}
