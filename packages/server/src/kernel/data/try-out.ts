import type { Kysely } from 'kysely';
import type { DB } from './database.generated.ts';

/**
 * What a change would do, told by the change itself: it is made whole and never committed. For answers that are shown before
 * somebody decides; nothing of it is seen by others, but what it locks stays locked while it lasts.
 */
export async function tryOut<Result>(db: Kysely<DB>, change: (trx: Kysely<DB>) => Promise<Result>): Promise<Result> {
  const trx = await db.startTransaction().execute();
  try {
    return await change(trx);
  } finally {
    await trx.rollback().execute();
  }
}
