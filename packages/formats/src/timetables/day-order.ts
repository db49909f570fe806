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

/** Days that stand there in halves, of which each has its day and one of two words; null: they are whole ones. */
function toHalves(
  names: readonly string[],
): { days: string[]; split: (readonly [string, string])[]; second: string } | null {
  const split = names.map(splitHalf);
  const [[first, morning] = ['', ''], [second, afternoon] = ['', '']] = split;
  const isHalved = first === second && morning !== afternoon && new Set(split.map(String)).size === names.length;
  if (!isHalved || !split.every(([, half]) => half === morning || half === afternoon)) return null;
  return { days: [...new Set(split.map(([day]) => day))], split, second: afternoon };
}

/** The names by which the weekdays of a plan have to be known: of half days that of the day. */
export const toDayNames = (names: readonly string[]): readonly string[] =>
  (toWeekdays(names) ? null : toHalves(names)?.days) ?? names;

/**
 * The days of a plan, also where they are halves with the same two words, of which the first day says which comes first.
 * `said` are the weekdays of `toDayNames` where their names do not say them. Null: nothing says it.
 */
export function toPlanDays(names: readonly string[], said: readonly Weekday[] | null = null): PlanDay[] | null {
  const whole = toWeekdays(names);
  if (whole) return whole.map((weekday) => ({ weekday, isAfternoon: false }));
  const halves = toHalves(names);
  if (!halves) return said?.length === names.length ? said.map((weekday) => ({ weekday, isAfternoon: false })) : null;
  const weekdays = toWeekdays(halves.days) ?? said;
  if (weekdays?.length !== halves.days.length) return null;
  return halves.split.map(([day, half]) => ({
    weekday: weekdays[halves.days.indexOf(day)]!,
    isAfternoon: half === halves.second,
  }));
}

/** Names of days as a message shows them. */
export const toDayList = (names: readonly string[]): string => names.slice(0, 14).join(', ').slice(0, 300);
