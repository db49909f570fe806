import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { createToken, hashToken } from '../../auth/index.ts';
import { schoolsPart } from '../../schools/index.ts';
import { hasNotEnded, type PersonKey, usersPart } from '../../users/index.ts';

/** The secret of a link that proves a new address; an earlier one of the person ends. Only its hash is stored. */
export async function createEmailChange(
  db: Kysely<DB>,
  person: PersonKey,
  email: string,
  seconds: number,
  now: Date,
): Promise<string> {
  const token = createToken();
  const change = {
    email,
    token_hash: hashToken(token),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + seconds * 1000).toISOString(),
  };
  await db
    .insertInto('email_changes')
    .values({ ...person, ...change })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doUpdateSet(change))
    .execute();
  return token;
}

/** The address of somebody that waits for its link to be opened; null: none. */
export async function findPendingEmail(db: Kysely<DB>, person: PersonKey, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('email_changes')
    .select('email')
    .where('school_id', '=', person.school_id)
    .where('user_id', '=', person.user_id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.email ?? null;
}

/** The change that a link stands for; undefined: it is unknown, used or over, or the account is gone, over or locked. */
export async function findEmailChange(db: Kysely<DB>, token: string, now: Date) {
  return db
    .selectFrom('email_changes')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join
        .onRef('user.school_id', '=', 'email_changes.school_id')
        .onRef('user.id', '=', 'email_changes.user_id')
        .on('user.deleted_at', 'is', null)
        .on('user.is_locked', '=', false)
        .on((eb) => hasNotEnded(eb.ref('user.expire_at'), now)),
    )
    .innerJoin(schoolsPart(db).as('school'), 'school.id', 'email_changes.school_id')
    .select(['email_changes.school_id', 'email_changes.user_id', 'email_changes.email', 'school.slink'])
    .where('email_changes.token_hash', '=', hashToken(token))
    .where('email_changes.expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** Ends the link of a person; false: a concurrent call was first. */
export async function removeEmailChange(db: Kysely<DB>, person: PersonKey): Promise<boolean> {
  const gone = await db
    .deleteFrom('email_changes')
    .where('school_id', '=', person.school_id)
    .where('user_id', '=', person.user_id)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Removes links that are over; returns their number. */
export async function pruneEmailChanges(db: Kysely<DB>, now: Date): Promise<number> {
  const gone = await db.deleteFrom('email_changes').where('expires_at', '<', now.toISOString()).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
