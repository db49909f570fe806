import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, Pool, type PoolClient } from 'pg';
import { type Log, reasonOf, silentLog } from '../log.ts';
import type { DB } from './database.generated.ts';
import { type ConnectionWatcher, createListener, type Listener } from './database-listener.ts';
import { REQUEST_LIMITS, type SessionLimits, toClientConfig, toWorkConfig, WORK_LIMITS } from './database-sessions.ts';
import { keepPlans } from './plans.ts';
import { isWork } from './work.ts';

export type { DB } from './database.generated.ts';

/** What queries run on: the database itself or a transaction. */
export type Queries = Kysely<DB>;

/** Connections of a database: those that are open, those of them that are free, and those that somebody waits for. */
export interface ConnectionCounts {
  total: number;
  idle: number;
  waiting: number;
}

export interface Database extends AsyncDisposable {
  /** Statements of requests have limits; those of work (`asWork`) have connections of their own, and limits of work. */
  kysely: Kysely<DB>;
  /** For named prepared statements, COPY and whatever else kysely cannot express. */
  pool: Pool;
  countConnections(): ConnectionCounts;
  /**
   * Calls the listener for every notification on the channel, on a dedicated connection. Returns a function that ends
   * it.
   * Notifications sent while the connection is lost do not arrive: see `watchListener`.
   */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** Called when notifications may be lost and when they arrive again, so that caches can be off in between. */
  watchListener(watcher: ConnectionWatcher): () => void;
  isListening(): boolean;
  /** Sends a notification (at most 7,999 bytes); within a transaction it is sent on commit. */
  notify(channel: string, payload: string, queries?: Queries): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  log?: Log;
  /** Maximum number of pooled connections; one request rarely needs more than one at a time. */
  poolSize?: number;
  /** Nobody waits for anything here: every statement has the limits of work. */
  isForWork?: boolean;
  requestLimits?: SessionLimits;
}

/** The database cannot be used; the message says why, for the person at the terminal. Contains no password. */
export class DatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseError';
  }
}

const MIN_MAJOR = 15;
const POOL_SIZE = 16;
/** Maximum number of connections for work, beside those of requests: a few tasks and imports at a time. */
const WORK_POOL_SIZE = 8;
const CLOSE_LIMIT_MS = 1_000;
const PAYLOAD_MAX_BYTES = 7_999;

/** Opens a database; connections are made on demand. Call `checkDatabase` first to get readable failures. */
export function openDatabase(connectionString: string, options: DatabaseOptions = {}): Database {
  const { log = silentLog, poolSize = POOL_SIZE, isForWork = false, requestLimits = REQUEST_LIMITS } = options;
  const open = (limits: SessionLimits, max: number) => openPool({ connectionString, limits, max, log });
  const work = open(WORK_LIMITS, Math.min(poolSize, WORK_POOL_SIZE));
  const requests = isForWork ? work : open(requestLimits, poolSize);
  const pools = [...new Set([requests, work])];
  const pool = {
    options: requests.options,
    connect: (): Promise<PoolClient> => (isWork() ? work : requests).connect(),
    end: async () => {
      await Promise.all(pools.map((one) => one.end()));
    },
  };
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const listener = createListener(toClientConfig(connectionString, WORK_LIMITS), log);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      await listener.close();
      // kysely ends the pool only if it has used it.
      const ended = kysely.destroy().then(() => (requests.ending ? undefined : pool.end()));
      // Work that was given up may never give its connection back.
      await Promise.race([ended, pause(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    })();
    return closing;
  };
  return {
    kysely,
    pool: requests,
    countConnections: () => ({
      total: sum(pools, (one) => one.totalCount),
      idle: sum(pools, (one) => one.idleCount),
      waiting: sum(pools, (one) => one.waitingCount),
    }),
    listen: listener.listen,
    watchListener: listener.watch,
    isListening: listener.isListening,
    async notify(channel, payload, queries = kysely) {
      if (Buffer.byteLength(payload) > PAYLOAD_MAX_BYTES) {
        throw new RangeError(`A notification on ${channel} has more than ${PAYLOAD_MAX_BYTES} bytes.`);
      }
      await sql`select pg_notify(${channel}, ${payload})`.execute(queries);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function sum(pools: readonly Pool[], count: (pool: Pool) => number): number {
  return pools.reduce((total, pool) => total + count(pool), 0);
}

interface PoolParts {
  connectionString: string;
  limits: SessionLimits;
  max: number;
  log: Log;
}

function openPool({ connectionString, limits, max, log }: PoolParts): Pool {
  const pool = new Pool({
    ...toClientConfig(connectionString, limits),
    application_name: 'kreide',
    max,
    idleTimeoutMillis: 60_000,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => {});
  // One line for each, idle or in use: the queries on it fail too, and their callers handle that.
  pool.on('connect', (client) => {
    let isSaid = false;
    client.on('error', (thrown) => {
      if (!isSaid) log.warn(reasonOf(thrown), 'a database connection broke');
      isSaid = true;
    });
  });
  pool.on('connect', keepPlans);
  return pool;
}

/**
 * Can this database be used? Throws `DatabaseError` with a readable message when it cannot be reached, is older than
 * PostgreSQL 15 or is not encoded in UTF-8 [D-1.07].
 */
export async function checkDatabase(connectionString: string): Promise<void> {
  const client = new Client(toWorkConfig(connectionString, 'kreide start'));
  client.on('error', () => {});
  const place = describePlace(connectionString);
  try {
    await client.connect();
  } catch (cause) {
    throw new DatabaseError(`The database ${place} cannot be reached: ${wordsOf(cause)}.`, { cause });
  }
  try {
    const { rows } = await client.query<ServerFacts>(
      `select current_setting('server_version') as version, current_setting('server_version_num') as number,
              current_setting('server_encoding') as encoding`,
    );
    const reason = rows[0] && whyUnfit(rows[0]);
    if (reason) throw new DatabaseError(`The database ${place} ${reason}`);
  } finally {
    await client.end().catch(() => {});
  }
}

interface ServerFacts {
  version: string;
  /** `server_version_num`: 150004 for 15.4. */
  number: string;
  encoding: string;
}

/** Why a server is unsuitable, as the rest of a sentence; null when it is suitable. */
export function whyUnfit({ version, number, encoding }: ServerFacts): string | null {
  if (Number(number) < MIN_MAJOR * 10_000) return `is PostgreSQL ${version}; version ${MIN_MAJOR} or newer is needed.`;
  if (encoding === 'UTF8') return null;
  return `has the encoding ${encoding}; UTF8 is needed (create database … encoding 'UTF8' template template0).`;
}

/** Host and name of a database, without the password. */
export function describePlace(connectionString: string): string {
  const client = new Client({ connectionString });
  const where = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`;
  return `"${client.database ?? ''}" at ${where}`;
}

function wordsOf(error: unknown): string {
  // A name with several addresses fails with one error each.
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
