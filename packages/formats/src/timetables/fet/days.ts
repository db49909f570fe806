import type { TimeRecord } from '@kreide/core/features/timetable-import';
import { LANGUAGES, type Weekday, weekdayNames } from '@kreide/core/kernel';
import { parseTime } from '../plan.ts';

const fold = (text: string) => text.trim().toLocaleLowerCase('en').replace(/\.$/, '');

/** Weekdays by their names in our languages, long and short. */
function readNames(): Map<string, Weekday> {
  const names = new Map<string, Weekday>();
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const)
      for (const [at, name] of Object.entries(weekdayNames(language, style)))
        if (name !== '' && !names.has(fold(name))) names.set(fold(name), Number(at) as Weekday);
  return names;
}
let known: Map<string, Weekday> | null = null;

/**
 * The weekday of each day of a plan: by name where all are names of weekdays, each another one, else by order, the first
 * being Monday. Null beyond Sunday.
 */
export function toWeekdays(days: readonly string[]): (Weekday | null)[] {
  known ??= readNames();
  const named = days.map((day) => known?.get(fold(day)) ?? null);
  if (!named.includes(null) && new Set(named).size === days.length) return named;
  return days.map((_day, index) => (index < 7 ? ((index + 1) as Weekday) : null));
}

/** The key of each period: its name where that is a number, else its place in the order. */
export function toHours(names: readonly string[]): string[] {
  const numbers = names.map((name) => (/^\d{1,2}$/.test(name.trim()) ? String(Number(name)) : null));
  const isNumbered = !numbers.includes(null) && new Set(numbers).size === names.length;
  return names.map((_name, index) => (isNumbered ? numbers[index]! : String(index + 1)));
}

/** The times of periods whose names say them: `9.30 - 11.00`. */
export function toTimes(names: readonly string[], hours: readonly string[]): TimeRecord[] {
  return names.flatMap((name, index) => {
    const found = /(\d{1,2}[:.]\d{2})\s*[-–]\s*(\d{1,2}[:.]\d{2})/.exec(name);
    const begins = found && parseTime(found[1]!);
    const ends = found && parseTime(found[2]!);
    if (!begins || !ends || ends <= begins) return [];
    return [{ hour: hours[index]!, weekday: null, begins_at: begins, ends_at: ends, type: 'LESSON' as const }];
  });
}
