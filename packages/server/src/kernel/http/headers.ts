import { API_BASE } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Answers that are not pages load nothing and may not be framed. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Security headers of every answer (D-4.10); pages set their own, wider content policy. */
export function mountHeaders(app: FastifyInstance, { isSecure }: { isSecure: () => boolean }): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    setHeaders(request.url, reply, isSecure());
    done(null, payload);
  });
}

/** By scheme and by whether other sites may use the answer: made once, read thousands of times a second. */
const DEFAULTS = [false, true].map((isSecure) =>
  [false, true].map((isPublic): readonly (readonly [string, string])[] => [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['content-security-policy', API_POLICY],
    ['cross-origin-resource-policy', isPublic ? 'cross-origin' : 'same-origin'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
    ...(isSecure ? ([['strict-transport-security', 'max-age=31536000; includeSubDomains']] as const) : []),
  ]),
);

function defaultsOf(url: string, isSecure: boolean): readonly (readonly [string, string])[] {
  return DEFAULTS[isSecure ? 1 : 0]?.[url.startsWith(`${API_BASE}/public/`) ? 1 : 0] ?? [];
}

/** Sets the headers that the answer has not set itself. Answers sent before routing call it themselves. */
export function setHeaders(url: string, reply: FastifyReply, isSecure: boolean): void {
  for (const [name, value] of defaultsOf(url, isSecure)) if (!reply.hasHeader(name)) reply.header(name, value);
}

export type AnswerHeaders = Record<string, string | number>;

/** The headers that the answer has set so far. */
export function ownHeadersOf(reply: FastifyReply): AnswerHeaders {
  return reply.getHeaders() as AnswerHeaders;
}

/** Adds the headers of every answer to those of an answer that bypasses the server's hooks. */
export function completeHeaders(url: string, headers: AnswerHeaders, isSecure: boolean): void {
  for (const [name, value] of defaultsOf(url, isSecure)) headers[name] ??= value;
}

/** The `vary` of an answer that may be compressed, keeping existing values (`origin`). */
export function toVary(present: unknown): string {
  return present === undefined ? 'accept-encoding' : `${String(present)}, accept-encoding`;
}
