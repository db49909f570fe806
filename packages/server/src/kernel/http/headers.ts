import { API_BASE } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Answers that are not pages load nothing and may not be framed. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For whom browsers remember that there is HTTPS: for nobody, for this host, or for what lies below it too. */
export type Transport = 'plain' | 'host' | 'domain';

/** The transport of an installation with this address. Other hosts of a domain need not have HTTPS, so the operator decides. */
export function transportOf(appUrl: string, includesSubdomains: boolean): Transport {
  if (!appUrl.startsWith('https:')) return 'plain';
  return includesSubdomains ? 'domain' : 'host';
}

/** Security headers of every answer (D-4.10); pages set their own, wider content policy. */
export function mountHeaders(app: FastifyInstance, transport: () => Transport): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    setHeaders(request.url, reply, transport());
    done(null, payload);
  });
}

const YEAR = 'max-age=31536000';

/** By transport and by whether other sites may use the answer: made once, read thousands of times a second. */
const DEFAULTS = { plain: defaults(null), host: defaults(YEAR), domain: defaults(`${YEAR}; includeSubDomains`) };

function defaults(strict: string | null) {
  return [false, true].map((isPublic): readonly (readonly [string, string])[] => [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['content-security-policy', API_POLICY],
    ['cross-origin-resource-policy', isPublic ? 'cross-origin' : 'same-origin'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
    ...(strict === null ? [] : ([['strict-transport-security', strict]] as const)),
  ]);
}

function defaultsOf(url: string, transport: Transport): readonly (readonly [string, string])[] {
  return DEFAULTS[transport][url.startsWith(`${API_BASE}/public/`) ? 1 : 0] ?? [];
}

/** Sets the headers that the answer has not set itself. Answers sent before routing call it themselves. */
export function setHeaders(url: string, reply: FastifyReply, transport: Transport): void {
  for (const [name, value] of defaultsOf(url, transport)) if (!reply.hasHeader(name)) reply.header(name, value);
}

export type AnswerHeaders = Record<string, string | number>;

/** The headers that the answer has set so far. */
export function ownHeadersOf(reply: FastifyReply): AnswerHeaders {
  return reply.getHeaders() as AnswerHeaders;
}

/** Adds the headers of every answer to those of an answer that bypasses the server's hooks. */
export function completeHeaders(url: string, headers: AnswerHeaders, transport: Transport): void {
  for (const [name, value] of defaultsOf(url, transport)) headers[name] ??= value;
}

/** The `vary` of an answer that may be compressed, keeping existing values (`origin`). */
export function toVary(present: unknown): string {
  return present === undefined ? 'accept-encoding' : `${String(present)}, accept-encoding`;
}
