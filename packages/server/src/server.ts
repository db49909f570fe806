import { access, constants, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import { endpointsOf } from '@kreide/core/contract';
import { STYLE_SRC } from '@kreide/core/features/branding';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { sql } from 'kysely';
import { startInstalledDemo } from './demo/index.ts';
import { type Features, joinFeatures, listenForChanges } from './features.ts';
import { createHousekeeping } from './housekeeping.ts';
import { mountBodies } from './kernel/bodies.ts';
import { type Clock, clockOf } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import { checkDatabase, type Database, openDatabase } from './kernel/database.ts';
import { endRequests, mountEnd } from './kernel/end.ts';
import { answerClientErrors, answerFailures } from './kernel/failures.ts';
import { createLocalStore, toFileKey } from './kernel/files/index.ts';
import { mountHeaders, setHeaders } from './kernel/headers.ts';
import { migrateJobs, startJobs } from './kernel/jobs/index.ts';
import type { Log } from './kernel/log.ts';
import { createMetrics } from './kernel/metrics.ts';
import { migrate } from './kernel/migrate.ts';
import { mount } from './kernel/mount.ts';
import { mountOpenApi } from './kernel/openapi.ts';
import { createOriginCheck, mountOrigins } from './kernel/origins.ts';
import { appendOutbox, startOutbox } from './kernel/outbox.ts';
import { mountPages, type Pages } from './kernel/pages.ts';
import { startEmbeddedPostgres } from './kernel/postgres/index.ts';
import { mountProbes } from './kernel/probes.ts';
import { secretOf } from './kernel/secret.ts';
import { type Room, startSockets } from './kernel/sockets.ts';
import { readTexts } from './kernel/texts.ts';

export interface ServerOptions {
  config: Config;
  log: Log;
  /** Folder with `locales`, `brandings`, `examples` and the built app and widgets. */
  root: string;
  clock?: Clock;
  /** A migrated database that the caller opens and closes (tests). */
  connectionString?: string;
  /** Check answers against the contract; on by default outside production. */
  checkAnswers?: boolean;
  /** Built pages to serve; null: only the API. */
  pages?: Pages | null;
  /** Aborts a start in progress: `startServer` then rejects with its reason, and nothing of it keeps running. */
  signal?: AbortSignal;
  /** Called with the current step of a start, where that takes seconds. */
  say?: (line: string) => void;
}

export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly features: Features;
  readonly fastify: FastifyInstance;
  /** Lines for the person at the terminal: demo accounts, examples. */
  readonly hints: readonly string[];
  /** Finishes running requests and jobs, closes sockets so that clients reconnect elsewhere (D-4.03). */
  close(): Promise<void>;
}

/**
 * A request that has not arrived completely after this time is cut off, ms: longer than any client waits, but finite,
 * unlike Fastify's default.
 */
const REQUEST_PATIENCE = 660_000;

/** Maximum size of JSON bodies, bytes. Uploads have their own limits. */
const BODY_LIMIT = 1_048_576;

/** The composition root: the only place where the parts are joined. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log, root, clock = clockOf(config), signal, say = () => {} } = options;
  const stack = new AsyncDisposableStack();
  try {
    await mkdir(config.dataFolder, { recursive: true });
    let connectionString = options.connectionString ?? config.databaseUrl;
    if (!connectionString) {
      say('Starting the database …');
      const postgres = stack.use(await startEmbeddedPostgres({ dataFolder: config.dataFolder, log }));
      connectionString = postgres.connectionString;
    }
    signal?.throwIfAborted();
    await checkDatabase(connectionString);
    if (options.connectionString === undefined) {
      await migrate(connectionString, { log });
    }
    await migrateJobs(connectionString, log);
    const database = stack.use(openDatabase(connectionString, { log }));
    const secret = await secretOf(config);
    const filesFolder = join(config.dataFolder, 'files');
    const store = await createLocalStore(filesFolder, clock.now());
    const texts = readTexts(join(root, 'locales'));
    const metrics = createMetrics();
    metrics.countPool(() => ({
      total: database.pool.totalCount,
      idle: database.pool.idleCount,
      waiting: database.pool.waitingCount,
    }));

    let address = '';
    const appUrl = () => config.url ?? address;
    const isSecure = () => appUrl().startsWith('https:');
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
        setHeaders(request.url, reply as never, isSecure());
        answerFailures(texts, log)(error, request as never, reply as never);
      },
    });
    stack.defer(() => fastify.close());
    const origins = createOriginCheck({ own: appUrl, allowed: config.appOrigins });
    fastify.setErrorHandler(answerFailures(texts, log));
    fastify.addHook('onResponse', (request, reply, done) => {
      metrics.observeRequest({
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
      done();
    });
    mountOrigins(fastify, origins);
    mountHeaders(fastify, { isSecure });
    mountEnd(fastify);
    mountBodies(fastify);
    await fastify.register(fastifyCookie);
    await fastify.register(fastifyMultipart);

    const temporaryFolder = join(tmpdir(), 'kreide-uploads');
    const fileKey = toFileKey(secret);
    const features = joinFeatures({
      ...{ database, clock, secret, store, fileKey, appUrl, isSecure, texts, log },
      appOrigins: config.appOrigins,
    });
    const sockets = startSockets({
      server: fastify.server,
      authenticate: async (token) => features.sessions.authenticate(token),
      isAllowedOrigin: origins.isAllowed,
      log,
    });
    metrics.countSockets(() => sockets.connections());
    stack.defer(() => sockets.close());
    const endRevoked = async (userId: number | null) => {
      const connected = sockets.actors(userId);
      if (connected.length === 0) return;
      const living = await features.sessions.living(connected);
      for (const { session_id } of connected) if (!living.has(session_id)) sockets.disconnectSession(session_id);
    };
    features.onRevoked((userId) => {
      endRevoked(userId).catch((err) => log.warn({ err }, 'connections of sessions that ended were not looked for'));
    });
    stack.use(await listenForChanges(database, features));
    const demo = config.demo
      ? await startInstalledDemo({
          ...{ kysely: database.kysely, connectionString, files: filesFolder, clock, log, signal, say },
          changed: features.planChanged,
        })
      : null;
    const outbox = stack.use(
      await startOutbox({ database, emit: (row) => sockets.emit(row.audience as Room[], row.event, row.payload), log }),
    );

    const declared = endpointsOf();
    mount(
      fastify,
      {
        kysely: database.kysely,
        texts,
        clock,
        authenticate: features.sessions.authenticate,
        append: appendOutbox,
        deliver: (ids) => void outbox.emitCommitted(ids),
        checkAnswers: options.checkAnswers ?? !config.production,
        temporaryFolder,
        secureCookies: isSecure,
      },
      declared,
      features.all.flatMap(({ implemented = [] }) => implemented),
    );
    for (const { routes } of features.all) routes?.(fastify);
    mountOpenApi(fastify, declared);
    mountProbes(fastify, {
      metrics,
      isReady: async () => {
        await sql`select 1`.execute(database.kysely);
        if (!database.isListening()) throw new Error('notifications of other processes do not arrive');
        await access(filesFolder, constants.R_OK | constants.W_OK);
      },
    });
    await mountPages(fastify, options.pages === undefined ? { root, styles: STYLE_SRC } : options.pages);

    if (config.role !== 'web') {
      const housekeeping = createHousekeeping({ database, clock, features: features.all, temporaryFolder, log });
      const working = [...features.all, housekeeping, ...(demo ? [demo] : [])];
      const jobs = await startJobs({
        connectionString,
        tasks: working.flatMap(({ tasks = [] }) => tasks),
        schedule: working.flatMap(({ schedule = [] }) => schedule),
        log,
        clock,
        onJob: ({ task, outcome, seconds }) => metrics.observeJob({ task, succeeded: outcome === 'done', seconds }),
      });
      stack.use(jobs);
    }
    signal?.throwIfAborted();
    await fastify.listen({ port: config.port, host: config.host });
    address = addressOf(fastify, config.host);
    // Clients are sent elsewhere first; then running requests finish while everything they need is still there.
    const close = async () => {
      await sockets.close();
      await endRequests(fastify);
      await stack.disposeAsync();
    };
    const hints = (await demo?.hints({ url: appUrl(), root })) ?? [];
    return { url: address, database, clock, features, fastify, hints, close, [Symbol.asyncDispose]: close };
  } catch (thrown) {
    await stack.disposeAsync();
    throw thrown;
  }
}

function addressOf(fastify: FastifyInstance, host: string): string {
  const bound = fastify.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
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
