import { createHmac, timingSafeEqual } from 'node:crypto';
import { EDIT_TOKEN_SECONDS } from '@kreide/core/features/cloud';

/** What a token of editing says: somebody, in one session, and one file; until when. Nobody stores it. */
export interface EditGrant {
  readonly school_id: number;
  readonly session_id: number;
  readonly user_id: number;
  readonly channel_id: number;
  /** Number of the entry in the cloud. */
  readonly id: number;
  readonly uuid: string;
  readonly expires: Date;
}

/** Signs the tokens; nothing else is signed with it. */
export const toEditKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update('kreide cloud editing').digest();

const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** How long a token lives that is made now (C-9.28). */
export const toEditEnd = (now: Date): Date => new Date(now.getTime() + EDIT_TOKEN_SECONDS * 1000);

/** A token of signs that stand in an address as they are. */
export function createEditToken(key: Buffer, grant: EditGrant): string {
  const { school_id, session_id, user_id, channel_id, id, uuid, expires } = grant;
  const parts = [school_id, session_id, user_id, channel_id, id, uuid, Math.floor(expires.getTime() / 1000)];
  const text = Buffer.from(parts.join(' ')).toString('base64url');
  return `${text}.${sign(key, text).toString('base64url')}`;
}

const NUMBER = /^[1-9]\d{0,14}$/;
const TOKEN = /^([A-Za-z0-9_-]{1,300})\.([A-Za-z0-9_-]{43})$/;

/** What a token says; null where nobody of ours has made it, and where it is over. */
export function readEditToken(key: Buffer, token: string, now: Date): EditGrant | null {
  const [, text = '', signature = ''] = TOKEN.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const wanted = sign(key, text);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const [school, session, user, channel, entry, uuid = '', end] = Buffer.from(text, 'base64url').toString().split(' ');
  const numbers = [school, session, user, channel, entry, end].map((part = '') =>
    NUMBER.test(part) ? Number(part) : 0,
  );
  if (numbers.includes(0)) return null;
  const [school_id = 0, session_id = 0, user_id = 0, channel_id = 0, id = 0, seconds = 0] = numbers;
  const expires = new Date(seconds * 1000);
  return expires > now ? { school_id, session_id, user_id, channel_id, id, uuid, expires } : null;
}
