import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../log.ts';
import { type Binaries, installBinaries } from './binaries.ts';
import { type ClusterPlace, initCluster, placeCluster } from './cluster.ts';
import { PostgresError } from './errors.ts';
import {
  findPostmaster,
  interruptPostmaster,
  type Postmaster,
  type Settings,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { rotateLog } from './server-log.ts';

export { hasCluster } from './cluster.ts';
export { PostgresError } from './errors.ts';

export interface EmbeddedPostgresOptions {
  /** The installation's data folder; created when it is missing. */
  dataFolder: string;
  log: Log;
  /** False only in tests: faster, but data may be lost on a power failure, and PostgreSQL ends with this process. */
  durable?: boolean;
  maxConnections?: number;
  /** Connect to a database that another process supervises instead of failing: for commands beside a running server. */
  join?: boolean;
}

export interface EmbeddedPostgres extends AsyncDisposable {
  /** Address of the database `kreide` for the server, whose role owns nothing and is no superuser. */
  connectionString: string;
  /** The same database for the owner of its tables, who changes their shape. */
  ownerConnectionString: string;
  /** False when another process supervises it (`join`): then `stop` leaves it running. */
  supervised: boolean;
  stop(): Promise<void>;
}

const DATABASE = 'kreide';
/** How often the length of the database's log is looked at. */
const LOG_EVERY_MS = 10 * 60_000;
/** Made with the cluster. */
const OWNER = 'kreide';
/** The role of the running server. */
export const SERVER_ROLE = 'kreide_server';
/** Key of the session lock that is held by the supervisor of this server. */
const GUARD_KEY = 7_540_001;

/**
 * Runs the bundled PostgreSQL on the data folder, on a Unix socket only.
 * Takes over a server left behind by a killed process; restarts PostgreSQL when it dies. Throws `PostgresError` with a
 * readable reason: folder not writable, programs missing, in use by another process.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataFolder, log, durable = true, maxConnections = 60 } = options;
  const settings: Settings = { durable, maxConnections };
  const place = await placeCluster(dataFolder);
  const binaries = await installBinaries(place.account);
  await initCluster(place, binaries, durable);
  let running = await findPostmaster(place);
  if (running) log.info({ pid: running.pid }, 'found a running database');
  running ??= await startPostmaster(place, binaries, settings);
  const guard = await takeGuard(running);
  if (guard === null) {
    if (options.join) return describe(running, false, async () => {});
    throw new PostgresError(
      `Another process already uses the data folder ${dataFolder}. Stop it first, or choose another folder with KREIDE_DATA.`,
    );
  }
  await ensureDatabase(guard);
  const stop = supervise({ place, binaries, settings, log, running, guard });
  return describe(running, true, stop);
}

interface Supervision {
  place: ClusterPlace;
  binaries: Binaries;
  settings: Settings;
  log: Log;
  running: Postmaster;
  guard: Client;
}

/** Watches the guard's connection: when it breaks, PostgreSQL has died (or restarted itself) and is started again. */
function supervise({ place, binaries, settings, log, ...state }: Supervision): () => Promise<void> {
  let { running, guard } = state;
  let stopped: Promise<void> | undefined;
  let recovering: Promise<void> = Promise.resolve();

  const watch = (): void => {
    guard.once('end', () => {
      if (!stopped) recovering = recover();
    });
  };
  const recover = async (): Promise<void> => {
    log.error('the database went away; starting it again');
    for (let wait = 100; !stopped; wait = Math.min(wait * 2, 10_000)) {
      try {
        running = (await findPostmaster(place)) ?? (await startPostmaster(place, binaries, settings));
        const next = await takeGuard(running);
        if (next === null) throw new PostgresError('Another process has taken over the database.');
        guard = next;
        log.info({ pid: running.pid }, 'the database is back');
        return watch();
      } catch (err) {
        log.error({ err }, 'the database could not be started');
        await pause(wait);
      }
    }
  };
  watch();
  // A process that ends in the middle of its shutdown takes PostgreSQL with it; a killed one cannot.
  const endWithProcess = () => interruptPostmaster(running.pid);
  process.once('exit', endWithProcess);
  const tidying = setInterval(() => {
    rotateLog(place.logFile).catch((err) => log.warn({ err }, 'the log of the database could not be put aside'));
  }, LOG_EVERY_MS).unref();
  return () => {
    clearInterval(tidying);
    stopped ??= (async () => {
      // The flag is set by now, so a recovery in progress ends after its current step.
      await Promise.resolve();
      await recovering;
      await guard.end().catch(() => {});
      await stopPostmaster(place, running.pid);
      process.off('exit', endWithProcess);
    })();
    return stopped;
  };
}

/**
 * A connection that holds the supervisor's lock; null when another process holds it. A killed process loses it at once.
 */
async function takeGuard(running: Postmaster): Promise<Client | null> {
  const client = new Client({
    connectionString: toConnectionString(running, OWNER, 'postgres'),
    application_name: 'kreide guard',
  });
  // Without a listener a broken connection would end the process; 'end' follows in any case.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [GUARD_KEY]);
  if (rows[0]?.taken) return client;
  await client.end();
  return null;
}

async function ensureDatabase(guard: Client): Promise<void> {
  const { rowCount } = await guard.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await guard.query(`create database ${DATABASE}`);
  const role = await guard.query('select 1 from pg_roles where rolname = $1', [SERVER_ROLE]);
  if (role.rowCount === 0) await guard.query(`create role ${SERVER_ROLE} login`);
}

function describe(running: Postmaster, supervised: boolean, stop: () => Promise<void>): EmbeddedPostgres {
  return {
    connectionString: toConnectionString(running, SERVER_ROLE, DATABASE),
    ownerConnectionString: toConnectionString(running, OWNER, DATABASE),
    supervised,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function toConnectionString({ socket }: Postmaster, role: string, database: string): string {
  return `postgresql://${role}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socket)}`;
}
