import { API_BASE } from '@kreide/core/kernel';
import type { FastifyInstance } from 'fastify';

/** Answers that are no pages load nothing and are framed by nobody. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Security headers of every answer (D-4.10), set before anything else: pages and files put their own, wider policy in their place. */
export function mountHeaders(app: FastifyInstance, { isSecure }: { isSecure: () => boolean }): void {
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': API_POLICY,
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
  const own = { ...common, 'cross-origin-resource-policy': 'same-origin' };
  const open = { ...common, 'cross-origin-resource-policy': 'cross-origin' };
  const secure = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith(`${API_BASE}/public/`) ? open : own);
    if (isSecure()) reply.headers(secure);
    done();
  });
}
