import type { Kysely } from 'kysely';
import type { DB } from './database.generated.ts';

/**
 * Finds out what a change would do by making it whole and never committing it. For answers that a screen shows before
 * somebody decides. Others see nothing of it, but its locks last as long as it does.
 */
export async function tryOut<Result>(db: Kysely<DB>, change: (trx: Kysely<DB>) => Promise<Result>): Promise<Result> {
  const trx = await db.startTransaction().execute();
  try {
    return await change(trx);
  } finally {
    await trx.rollback().execute();
  }
}
