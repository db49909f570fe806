import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import { endpointsOf } from '@kreide/core/contract';
import { STYLE_SRC } from '@kreide/core/features/branding';
import { ApiError } from '@kreide/core/kernel';
import type { FastifyInstance } from 'fastify';
import { createTrialMaker, startInstalledDemo } from './demo/index.ts';
import { lockDemoSchools } from './features/schools/index.ts';
import { type Features, joinFeatures, listenForChanges } from './features.ts';
import { createHousekeeping } from './housekeeping.ts';
import { type Clock, clockOf } from './kernel/clock.ts';
import { readBrands } from './kernel/config/brands.ts';
import type { Config } from './kernel/config/config.ts';
import { readOffers } from './kernel/config/offers.ts';
import { createSeal } from './kernel/config/seal.ts';
import { secretOf } from './kernel/config/secret.ts';
import type { Database } from './kernel/data/database.ts';
import { createFitting, lastBackup, noteTraits, traitsOf } from './kernel/data/installation.ts';
import { openInstalled } from './kernel/data/installed-database.ts';
import { asWork } from './kernel/data/work.ts';
import { createScanner, openStore, toFileKey } from './kernel/files/index.ts';
import { createHttp, listen } from './kernel/http/http.ts';
import { mount } from './kernel/http/mount.ts';
import { mountOpenApi } from './kernel/http/openapi.ts';
import { mountPages, type Pages } from './kernel/http/pages.ts';
import { isProxied, mountProbes } from './kernel/http/probes.ts';
import { mountRecalls } from './kernel/http/recall.ts';
import { countWaitingJobs, startJobs } from './kernel/jobs/index.ts';
import type { Log } from './kernel/log.ts';
import { countWaitingMails, createMail } from './kernel/mail/index.ts';
import { createOutbound } from './kernel/outbound/index.ts';
import { createTranslator } from './kernel/outbound/translator.ts';
import { endRequests } from './kernel/process/end.ts';
import { createMetrics } from './kernel/process/metrics.ts';
import { createReadiness } from './kernel/process/readiness.ts';
import { appendOutbox, startOutbox } from './kernel/realtime/outbox.ts';
import { type Room, startSockets } from './kernel/realtime/sockets.ts';
import { joinWhispers, passWhispers } from './kernel/realtime/whispers.ts';
import { readTexts } from './kernel/text/texts.ts';

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

/** The composition root: the only place where the parts are joined. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log, root, clock = clockOf(config), signal, say = () => {} } = options;
  const stack = new AsyncDisposableStack();
  try {
    const { database, connectionString } = await openInstalled(stack, { ...options, say });
    const secret = await secretOf(config);
    const { files } = config;
    const store = await openStore(files, clock.now());
    // A school has its plan all the same: nothing but files is missing.
    if (files.s3)
      store
        .check()
        .catch((err) =>
          log.error({ err, bucket: files.s3?.bucket }, 'files cannot be read or stored: their bucket is out of reach'),
        );
    const scanner = config.scanner && createScanner(config.scanner);
    const outbound = stack.use(createOutbound({ allow: config.outboundAllow }));
    const texts = readTexts(join(root, 'locales'));
    const brandOf = readBrands(join(root, 'brandings'));
    const mail = config.mail && createMail(config.mail, { database, clock, log });
    if (!mail) log.info('no mails are sent: KREIDE_SMTP_URL is not set');
    const metrics = createMetrics();
    metrics.countPool(database.countConnections);

    let address = '';
    const appUrl = () => config.url ?? address;
    const isSecure = () => appUrl().startsWith('https:');
    const { fastify, origins, transport } = createHttp({ config, log, texts, appUrl });
    stack.defer(() => fastify.close());
    fastify.addHook('onResponse', (request, reply, done) => {
      metrics.observeRequest({
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
      done();
    });
    await fastify.register(fastifyCookie);

    const temporaryFolder = join(config.dataFolder, 'uploads');
    const traits = await traitsOf(secret, config.secretKey, files);
    await asWork(noteTraits)(database.kysely, traits);
    const misfitOf = await createFitting(traits);
    const misfit = await misfitOf(database.kysely);
    if (misfit) log.error({ part: misfit.part }, misfit.reason);
    metrics.countWork(async () => {
      const { count: jobs, oldest } = await countWaitingJobs(database.kysely);
      const [mails, backup] = [await countWaitingMails(database.kysely), await lastBackup(database.kysely)];
      return { jobs, oldest, mails, backup };
    });
    const fileKey = toFileKey(secret);
    const seal = createSeal(config.secretKey ?? secret);
    const features = joinFeatures({
      database,
      clock,
      secret,
      seal,
      fileKey,
      appUrl,
      isSecure,
      texts,
      log,
      outbound,
      mail,
      supportMail: config.supportMail,
      brandOf,
      store,
      quotas: config.quotas,
      scanner,
      translator: config.translator && createTranslator(config.translator),
      tracking: config.tracking,
      leadSource: config.leadSource,
      makeTrial: createTrialMaker({ connectionString, files, log }),
      prices: config.prices,
      seller: config.seller,
      officeUrl: config.officeUrl,
      temporaryFolder,
      partialFolder: join(files.folder, 'partial'),
      appOrigins: config.appOrigins,
      products: config.products,
      environments: config.environments,
      offers: config.offersFile ? await readOffers(config.offersFile) : [],
      conferences: config.conferences,
      cacheBytes: config.cacheMb * 1_000_000,
    });
    const checkAnswers = options.checkAnswers ?? !config.production;
    const implemented = features.all.flatMap((feature) => feature.implemented ?? []);
    mountRecalls(
      fastify,
      { recognise: features.sessions.recognise, transport, checkAnswers, observe: metrics.observeRequest },
      implemented,
    );
    const sockets = startSockets({
      server: fastify.server,
      authenticate: async (token) => {
        const actor = await features.sessions.authenticate(token);
        if (actor?.lacks_second_step) throw new ApiError({ code: 'second_step_missing' });
        return actor;
      },
      isAllowedOrigin: origins.isAllowed,
      whispers: joinWhispers(features.all, { database, clock }),
      log,
    });
    stack.defer(
      await passWhispers(database, (users, name, payload) =>
        sockets.whisper(
          users.map((id): Room => `user:${id}`),
          name,
          payload,
        ),
      ),
    );
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
    if (config.production || config.demo) {
      const changed = await asWork(lockDemoSchools)(database.kysely, !config.demo);
      if (changed.length > 0 && !config.demo)
        log.warn({ schools: changed }, 'demo schools are locked in production: their passwords are public');
    }
    const demo = config.demo
      ? await asWork(startInstalledDemo)({
          kysely: database.kysely,
          connectionString,
          files,
          clock,
          log,
          signal,
          say,
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
        authenticateUpload: features.uploadSessions.authenticate,
        append: appendOutbox,
        deliver: (rows) => void outbox.emitCommitted(rows),
        checkAnswers,
        temporaryFolder,
        secureCookies: isSecure,
        transport,
      },
      declared,
      implemented,
    );
    for (const { routes } of features.all) routes?.(fastify);
    mountOpenApi(fastify, declared);
    mountProbes(fastify, {
      metrics,
      metricsToken: config.metricsToken,
      isProxied: isProxied(config),
      isReady: createReadiness({
        database,
        folders: { files: files.folder, uploads: temporaryFolder },
        misfitOf,
      }),
    });
    const ownPages = features.all.flatMap((feature) => feature.pages ?? []);
    await mountPages(
      fastify,
      options.pages === undefined ? { root, styles: STYLE_SRC } : options.pages,
      ownPages,
      config,
    );

    let stopJobs = async () => {};
    if (config.role !== 'web') {
      const housekeeping = createHousekeeping({ database, store, clock, features: features.all, temporaryFolder, log });
      const working = [...features.all, housekeeping, ...(mail ? [mail] : []), ...(demo ? [demo] : [])];
      const jobs = await startJobs({
        connectionString,
        tasks: working.flatMap(({ tasks = [] }) => tasks),
        schedule: working.flatMap((one) => ('schedule' in one ? (one.schedule ?? []) : [])),
        log,
        clock,
        onJob: ({ task, outcome, seconds }) => metrics.observeJob({ task, succeeded: outcome === 'done', seconds }),
      });
      stack.use(jobs);
      stopJobs = jobs.stop;
    }
    signal?.throwIfAborted();
    address = await listen(fastify, config);
    // Clients are sent elsewhere first; then running requests and jobs finish while everything they need is still there.
    const close = async () => {
      await sockets.close();
      await Promise.all([endRequests(fastify), stopJobs()]);
      await stack.disposeAsync();
    };
    const hints = (await demo?.hints({ url: appUrl(), root })) ?? [];
    return { url: address, database, clock, features, fastify, hints, close, [Symbol.asyncDispose]: close };
  } catch (thrown) {
    await stack.disposeAsync();
    throw thrown;
  }
}
