import { createHmac, hash, randomBytes } from 'node:crypto';

/** 256 random bits, encoded for transport. Only their hash is stored. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The first refresh token of a session: its family, which all its successors have too, and a secret. */
export function createRefreshToken(): string {
  return `${randomBytes(16).toString('base64url')}.${createToken()}`;
}

/** The family of a refresh token; null: it is from before there were families. */
export function familyOf(refreshToken: string): string | null {
  const [family, secret] = refreshToken.split('.');
  return family && secret ? family : null;
}

/**
 * The successors of a refresh token. They are derived, so that two tabs (or a repeated call whose answer was lost) with
 * the same old token get the same successors without storing any plain token.
 */
export function successorsOf(secret: string, refreshToken: string): { access_token: string; refresh_token: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`session-${purpose}:${refreshToken}`).digest('base64url');
  const family = familyOf(refreshToken) ?? derive('family').slice(0, 22);
  return { access_token: derive('access'), refresh_token: `${family}.${derive('refresh')}` };
}

/** The value that a page repeats in a header to show that it is ours, one for all refresh tokens of a session. */
export function xsrfOf(secret: string, refreshToken: string): string {
  const subject = familyOf(refreshToken) ?? refreshToken;
  return createHmac('sha256', secret).update(`session-xsrf:${subject}`).digest('base64url').slice(0, 24);
}
