import { API_BASE } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface OriginCheck {
  /** May a page of this origin call with credentials? */
  isAllowed(origin: string): boolean;
}

/** Our own origin and those of KREIDE_APP_ORIGINS (native apps, a static host); all others are foreign (D-2.08). */
export function createOriginCheck({ own, allowed }: { own: () => string; allowed: readonly string[] }): OriginCheck {
  const listed = new Set(allowed);
  return { isAllowed: (origin) => origin === own() || listed.has(origin) };
}

const METHODS = 'GET, OPTIONS, POST, PUT, PATCH, DELETE';
const HEADERS =
  'authorization, content-type, frontend-version, released-at, canary-level, accept-language, idempotency-key, if-none-match, x-xsrf-token, school, version-uuid, tus-resumable, upload-offset';
const EXPOSED = 'date, etag, retry-after, idempotent-replayed, need-change, upload-offset, upload-length';

/** Is this a browser's question before a call from another origin, and not a call of its own? */
export const isPreflight = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Tells a browser what a page of an allowed origin may send; a foreign origin learns nothing. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  if (reply.hasHeader('access-control-allow-origin'))
    reply
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', HEADERS)
      .header('access-control-max-age', '600');
  return reply.code(204).send();
}

/**
 * Handles cross-origin calls from allowed origins; endpoints for any origin set their own header and need no preflight.
 */
export function mountOrigins(app: FastifyInstance, check: OriginCheck): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin && request.url.startsWith(API_BASE) && check.isAllowed(origin)) {
      reply
        .header('access-control-allow-origin', origin)
        .header('access-control-allow-credentials', 'true')
        .header('access-control-expose-headers', EXPOSED)
        .header('vary', 'origin');
    }
    done();
  });
  app.options(`${API_BASE}/*`, (request, reply) =>
    isPreflight(request) ? answerPreflight(reply) : reply.callNotFound(),
  );
}
