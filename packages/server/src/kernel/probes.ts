import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** `/healthz` (alive), `/readyz` (ready to work), `/metrics` (D-4.01). */
export function mountProbes(
  app: FastifyInstance,
  { metrics, isReady }: { metrics: Metrics; isReady: () => Promise<void> },
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
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
