import { mkdir } from 'node:fs/promises';
import { Client } from 'pg';
import type { Config } from '../kernel/config/config.ts';
import { checkDatabase, type Database, describePlace, openDatabase } from '../kernel/data/database.ts';
import { toWorkConfig } from '../kernel/data/database-sessions.ts';
import { type DatabaseAddresses, prepareDatabase } from '../kernel/data/prepare-database.ts';
import { silentLog } from '../kernel/log.ts';
import { hasCluster, startEmbeddedPostgres } from '../kernel/postgres/index.ts';
import { CommandError } from './failures.ts';

/** How a command uses an installation. */
export interface Using {
  /** Gets the lines beside the answer: the name of the installation, and warnings. */
  readonly note: (line: string) => void;
  /** A new installation may be begun where there is none; else that is a mistake of the person at the terminal. */
  readonly mayBegin?: boolean;
}

/** Where the data of an installation lie, without the password. */
export function placeOf({ databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>): string {
  return databaseUrl === null
    ? `database and files in ${dataFolder}`
    : `database ${describePlace(databaseUrl)}, files in ${dataFolder}`;
}

/**
 * The ways into the database of an installation, for one command: DATABASE_URL, else the embedded one, which is started
 * for the duration of the command, or joined while a server runs on it. Nothing is made where there is no installation.
 */
export async function withAddresses<T>(
  config: Config,
  { note, mayBegin = false }: Using,
  action: (addresses: DatabaseAddresses) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack();
  let server = config.databaseUrl;
  let owner = config.databaseOwnerUrl ?? server;
  const isEmbedded = server === null || owner === null;
  if (isEmbedded && !mayBegin && !(await hasCluster(config.dataFolder))) throw noInstallation(config);
  if (server === null || owner === null) {
    await mkdir(config.dataFolder, { recursive: true });
    const postgres = stack.use(
      await startEmbeddedPostgres({ dataFolder: config.dataFolder, log: silentLog, join: true }),
    );
    server = postgres.connectionString;
    owner = postgres.ownerConnectionString;
  }
  await checkDatabase(server);
  if (!isEmbedded && !mayBegin && !(await hasTables(server))) throw noInstallation(config);
  note(`This installation: ${placeOf(config)}.`);
  return await action({ owner, server });
}

const noInstallation = (config: Config) =>
  new CommandError(
    [
      `There is no installation here (${placeOf(config)}), and none was made.`,
      'Give this command the environment of the service (KREIDE_DATA, DATABASE_URL). A new installation is begun by the start of the server, or by "kreide-server migrate --new".',
    ].join('\n'),
  );

async function hasTables(connectionString: string): Promise<boolean> {
  const client = new Client(toWorkConfig(connectionString, 'kreide start'));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string | null }>(`select to_regclass('kreide_migrations') as name`);
    return rows[0]?.name !== null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The migrated database of an installation, for one command. */
export function withDatabase<T>(config: Config, using: Using, action: (database: Database) => Promise<T>): Promise<T> {
  return withAddresses(config, using, async (addresses) => {
    await prepareDatabase(addresses);
    await using database = openDatabase(addresses.server, { poolSize: 2, isForWork: true });
    return await action(database);
  });
}

/** The public address of this installation, for links. */
export function originOf({ url, host, port }: Config, { note }: Using): string {
  if (url !== null) return url;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const origin = `http://${shown}:${port}`;
  note(`KREIDE_URL is not set, so the link begins with ${origin}. Set it as the service does.`);
  return origin;
}
