import { SESSION_SECONDS } from '@kreide/core/features/auth';
import { API_BASE } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import type { Tokens } from './sessions.ts';

/** The refresh cookie of one account; it is only sent to the auth calls. */
export function cookieName(userUuid: string): string {
  return `kreide_refresh_${userUuid}`;
}
export const COOKIE_PATH = `${API_BASE}/auth`;
export const XSRF_COOKIE = 'XSRF-TOKEN';
/** Tells the devices apart that signed in before (`acceptAttempt`); shared by the accounts of a browser. */
export const DEVICE_COOKIE = 'kreide_device';

export type Reply = HandlerContext['reply'];

export function setCookies(reply: Reply, userUuid: string, tokens: Tokens, xsrf: string, stay: boolean): void {
  const options = stay ? { maxAge: SESSION_SECONDS.stay } : {};
  reply.setCookie(cookieName(userUuid), tokens.refresh_token, { path: COOKIE_PATH, httpOnly: true, ...options });
  reply.setCookie(XSRF_COOKIE, xsrf, { path: '/', httpOnly: false, ...options });
}
