import { createHash } from 'node:crypto';
import { type PushPayload, parseSubscription } from '@kreide/core/features/notifications';
import { type Outbound, OutboundError } from '../../kernel/outbound/index.ts';
import type { PushSender } from './push-sender.ts';

export interface PushMessage {
  token: string;
  payload: PushPayload;
  /** Messages of one topic replace each other while the device is off. */
  topic: string;
  /** Seconds after which the push service forgets it. */
  ttl: number;
}

/** What the push service made of it. `RETRY`: later, after so many seconds if it says so. */
export type PushAnswer =
  | { state: 'SENT' | 'GONE' | 'REFUSED' | 'FAILED'; code: number | null }
  | { state: 'RETRY'; code: number | null; afterSeconds: number | null };

/** 32 characters that name a topic without telling it (RFC 8030, 5.4). */
export function toTopic(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 32);
}

/** Of a token what stays the same when its keys change: the address of a web push subscription. */
export function hashToken(type: string, token: string): Buffer {
  const identity = type === 'web' ? (parseSubscription(token)?.endpoint ?? token) : token;
  return createHash('sha256')
    .update(`${type === 'web' ? 'web' : 'native'} ${identity}`)
    .digest();
}

/** Of a token of unknown type: as a web push subscription, and as what a platform gave. */
export const hashesOf = (token: string): readonly [Buffer, Buffer] => [
  hashToken('web', token),
  hashToken('native', token),
];

/** Seconds of a Retry-After header, in seconds or as a date. */
function toSeconds(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,7}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}

/** How long a push service may take to answer, ms. */
const PATIENCE_MS = 10_000;

/** Encrypts a message for one device and hands it to its push service, through the one way out. */
export async function sendMessage(
  outbound: Outbound,
  sender: PushSender,
  message: PushMessage,
  now: Date,
): Promise<PushAnswer> {
  const subscription = parseSubscription(message.token);
  if (!subscription) return { state: 'FAILED', code: null };
  const { subject, public_key: publicKey, private_key: privateKey } = sender;
  // A server that never sends does without its memory.
  const { default: webpush } = await import('web-push');
  const request = webpush.generateRequestDetails(subscription, JSON.stringify(message.payload), {
    vapidDetails: { subject, publicKey, privateKey },
    contentEncoding: 'aes128gcm',
    urgency: 'normal',
    TTL: Math.max(0, Math.floor(message.ttl)),
    topic: message.topic,
  });
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  try {
    const { status, headers: answered } = await outbound.request({
      url: request.endpoint,
      method: 'POST',
      headers: Object.fromEntries(headers),
      body: request.body ?? '',
      maxBytes: 50_000,
      timeoutMs: PATIENCE_MS,
      maxRedirects: 0,
    });
    if (status >= 200 && status < 300) return { state: 'SENT', code: status };
    if (status === 404 || status === 410) return { state: 'GONE', code: status };
    if (status === 429 || status >= 500)
      return { state: 'RETRY', code: status, afterSeconds: toSeconds(answered['retry-after'], now) };
    return { state: status === 413 ? 'FAILED' : 'REFUSED', code: status };
  } catch (thrown) {
    const { reason } = OutboundError.from(thrown);
    const isLasting = ['address_refused', 'invalid_address', 'plain_refused', 'too_many_redirects'].includes(reason);
    return isLasting ? { state: 'REFUSED', code: null } : { state: 'RETRY', code: null, afterSeconds: null };
  }
}
