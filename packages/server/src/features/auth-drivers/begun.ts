import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Seal } from '../../kernel/config/seal.ts';

/** How long somebody may take at the service, seconds. */
export const BEGUN_SECONDS = 15 * 60;
export const BEGUN_COOKIE = 'kreide_service';
const OWNER = 'auth-drivers begun';

/** The values that a sign-in at a service began with. The server stores none of them: the browser keeps them, sealed. */
const begun = z.object({
  slink: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  stay: z.boolean(),
  until: z.number(),
});
export type Begun = z.output<typeof begun>;

export const createSecret = () => randomBytes(32).toString('base64url');

export const sealBegun = (seal: Seal, values: Begun): string =>
  seal.close(JSON.stringify(values), OWNER).toString('base64url');

/** Null: this server did not seal it, or it is too old. */
export function openBegun(seal: Seal, cookie: string | undefined, now: Date): Begun | null {
  if (!cookie) return null;
  try {
    const values = begun.parse(JSON.parse(seal.open(Buffer.from(cookie, 'base64url'), OWNER)));
    return values.until > now.getTime() ? values : null;
  } catch {
    return null;
  }
}
