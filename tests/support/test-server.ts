import { createHash, randomBytes } from 'node:crypto';
import { access, constants, readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { readMigrations } from '../../packages/server/src/kernel/data/migrate.ts';
import { prepareDatabase } from '../../packages/server/src/kernel/data/prepare-database.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import {
  type EmbeddedPostgres,
  PostgresError,
  SERVER_ROLE,
  startEmbeddedPostgres,
} from '../../packages/server/src/kernel/postgres/index.ts';

/** What a test file needs to create databases; plain data, passed from the main process to the test files. */
export interface TestServerAddress {
  /** Database in which `create database` is executed. */
  connectionString: string;
  /** The role that servers under test work with; null: the one that creates databases. */
  role: string | null;
  template: string;
  /** How a database is copied there: what `create database` says after its template. */
  copying: string;
  /** Prefix of the databases of this run. */
  prefix: string;
}

export interface TestServer extends AsyncDisposable {
  address: TestServerAddress;
  stop(): Promise<void>;
}

const PREFIX = 'kreide_test_';
const TEMPLATE_PREFIX = `${PREFIX}template_`;
const ROOT = join(import.meta.dirname, '../..');
const GRANTS = join(ROOT, 'packages/server/src/kernel/data/prepare-database.ts');
/** A server that writes nothing through copies files in a third of the time that it takes by its log; others would wait for the disk. */
const COPY_FILES = ' strategy file_copy';
/** A file system in the memory of the machine, and what has to be free for a cluster with the databases of a run, bytes. */
const MEMORY = { folder: '/dev/shm', room: 4e9, available: 6e9 } as const;
/** How many test runs of one checkout may run at the same time. */
const SLOTS = 6;

/**
 * The PostgreSQL of a test run: the server of DATABASE_URL, where only `kreide_test_*` databases are made and
 * dropped [D-1.07], else an embedded one in memory or in the system's temporary folder, kept from run to run with its template.
 */
export async function startTestServer(databaseUrl = process.env.DATABASE_URL): Promise<TestServer> {
  const embedded = databaseUrl ? null : await startEmbedded();
  const connectionString = embedded?.ownerConnectionString ?? String(databaseUrl);
  const client = new Client({ connectionString });
  client.on('error', () => {});
  const run = `${PREFIX}${randomBytes(4).toString('hex')}`;
  try {
    await client.connect();
    // Held until the run ends, however it ends: databases of runs whose lock is free are leftovers.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [run]);
    await dropLeftovers(client);
    const role = embedded && SERVER_ROLE;
    const template = await ensureTemplate(client, connectionString, role);
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= (async () => {
        await dropWhere(client, (name) => name.startsWith(`${run}_`));
        await client.end();
        await embedded?.stop();
      })();
      return stopped;
    };
    return {
      address: { connectionString, role, template, copying: embedded ? COPY_FILES : '', prefix: run },
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await client.end().catch(() => {});
    await embedded?.stop();
    throw error;
  }
}

/** The address of another database on the same server, for another role if one is named. */
export function addressOf(connectionString: string, database: string, role: string | null = null): string {
  const address = connectionString.replace(
    /^(postgres(?:ql)?:\/\/[^/?]*)(\/[^?]*)?/,
    `$1/${encodeURIComponent(database)}`,
  );
  return role === null ? address : address.replace(/:\/\/[^@/?]*@/, `://${role}@`);
}

async function startEmbedded(): Promise<EmbeddedPostgres> {
  const checkout = createHash('sha256').update(ROOT).digest('hex').slice(0, 8);
  const home = (await hasMemory()) ? MEMORY.folder : tmpdir();
  for (let slot = 0; ; slot++) {
    const dataFolder = join(home, `kreide-test-${process.getuid?.() ?? ''}-${checkout}-${slot}`);
    try {
      return await startEmbeddedPostgres({ dataFolder, log: silentLog, durable: false, maxConnections: 200 });
    } catch (error) {
      const isTaken = error instanceof PostgresError && /Another process already uses/.test(error.message);
      if (!isTaken || slot >= SLOTS) throw error;
    }
  }
}

/**
 * Some hundred databases of four hundred files each are made and dropped in a run: on a disk that other programs use too, that
 * costs more than what is tested in them.
 */
async function hasMemory(): Promise<boolean> {
  try {
    await access(MEMORY.folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(MEMORY.folder);
    return bavail * bsize >= MEMORY.room && process.availableMemory() >= MEMORY.available;
  } catch {
    return false;
  }
}

/** Migrated once per version of the migrations; everything else is cloned from it. */
async function ensureTemplate(client: Client, connectionString: string, role: string | null): Promise<string> {
  const state = createHash('sha256').update(await readFile(GRANTS));
  for (const { name, checksum } of await readMigrations()) state.update(`${name} ${checksum}\n`);
  const template = `${TEMPLATE_PREFIX}${state.digest('hex').slice(0, 12)}`;
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [template]);
  try {
    if ((await listDatabases(client)).includes(template)) return template;
    const draft = `${PREFIX}draft_${randomBytes(4).toString('hex')}`;
    await client.query(`create database ${draft} template template0 encoding 'UTF8'`);
    try {
      const owner = addressOf(connectionString, draft);
      await prepareDatabase({ owner, server: addressOf(connectionString, draft, role) });
      await client.query(`alter database ${draft} rename to ${template}`);
    } catch (error) {
      await client.query(`drop database if exists ${draft} with (force)`);
      throw error;
    }
    return template;
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [template]);
  }
}

/** Drops the leftovers of aborted runs: databases of runs that no longer hold their lock, and old templates. */
async function dropLeftovers(client: Client): Promise<void> {
  const held = new Map<string, boolean>();
  for (const name of await listDatabases(client)) {
    const run = /^kreide_test_[0-9a-f]{8}(?=_)/.exec(name)?.[0];
    if (run && !held.has(run)) held.set(run, await isHeld(client, run));
  }
  await dropWhere(client, (name) => held.get(name.slice(0, PREFIX.length + 8)) === false);
  const templates = (await listDatabases(client)).filter((name) => name.startsWith(TEMPLATE_PREFIX));
  // Databases are listed in order of creation; several are kept so that two branches can alternate.
  for (const name of templates.slice(0, -3)) await drop(client, name).catch(() => {});
}

async function isHeld(client: Client, run: string): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
    [run],
  );
  const isFree = rows[0]?.free === true;
  if (isFree) await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [run]);
  return !isFree;
}

async function listDatabases(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1) order by oid',
    [PREFIX],
  );
  return rows.map(({ datname }) => datname);
}

async function dropWhere(client: Client, isMeant: (name: string) => boolean): Promise<void> {
  for (const name of (await listDatabases(client)).filter(isMeant)) await drop(client, name);
}

async function drop(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
}
