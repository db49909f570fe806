import { API_BASE } from '@kreide/core/kernel';
import type { FastifyInstance } from 'fastify';

/** Answers that are no pages load nothing and are framed by nobody. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Security headers of every answer (D-4.10); pages set their own, wider content policy. */
export function mountHeaders(app: FastifyInstance, { isSecure }: { isSecure: () => boolean }): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY);
    if (!reply.hasHeader('cross-origin-resource-policy'))
      reply.header(
        'cross-origin-resource-policy',
        request.url.startsWith(`${API_BASE}/public/`) ? 'cross-origin' : 'same-origin',
      );
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    if (isSecure()) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done(null, payload);
  });
}
