import { addDays, weekdayOf } from '../../kernel/calendar/dates.ts';
import { toInstant, toLocal } from '../../kernel/calendar/zone.ts';

/** How often a mail counts what somebody has not read yet. */
export const DIGESTS = ['off', 'daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];

/** When digests go where the school says nothing, on its clock. */
export const DIGEST_AT = '16:00';
/** The day of weekly ones: Friday. */
export const DIGEST_WEEKDAY = 5;
/** Characters of the token with which digests are ended. */
export const DIGEST_TOKEN_MAXIMUM = 80;

/**
 * The next time for a digest after an instant: today, tomorrow, or on the day of the weekly ones, at `at` (`HH:MM`) on the
 * clocks of the zone. A day has one, also where the clocks show that time twice or not at all (D-6.03).
 */
export function nextDigest(digest: Exclude<Digest, 'off'>, at: string, now: Date, zone: string): Date {
  let { date } = toLocal(now, zone);
  for (;;) {
    const instant = toInstant(date, at, zone);
    const isDay = digest === 'daily' || weekdayOf(date) === DIGEST_WEEKDAY;
    if (isDay && instant.getTime() > now.getTime()) return instant;
    date = addDays(date, 1);
  }
}
