import { PICKED_MINUTES, type PickedMoment } from '../../kernel/calendar/picked.ts';
import { toTime } from '../../kernel/calendar/times.ts';
import { toInstant, toLocal } from '../../kernel/calendar/zone.ts';
import type { DeskProblem } from './rules.ts';

/** When changes of a day are usually published: before the first people leave for school. */
const USUAL = '06:45';
/** Minutes that are left to look once more where that is over. */
const SOON = 15;

/**
 * What is wrong with a time at which the changes of a day are to be published.
 * @param date the day that is changed
 */
export function laterProblems(
  { date, at }: { readonly date: string; readonly at: PickedMoment },
  now: Date,
  zone: string,
): DeskProblem[] {
  if (at.date > date) return [{ field: 'at', rule: 'isOver' }];
  return toInstant(at.date, at.time, zone).getTime() <= now.getTime() ? [{ field: 'at', rule: 'isPast' }] : [];
}

/**
 * When the changes of a day may be published by themselves, to begin with: in the early morning of that day, or soon.
 * @param date the day that is changed
 */
export function suggestLater(date: string, now: Date, zone: string): PickedMoment {
  if (toInstant(date, USUAL, zone).getTime() > now.getTime()) return { date, time: USUAL };
  const step = PICKED_MINUTES * 60_000;
  const soon = toLocal(new Date(Math.ceil((now.getTime() + SOON * 60_000) / step) * step), zone);
  return { date: soon.date, time: toTime(soon.minutes) };
}
