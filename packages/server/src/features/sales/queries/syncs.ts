import type { Kysely, Selectable, Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

export type SyncRow = Selectable<DB['lead_syncs']>;

export const findSync = (db: Kysely<DB>, schoolId: number): Promise<SyncRow | undefined> =>
  db.selectFrom('lead_syncs').selectAll().where('school_id', '=', schoolId).executeTakeFirst();

/** Begins another one; whoever else begins one at the same time waits for the end of the transaction. */
export async function beginSync(db: Kysely<DB>, schoolId: number, now: Date): Promise<void> {
  const values = { state: 'waiting', read: 0, added: 0, changed: 0, refused: 0, reason: null, ended_at: null } as const;
  const started_at = now.toISOString();
  await db
    .insertInto('lead_syncs')
    .values({ school_id: schoolId, ...values, started_at })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet({ ...values, started_at }))
    .execute();
}

export async function updateSync(db: Kysely<DB>, schoolId: number, values: Updateable<DB['lead_syncs']>) {
  await db.updateTable('lead_syncs').set(values).where('school_id', '=', schoolId).execute();
}
