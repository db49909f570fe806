import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Config, isLoopback } from '../config/config.ts';
import type { Metrics } from '../process/metrics.ts';
import { NotReady } from '../process/readiness.ts';

export interface Probes {
  readonly metrics: Metrics;
  readonly metricsToken: string | null;
  /** Does somebody stand between the callers and this server? Then a call from this machine says nothing of who asks. */
  readonly isProxied: boolean;
  readonly isReady: () => Promise<void>;
}

/**
 * `/healthz` (alive), `/readyz` (ready to work), `/metrics` (D-4.01), which asks for its token; without one it answers this
 * machine only, and nobody where a proxy hands calls on.
 */
export function mountProbes(app: FastifyInstance, { metrics, metricsToken, isProxied, isReady }: Probes): void {
  app.get('/healthz', (_, reply) => reply.type('text/plain').send('ok\n'));
  let said: string | null = null;
  app.get('/readyz', async (request, reply) => {
    try {
      await isReady();
      if (said !== null) request.log.info('ready again');
      said = null;
      return reply.type('text/plain').send('ready\n');
    } catch (thrown) {
      const { part, message } = NotReady.of(thrown);
      // Asked every few seconds: a line for each reason, not for each question.
      if (said !== message) request.log.warn({ part, reason: message }, 'not ready');
      said = message;
      return reply.code(503).type('text/plain').send(`not ready: ${part}\n`);
    }
  });
  app.get('/metrics', async (request, reply) => {
    const isAllowed = metricsToken === null ? !isProxied && isOfThisMachine(request) : hasToken(request, metricsToken);
    if (!isAllowed)
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('a token is needed\n');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** Is the server told of a proxy? By its name, or as people come with https, which this process does not speak. */
export function isProxied({ trustProxy, url }: Pick<Config, 'trustProxy' | 'url'>): boolean {
  return trustProxy !== false || url?.startsWith('https:') === true;
}

/** What proxies add. */
const HANDED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/** A proxy may run on this machine: the requests that it passes on come from elsewhere, as do those for another host name. */
function isOfThisMachine({ ip, headers, hostname }: FastifyRequest): boolean {
  const isHere = (name: string) => name === 'localhost' || isLoopback(name.replace(/^\[|\]$|^::ffff:/g, ''));
  return isHere(ip) && isHere(hostname) && !HANDED_ON.some((name) => headers[name] !== undefined);
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [given, wanted] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
