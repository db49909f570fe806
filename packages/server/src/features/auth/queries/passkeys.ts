import type { Insertable, Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

interface Owner {
  school_id: number;
  id: number;
}

export async function listPasskeys(db: Kysely<DB>, { school_id, id }: Owner) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
}

/** The passkey of an id that its authenticator gave it: one for all schools. */
export async function findPasskey(db: Kysely<DB>, credentialId: string) {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}
export type PasskeyRow = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** Undefined: there is one with this id already. */
export async function createPasskey(db: Kysely<DB>, values: Insertable<DB['passkeys']>) {
  return db
    .insertInto('passkeys')
    .values(values)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst();
}

export async function notePasskeyUse(
  db: Kysely<DB>,
  { school_id, id }: Owner,
  counter: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

export async function removePasskey(db: Kysely<DB>, owner: Owner, passkeyId: number): Promise<void> {
  await db
    .deleteFrom('passkeys')
    .where('school_id', '=', owner.school_id)
    .where('user_id', '=', owner.id)
    .where('id', '=', passkeyId)
    .execute();
}

/** The passkeys of somebody open their new account. */
export async function movePasskeys(db: Kysely<DB>, from: Owner, to: Owner): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ school_id: to.school_id, user_id: to.id })
    .where('school_id', '=', from.school_id)
    .where('user_id', '=', from.id)
    .execute();
}

/** Removes all passkeys of an account. */
export async function removePasskeysOf(db: Kysely<DB>, { school_id, id }: Owner): Promise<void> {
  await db.deleteFrom('passkeys').where('school_id', '=', school_id).where('user_id', '=', id).execute();
}

export async function createChallenge(
  db: Kysely<DB>,
  values: { challenge_hash: Buffer; purpose: string; expires_at: string },
): Promise<void> {
  await db.insertInto('passkey_challenges').values(values).execute();
}

/** Uses a challenge up; false: it was used, is over, or was for something else. */
export async function useChallenge(db: Kysely<DB>, hash: Buffer, purpose: string, now: Date): Promise<boolean> {
  const result = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Removes challenges that are over; returns their number. */
export async function pruneChallenges(db: Kysely<DB>, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('passkey_challenges')
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
