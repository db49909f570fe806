import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ChangeKey } from './changes.ts';

/** Changes that nobody can take back any more, because they were or because their days are over, at whatever schools. */
export async function listOver(db: Kysely<DB>, now: Date): Promise<ChangeKey[]> {
  return db
    .selectFrom('year_changes')
    .select(['school_id', 'id'])
    .where('forgotten_at', 'is', null)
    .where((eb) => eb.or([eb('state', '=', 'REVERTED'), eb('revert_until', '<=', now.toISOString())]))
    .execute();
}

/** How somebody stood, without anything but the end that their account waits for. */
const NOTHING = JSON.stringify({ memberships: [], expire_at: null, read_only_from: null, deleted_at: null });

/**
 * Forgets how everybody was before and after a change. Of those who wait for the archive the end of their account stays
 * (`waiting`). Returns of how many people something was forgotten.
 */
export async function forgetPeople(
  db: Kysely<DB>,
  { school_id, id }: ChangeKey,
  { waiting, now }: { waiting: boolean; now: Date },
): Promise<number> {
  const gone = await db
    .deleteFrom('year_change_people')
    .where('school_id', '=', school_id)
    .where('change_id', '=', id)
    .$if(waiting, (query) => query.where((eb) => eb.or([eb('kind', '=', 'moved'), eb('is_archived', '=', true)])))
    .executeTakeFirst();
  const emptied = await sql`update year_change_people set before = ${NOTHING}::jsonb,
      after = ${NOTHING}::jsonb || jsonb_build_object('expire_at', after -> 'expire_at')
    where school_id = ${school_id} and change_id = ${id}`.execute(db);
  await db
    .updateTable('year_changes')
    .set({ forgotten_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
  return Number(gone.numDeletedRows) + Number(emptied.numAffectedRows ?? 0);
}

/** Those of a forgotten change who waited for the archive and wait no more go too. */
export async function forgetArchived(db: Kysely<DB>, { school_id, id }: ChangeKey): Promise<void> {
  await sql`delete from year_change_people
    where school_id = ${school_id} and change_id = ${id} and is_archived and exists (
      select 1 from year_changes where school_id = ${school_id} and id = ${id} and forgotten_at is not null)`.execute(
    db,
  );
}
