import { join } from 'node:path';
import { contract, endpointsOf } from '@kreide/core/contract';
import { authenticatorFeature } from './features/authenticator/index.ts';
import { clockOf } from './kernel/clock.ts';
import { createSeal } from './kernel/config/seal.ts';
import { secretOf } from './kernel/config/secret.ts';
import { openInstalled } from './kernel/data/installed-database.ts';
import { asWork } from './kernel/data/work.ts';
import { createHttp, listen } from './kernel/http/http.ts';
import { mount } from './kernel/http/mount.ts';
import { mountPages } from './kernel/http/pages.ts';
import { isProxied, mountProbes } from './kernel/http/probes.ts';
import { endRequests } from './kernel/process/end.ts';
import { createMetrics } from './kernel/process/metrics.ts';
import { createReadiness } from './kernel/process/readiness.ts';
import { readTexts } from './kernel/text/texts.ts';
import type { ServerOptions } from './server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface RunningService extends AsyncDisposable {
  readonly url: string;
  readonly hints: readonly string[];
  close(): Promise<void>;
}

/**
 * The two-factor service alone, on a host and, where wanted, a database of its own (T-7.157): four calls and the probes.
 * It knows no session, so nobody is signed in here.
 */
export async function startTwoFactorService(options: ServerOptions): Promise<RunningService> {
  const { config, log, root, clock = clockOf(config) } = options;
  const stack = new AsyncDisposableStack();
  try {
    const { database } = await openInstalled(stack, options);
    const seal = createSeal(config.secretKey ?? (await secretOf(config)));
    const texts = readTexts(join(root, 'locales'));
    let address = '';
    const { fastify, transport } = createHttp({ config, log, texts, appUrl: () => config.url ?? address });
    stack.defer(() => endRequests(fastify));
    const feature = authenticatorFeature({ database, seal });
    mount(
      fastify,
      {
        kysely: database.kysely,
        texts,
        clock,
        checkAnswers: !config.production,
        temporaryFolder: config.dataFolder,
        authenticate: () => null,
        authenticateUpload: async () => null,
        append: () => Promise.reject(new Error('the two-factor service tells nobody anything')),
        deliver: () => {},
        secureCookies: () => false,
        transport,
      },
      endpointsOf({ authenticator: contract.authenticator }),
      feature.implemented ?? [],
    );
    feature.routes?.(fastify);
    // It hears nothing from other processes: all that it knows is in the database.
    const heard = { kysely: database.kysely, isListening: () => true };
    const isReady = createReadiness({ database: heard, folders: { files: config.dataFolder } });
    await mountPages(fastify, null);
    mountProbes(fastify, {
      metrics: createMetrics(),
      metricsToken: config.metricsToken,
      isProxied: isProxied(config),
      isReady,
    });
    const prune = asWork(() => {
      for (const [what, remove] of Object.entries(feature.prune ?? {}))
        remove(clock.now()).then(
          (removed) => log.info({ what, removed }, 'tidied'),
          (err) => log.warn({ err }, 'not tidied'),
        );
    });
    const tidying = setInterval(prune, DAY_MS).unref();
    prune();
    stack.defer(() => clearInterval(tidying));
    address = await listen(fastify, config);
    const close = () => stack.disposeAsync();
    return { url: address, hints: [], close, [Symbol.asyncDispose]: close };
  } catch (thrown) {
    await stack.disposeAsync();
    throw thrown;
  }
}
