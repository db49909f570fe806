import { createHmac } from 'node:crypto';
import { isCode, type KeyState, toCode } from '@kreide/core/features/registration';
import { isOpenState } from '@kreide/core/features/schools';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { giveBack, reserveAttempt } from '../auth/index.ts';
import { type FoundKey, findKey } from './queries.ts';

/** What is stored of a code. With the server's key: 50 bits could be tried against a stolen table. */
export const hashCode = (secret: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`activation-code:${code}`).digest();

/** Whether a code can be used, or why not. */
export function keyStateOf(
  key: { used_at: string | null; withdrawn_at: string | null; expires_at: string },
  now: Date,
): KeyState {
  if (key.used_at !== null) return 'used';
  if (key.withdrawn_at !== null) return 'withdrawn';
  return new Date(key.expires_at) <= now ? 'expired' : 'open';
}

/**
 * The code that somebody entered, in whatever state; `unknown_activation_code` where nobody has it. Counted before it is looked up, so
 * that guessing is slowed down whether or not it hits; a right one takes nothing.
 */
export async function openKey(
  parts: { db: Kysely<DB>; secret: string; network: string; now: Date },
  text: string,
): Promise<FoundKey> {
  const { db, secret, network, now } = parts;
  const keys = { code: network };
  await reserveAttempt(db, keys, now);
  const key = isCode(text) ? await findKey(db, hashCode(secret, toCode(text))) : undefined;
  if (!key || !isOpenState(key.school_state)) throw new ApiError({ code: 'unknown_activation_code' });
  await giveBack(db, keys);
  if (key.school_is_locked) throw new ApiError({ code: 'school_locked' });
  return key;
}

/** The same, and it can be used; a code that cannot answers why. */
export async function openUsableKey(parts: Parameters<typeof openKey>[0], text: string): Promise<FoundKey> {
  const key = await openKey(parts, text);
  const state = keyStateOf(key, parts.now);
  if (state !== 'open') throw new ApiError({ code: `code_${state}` });
  return key;
}

/** The same for what is tried with a code on the way: a code that cannot be used is as good as a wrong one. */
export async function openForCheck(parts: Parameters<typeof openKey>[0], text: string): Promise<FoundKey> {
  const key = await openKey(parts, text);
  if (keyStateOf(key, parts.now) !== 'open') throw new ApiError({ code: 'unknown_activation_code' });
  await reserveAttempt(parts.db, { check: `${key.school_id} ${key.id}` }, parts.now);
  return key;
}
