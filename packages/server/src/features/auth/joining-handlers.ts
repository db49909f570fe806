import { type authApi, isJoinable, type JoinedAccount, type SecondWay } from '@kreide/core/features/auth';
import { ApiError, type Translate, type USER_TYPES } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { AuditChange } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, RecordedFor } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { getSchool } from '../schools/index.ts';
import { findTwoFactor, hasExpired, requireSelf } from '../users/index.ts';
import { DEVICE_COOKIE } from './cookies.ts';
import {
  addArrival,
  checkCredentials,
  clearAttempt,
  findDevice,
  type RefusesPassword,
  toSender,
  toUserKey,
} from './credentials.ts';
import type { Enter } from './entrance.ts';
import { reserveAttempt } from './failures.ts';
import type { JoiningChanged } from './joining-notice.ts';
import { isOwnPassword } from './own-password.ts';
import type { Passkeys } from './passkeys.ts';
import { type JoinedRow, type JoiningProblem, join, leaveJoined, listJoined, markUsed } from './queries/joining.ts';
import { findKnown, isTrusted } from './queries/known-senders.ts';
import { removeSecondStep, type SecondStepRow } from './queries/second-steps.ts';
import { findManner } from './queries/sessions.ts';
import type { SecondFactors } from './second-factor.ts';
import { type SecondSteps, stepKeysOf } from './second-steps.ts';
import { hashToken } from './tokens.ts';

interface Parts {
  factors: SecondFactors;
  passkeys: Passkeys;
  steps: SecondSteps;
  enter: Enter;
  joiningChanged: JoiningChanged;
  refusesPassword: RefusesPassword;
}

type Keys = 'listJoinedAccounts' | 'joinAccount' | 'confirmJoinedAccount' | 'removeJoinedAccount' | 'switchAccount';
type Owner = { school_id: number; id: number };
type Told = Pick<Parameters<Handlers<typeof authApi>['removeJoinedAccount']>[0], 'request' | 'now'> & {
  record: (change: AuditChange & Partial<RecordedFor>) => void;
};

/** Why nobody may be signed in to an account, whatever they prove. */
function refusalOf(account: Pick<JoinedRow, 'school_is_locked' | 'is_locked' | 'expire_at'>, now: Date) {
  if (account.school_is_locked) return 'school_locked';
  if (account.is_locked) return 'user_locked';
  return hasExpired(account, now) ? 'user_expired' : null;
}

function toJoinedAccount(row: JoinedRow, now: Date): JoinedAccount {
  const { uuid, firstname, lastname, type, slink, name, joined_at, last_used_at } = row;
  return {
    uuid,
    displayname: `${firstname} ${lastname}`,
    type: type as (typeof USER_TYPES)[number],
    joined_at,
    last_used_at,
    school: { slink, name },
    can: { switch: refusalOf(row, now) === null ? 1 : 0 },
  };
}

const PROBLEMS = { already: 'already', pupil: 'pupil', full: 'full' } as const satisfies Record<JoiningProblem, string>;

/** Accounts of one person, joined by proving each of them (D-6.05). */
export function joiningHandlers({
  factors,
  passkeys,
  steps,
  enter,
  joiningChanged,
  refusesPassword,
}: Parts): Pick<Handlers<typeof authApi>, Keys> {
  const ownerOf = ({ school_id, user_id }: Actor): Owner => ({ school_id, id: user_id });
  const byOf = ({ school_id, id }: Owner) => ({ school_id, user_id: id });

  async function requireOwnPassword(db: Kysely<DB>, actor: Actor, password: string, t: Translate, now: Date) {
    if (await isOwnPassword(db, actor, password, now)) return;
    const message = t('kernel:rules.current_password');
    throw new ApiError({ code: 'invalid', issues: [{ path: 'body.own_password', rule: 'current_password', message }] });
  }

  /** The log of a school does not say at which other one its people have accounts. */
  async function tell(
    db: Kysely<DB>,
    kind: 'joined' | 'left',
    [one, other]: [Owner, Owner],
    told: Told,
  ): Promise<void> {
    const { record, request, now } = told;
    const change = kind === 'joined' ? { after: { joined: true } } : { before: { joined: true } };
    record({ entity: 'users', id: one.id, ...change });
    record({ entity: 'users', id: other.id, by: byOf(other), ...change });
    for (const [account, beside] of [
      [one, other],
      [other, one],
    ] as const) {
      const { name } = await getSchool(db, beside.school_id);
      await joiningChanged(db, { account, kind, other: name, user_agent: request.user_agent }, now);
    }
  }

  async function joinBoth(
    db: Kysely<DB>,
    actor: Actor,
    other: Owner,
    t: Translate,
    told: Told,
  ): Promise<JoinedAccount> {
    const one = ownerOf(actor);
    const problem = await join(db, one, other, told.now);
    if (problem) {
      const message = t(`auth:joining.problems.${PROBLEMS[problem]}`);
      throw new ApiError({ code: 'invalid', issues: [{ path: 'body', rule: problem, message }] });
    }
    await tell(db, 'joined', [one, other], told);
    const row = (await listJoined(db, one)).find(({ id }) => id === other.id);
    if (!row) throw new Error('what was joined is not in the list');
    return toJoinedAccount(row, told.now);
  }

  /** By a code or a passkey of its account; null: it is neither. What was used stays used, so outside of the transaction. */
  async function proveStep(
    db: Kysely<DB>,
    { step, account }: { step: SecondStepRow; account: NonNullable<Awaited<ReturnType<typeof findTwoFactor>>> },
    { code, credential }: { code?: string | undefined; credential?: Parameters<Passkeys['check']>[1] | undefined },
    now: Date,
  ): Promise<SecondWay | null> {
    if (code !== undefined) return factors.use(db, account, code, now);
    if (!credential) return null;
    const passkey = await passkeys.check(db, credential, `step ${step.school_id}/${step.id}`, now);
    return passkey?.school_id === account.school_id && passkey.user_id === account.id ? 'passkey' : null;
  }

  return {
    async listJoinedAccounts({ params, actor, db, now, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      const rows = await listJoined(db, { school_id, id });
      return { data: rows.map((row) => toJoinedAccount(row, now)) };
    },

    async joinAccount({ params, body, actor, db, write, record, request, now, t, fail }) {
      await requireSelf({ params, actor, db, fail });
      await requireOwnPassword(db, actor, body.own_password, t, now);
      const { slink, username, password } = body;
      const attempt = await checkCredentials(
        db,
        { slink, username, password, ip: request.ip, network: request.network, device: null },
        now,
      );
      const { account } = attempt;
      if (await refusesPassword(db, account)) {
        await clearAttempt(db, attempt);
        return fail('password_not_used');
      }
      if (!account.is_tfa_enabled) await clearAttempt(db, attempt);
      const trx = await write();
      if (account.is_tfa_enabled) {
        const manner = { stay: false, is_native: false, keepsDevice: false, isKnownDevice: false };
        const { access_token: token, second_step } = await steps.begin(trx, attempt, manner, now);
        record({ entity: 'users', id: account.id, by: byOf(account), after: { second_step: 'open' } });
        return { data: { account: null, second_step: { ...second_step, token } } };
      }
      return { data: { account: await joinBoth(trx, actor, account, t, { record, request, now }), second_step: null } };
    },

    async confirmJoinedAccount({ params, body, actor, db, write, record, request, now, t, fail }) {
      await requireSelf({ params, actor, db, fail });
      await requireOwnPassword(db, actor, body.own_password, t, now);
      const found = await steps.find(db, body.token, now);
      if (!found) {
        await reserveAttempt(db, { link: request.network }, now);
        return fail('not_found');
      }
      const { step, account, school } = found;
      const refusal = refusalOf({ ...account, school_is_locked: school.is_locked }, now);
      if (refusal) return fail(refusal);
      await reserveAttempt(db, stepKeysOf(step), now);
      if ((await proveStep(db, found, body, now)) === null) {
        await steps.recordFailure(db, account, request, now);
        return fail('wrong_code');
      }
      const trx = await write();
      if (!(await removeSecondStep(trx, step))) return fail('not_found');
      await steps.clear(trx, step);
      return { data: await joinBoth(trx, actor, account, t, { record, request, now }) };
    },

    async removeJoinedAccount({ params, actor, db, write, record, request, now, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      const own = { school_id, id };
      const others = await listJoined(db, own);
      const isOwn = params.uuid === actor.user_uuid;
      const other = isOwn ? others[0] : others.find(({ uuid }) => uuid === params.uuid);
      if (!other) return fail('not_found');
      const trx = await write();
      await leaveJoined(trx, isOwn ? own : other);
      await tell(trx, 'left', [own, other], { record, request, now });
      return undefined;
    },

    async switchAccount({ body, actor, db, write, record, request, reply, now, fail }) {
      const own = ownerOf(actor);
      await reserveAttempt(db, { switch: toUserKey(own) }, now);
      const other = (await listJoined(db, own)).find(({ uuid }) => uuid === body.uuid);
      if (!other || !isJoinable(actor.type, other.type)) return fail('not_found');
      const refusal = refusalOf(other, now);
      if (refusal) return fail(refusal);
      const account = await findTwoFactor(db, other);
      const manner = await findManner(db, actor);
      if (!account || !manner) return fail('not_found');
      const school = await getSchool(db, account.school_id);
      const { is_native, stay_logged_in: stay } = manner;
      const token = (is_native ? body.device_token : request.cookies[DEVICE_COOKIE]) ?? null;
      const device = token ? { token, sender: { kind: 'device' as const, hash: hashToken(token) } } : null;
      const known = device ? await findKnown(db, account, [device.sender]) : new Map();
      const keepsDevice = !is_native || body.device_token !== undefined;
      const how = { stay, is_native, keepsDevice, isKnownDevice: known.size > 0 };
      const trx = await write();
      await markUsed(trx, own, now);
      record({ entity: 'users', id: own.id });
      // Whoever has joined somebody else's account has taken a second step of their own only.
      const isAsked = account.is_tfa_enabled && !(await isTrusted(db, account, device?.sender.hash ?? null, now));
      if (isAsked) {
        record({ entity: 'users', id: account.id, by: byOf(account), after: { second_step: 'open' } });
        return steps.begin(trx, { account: { ...account, school }, keys: {}, device }, how, now);
      }
      record({ entity: 'users', id: account.id, by: byOf(account) });
      const arrival = { address: toSender(request.network), device: await findDevice(trx, { device }), keepsDevice };
      const keepDevice = () => addArrival(trx, account, arrival, now);
      return enter(trx, { ...account, school }, { ...how, keepDevice }, { request, reply, now });
    },
  };
}
