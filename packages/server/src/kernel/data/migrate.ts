import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type DatabaseError as ServerError } from 'pg';
import { type Log, silentLog } from '../log.ts';
import { toWorkConfig } from './database-sessions.ts';

/** A migration cannot be applied, or the database does not match this release; the message says which and why. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

export interface Migration {
  /** File name without `.sql`: `YYYYMMDDHHMM_<feature>_<what>`. */
  name: string;
  sql: string;
  checksum: string;
}

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../migrations');
const NAME = /^\d{12}_[a-z0-9]+(_[a-z0-9]+)+$/;
/**
 * A migration that also brings databases with another edition of an earlier file to the same state names it: `-- equals
 * <name> <sha256>`.
 */
const EQUALS = /^-- equals (\S+) ([0-9a-f]{64})$/gm;
/** Key of the lock under which one process migrates while the others wait. */
export const MIGRATION_LOCK_KEY = 7_540_002;

/** Reads the migrations of a folder in the order of application. */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const name = file.slice(0, -'.sql'.length);
      if (!NAME.test(name)) {
        throw new MigrationError(`The migration ${file} is not named YYYYMMDDHHMM_<feature>_<what>.sql.`);
      }
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Brings the database to the state of this release: applies what is missing, in order, each in one transaction, forward
 * only, under a lock (several processes may start at once). Returns the names of the applied ones; with `until` those
 * after it are left out.
 * Throws `MigrationError` when an applied file has changed, when the database is newer than the program, or with file,
 * line and the server's message when a statement fails; earlier ones stay applied.
 */
export async function migrate(
  connectionString: string,
  options: { folder?: string; log?: Log; until?: string } = {},
): Promise<string[]> {
  const { folder = MIGRATIONS_FOLDER, log = silentLog, until } = options;
  const migrations = (await readMigrations(folder)).filter(({ name }) => until === undefined || name <= until);
  const client = new Client(toWorkConfig(connectionString, 'kreide migrations'));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    // None waits for the disk: the next start applies again, in the same order, what a power failure takes.
    await client.query('set synchronous_commit = off');
    await client.query(
      `create table if not exists kreide_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now()
       )`,
    );
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from kreide_migrations order by name',
    );
    const missing = whatIsMissing(migrations, applied.rows);
    for (const migration of missing) {
      await apply(client, migration);
      log.info({ migration: migration.name }, 'migrated');
    }
    return missing.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Which migrations have to be applied? Throws when the applied ones do not match the files. */
export function whatIsMissing(
  migrations: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): Migration[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  const editions = new Set(
    migrations.flatMap(({ sql }) => [...sql.matchAll(EQUALS)].map((match) => `${match[1]} ${match[2]}`)),
  );
  for (const { name, checksum } of applied) {
    const file = files.get(name);
    if (!file) {
      throw new MigrationError(
        `The database holds the migration ${name}, which this release does not know: it was used by a newer release. Start that one, or restore a backup.`,
      );
    }
    if (file.checksum !== checksum && !editions.has(`${name} ${checksum}`)) {
      throw new MigrationError(
        `The migration ${name} was changed after it had been applied to this database. Bring the file back and put the change into a new migration; a database for development can be removed instead.`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into kreide_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => {});
    const { message, position } = cause as ServerError;
    const line = position ? ` line ${sql.slice(0, Number(position)).split('\n').length}` : '';
    throw new MigrationError(`The migration ${name}.sql failed${line}: ${message}`, { cause });
  }
}
