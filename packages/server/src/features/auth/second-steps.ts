import { SECOND_STEP_SECONDS, TRUST_SECONDS } from '@kreide/core/features/auth';
import type { Kysely } from 'kysely';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { RequestFacts } from '../../kernel/http/context.ts';
import { getSchool, toSchool } from '../schools/index.ts';
import { findTwoFactor } from '../users/index.ts';
import { addArrival, type checkCredentials, clearAttempt, findDevice, toSender, toUserKey } from './credentials.ts';
import type { Manner } from './entrance.ts';
import { countWithin, type FailureKeys, forgetFailures } from './failures.ts';
import { removeTrust, setTrust } from './queries/known-senders.ts';
import { createSecondStep, findSecondStep, removeSecondStepsOf, type SecondStepRow } from './queries/second-steps.ts';
import type { SecondFactors } from './second-factor.ts';
import { createToken, hashToken } from './tokens.ts';

type Accepted = Awaited<ReturnType<typeof checkCredentials>>;
/** Of an attempt what a second step needs. */
type Beginning = Pick<Accepted, 'keys' | 'device'> & { account: Omit<Accepted['account'], 'password_hash'> };
type Owner = { school_id: number; id: number };

/** Wrong codes count against the account; a device that it knows has a counter of its own, so that nobody keeps it out. */
export function stepKeysOf(step: SecondStepRow): FailureKeys {
  const user = toUserKey({ school_id: step.school_id, id: step.user_id });
  const isKnown = step.is_known_device && step.device_hash !== null;
  return { step: isKnown ? `${user} ${step.device_hash?.toString('hex')}` : user };
}

/** What is between the right password and the session. */
export function createSecondSteps(factors: SecondFactors) {
  return {
    /** The password was right: it opens the second step and nothing else (P-4.06, P-3.31). */
    async begin(db: Kysely<DB>, attempt: Beginning, manner: Manner, now: Date) {
      const { account } = attempt;
      await clearAttempt(db, attempt);
      const ways = await factors.waysOf(db, account);
      const token = createToken();
      await createSecondStep(db, {
        school_id: account.school_id,
        user_id: account.id,
        token_hash: hashToken(token),
        expires_at: new Date(now.getTime() + SECOND_STEP_SECONDS * 1000).toISOString(),
        stay_logged_in: manner.stay,
        is_native: manner.is_native,
        keeps_device: manner.keepsDevice,
        device_hash: await findDevice(db, attempt),
        is_known_device: manner.isKnownDevice,
        service_sid: manner.service_sid ?? null,
      });
      const isSent = ways.includes('email') && (await countWithin(db, { codes: toUserKey(account) }, now));
      if (isSent) await factors.sendCode(db, account, now);
      return {
        access_token: token,
        uuid: account.uuid,
        expires_in: SECOND_STEP_SECONDS,
        tfa_mode: account.tfa_mode,
        second_step: { ways, address: isSent ? factors.addressOf(account) : null },
        data: toSchool(account.school),
      };
    },

    /** The open second step of a token with its account; null: it is unknown or over. */
    async find(db: Kysely<DB>, token: string, now: Date) {
      const step = await findSecondStep(db, hashToken(token), now);
      const account = step && (await findTwoFactor(db, { school_id: step.school_id, id: step.user_id }));
      return step && account ? { step, account, school: await getSchool(db, step.school_id) } : null;
    },

    /** Notes where the account signed in from, and whether the device is trusted; returns its token if it is new. */
    async keepDevice(
      db: Kysely<DB>,
      step: SecondStepRow,
      { network, isTrusted }: { network: string; isTrusted: boolean },
      now: Date,
    ): Promise<string | null> {
      const account = { school_id: step.school_id, id: step.user_id };
      const arrival = { address: toSender(network), device: step.device_hash, keepsDevice: step.keeps_device };
      const token = await addArrival(db, account, arrival, now);
      const device = token === null ? step.device_hash : hashToken(token);
      const until = new Date(now.getTime() + TRUST_SECONDS * 1000);
      if (isTrusted && step.keeps_device && device) await setTrust(db, account, device, until);
      return token;
    },

    /** A right code: the counters of this account start anew. */
    async clear(db: Kysely<DB>, step: SecondStepRow): Promise<void> {
      const codes = toUserKey({ school_id: step.school_id, id: step.user_id });
      await forgetFailures(db, { ...stepKeysOf(step), codes });
    },

    /** A wrong code is in the log of the account. */
    async recordFailure(db: Kysely<DB>, { school_id, id }: Owner, request: RequestFacts, now: Date): Promise<void> {
      const action = 'auth:audit.secondStepFailed';
      const from = { origin: 'visitor', address: request.ip, request_id: request.id } as const;
      await appendAudit(db, [{ ...from, school_id, action, entity: 'users', id, now }]);
    },

    /** Another password or another way ends all open second steps, and no device is trusted any more. */
    async endAll(db: Kysely<DB>, account: Owner): Promise<void> {
      await removeSecondStepsOf(db, { school_id: account.school_id, user_id: account.id });
      await removeTrust(db, account);
    },
  };
}

export type SecondSteps = ReturnType<typeof createSecondSteps>;
