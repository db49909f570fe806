import { timingSafeEqual } from 'node:crypto';
import { authApi, PASSWORD_RESET_SECONDS } from '@kreide/core/features/auth';
import { ApiError, type Environment } from '@kreide/core/kernel';
import { isPasswordConfirmed } from '@kreide/core/validation';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, RequestFacts } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { findSchoolBySlink } from '../schools/index.ts';
import { hasExpired, requireSelf, setPasswordHash } from '../users/index.ts';
import { appPasswordHandlers } from './app-password-handlers.ts';
import { COOKIE_PATH, cookieName, DEVICE_COOKIE, type Reply, setCookies, XSRF_COOKIE } from './cookies.ts';
import {
  acceptAttempt,
  checkCredentials,
  clearAttempt,
  forgetAccountFailures,
  type RefusesPassword,
  returnOf,
} from './credentials.ts';
import { type AccountChanged, createEntrance } from './entrance.ts';
import { reserveAttempt } from './failures.ts';
import { hasher } from './hashing/hasher.ts';
import { joiningHandlers } from './joining-handlers.ts';
import type { JoiningChanged } from './joining-notice.ts';
import { isOwnPassword } from './own-password.ts';
import { passkeyHandlers } from './passkey-handlers.ts';
import type { Passkeys } from './passkeys.ts';
import { findKnownOf, newPasswordProblems } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { removeAppPasswordsOf } from './queries/app-passwords.ts';
import { leaveJoined } from './queries/joining.ts';
import { isTrusted } from './queries/known-senders.ts';
import { findPasswordReset, usePasswordReset } from './queries/password-resets.ts';
import type { NewSession } from './queries/sessions.ts';
import { openSessionOnKnown } from './queries/sign-in.ts';
import type { ResetTask } from './reset-task.ts';
import type { SecondFactors } from './second-factor.ts';
import { secondStepHandlers } from './second-step-handlers.ts';
import { createSecondSteps } from './second-steps.ts';
import { sessionHandlers } from './session-handlers.ts';
import type { Sessions } from './sessions.ts';

/**
 * Where a cookie authenticates the call, the readable cookie of the same session must be repeated in a header (P-7.04).
 * A page of ours that has that of another session, or none, gets the right one with the refusal and asks again; other
 * sites can read neither. A page of another allowed origin cannot read it; there the Origin header decides, which
 * browsers set and pages cannot choose.
 */
function refuseForged(request: RequestFacts, reply: Reply, appOrigins: readonly string[], expected: string): void {
  if (appOrigins.includes(request.header('origin') ?? '')) return;
  const [given, wanted] = [Buffer.from(request.header('x-xsrf-token') ?? ''), Buffer.from(expected)];
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  reply.setCookie(XSRF_COOKIE, expected, { path: '/', httpOnly: false });
  throw new ApiError({ code: 'xsrf_mismatch' });
}

/** Somebody who cannot sign in asks for help. */
export interface HelpWanted {
  school_id: number;
  name: string;
  contact: string;
}
/** The page of a service that ends the session of somebody there who came from it; null: they did not, or it has none. */
export type LeaveService = (
  db: Kysely<DB>,
  actor: Pick<Actor, 'school_id' | 'user_id' | 'user_uuid' | 'slink'>,
  cookies: RequestFacts['cookies'],
  reply: Reply,
  now: Date,
) => Promise<string | null>;

/** Called in the transaction of the call. */
export type AskForHelp = (db: Kysely<DB>, wanted: HelpWanted, now: Date) => Promise<void>;

interface AuthHandlerParts {
  sessions: Sessions;
  appOrigins: readonly string[];
  accountChanged: AccountChanged;
  askForHelp: AskForHelp;
  refusesPassword: RefusesPassword;
  leaveService: LeaveService;
  /** Null: no mails are sent. */
  resetTask: ResetTask | null;
  factors: SecondFactors;
  passkeys: Passkeys;
  joiningChanged: JoiningChanged;
  /** Other installations of the product. */
  environments: readonly Environment[];
}

export function authHandlers({
  sessions,
  appOrigins,
  accountChanged,
  askForHelp,
  refusesPassword,
  leaveService,
  resetTask,
  factors,
  passkeys,
  joiningChanged,
  environments,
}: AuthHandlerParts) {
  const enter = createEntrance({ sessions, accountChanged });
  const steps = createSecondSteps(factors);
  return implement(authApi, {
    ...secondStepHandlers({ factors, passkeys, steps, enter, accountChanged, changed: sessions.changed }),
    ...sessionHandlers(sessions),
    ...appPasswordHandlers(accountChanged),
    ...passkeyHandlers({ passkeys, steps, enter, accountChanged }),
    ...joiningHandlers({ factors, passkeys, steps, enter, joiningChanged, refusesPassword }),
    listEnvironments: async () => ({ data: [...environments] }),

    async login({ body, db, write, alone, record, request, reply, now, fail }) {
      const { slink, username, password } = body;
      const is_native = body.is_native ?? false;
      const device = (is_native ? body.device_token : request.cookies[DEVICE_COOKIE]) ?? null;
      const attempt = await checkCredentials(
        db,
        { slink, username, password, ip: request.ip, network: request.network, device },
        now,
      );
      const { account, asker } = attempt;
      const { school_id, id } = account;
      if (await refusesPassword(db, account)) {
        await clearAttempt(db, attempt);
        return fail('password_not_used');
      }
      const keepsDevice = !is_native || body.device_token !== undefined;
      const how = { stay: body.stayLoggedIn, is_native, keepsDevice, isKnownDevice: asker.isKnownDevice };
      const by = { school_id, user_id: id };
      if (account.is_tfa_enabled && !(await isTrusted(db, account, attempt.device?.sender.hash ?? null, now))) {
        const trx = await write();
        const answer = await steps.begin(trx, attempt, how, now);
        record({ entity: 'users', id, by, after: { second_step: 'open' } });
        return answer;
      }
      const call = { request, reply, now };
      const known = keepsDevice ? returnOf(attempt) : null;
      if (known) {
        const keepDevice = async () => known.token;
        const create = (session: NewSession) =>
          alone({ entity: 'users', id, by }, (own, event) =>
            openSessionOnKnown(own, { session, event, ...known.from }),
          );
        return enter(db, account, { ...how, keepDevice, create }, call);
      }
      const trx = await write();
      record({ entity: 'users', id, by });
      const keepDevice = () => acceptAttempt(trx, attempt, { keepsDevice }, now);
      return enter(trx, account, { ...how, keepDevice }, call);
    },

    async refresh({ body, write, request, reply, fail, afterCommit }) {
      const given = body.refresh_token ?? request.cookies[cookieName(body.uuid)];
      if (!given) return fail('session_expired');
      if (body.refresh_token === undefined) refuseForged(request, reply, appOrigins, sessions.xsrfOf(given));
      const { tokens, stay, is_native, user_id } = await sessions.refresh(await write(), body.uuid, given);
      // The access tokens before this one end.
      afterCommit(() => sessions.changed(user_id));
      // The token of a cookie stays out of the reach of scripts, whatever the caller asks for.
      if (!is_native) setCookies(reply, body.uuid, tokens, sessions.xsrfOf(tokens.refresh_token), stay);
      return {
        access_token: tokens.access_token,
        uuid: body.uuid,
        expires_in: tokens.expires_in,
        ...(is_native ? { refresh_token: tokens.refresh_token } : {}),
      };
    },

    async requestPasswordReset({ body, db, write, request, now, fail }) {
      if (!resetTask) return fail('mail_unavailable');
      const identity = body.identity.trim().toLowerCase();
      await reserveAttempt(db, { reset: `${body.slink} ${identity}`, resets: request.network }, now);
      await enqueue(await write(), resetTask, { slink: body.slink, identity });
      return { data: { seconds: PASSWORD_RESET_SECONDS.usual } };
    },

    async forgottenEmail({ params, body, db, write, request, now, fail }) {
      const school = await findSchoolBySlink(db, params.slink);
      if (!school || school.is_locked) return fail('not_found');
      await reserveAttempt(db, { help: request.network }, now);
      await askForHelp(await write(), { school_id: school.id, ...body }, now);
      return { data: null };
    },

    async confirmPasswordReset({ body, db, write, record, request, now, t, fail, afterCommit }) {
      if (!isPasswordConfirmed(body.password, body.password_confirmation)) {
        const path = 'body.password_confirmation';
        return fail('invalid', { issues: [{ path, rule: 'password', message: t('kernel:rules.password') }] });
      }
      const reset = await findPasswordReset(db, body.token, now);
      if (!reset) {
        // Only unknown links are slowed down: a link cannot be guessed, and a school shares an address.
        await reserveAttempt(db, { link: request.network }, now);
        return fail('not_found');
      }
      if (reset.school_is_locked) return fail('school_locked');
      if (reset.is_locked) return fail('user_locked');
      if (hasExpired(reset, now)) return fail('user_expired');
      const known = await findKnownOf(db, { school_id: reset.school_id, id: reset.user_id });
      refuseIssues(await newPasswordProblems(db, body, known, t));
      const asker = { lane: `link ${reset.user_id}`, isKnownDevice: false };
      const passwordHash = await hashPassword(body.password, hasher.deriveFor(asker));
      const tx = await write();
      if (!(await usePasswordReset(tx, reset, passwordHash, now))) return fail('not_found');
      // Anyone who knew the old password is signed out.
      await sessions.endAll(tx, reset);
      await steps.endAll(tx, { school_id: reset.school_id, id: reset.user_id });
      await removeAppPasswordsOf(tx, { school_id: reset.school_id, id: reset.user_id });
      await forgetAccountFailures(tx, { school_id: reset.school_id, id: reset.user_id });
      const { school_id, user_id } = reset;
      await accountChanged(tx, { school_id, user_id, kind: 'password', user_agent: request.user_agent }, now);
      record({ entity: 'users', id: reset.user_id, by: { school_id: reset.school_id, user_id: reset.user_id } });
      afterCommit(() => sessions.changed(reset.user_id));
      return { data: { slink: reset.slink, username: reset.username } };
    },

    async updatePassword({ params, body, actor, db, write, record, request, now, t, fail, afterCommit }) {
      const { school_id, user_id } = await requireSelf({ params, actor, db, fail });
      const user = { school_id, id: user_id };
      refuseIssues(await newPasswordProblems(db, body, await findKnownOf(db, user), t));
      if (!(await isOwnPassword(db, actor, body.current_password, now))) {
        const message = t('kernel:rules.current_password');
        return fail('invalid', { issues: [{ path: 'body.current_password', rule: 'current_password', message }] });
      }
      const derive = hasher.deriveFor({ lane: `change ${user_id}`, isKnownDevice: true });
      const passwordHash = await hashPassword(body.password, derive);
      const trx = await write();
      await setPasswordHash(trx, user, passwordHash);
      const ended = await sessions.endOthers(trx, actor);
      await leaveJoined(trx, user);
      await steps.endAll(trx, user);
      await removeAppPasswordsOf(trx, user);
      await accountChanged(trx, { school_id, user_id, kind: 'password', user_agent: request.user_agent }, now);
      record({ entity: 'users', id: user_id });
      afterCommit(() => sessions.changed(user_id));
      return { data: { sessions: ended } };
    },

    async logout({ actor, db, write, record, request, reply, now, afterCommit }) {
      const redirect_uri = await leaveService(db, actor, request.cookies, reply, now);
      await sessions.end(await write(), actor);
      record({ entity: 'users', id: actor.user_id });
      afterCommit(() => sessions.changed(actor.user_id));
      reply.clearCookie(cookieName(actor.user_uuid), COOKIE_PATH);
      return { data: { redirect_uri } };
    },

    async logoutAll({ actor, write, record, reply, afterCommit }) {
      const count = await sessions.endAll(await write(), actor);
      record({ entity: 'users', id: actor.user_id });
      afterCommit(() => sessions.changed(actor.user_id));
      reply.clearCookie(cookieName(actor.user_uuid), COOKIE_PATH);
      return { data: { sessions: count } };
    },
  });
}
