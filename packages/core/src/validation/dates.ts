import { isDate } from '../kernel/calendar/dates.ts';
import { isTime } from '../kernel/calendar/times.ts';
import { isEmpty } from './text.ts';

/** A `Date`, a date `YYYY-MM-DD`, or an instant in ISO 8601. */
export type DateLike = Date | string | null | undefined;

/**
 * The date is on or after the other (P-5.02); passes when the other date is missing or invalid (P-5.04), as do the
 * three below.
 */
export const isSameOrAfter = (value: DateLike, other: DateLike): boolean => compare(value, other, (a, b) => a >= b);

/** The date is after the other; equal fails (P-5.02). */
export const isAfter = (value: DateLike, other: DateLike): boolean => compare(value, other, (a, b) => a > b);

/** The date is on or before the other (P-5.03). */
export const isSameOrBefore = (value: DateLike, other: DateLike): boolean => compare(value, other, (a, b) => a <= b);

/** The date is before the other; equal fails (P-5.03). */
export const isBefore = (value: DateLike, other: DateLike): boolean => compare(value, other, (a, b) => a < b);

/**
 * Passes when the years of the two dates DIFFER and fails when they are equal. The name says the opposite; the
 * requirement defines the rule like this and existing forms rely on it (P-5.05).
 */
export const isInSameYear = (value: DateLike, other: DateLike): boolean =>
  // The year of a missing date is NaN, which differs from every other.
  new Date(toEpoch(value)).getUTCFullYear() !== new Date(toEpoch(other)).getUTCFullYear();

/** The wall time `HH:MM` is later than the other; equal fails, as does anything but a time (P-5.06). */
export const isTimeAfter = (value: unknown, other: unknown): boolean => isWall(value) && isWall(other) && value > other;

/** The wall time `HH:MM` is earlier than the other; equal fails (P-5.06). */
export const isTimeBefore = (value: unknown, other: unknown): boolean =>
  isWall(value) && isWall(other) && value < other;

/**
 * A date that exists, written exactly in `format`: `YYYY`, `MM`, `DD`, `HH`, `mm`, `ss`, everything else literally
 * (P-5.11). `2026-2-3` and `2026-02-30` fail for `YYYY-MM-DD`.
 */
export function date_format(value: unknown, format: string): boolean {
  if (isEmpty(value)) return true;
  const found: Record<string, string> = {};
  const tokens: string[] = [];
  const pattern = format.replace(/YYYY|MM|DD|HH|mm|ss|[.*+?^${}()|[\]\\]/g, (part) => {
    if (!TOKENS.has(part)) return `\\${part}`;
    tokens.push(part);
    return part === 'YYYY' ? '(\\d{4})' : '(\\d{2})';
  });
  const match = new RegExp(`^${pattern}$`).exec(String(value));
  if (!match) return false;
  for (const [index, token] of tokens.entries()) found[token] = match[index + 1]!;
  const { YYYY = '2000', MM = '01', DD = '01', HH = '00', mm = '00', ss = '00' } = found;
  return isDate(`${YYYY}-${MM}-${DD}`) && isTime(`${HH}:${mm}`) && ss <= '59';
}

const TOKENS = new Set(['YYYY', 'MM', 'DD', 'HH', 'mm', 'ss']);

function isWall(value: unknown): value is string {
  return typeof value === 'string' && isTime(value);
}

/** Milliseconds since 1970, a date without time in UTC; NaN when it is no date. */
function toEpoch(value: DateLike): number {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' && isDate(value.slice(0, 10)) ? Date.parse(value) : Number.NaN;
}

function compare(value: DateLike, other: DateLike, holds: (a: number, b: number) => boolean): boolean {
  const limit = toEpoch(other);
  return Number.isNaN(limit) || isEmpty(value) || holds(toEpoch(value), limit);
}
