import type { JWTVerifyGetKey } from 'jose';

/** What a service says has ended (OpenID Connect Back-Channel Logout 1.0 §2.4): one of its sessions, or all of somebody. */
export interface EndedToken {
  readonly jti: string;
  readonly sub: string | null;
  readonly sid: string | null;
}

export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** So long ago it may have been signed, seconds; clocks of services are as much off as with a sign-in. */
const OLDEST = 300;
const CLOCK_TOLERANCE = 60;
/** How long one has to be remembered that is taken once, seconds: longer than it is believed. */
export const REMEMBERED_SECONDS = 3 * (OLDEST + CLOCK_TOLERANCE);
/** Each by a key of the service that everybody knows: never by none, and never by a secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TYPES = [undefined, 'JWT', 'logout+jwt', 'application/logout+jwt'];
const LONGEST = 500;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST;

/** It says something that no service says of a session that has ended. */
export class LogoutTokenRefused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`a logout token is refused: ${code}`);
    this.code = code;
  }
}

/**
 * Reads what a service has signed for us. Throws `LogoutTokenRefused`, and what the library throws where its signature, issuer, audience or
 * times are wrong.
 */
export async function readLogoutToken(
  token: string,
  { keys, issuer, client }: { keys: JWTVerifyGetKey; issuer: string; client: string },
): Promise<EndedToken> {
  const { jwtVerify } = await import('jose');
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: client,
    clockTolerance: CLOCK_TOLERANCE,
    maxTokenAge: OLDEST,
    requiredClaims: ['jti', 'events'],
  });
  if (!TYPES.includes(protectedHeader.typ)) throw new LogoutTokenRefused('typ');
  const { jti, sub = null, sid = null, events, nonce } = payload;
  // An ID token has a nonce: nobody shall turn one into a sign-out.
  if (nonce !== undefined) throw new LogoutTokenRefused('nonce');
  const event = (events as Readonly<Record<string, unknown>> | null)?.[LOGOUT_EVENT];
  if (typeof events !== 'object' || typeof event !== 'object' || event === null) throw new LogoutTokenRefused('events');
  if (!isName(jti)) throw new LogoutTokenRefused('jti');
  if ((sub !== null && !isName(sub)) || (sid !== null && !isName(sid)) || (sub === null && sid === null))
    throw new LogoutTokenRefused('who');
  return { jti, sub, sid: sid as string | null };
}
