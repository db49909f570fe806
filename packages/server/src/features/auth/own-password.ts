import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { findPasswordHash } from '../users/index.ts';
import { toUserKey } from './credentials.ts';
import { forgetFailures, reserveAttempt } from './failures.ts';
import { hasher } from './hashing/hasher.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Is this the present password of the caller? For changes that need it. Attempts are counted for each session, before they
 * are checked: one that somebody left open is no way to find the password out. Throws `too_many`. `db` must not be a
 * transaction.
 */
export async function isOwnPassword(db: Kysely<DB>, actor: Actor, password: string, now: Date): Promise<boolean> {
  const user = { school_id: actor.school_id, id: actor.user_id };
  const keys = { device: `${toUserKey(user)} session ${actor.session_id}` };
  await reserveAttempt(db, keys, now);
  const derive = hasher.deriveFor({ lane: `change ${actor.user_id}`, isKnownDevice: true });
  const isRight = await verifyPassword(password, await findPasswordHash(db, user), derive);
  if (isRight) await forgetFailures(db, keys);
  return isRight;
}
