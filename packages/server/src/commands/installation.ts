import { mkdir } from 'node:fs/promises';
import type { Config } from '../kernel/config/config.ts';
import { checkDatabase, type Database, openDatabase } from '../kernel/data/database.ts';
import { type DatabaseAddresses, prepareDatabase } from '../kernel/data/prepare-database.ts';
import { type Log, silentLog } from '../kernel/log.ts';
import { startEmbeddedPostgres } from '../kernel/postgres/index.ts';

/**
 * The ways into the database of an installation, for one command: DATABASE_URL, else the embedded one, which is started
 * for the duration of the command, or joined while a server runs on it.
 */
export async function withAddresses<T>(
  config: Config,
  action: (addresses: DatabaseAddresses) => Promise<T>,
  log: Log = silentLog,
): Promise<T> {
  await using stack = new AsyncDisposableStack();
  let server = config.databaseUrl;
  let owner = config.databaseOwnerUrl ?? server;
  if (server === null || owner === null) {
    await mkdir(config.dataFolder, { recursive: true });
    const postgres = stack.use(await startEmbeddedPostgres({ dataFolder: config.dataFolder, log, join: true }));
    server = postgres.connectionString;
    owner = postgres.ownerConnectionString;
  }
  await checkDatabase(server);
  return await action({ owner, server });
}

/** The migrated database of an installation, for one command. */
export function withDatabase<T>(
  config: Config,
  action: (database: Database) => Promise<T>,
  log: Log = silentLog,
): Promise<T> {
  const use = async (addresses: DatabaseAddresses) => {
    await prepareDatabase(addresses, log);
    await using database = openDatabase(addresses.server, { log, poolSize: 2, isForWork: true });
    return await action(database);
  };
  return withAddresses(config, use, log);
}

/** The public address of this installation, for links. */
export function originOf({ url, host, port }: Config): string {
  if (url !== null) return url;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
