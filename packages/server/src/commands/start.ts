import { join } from 'node:path';
import { readConfig } from '../kernel/config.ts';
import { createLog } from '../kernel/log.ts';
import { startServer } from '../server.ts';
import { toWords } from './failures.ts';

/** How long the end may take, ms (D-4.03). */
const END_LIMIT = 10_000;
const ROOT = join(import.meta.dirname, '../../../..');

/** Runs the server until SIGINT or SIGTERM; this process then ends by itself. */
export async function start(): Promise<void> {
  let port: number | null = null;
  try {
    const config = readConfig(process.env);
    port = config.port;
    const log = createLog({ json: config.production, level: config.production ? 'info' : 'warn' });
    const server = await startServer({ config, log, root: ROOT });
    let isEnding = false;
    const end = () => {
      if (isEnding) return;
      isEnding = true;
      setTimeout(() => process.exit(1), END_LIMIT).unref();
      server.close().then(
        () => process.exit(0),
        (thrown) => {
          log.error({ err: thrown }, 'the end was not clean');
          process.exit(1);
        },
      );
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
    console.log(`Kreide is ready at ${server.url}`);
    for (const line of server.hints) console.log(line);
  } catch (thrown) {
    console.error(toWords(thrown, port));
    process.exit(1);
  }
}
