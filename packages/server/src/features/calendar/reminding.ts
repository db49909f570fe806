import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { enqueue, type RegisteredTask, repeat, task } from '../../kernel/jobs/index.ts';
import { withdrawMails } from '../../kernel/mail/index.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { getSchool } from '../schools/index.ts';
import { listDue, noteDue, type ReminderOutcome, takeStale, writeOutcomes } from './queries/due-reminders.ts';
import { endRun, listReminding, takeRun } from './queries/reminders.ts';

export type DueReminder = Awaited<ReturnType<typeof listDue>>[number];

/** Reminds people of events, in the caller's transaction; answers for each what became of it. */
export type ReminderTeller = (
  db: Kysely<DB>,
  told: { readonly school_id: number; readonly reminders: readonly DueReminder[] },
  now: Date,
) => Promise<readonly ReminderOutcome[]>;

export interface ReminderWays {
  readonly tellOfReminders: ReminderTeller;
  readonly withdrawTold: WithdrawTold;
}

/** Takes reminders back that hold no more, in the caller's transaction: of these events, those that wait, or all. */
export type TakeBackReminders = (
  db: Kysely<DB>,
  of: { readonly school_id: number; readonly ids: readonly number[] | 'waiting' | 'all' },
  now: Date,
) => Promise<void>;

export function createTakingBack(withdrawTold: WithdrawTold): TakeBackReminders {
  return async (db, { school_id, ids }, now) => {
    const stale = await takeStale(db, school_id, now, ids);
    const told = stale.filter(({ done_at }) => done_at !== null);
    await withdrawMails(
      db,
      school_id,
      told.flatMap(({ mail_uuid }) => mail_uuid ?? []),
    );
    for (const [id, rows] of Map.groupBy(told, ({ event_id }) => event_id)) {
      const people = rows.map(({ user_id }) => user_id);
      await withdrawTold(db, { school_id, told_of: [`reminder:${id}`], people }, now);
    }
  };
}

/** How often all that was told is compared with what holds, ms. */
const LOOK_MS = 10 * 60_000;

const ofSchool = z.object({ school_id: z.int() });

/**
 * Reminders of events. Every minute a job of each school notes those whose time has come since the last one, tells them, and says up to
 * when it has looked, in one transaction: a second job, or a second process, finds nothing. What is put off, as it is quiet, is told
 * later if it still holds then.
 */
export function createReminderTasks(
  { database: { kysely }, clock }: Pick<FeatureParts, 'database' | 'clock'>,
  { tellOfReminders, withdrawTold }: ReminderWays,
) {
  const takeBack = createTakingBack(withdrawTold);

  const remind: RegisteredTask<z.output<typeof ofSchool>> = task('calendar:remind', ofSchool, async ({ school_id }) => {
    await kysely.transaction().execute(async (db) => {
      const from = await takeRun(db, school_id);
      if (from === null) return;
      const now = clock.now();
      const { time_zone } = await getSchool(db, school_id);
      await noteDue(db, school_id, time_zone, { from, to: now });
      // Who does not take part any more, or what holidays take away, is looked for less often: it takes longer.
      const isThorough = Math.floor(Date.parse(from) / LOOK_MS) < Math.floor(now.getTime() / LOOK_MS);
      await takeBack(db, { school_id, ids: isThorough ? 'all' : 'waiting' }, now);
      const reminders = await listDue(db, school_id, now);
      if (reminders.length > 0)
        await writeOutcomes(db, school_id, await tellOfReminders(db, { school_id, reminders }, now), now);
      await endRun(db, school_id, now);
    });
  });

  const find = task('calendar:reminders', z.object({}), async () => {
    for (const school_id of await listReminding(kysely))
      await enqueue(kysely, remind, { school_id }, { key: `remind:${school_id}` });
  });

  return { tasks: [remind, find], schedule: [repeat(find, '* * * * *', {})] };
}
