import { mkdir } from 'node:fs/promises';
import type { Config } from '../kernel/config.ts';
import { checkDatabase, type Database, openDatabase } from '../kernel/database.ts';
import { type Log, silentLog } from '../kernel/log.ts';
import { migrate } from '../kernel/migrate.ts';
import { startEmbeddedPostgres } from '../kernel/postgres/index.ts';

/**
 * The migrated database of an installation, for one command: DATABASE_URL, else the embedded one, which is started for
 * the duration of the command, or joined while a server runs on it.
 */
export async function withDatabase<T>(
  config: Config,
  action: (database: Database) => Promise<T>,
  log: Log = silentLog,
): Promise<T> {
  await using stack = new AsyncDisposableStack();
  let connectionString = config.databaseUrl;
  if (connectionString === null) {
    await mkdir(config.dataFolder, { recursive: true });
    const postgres = stack.use(await startEmbeddedPostgres({ dataFolder: config.dataFolder, log, join: true }));
    connectionString = postgres.connectionString;
  }
  await checkDatabase(connectionString);
  await migrate(connectionString, { log });
  return await action(stack.use(openDatabase(connectionString, { log, poolSize: 2 })));
}

/** The public address of this installation, for links. */
export function originOf({ url, host, port }: Config): string {
  if (url !== null) return url;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
