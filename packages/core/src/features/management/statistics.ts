import * as z from 'zod/mini';
import { ROLES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';

/** How many days statistics go back, today included. */
export const STATISTICS_DAYS = ['7', '28', '84'] as const;
/** Fewer people than this are not counted apart: somebody could be known by it. */
export const SMALL_GROUP = 5;

/** Null: so few that somebody could be known by it. */
const hidden = z.nullable(z.int());

/** What of people's use is counted for those who manage people: never a name, nor what anybody wrote (P-7.88). */
export const statistics = z.object({
  begins_at: f.date,
  ends_at: f.date,
  /** Accounts by role and state: opened and usable, waiting for their person, locked. */
  roles: z.array(z.object({ role: z.enum(ROLES), active: z.int(), waiting: z.int(), locked: z.int() })),
  /** Each day of the time: how many people signed in, and how many messages were written. */
  days: z.array(z.object({ date: f.date, people: hidden, messages: hidden })),
  /** News of the time, those that ask to be confirmed, and how often that was done. */
  news: z.object({ published: z.int(), confirmable: z.int(), confirmed: z.int() }),
  /** Each grade: its pupils of today, how many of them were absent, and how often. */
  grades: z.array(
    z.object({ grade_id: f.id, shortcut: z.string(), people: z.int(), absent: hidden, absences: hidden }),
  ),
});
export type Statistics = z.output<typeof statistics>;

/** A number that is said: not one that few people have made. */
export const toSaid = (number: number, people: number): number | null =>
  people > 0 && people < SMALL_GROUP ? null : number;
