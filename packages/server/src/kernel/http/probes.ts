import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../config/config.ts';
import type { Metrics } from '../process/metrics.ts';

/** `/healthz` (alive), `/readyz` (ready to work), `/metrics` (D-4.01), which asks for a token unless it comes from this machine. */
export function mountProbes(
  app: FastifyInstance,
  { metrics, metricsToken, isReady }: { metrics: Metrics; metricsToken: string | null; isReady: () => Promise<void> },
): void {
  app.get('/healthz', (_, reply) => reply.type('text/plain').send('ok\n'));
  app.get('/readyz', async (request, reply) => {
    try {
      await isReady();
      return reply.type('text/plain').send('ready\n');
    } catch (err) {
      request.log.warn({ err }, 'not ready');
      return reply.code(503).type('text/plain').send('not ready\n');
    }
  });
  app.get('/metrics', async (request, reply) => {
    if (!isOfThisMachine(request) && !hasToken(request, metricsToken))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('a token is needed\n');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** What an untrusted proxy hands on comes from elsewhere, though the proxy may run here. */
function isOfThisMachine({ ip, ips, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return isLoopback(ip.replace(/^::ffff:/, '')) && !(isForwarded && ips === undefined);
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  if (token === null) return false;
  const [given, wanted] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
