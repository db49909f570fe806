import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

export interface Owner {
  school_id: number;
  id: number;
}

interface Values {
  totp_key?: Buffer | null;
  totp_step?: number | null;
  new_totp_key?: Buffer | null;
  code_hash?: string | null;
  code_expires_at?: string | null;
  recovery_hashes?: string[];
}

/** The ways in which an account proves its second step; undefined: it has set up none yet. */
export async function findSecondFactor(db: Kysely<DB>, { school_id, id }: Owner) {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .executeTakeFirst();
}

export async function setSecondFactor(db: Kysely<DB>, { school_id, id }: Owner, values: Values): Promise<void> {
  await db
    .insertInto('second_factors')
    .values({ school_id, user_id: id, ...values })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** Marks the code of a time step as used; false: it, or a later one, was used already. */
export async function useTotpStep(db: Kysely<DB>, { school_id, id }: Owner, step: number): Promise<boolean> {
  const result = await db
    .updateTable('second_factors')
    .set({ totp_step: step })
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Uses up the code that was sent; false: it is another one, used or over. */
export async function useMailCode(db: Kysely<DB>, { school_id, id }: Owner, hash: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('second_factors')
    .set({ code_hash: null, code_expires_at: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .where('code_hash', '=', hash)
    .where('code_expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Uses up a recovery code; false: there is none like that any more. */
export async function useRecoveryCode(db: Kysely<DB>, { school_id, id }: Owner, hash: string): Promise<boolean> {
  const result = await db
    .updateTable('second_factors')
    .set({ recovery_hashes: sql<string[]>`array_remove(recovery_hashes, ${hash})` })
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .where(sql<boolean>`${hash} = any(recovery_hashes)`)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
