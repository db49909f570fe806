import { API_BASE } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Answers that are no pages load nothing and are framed by nobody. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Security headers of every answer (D-4.10); pages set their own, wider content policy. */
export function mountHeaders(app: FastifyInstance, { isSecure }: { isSecure: () => boolean }): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    setHeaders(request.url, reply, isSecure());
    done(null, payload);
  });
}

/** Sets what the answer has not set itself. Answers that are sent before there is a route call it themselves. */
export function setHeaders(url: string, reply: FastifyReply, isSecure: boolean): void {
  reply.header('x-content-type-options', 'nosniff');
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin');
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY);
  if (!reply.hasHeader('cross-origin-resource-policy'))
    reply.header(
      'cross-origin-resource-policy',
      url.startsWith(`${API_BASE}/public/`) ? 'cross-origin' : 'same-origin',
    );
  reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  if (isSecure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
}

/** The `vary` of an answer that comes compressed or not, without losing what is there already (`origin`). */
export function varyOf(reply: FastifyReply): string {
  const present = reply.getHeader('vary');
  return present === undefined ? 'accept-encoding' : `${String(present)}, accept-encoding`;
}
