import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import Fastify, { LogController } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { mountEnd } from '../process/end.ts';
import type { Texts } from '../text/texts.ts';
import { mountBodies, mountBodyPatience } from './bodies.ts';
import { answerClientErrors, answerFailures } from './failures.ts';
import { mountHeaders, setHeaders, type Transport, transportOf } from './headers.ts';
import { createOriginCheck, mountOrigins, type OriginCheck } from './origins.ts';
import { warnOfProxies } from './proxies.ts';

export interface HttpParts {
  config: Pick<Config, 'trustProxy' | 'appOrigins' | 'hstsSubdomains'>;
  log: Log;
  texts: Texts;
  /** The public address of the app. */
  appUrl: () => string;
}

/**
 * A request that has not arrived completely after this time is cut off, ms: longer than any client waits, an upload over a
 * slow line too, but finite, unlike Fastify's default. Whatever is no upload has less (`mountBodyPatience`).
 */
const REQUEST_PATIENCE = 10_860_000;

/** Maximum size of JSON bodies, bytes. Uploads have their own limits. */
const BODY_LIMIT = 1_048_576;

export interface Http {
  readonly fastify: FastifyInstance;
  readonly origins: OriginCheck;
  readonly transport: () => Transport;
}

/** The parts that every server of ours has before its routes: failures in words, headers, origins, JSON bodies and forms, a gentle end. */
export function createHttp({ config, log, texts, appUrl }: HttpParts): Http {
  const transport = () => transportOf(appUrl(), config.hstsSubdomains);
  const fastify = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrustProxy(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_PATIENCE,
    // Java's client asks every server for HTTP/2 this way: it gets an HTTP/1.1 answer (RFC 9110 §7.8), only sockets
    // are upgraded.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    genReqId: createRequestIds(),
    childLoggerFactory: (logger) => logger,
    clientErrorHandler: answerClientErrors(texts),
    frameworkErrors: (error, request, reply) => {
      setHeaders(request.url, reply as never, transport());
      answerFailures(texts, log)(error, request as never, reply as never);
    },
  });
  const origins = createOriginCheck({ own: appUrl, allowed: config.appOrigins });
  fastify.setErrorHandler(answerFailures(texts, log));
  warnOfProxies(fastify, config.trustProxy, log);
  mountOrigins(fastify, origins);
  mountHeaders(fastify, transport);
  mountEnd(fastify);
  mountBodies(fastify);
  mountBodyPatience(fastify);
  return { fastify, origins, transport };
}

/** Listens, and answers the address for people. */
export async function listen(fastify: FastifyInstance, { port, host }: Pick<Config, 'port' | 'host'>): Promise<string> {
  await fastify.listen({ port, host });
  const bound = fastify.server.address();
  const chosen = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${chosen}`;
}

/** A number of hops needs its own rule; the router understands everything else by itself. */
function toTrustProxy(value: Config['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof value === 'number' ? (_, hop) => hop <= value : value;
}

/** Ids that distinguish the calls of one process, and processes by their prefix. */
function createRequestIds(): () => string {
  const process = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
