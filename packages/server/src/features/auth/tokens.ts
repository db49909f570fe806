import { createHmac, hash, randomBytes } from 'node:crypto';

/** 256 random bits, encoded for transport. Only their hash is stored. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * The successors of a refresh token. They are derived, so that two tabs (or a repeated call whose answer was lost) with
 * the same old token get the same successors without storing any plain token.
 */
export function successorsOf(secret: string, refreshToken: string): { access_token: string; refresh_token: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`session-${purpose}:${refreshToken}`).digest('base64url');
  return { access_token: derive('access'), refresh_token: derive('refresh') };
}
