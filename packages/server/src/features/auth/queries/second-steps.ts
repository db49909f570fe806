import type { Insertable, Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

interface StepKey {
  school_id: number;
  id: number;
}

export async function createSecondStep(db: Kysely<DB>, values: Insertable<DB['second_steps']>): Promise<void> {
  await db.insertInto('second_steps').values(values).execute();
}

/** The open second step of a hashed token; undefined: it is unknown, done or over. */
export async function findSecondStep(db: Kysely<DB>, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('second_steps')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}
export type SecondStepRow = NonNullable<Awaited<ReturnType<typeof findSecondStep>>>;

/** False: a call at the same time was first. */
export async function removeSecondStep(db: Kysely<DB>, { school_id, id }: StepKey): Promise<boolean> {
  const result = await db
    .deleteFrom('second_steps')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends the open second steps of a person: the password they began with is no longer valid. */
export async function removeSecondStepsOf(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
): Promise<void> {
  await db.deleteFrom('second_steps').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** Removes second steps that are over; returns their number. */
export async function pruneSecondSteps(db: Kysely<DB>, now: Date): Promise<number> {
  const result = await db.deleteFrom('second_steps').where('expires_at', '<', now.toISOString()).executeTakeFirst();
  return Number(result.numDeletedRows);
}
