/** Whether a person lets a device show push messages (P-4.17). */
export const PUSH_CONSENTS = ['ACCEPTED', 'DENIED', 'PENDING'] as const;
export type PushConsent = (typeof PUSH_CONSENTS)[number];

/** Kinds of devices (P-3.30). */
export const DEVICE_TYPES = ['web', 'ios', 'android'] as const;

/** How long the first save of a device waits for the person's answer, ms (P-4.19, P-9.13). */
export const FIRST_SAVE_DELAY = 10_000;

/** Days after which a device that was not seen may be silent, as push help says (P-7.28). */
export const SILENT_DAYS = 14;

/** Longest token, characters: a web push subscription as JSON. */
export const TOKEN_MAXIMUM = 2000;
/** Longest title and text of a push message by hand, characters. */
export const PUSH_TITLE_MAXIMUM = 120;
export const PUSH_TEXT_MAXIMUM = 1000;

/** The permission of browser or platform as consent: an unknown one is still pending (P-4.18). */
export function toConsent(permission: string): PushConsent {
  if (permission === 'granted') return 'ACCEPTED';
  return permission === 'denied' ? 'DENIED' : 'PENDING';
}

/** A web push subscription: where to send, and the keys that only the device can open. */
export interface PushSubscriptionData {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;

/** The subscription in a token of the type web; null when messages cannot be sent to it. */
export function parseSubscription(token: string): PushSubscriptionData | null {
  try {
    const { endpoint, keys } = JSON.parse(token) as Partial<PushSubscriptionData>;
    if (typeof endpoint !== 'string' || !/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) return null;
    const { p256dh, auth } = keys ?? {};
    if (typeof p256dh !== 'string' || typeof auth !== 'string') return null;
    // An uncompressed point of P-256 and 16 random bytes (RFC 8291).
    if (!BASE64URL.test(p256dh) || !BASE64URL.test(auth)) return null;
    if (p256dh.replace(/=+$/, '').length !== 87 || auth.replace(/=+$/, '').length !== 22) return null;
    return { endpoint, keys: { p256dh, auth } };
  } catch {
    return null;
  }
}

/** What a push message holds: nothing personal, in the form that browsers show without a worker (Declarative Web Push). */
export interface PushPayload {
  web_push: 8030;
  notification: { title: string; body: string; navigate: string; tag: string; lang: string };
  app_badge: number;
}

/** A push message as received; null for one that this product did not send. */
export function parsePushPayload(text: string): PushPayload | null {
  try {
    const payload = JSON.parse(text) as Partial<PushPayload>;
    const { title, body, navigate } = payload.notification ?? {};
    const isWhole = [title, body, navigate].every((part) => typeof part === 'string');
    return payload.web_push === 8030 && isWhole ? (payload as PushPayload) : null;
  } catch {
    return null;
  }
}
