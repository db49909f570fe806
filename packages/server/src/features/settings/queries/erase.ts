import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

/** Neither an address that waits for its proof nor the request for deletion stays. */
export async function eraseRequests(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  for (const table of ['email_changes', 'deletion_requests'] as const)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}
