import type { StoredSession } from './session.ts';

/** What the headers of a request say. */
export interface Said {
  /** Version and build time of this client (P-7.02). */
  version?: string | undefined;
  releasedAt?: string | undefined;
  /** `canary-level` of a beta school (P-7.05). */
  canaryLevel?: string | null | undefined;
  /** Language of messages, BCP 47. */
  language?: string | undefined;
  session?: StoredSession | null | undefined;
  /** Value of the XSRF-TOKEN cookie (P-7.04). */
  xsrf?: string | null | undefined;
  etag?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
  /** A form sets its own type. */
  content?: 'json' | 'form' | 'nothing';
  /** A simple request, which needs no preflight (D-2.08). */
  plain?: boolean | undefined;
}

/** The headers of a request, in the same order whoever sends it. */
export function toHeaders(said: Said): Record<string, string> {
  const { content = 'nothing', plain } = said;
  const headers: Record<string, string> = { accept: 'application/json' };
  // Every request has a content type (P-7.02), but a form sets its own and a simple request without body must not.
  if (content === 'json' || (content === 'nothing' && !plain)) headers['content-type'] = 'application/json';
  if (said.etag) headers['if-none-match'] = said.etag;
  if (plain) return headers;
  headers['frontend-version'] = said.version ?? '0';
  headers['released-at'] = said.releasedAt ?? '';
  if (said.canaryLevel) headers['canary-level'] = said.canaryLevel;
  if (said.language) headers['accept-language'] = said.language;
  if (said.session) headers.authorization = `Bearer ${said.session.access_token}`;
  if (said.xsrf) headers['x-xsrf-token'] = said.xsrf;
  if (said.idempotencyKey) headers['idempotency-key'] = said.idempotencyKey;
  return headers;
}
