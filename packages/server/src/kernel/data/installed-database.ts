import { mkdir } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { startEmbeddedPostgres } from '../postgres/index.ts';
import { checkDatabase, type Database, openDatabase } from './database.ts';
import { prepareDatabase } from './prepare-database.ts';

export interface InstalledParts {
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl'>;
  log: Log;
  /** A migrated database that the caller opens and closes (tests). */
  connectionString?: string | undefined;
  signal?: AbortSignal | undefined;
  say?: ((line: string) => void) | undefined;
}

/** Opens the database of an installation, embedded or its own, in the state of this release; it ends with the stack. */
export async function openInstalled(
  stack: AsyncDisposableStack,
  { config, log, connectionString: given, signal, say }: InstalledParts,
): Promise<{ database: Database; connectionString: string }> {
  await mkdir(config.dataFolder, { recursive: true });
  let connectionString = given ?? config.databaseUrl;
  let owner = config.databaseOwnerUrl ?? connectionString;
  if (!connectionString || !owner) {
    say?.('Starting the database …');
    const postgres = stack.use(await startEmbeddedPostgres({ dataFolder: config.dataFolder, log }));
    connectionString = postgres.connectionString;
    owner = postgres.ownerConnectionString;
  }
  signal?.throwIfAborted();
  await checkDatabase(connectionString);
  if (given === undefined) await prepareDatabase({ owner, server: connectionString }, log);
  return { database: stack.use(openDatabase(connectionString, { log })), connectionString };
}
