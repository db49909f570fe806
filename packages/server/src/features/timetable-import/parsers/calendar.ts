import type { Weekday } from '../records.ts';
import { parseDate } from './plan.ts';

const DAY = 86_400_000;

/** `260907` to `2026-09-07`, years 2000 to 2099; null for anything that is no real date. */
export function parseShortDate(value: string): string | null {
  return /^\d{6}$/.test(value.trim()) ? parseDate(`20${value.trim()}`) : null;
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
