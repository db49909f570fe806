import { randomBytes, timingSafeEqual } from 'node:crypto';
import { authApi, SESSION_SECONDS } from '@kreide/core/features/auth';
import { API_BASE, ApiError } from '@kreide/core/kernel';
import { isPasswordConfirmed } from '@kreide/core/validation';
import type { HandlerContext, RequestFacts } from '../../kernel/context.ts';
import { implement } from '../../kernel/implement.ts';
import { toSchool } from '../schools/index.ts';
import { checkCredentials } from './credentials.ts';
import { countFailure, forgetFailures, refuseWhileWaiting } from './failures.ts';
import { hashPassword } from './passwords.ts';
import { findPasswordReset, usePasswordReset } from './queries/password-resets.ts';
import type { Sessions, Tokens } from './sessions.ts';

/** The refresh cookie of one account; it is only sent to the auth calls. */
function cookieName(userUuid: string): string {
  return `kreide_refresh_${userUuid}`;
}
const COOKIE_PATH = `${API_BASE}/auth`;
const XSRF_COOKIE = 'XSRF-TOKEN';

function setCookies(reply: HandlerContext['reply'], userUuid: string, tokens: Tokens, stay: boolean): void {
  reply.setCookie(cookieName(userUuid), tokens.refresh_token, {
    path: COOKIE_PATH,
    httpOnly: true,
    ...(stay ? { maxAge: SESSION_SECONDS.stay } : {}),
  });
  reply.setCookie(XSRF_COOKIE, randomBytes(18).toString('base64url'), {
    path: '/',
    httpOnly: false,
    ...(stay ? { maxAge: SESSION_SECONDS.stay } : {}),
  });
}

/**
 * Where a cookie authenticates the call, the readable cookie must be repeated in a header (P-7.04). A page of another
 * allowed origin cannot read it; there the Origin header decides, which browsers set and pages cannot choose.
 */
function refuseForged(request: RequestFacts, appOrigins: readonly string[]): void {
  if (appOrigins.includes(request.header('origin') ?? '')) return;
  const cookie = Buffer.from(request.cookies[XSRF_COOKIE] ?? '');
  const header = Buffer.from(request.header('x-xsrf-token') ?? '');
  if (cookie.length === 0 || cookie.length !== header.length || !timingSafeEqual(cookie, header))
    throw new ApiError({ code: 'xsrf_mismatch' });
}

export function authHandlers({ sessions, appOrigins }: { sessions: Sessions; appOrigins: readonly string[] }) {
  return implement(authApi, {
    async login({ body, db, write, request, reply, now }) {
      const { slink, username, password } = body;
      const found = await checkCredentials(db, { slink, username, password, address: request.ip }, now);
      const is_native = body.is_native ?? false;
      const tokens = await sessions.open(await write(), found, {
        stay: body.stayLoggedIn,
        is_native,
        user_agent: request.user_agent,
      });
      if (!is_native) setCookies(reply, found.uuid, tokens, body.stayLoggedIn);
      return {
        access_token: tokens.access_token,
        uuid: found.uuid,
        expires_in: tokens.expires_in,
        ...(is_native ? { refresh_token: tokens.refresh_token } : {}),
        tfa_mode: '' as const,
        data: toSchool(found.school),
      };
    },

    async refresh({ body, query, write, request, reply, fail }) {
      const cookie = request.cookies[cookieName(body.uuid)];
      const given = body.refresh_token ?? cookie;
      if (!given) return fail('session_expired');
      if (body.refresh_token === undefined) refuseForged(request, appOrigins);
      const { tokens, stay, is_native } = await sessions.refresh(await write(), body.uuid, given);
      const inBody = is_native || query.is_native === true;
      if (!inBody) setCookies(reply, body.uuid, tokens, stay);
      return {
        access_token: tokens.access_token,
        uuid: body.uuid,
        expires_in: tokens.expires_in,
        ...(inBody ? { refresh_token: tokens.refresh_token } : {}),
      };
    },

    async confirmPasswordReset({ body, db, write, request, now, t, fail, afterCommit }) {
      if (!isPasswordConfirmed(body.password, body.password_confirmation)) {
        const path = 'body.password_confirmation';
        return fail('invalid', { issues: [{ path, rule: 'password', message: t('kernel:rules.password') }] });
      }
      const keys = { code: body.token, address: request.ip };
      await refuseWhileWaiting(db, keys, now);
      const reset = await findPasswordReset(db, body.token, now);
      if (!reset) {
        await countFailure(db, keys, now);
        return fail('not_found');
      }
      if (reset.school_is_locked) return fail('school_locked');
      if (reset.is_locked) return fail('user_locked');
      const passwordHash = await hashPassword(body.password);
      const tx = await write();
      if (!(await usePasswordReset(tx, reset, passwordHash, now))) return fail('not_found');
      // Anyone who knew the old password is signed out.
      await sessions.endAll(tx, reset);
      await forgetFailures(tx, `${reset.slink} ${reset.username.toLowerCase()}`);
      afterCommit(() => sessions.changed(reset.user_id));
      return { data: { slink: reset.slink, username: reset.username } };
    },

    async logout({ actor, write, reply, afterCommit }) {
      await sessions.end(await write(), actor);
      afterCommit(() => sessions.changed(actor.user_id));
      reply.clearCookie(cookieName(actor.user_uuid), COOKIE_PATH);
      return { data: { redirect_uri: null } };
    },

    async logoutAll({ actor, write, reply, afterCommit }) {
      const count = await sessions.endAll(await write(), actor);
      afterCommit(() => sessions.changed(actor.user_id));
      reply.clearCookie(cookieName(actor.user_uuid), COOKIE_PATH);
      return { data: { sessions: count } };
    },
  });
}
