import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '@kreide/core/kernel';

/** Whom an address is for: everybody, a school's members, one person. */
export type FileAudience = 'public' | `school:${number}` | `user:${number}`;

export interface SignedFile {
  readonly uuid: string;
  /** The name under which it is saved; signed too, so that nobody can pass on a file under another name. */
  readonly name: string;
  readonly audience: FileAudience;
}

export interface FileAddressQuery {
  readonly audience?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
}

export type SignatureCheck =
  | { readonly ok: true; readonly audience: FileAudience; readonly expires: Date }
  | { readonly ok: false; readonly reason: 'malformed' | 'expired' | 'wrong_signature' };

/** Addresses made within the same hour are identical, so that browsers can cache the picture. */
const GRID_SECONDS = 60 * 60;
/** Minimum validity of an address; at most one grid step longer. */
export const FILE_ADDRESS_SECONDS = 24 * 60 * 60;

/** The key that signs file addresses, derived from the server's secret and good for nothing else. */
export function toFileKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'kreide/file-address/1', 32));
}

/** Expiry in epoch seconds: `now + lifetime`, rounded up to the full hour. */
export function toExpiry(now: Date, lifetimeSeconds: number): number {
  return Math.ceil((now.getTime() / 1000 + lifetimeSeconds) / GRID_SECONDS) * GRID_SECONDS;
}

/** When addresses that are made now end. */
export const addressesEnd = (now: Date): Date => new Date(toExpiry(now, FILE_ADDRESS_SECONDS) * 1000);

/** `/v1/files/{uuid}/{name}?audience=…&expires=…&signature=…` (D-4.14). */
export function signFileAddress(
  key: Uint8Array,
  file: SignedFile,
  now: Date,
  lifetimeSeconds: number = FILE_ADDRESS_SECONDS,
): string {
  const expires = toExpiry(now, lifetimeSeconds);
  const query = new URLSearchParams({
    audience: file.audience,
    expires: String(expires),
    signature: signatureOf(key, file, expires),
  });
  return `${API_BASE}/files/${file.uuid}/${encodeURIComponent(file.name.toWellFormed())}?${query}`;
}

/**
 * Is this address ours and still valid? The caller then checks whether the audience may (still) read the file:
 * `user:12` of a person who has left is signed correctly and answered with 404.
 */
export function checkFileAddress(
  key: Uint8Array,
  file: { readonly uuid: string; readonly name: string },
  query: FileAddressQuery,
  now: Date,
): SignatureCheck {
  const { audience, expires, signature } = query;
  if (!isAudience(audience) || typeof signature !== 'string') return { ok: false, reason: 'malformed' };
  if (typeof expires !== 'string' || !/^[1-9]\d{0,11}$/.test(expires)) return { ok: false, reason: 'malformed' };
  const wanted = signatureOf(key, { uuid: file.uuid, name: file.name, audience }, Number(expires));
  if (!isSame(signature, wanted)) return { ok: false, reason: 'wrong_signature' };
  const end = new Date(Number(expires) * 1000);
  return end > now ? { ok: true, audience, expires: end } : { ok: false, reason: 'expired' };
}

function isAudience(value: unknown): value is FileAudience {
  return typeof value === 'string' && /^(public|(school|user):[1-9]\d{0,14})$/.test(value);
}

function signatureOf(key: Uint8Array, file: SignedFile, expires: number): string {
  // JSON separates the parts: no choice of names makes two different files the same text.
  const text = JSON.stringify([file.uuid, file.name.toWellFormed(), file.audience, expires]);
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Compared as text: after decoding, many spellings of one signature would pass. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
