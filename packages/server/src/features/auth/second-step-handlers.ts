import { type authApi, RESEND_SECONDS, type SecondFactor } from '@kreide/core/features/auth';
import type { TfaMode } from '@kreide/core/features/users';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { dutyOf, getSchool } from '../schools/index.ts';
import { findPasswordHash, findTwoFactor, hasExpired, requireSelf, setTwoFactor } from '../users/index.ts';
import { toUserKey } from './credentials.ts';
import type { AccountChanged, Enter } from './entrance.ts';
import { forgetFailures, reserveAttempt } from './failures.ts';
import { hasher } from './hashing/hasher.ts';
import type { Passkeys } from './passkeys.ts';
import { verifyPassword } from './passwords.ts';
import { leaveJoined } from './queries/joining.ts';
import { removeSecondStep } from './queries/second-steps.ts';
import { removeProgramSessions } from './queries/sessions.ts';
import type { SecondFactors } from './second-factor.ts';
import { type SecondSteps, stepKeysOf } from './second-steps.ts';

interface Parts {
  factors: SecondFactors;
  passkeys: Passkeys;
  steps: SecondSteps;
  enter: Enter;
  accountChanged: AccountChanged;
  /** Called when the rights of the user's sessions have changed. */
  changed: (userId: number) => void;
}

type Keys = 'verifySecondStep' | 'sendSecondStepCode' | 'getSecondFactor' | 'setUpSecondFactor' | 'changeSecondFactor';

type Account = NonNullable<Awaited<ReturnType<typeof findTwoFactor>>>;

/** The second step of a sign-in, and its settings (P-7.60). */
export function secondStepHandlers({
  factors,
  passkeys,
  steps,
  enter,
  accountChanged,
  changed: sessionsChanged,
}: Parts): Pick<Handlers<typeof authApi>, Keys> {
  async function toAnswer(db: Kysely<DB>, account: Account): Promise<SecondFactor> {
    const factor = await factors.find(db, account);
    return {
      is_enabled: account.is_tfa_enabled,
      mode: account.tfa_mode,
      address: factors.addressOf(account),
      passkeys: (await passkeys.list(db, account)).map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at,
        last_used_at,
      })),
      has_totp: (factor?.totp_key ?? null) !== null,
      recovery_codes: factor?.recovery_hashes.length ?? 0,
    };
  }

  /** A passkey was proven when it was added; the other ways are by a code. */
  async function isProvenBy(
    db: Kysely<DB>,
    account: Account,
    { mode, new_code }: { mode: TfaMode; new_code?: string | undefined },
    now: Date,
  ): Promise<boolean> {
    if (mode === 'passkey') return (await passkeys.list(db, account)).length > 0;
    return new_code !== undefined && factors.confirm(db, account, mode, new_code, now);
  }

  /** Without one, nothing could be done any more. */
  async function isRequired(db: Kysely<DB>, { school_id, role }: Account, now: Date): Promise<boolean> {
    return dutyOf({ role, is_tfa_enabled: false }, await getSchool(db, school_id), now) === 'due';
  }

  return {
    async verifySecondStep({ params, body, db, write, record, request, reply, now, fail }) {
      const found = await steps.find(db, body.token, now);
      if (!found || (params.id !== 'self' && params.id !== found.account.id)) {
        // As with links: only unknown ones are slowed down by address.
        await reserveAttempt(db, { link: request.network }, now);
        return fail('not_found');
      }
      const { step, account, school } = found;
      if (school.is_locked) return fail('school_locked');
      if (account.is_locked) return fail('user_locked');
      if (hasExpired(account, now)) return fail('user_expired');
      await reserveAttempt(db, stepKeysOf(step), now);
      // Outside of the transaction of the sign-in: a code that was used once stays used, whatever comes of it.
      const way = await factors.use(db, account, body.code, now);
      if (way === null) {
        await steps.recordFailure(db, account, request, now);
        return fail('wrong_code');
      }
      const trx = await write();
      if (!(await removeSecondStep(trx, step))) return fail('not_found');
      await steps.clear(trx, step);
      const { school_id, id } = account;
      record({ entity: 'users', id, by: { school_id, user_id: id }, after: { way } });
      const manner = {
        stay: step.stay_logged_in,
        is_native: step.is_native,
        keepsDevice: step.keeps_device,
        isKnownDevice: step.is_known_device,
        service_sid: step.service_sid,
      };
      const isTrusted = body.is_trusted ?? false;
      const keepDevice = () => steps.keepDevice(trx, step, { network: request.network, isTrusted }, now);
      return enter(trx, { ...account, school }, { ...manner, keepDevice }, { request, reply, now });
    },

    async sendSecondStepCode({ params, body, db, write, request, now, fail }) {
      const found = await steps.find(db, body.token, now);
      if (!found || (params.id !== 'self' && params.id !== found.account.id)) {
        await reserveAttempt(db, { link: request.network }, now);
        return fail('not_found');
      }
      const { account, school } = found;
      if (school.is_locked || account.is_locked || hasExpired(account, now)) return fail('not_found');
      if (account.tfa_mode !== 'email' || !factors.canMail(account)) return fail('mail_unavailable');
      await reserveAttempt(db, { codes: toUserKey(account) }, now);
      await factors.sendCode(await write(), account, now);
      return { data: { seconds: RESEND_SECONDS } };
    },

    async getSecondFactor({ params, actor, db, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      const account = await findTwoFactor(db, { school_id, id });
      return account ? { data: await toAnswer(db, account) } : fail('not_found');
    },

    async setUpSecondFactor({ params, body, actor, db, write, record, now, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      const account = await findTwoFactor(db, { school_id, id });
      if (!account) return fail('not_found');
      if (body.mode === 'totp') {
        const school = await getSchool(db, school_id);
        const trx = await write();
        record({ entity: 'users', id, after: { mode: 'totp' } });
        return { data: { totp: await factors.prepareTotp(trx, account, school.name), seconds: 0 } };
      }
      if (!factors.canMail(account)) return fail('mail_unavailable');
      await reserveAttempt(db, { codes: toUserKey(account) }, now);
      const trx = await write();
      record({ entity: 'users', id, after: { mode: 'email' } });
      await factors.sendCode(trx, account, now);
      return { data: { totp: null, seconds: RESEND_SECONDS } };
    },

    async changeSecondFactor({ params, body, actor, db, write, record, request, now, t, fail, afterCommit }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      const account = await findTwoFactor(db, { school_id, id });
      if (!account) return fail('not_found');
      if (!body.is_enabled && (await isRequired(db, account, now))) return fail('second_step_missing');
      const refuse = (field: 'password' | 'code' | 'new_code', rule: string, message: string) =>
        fail('invalid', { issues: [{ path: `body.${field}`, rule, message }] });
      // A session that somebody left open is no way to find out the password or a code.
      const keys = { device: `${toUserKey(account)} session ${actor.session_id}` };
      await reserveAttempt(db, keys, now);
      const derive = hasher.deriveFor({ lane: `change ${id}`, isKnownDevice: true });
      if (!(await verifyPassword(body.password, await findPasswordHash(db, account), derive)))
        return refuse('password', 'current_password', t('kernel:rules.current_password'));
      const isCode = account.is_tfa_enabled && body.code ? await factors.use(db, account, body.code, now) : null;
      if (account.is_tfa_enabled && isCode === null) return refuse('code', 'code', t('two-factor:step.wrong'));
      const isNewWay = body.is_enabled && (!account.is_tfa_enabled || account.tfa_mode !== body.mode);
      const isProven = !isNewWay || (await isProvenBy(db, account, body, now));
      if (!isProven) return refuse('new_code', 'code', t('two-factor:step.wrong'));
      await forgetFailures(db, { ...keys, codes: toUserKey(account) });
      const trx = await write();
      const { is_enabled, mode } = body;
      const tfa_mode = is_enabled ? mode : 'email';
      await setTwoFactor(trx, account, { is_tfa_enabled: is_enabled, tfa_mode });
      if (!is_enabled) await factors.clear(trx, account);
      const new_recovery_codes = is_enabled ? await factors.renewRecoveryCodes(trx, account) : [];
      await steps.endAll(trx, account);
      await leaveJoined(trx, account);
      if (is_enabled) await removeProgramSessions(trx, account);
      const { user_agent } = request;
      await accountChanged(trx, { school_id, user_id: id, kind: 'secondFactor', user_agent }, now);
      afterCommit(() => sessionsChanged(id));
      const before = { is_tfa_enabled: account.is_tfa_enabled, tfa_mode: account.tfa_mode, recovery_codes: 'before' };
      record({ entity: 'users', id, before, after: { is_tfa_enabled: is_enabled, tfa_mode, recovery_codes: 'new' } });
      const changed = { ...account, is_tfa_enabled: is_enabled, tfa_mode };
      return { data: { ...(await toAnswer(trx, changed)), new_recovery_codes } };
    },
  };
}
