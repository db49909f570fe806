import { API_BASE, addDays } from '@kreide/core/kernel';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { authenticatorHandlers, toDay } from './handlers.ts';
import { pruneKeys } from './queries.ts';

/** A key that nobody asked for in two years goes: its device is gone, or it was sent twice. */
const UNUSED_DAYS = 730;

/**
 * Pages of any origin may call, as nothing is known of who calls and no cookie counts: the app of another host, and the
 * native one (T-7.158).
 */
function answerPreflights(app: FastifyInstance): void {
  for (const [path, methods] of [
    ['/keys', 'POST'],
    ['/keys/:secret', 'DELETE'],
    ['/codes', 'POST'],
    ['/codes/:secret', 'GET'],
  ])
    app.options(`${API_BASE}${path}`, (_, reply) =>
      reply
        .removeHeader('access-control-allow-credentials')
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', methods)
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', '86400')
        .code(204)
        .send(),
    );
}

/** The two-factor service: part of the server, or alone on a host of its own (`kreide-server two-factor`). */
export function authenticatorFeature({ database, seal }: Pick<FeatureParts, 'database' | 'seal'>): Feature {
  return {
    implemented: authenticatorHandlers({ seal }),
    routes: answerPreflights,
    prune: { 'two-factor keys': (now) => pruneKeys(database.kysely, addDays(toDay(now), -UNUSED_DAYS)) },
  };
}
