import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';

/**
 * Says once in the log that a proxy seems to be in front although none is trusted: then all callers have its address,
 * and the limits of sign-in count them as one.
 */
export function warnOfProxies(app: FastifyInstance, trustProxy: Config['trustProxy'], log: Log): void {
  if (trustProxy !== false) return;
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      log.warn(
        { address: request.ip },
        'a call came with X-Forwarded-For, but no proxy is trusted: behind a proxy set KREIDE_TRUST_PROXY, or all callers count as one address',
      );
    }
    done();
  });
}
