import type { Weekday } from '@kreide/core/kernel';
import { parseDate } from './plan.ts';

/** `260907` to `2026-09-07`, years 2000 to 2099; null for anything that is not a real date. */
export function parseShortDate(value: string): string | null {
  return /^\d{6}$/.test(value.trim()) ? parseDate(`20${value.trim()}`) : null;
}

/** `1` … `7` to a weekday; null for anything else. */
export function parseWeekday(value: string): Weekday | null {
  return /^[1-7]$/.test(value.trim()) ? (Number(value) as Weekday) : null;
}

/** A period as text without leading zeros (`0`, `3`, `11`); null for anything but one or two digits. */
export function parsePeriod(value: string): string | null {
  return /^\d{1,2}$/.test(value.trim()) ? String(Number(value)) : null;
}
