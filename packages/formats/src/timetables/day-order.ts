import type { Weekday } from '@kreide/core/kernel';
import { readDayNames } from './weekday-names.ts';

const DAYS = 7;

/**
 * The weekday of each day of a plan by their names. A day without a name follows the others, as does a single odd name among
 * days that follow each other. Null: the names do not say it.
 */
export function toWeekdays(names: readonly string[]): Weekday[] | null {
  const read = readDayNames(names);
  const found = read.filter((day) => day !== null);
  if (new Set(found).size < found.length) return null;
  if (found.length === names.length) return found;
  const odd = names.filter((name, at) => name.trim() !== '' && read[at] === null).length;
  const shifts = new Set(read.flatMap((day, at) => (day === null ? [] : [(day - at + 2 * DAYS) % DAYS])));
  const [shift] = shifts;
  if (shift === undefined || shifts.size > 1 || names.length > DAYS || odd > 1 || found.length <= odd) return null;
  return names.map((_, at) => (((shift + at + DAYS - 1) % DAYS) + 1) as Weekday);
}

/** A day of a plan: a weekday, or a half of one. */
export interface PlanDay {
  readonly weekday: Weekday;
  readonly isAfternoon: boolean;
}

/** The name without its last word, and that word: `Mo Vormittag`. */
function splitHalf(name: string): readonly [day: string, half: string] {
  const found = /^(.+?)[\s\-–_/(]+([^\s\-–_/(]+)$/u.exec(name.trim());
  return [found?.[1] ?? '', found?.[2]?.toLowerCase() ?? ''];
}

/**
 * The days of a plan, also where they are halves with the same two words, of which the first day says which comes first.
 * Null: the names do not say it.
 */
export function toPlanDays(names: readonly string[]): PlanDay[] | null {
  const whole = toWeekdays(names);
  if (whole) return whole.map((weekday) => ({ weekday, isAfternoon: false }));
  const split = names.map(splitHalf);
  const [[first, morning] = ['', ''], [second, afternoon] = ['', '']] = split;
  const isHalved = first === second && morning !== afternoon && new Set(split.map(String)).size === names.length;
  if (!isHalved || !split.every(([, half]) => half === morning || half === afternoon)) return null;
  const days = [...new Set(split.map(([day]) => day))];
  const weekdays = toWeekdays(days);
  return (
    weekdays && split.map(([day, half]) => ({ weekday: weekdays[days.indexOf(day)]!, isAfternoon: half === afternoon }))
  );
}

/** Names of days as a message shows them. */
export const toDayList = (names: readonly string[]): string => names.slice(0, 14).join(', ').slice(0, 300);
