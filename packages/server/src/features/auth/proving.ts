import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { findTwoFactor } from '../users/index.ts';
import { toUserKey } from './credentials.ts';
import { forgetFailures, reserveAttempt } from './failures.ts';
import { isOwnPassword } from './own-password.ts';
import type { SecondFactors } from './second-factor.ts';

export interface Proof {
  readonly password?: string | undefined;
  /** Of an app, of an e-mail, or a recovery code. */
  readonly code?: string | undefined;
}

/** What is missing: the password is not right, a code is wanted, wrong, or was sent just now. */
export type Unproven = 'password' | 'code' | 'wrongCode' | 'codeSent';

/**
 * Is the caller the owner of the account? By the password, and by a code where the account has a second step. Attempts are counted;
 * throws `too_many`. `db` must not be a transaction. Null: they are.
 */
export type ProveSelf = (db: Kysely<DB>, actor: Actor, proof: Proof, now: Date) => Promise<Unproven | null>;

export function createProving(factors: SecondFactors): ProveSelf {
  return async (db, actor, { password, code }, now) => {
    if (password === undefined || !(await isOwnPassword(db, actor, password, now))) return 'password';
    const owner = { school_id: actor.school_id, id: actor.user_id };
    const account = await findTwoFactor(db, owner);
    if (!account?.is_tfa_enabled) return null;
    if (code === undefined) {
      if (account.tfa_mode !== 'email' || !factors.canMail(account)) return 'code';
      await db.transaction().execute((trx) => factors.sendCode(trx, account, now));
      return 'codeSent';
    }
    const keys = { device: `${toUserKey(owner)} session ${actor.session_id} code` };
    await reserveAttempt(db, keys, now);
    if ((await factors.use(db, account, code, now)) === null) return 'wrongCode';
    await forgetFailures(db, keys);
    return null;
  };
}
