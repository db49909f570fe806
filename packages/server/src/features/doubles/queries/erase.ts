import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

/** What was said of an account goes with it; what somebody said stays, without who said it. */
export async function eraseApart(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .deleteFrom('doubles_apart')
    .where('school_id', '=', school_id)
    .where((eb) => eb.or([eb('one_id', '=', user_id), eb('other_id', '=', user_id)]))
    .execute();
  await db
    .updateTable('doubles_apart')
    .set({ set_by: null })
    .where('school_id', '=', school_id)
    .where('set_by', '=', user_id)
    .execute();
}
