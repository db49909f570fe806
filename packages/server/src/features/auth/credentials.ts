import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { findSchoolBySlink } from '../schools/index.ts';
import { findAccount } from '../users/index.ts';
import { countFailure, forgetFailures, refuseWhileWaiting } from './failures.ts';
import { verifyPassword } from './passwords.ts';

export interface Credentials {
  slink: string;
  /** Username or e-mail address. */
  username: string;
  password: string;
  /** Of the caller. */
  address: string;
}

/**
 * The account for credentials, whatever protocol they come through: the same rate limits, and the same time for a wrong
 * name and a wrong password (D-4.09). Throws `too_many`, `wrong_credentials`, `school_locked` or `user_locked`. `db`
 * must not be a transaction that the error rolls back: failures are counted with it.
 */
export async function checkCredentials(db: Kysely<DB>, credentials: Credentials, now: Date) {
  const { slink, password, address } = credentials;
  const username = credentials.username.trim().toLowerCase();
  const keys = { user: `${slink} ${username}`, address };
  await refuseWhileWaiting(db, keys, now);
  const school = await findSchoolBySlink(db, slink);
  const user = school && (await findAccount(db, school.id, username));
  const found = school && user ? { ...user, school } : null;
  const isRight = await verifyPassword(password, found?.password_hash ?? null);
  if (!found || !isRight) {
    await countFailure(db, keys, now);
    throw new ApiError({ code: 'wrong_credentials' });
  }
  if (found.school.is_locked) throw new ApiError({ code: 'school_locked' });
  if (found.is_locked) throw new ApiError({ code: 'user_locked' });
  await forgetFailures(db, keys.user);
  return found;
}
