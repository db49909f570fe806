import type { TimeRecord } from '@kreide/core/features/timetable-import';
import { parseTime } from '../plan.ts';

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
