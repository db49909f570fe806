import { join } from 'node:path';
import { readConfig } from '../kernel/config/config.ts';
import { createLog } from '../kernel/log.ts';
import { collectAfterStart } from '../kernel/process/collect.ts';
import { type RunningServer, type ServerOptions, startServer } from '../server.ts';
import { toWords } from './failures.ts';
import { createSteps } from './steps.ts';

/** Time limit of the shutdown, ms (D-4.03). */
const END_LIMIT = 10_000;
const ROOT = join(import.meta.dirname, '../../../..');

type Serving = Pick<RunningServer, 'url' | 'hints' | 'close'>;

/** Runs the server until SIGINT or SIGTERM; the process then ends by itself. Also aborts a start in progress. */
export async function start(serve: (options: ServerOptions) => Promise<Serving> = startServer): Promise<void> {
  let port: number | null = null;
  const asked = new AbortController();
  let server: Serving | undefined;
  const steps = createSteps((text) => process.stdout.write(text));
  const end = () => {
    if (asked.signal.aborted) return;
    asked.abort();
    setTimeout(() => process.exit(1), END_LIMIT).unref();
    server?.close().then(() => process.exit(0), fail);
  };
  const fail = (thrown: unknown) => {
    console.error(toWords(thrown, port));
    process.exit(1);
  };
  // The reader of the log may go away (a closed pipe, a full disk): failing to write a line must not stop the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  try {
    const config = readConfig(process.env);
    port = config.port;
    const log = createLog({ json: config.production, level: config.production ? 'info' : 'warn' });
    server = await serve({
      config,
      log,
      root: ROOT,
      signal: asked.signal,
      ...(config.production ? {} : { say: steps.begin }),
    });
    if (asked.signal.aborted) {
      steps.breakOff();
      await server.close();
      process.exit(0);
    }
    steps.end();
    console.log(`Kreide is ready at ${server.url}`);
    for (const line of server.hints) console.log(line);
    collectAfterStart();
  } catch (thrown) {
    steps.breakOff();
    // Errors caused by the requested shutdown are part of it.
    if (asked.signal.aborted) process.exit(0);
    fail(thrown);
  }
}
