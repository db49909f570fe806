import { isOpenState, type SchoolState } from '@kreide/core/features/schools';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { RequestFacts } from '../../kernel/http/context.ts';
import { getSchool } from '../schools/index.ts';
import { findTwoFactor, hasExpired } from '../users/index.ts';
import { DEVICE_COOKIE, type Reply } from './cookies.ts';
import { addArrival, toSender } from './credentials.ts';
import type { Enter } from './entrance.ts';
import { findKnown, isIssued, isTrusted } from './queries/known-senders.ts';
import type { SecondSteps } from './second-steps.ts';
import { hashToken } from './tokens.ts';

interface Call {
  request: RequestFacts;
  reply: Reply;
  now: Date;
}

interface Closable {
  is_locked: boolean;
  expire_at: string | null;
}

/** Refuses people who have proven who they are and still may not come in. */
export function refuseClosed(account: Closable, school: { is_locked: boolean; state: SchoolState }, now: Date): void {
  if (school.is_locked || !isOpenState(school.state)) throw new ApiError({ code: 'school_locked' });
  if (account.is_locked) throw new ApiError({ code: 'user_locked' });
  if (hasExpired(account, now)) throw new ApiError({ code: 'user_expired' });
}

/** The device of a browser, if its token is one of ours. */
export async function findBrowser(db: Kysely<DB>, { cookies }: Pick<RequestFacts, 'cookies'>) {
  const token = cookies[DEVICE_COOKIE];
  const hash = token ? hashToken(token) : null;
  return token && hash && (await isIssued(db, hash)) ? { token, sender: { kind: 'device' as const, hash } } : null;
}

/**
 * Signs in somebody whom another service vouches for, in a browser: the same refusals, second step and session as after a right
 * password; `isStepDone`: the service has asked for a second step that counts here. Throws `school_locked`, `user_locked`, `user_expired` or, for an account that is gone, `not_found`.
 */
export function createAdmission({ enter, steps }: { enter: Enter; steps: SecondSteps }) {
  return async function admit(
    trx: Kysely<DB>,
    user: { school_id: number; id: number },
    { stay, isStepDone, service_sid }: { stay: boolean; isStepDone: boolean; service_sid: string | null },
    { request, reply, now }: Call,
  ) {
    const account = await findTwoFactor(trx, user);
    const school = account && (await getSchool(trx, user.school_id));
    if (!account || !school) throw new ApiError({ code: 'not_found' });
    refuseClosed(account, school, now);
    const device = await findBrowser(trx, request);
    const known = device ? await findKnown(trx, account, [device.sender]) : new Map();
    const manner = { stay, is_native: false, keepsDevice: true, isKnownDevice: known.size > 0, service_sid };
    if (account.is_tfa_enabled && !isStepDone && !(await isTrusted(trx, account, device?.sender.hash ?? null, now)))
      return {
        account,
        answer: await steps.begin(trx, { keys: {}, device, account: { ...account, school } }, manner, now),
      };
    const arrival = { address: toSender(request.network), device: device?.sender.hash ?? null, keepsDevice: true };
    const keepDevice = () => addArrival(trx, account, arrival, now);
    return {
      account,
      answer: await enter(trx, { ...account, school }, { ...manner, keepDevice }, { request, reply, now }),
    };
  };
}

export type Admit = ReturnType<typeof createAdmission>;
