import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

const SECOND = 1000;

/** An invented school is over from now on: nobody works in it, and the hourly job removes it. */
export async function closeTrial(db: Kysely<DB>, id: number, now: Date): Promise<void> {
  await db
    .updateTable('schools')
    .set({
      state: 'DEACTIVATED',
      end_ordered_at: new Date(now.getTime() - SECOND).toISOString(),
      ends_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('purpose', '=', 'trial')
    .execute();
}

/** The invented schools of a real one, those included that are over and still there. */
export async function listTrialsOf(db: Kysely<DB>, schoolId: number): Promise<number[]> {
  const rows = await db.selectFrom('schools').select('id').where('trial_of', '=', schoolId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** When an invented school ends by itself. */
export async function findTrialEnd(db: Kysely<DB>, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('schools')
    .select('ends_at')
    .where('id', '=', id)
    .where('purpose', '=', 'trial')
    .executeTakeFirst();
  return row?.ends_at ?? null;
}
