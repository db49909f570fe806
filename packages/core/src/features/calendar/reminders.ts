import * as z from 'zod/mini';

/** When somebody can be reminded of an event: minutes before it begins. Of an all-day one they count from midnight. */
export const REMINDER_MINUTES = [0, 10, 60, 1440, 10_080] as const;
export type ReminderMinutes = (typeof REMINDER_MINUTES)[number];
/** Most reminders of one event. */
export const REMINDERS_MAXIMUM = 3;
/** How long after its time a reminder is still worth something: a server may have been down, minutes. */
export const REMINDER_GRACE = 5;

const isMinutes = (value: number): value is ReminderMinutes => (REMINDER_MINUTES as readonly number[]).includes(value);

/** Each once, the latest first. */
export const reminderMinutes = z
  .array(z.int().check(z.refine(isMinutes, 'reminders')))
  .check(z.maxLength(REMINDERS_MAXIMUM));

/** A choice as it is kept: each once, the shortest time first. */
export const toReminders = (minutes: readonly number[]): ReminderMinutes[] =>
  REMINDER_MINUTES.filter((one) => minutes.includes(one));

/** Where reminders of an event come from: chosen for this date, for its series, or for all events. */
export const REMINDER_ORIGINS = ['event', 'series', 'usual'] as const;

/** What the caller is reminded of: of one event. */
export const eventReminders = z.object({
  minutes: z.array(z.int()),
  origin: z.enum(REMINDER_ORIGINS),
});
export type EventReminders = z.output<typeof eventReminders>;

/** A choice for one event. */
export const remindersChoice = z.strictObject({
  /** Null: as for all events. */
  minutes: z.nullable(reminderMinutes),
  /** Of a series: this date alone, or all of them; left out: this one. */
  scope: z.optional(z.enum(['this', 'all'])),
});

/** What holds for every event of which somebody says nothing. */
export const usualReminders = z.strictObject({ minutes: reminderMinutes });

/** An event, as far as its reminders go. */
interface Reminded {
  /** Instant; of an all-day event midnight of its first day. */
  readonly begins_at: string;
  readonly is_all_day: boolean;
}

const DAY_MS = 86_400_000;

/**
 * When a reminder comes: at once; later, where it is quiet until then; null: never, as the event has begun by then. An all-day event
 * has not begun for this before its first day is over.
 * @param earliest when the person may be told, from now on
 */
export function reminderAt({ begins_at, is_all_day }: Reminded, earliest: Date, now: Date): Date | null {
  const begins = Date.parse(begins_at) + (is_all_day ? DAY_MS : 0);
  if (now.getTime() > begins + REMINDER_GRACE * 60_000) return null;
  if (earliest.getTime() <= now.getTime()) return now;
  return earliest.getTime() < begins ? earliest : null;
}
