import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Notes what a service has told; false: it has told the same before. */
export async function noteTold(db: Kysely<DB>, schoolId: number, jtiHash: Buffer, until: Date): Promise<boolean> {
  const row = await db
    .insertInto('auth_driver_told')
    .values({ school_id: schoolId, jti_hash: jtiHash, expires_at: until.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('school_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets what would not be believed again anyway; returns the number. */
export async function pruneTold(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('auth_driver_told')
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
