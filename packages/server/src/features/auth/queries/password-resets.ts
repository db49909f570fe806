import { isOpenState } from '@kreide/core/features/schools';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { schoolsPart } from '../../schools/index.ts';
import { setPasswordHash, usersPart } from '../../users/index.ts';
import { createToken, hashToken } from '../tokens.ts';

/**
 * The token of a new one-time link for a user; earlier links of the same user become invalid. Only its hash is stored.
 */
export async function createPasswordReset(
  db: Kysely<DB>,
  user: { school_id: number; id: number },
  seconds: number,
  now: Date,
): Promise<string> {
  const token = createToken();
  await db
    .deleteFrom('password_resets')
    .where('school_id', '=', user.school_id)
    .where('user_id', '=', user.id)
    .execute();
  await db
    .insertInto('password_resets')
    .values({
      school_id: user.school_id,
      user_id: user.id,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + seconds * 1000).toISOString(),
    })
    .execute();
  return token;
}

/** The user who may set a password with this link: null when it is unknown, used or expired, or the account is gone. */
export async function findPasswordReset(db: Kysely<DB>, token: string, now: Date) {
  const row = await db
    .selectFrom('password_resets')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join
        .onRef('user.school_id', '=', 'password_resets.school_id')
        .onRef('user.id', '=', 'password_resets.user_id')
        .on('user.deleted_at', 'is', null),
    )
    .innerJoin(schoolsPart(db).as('school'), 'school.id', 'password_resets.school_id')
    .select([
      'password_resets.school_id',
      'password_resets.id',
      'password_resets.user_id',
      'user.username',
      'user.is_locked',
      'user.expire_at',
      'school.slink',
      'school.state',
      'school.is_locked as school_is_locked',
    ])
    .where('password_resets.token_hash', '=', hashToken(token))
    .where('password_resets.used_at', 'is', null)
    .where('password_resets.expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && isOpenState(row.state) ? row : null;
}

/** Uses up the link and sets the password; false when a concurrent call was first. */
export async function usePasswordReset(
  db: Kysely<DB>,
  reset: { school_id: number; id: number; user_id: number },
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable('password_resets')
    .set({ used_at: now.toISOString() })
    .where('school_id', '=', reset.school_id)
    .where('id', '=', reset.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n) return false;
  await setPasswordHash(db, { school_id: reset.school_id, id: reset.user_id }, passwordHash);
  return true;
}

/** Removes expired links, used or not; returns their number. */
export async function prunePasswordResets(db: Kysely<DB>, now: Date): Promise<number> {
  const result = await db.deleteFrom('password_resets').where('expires_at', '<', now.toISOString()).executeTakeFirst();
  return Number(result.numDeletedRows);
}
