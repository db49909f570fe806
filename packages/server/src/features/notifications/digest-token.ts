import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

interface Owner {
  school_id: number;
  user_id: number;
}

/** 128 bits: nobody guesses one. */
const SIGNATURE_BYTES = 16;

function signatureOf(secret: string, { school_id, user_id }: Owner): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kreide/digest-off/1', 32));
  return createHmac('sha256', key).update(`${school_id}.${user_id}`).digest().subarray(0, SIGNATURE_BYTES);
}

/** The token of the link in a digest: it ends the digests of this person, has no end itself, and does nothing else. */
export function toDigestToken(secret: string, owner: Owner): string {
  return `${owner.school_id}.${owner.user_id}.${signatureOf(secret, owner).toString('base64url')}`;
}

/** The person whose digests a token ends; null when this server did not make it. */
export function parseDigestToken(secret: string, token: string): Owner | null {
  const [, school, user, signature = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{22})$/.exec(token) ?? [];
  if (school === undefined || user === undefined) return null;
  const owner = { school_id: Number(school), user_id: Number(user) };
  const given = Buffer.from(signature, 'base64url');
  return given.length === SIGNATURE_BYTES && timingSafeEqual(given, signatureOf(secret, owner)) ? owner : null;
}
