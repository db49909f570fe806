import { addDays, toInstant, toLocal } from '@kreide/core/kernel';

/** The last day of what ends at an instant; empty: it has no end. */
export const lastDayOf = (end: string | null, timeZone: string): string =>
  end === null ? '' : toLocal(new Date(Date.parse(end) - 1), timeZone).date;

/** The instant at which a last day is over; null: there is none. */
export const endOfDay = (lastDay: string, timeZone: string): string | null =>
  lastDay === '' ? null : toInstant(addDays(lastDay, 1), '00:00', timeZone).toISOString();
