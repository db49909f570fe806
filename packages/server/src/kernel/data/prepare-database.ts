import { Client, escapeIdentifier } from 'pg';
import { migrateJobs } from '../jobs/index.ts';
import { JOBS_SCHEMA } from '../jobs/task.ts';
import { type Log, silentLog } from '../log.ts';
import { toWorkConfig } from './database-sessions.ts';
import { MIGRATION_LOCK_KEY, migrate } from './migrate.ts';

/** The two ways into one database. */
export interface DatabaseAddresses {
  /** Of the role that owns the tables and changes their shape, used while starting only. */
  readonly owner: string;
  /** Of the role that the server works with; may be the same. */
  readonly server: string;
}

/** Tables that the server's role may not write as it likes, with what it may do. */
const NARROWED: Readonly<Record<string, string>> = {
  audit_log: 'select, insert',
  audit_heads: 'select',
  kreide_migrations: 'select',
};

/**
 * Brings the database to the state of this release, the tables of the jobs too, and gives the server's role exactly the
 * rights that it needs: to read and write rows, never to change tables or what has been recorded (D-4.11). Returns the names
 * of the migrations that it applied.
 */
export async function prepareDatabase({ owner, server }: DatabaseAddresses, log: Log = silentLog): Promise<string[]> {
  const applied = await migrate(owner, { log });
  await migrateJobs(owner, log);
  const role = new Client({ connectionString: server }).user ?? '';
  if (role !== new Client({ connectionString: owner }).user) await grant(owner, role);
  return applied;
}

async function grant(owner: string, name: string): Promise<void> {
  const client = new Client(toWorkConfig(owner, 'kreide migrations'));
  client.on('error', () => {});
  await client.connect();
  const role = escapeIdentifier(name);
  const schemas = ['public', JOBS_SCHEMA].map(escapeIdentifier).join(', ');
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK_KEY]);
    await client.query(`grant usage on schema ${schemas} to ${role}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${schemas} to ${role}`);
    await client.query(`grant usage, select on all sequences in schema ${schemas} to ${role}`);
    await client.query(`grant execute on all functions in schema ${escapeIdentifier(JOBS_SCHEMA)} to ${role}`);
    for (const [table, rights] of Object.entries(NARROWED)) {
      await client.query(`revoke all on ${table} from ${role}`);
      await client.query(`grant ${rights} on ${table} to ${role}`);
    }
    for (const table of await listGuardedTables(client)) {
      await client.query(`drop policy if exists kreide_server on ${table}`);
      await client.query(`create policy kreide_server on ${table} to ${role} using (true)`);
    }
    await client.query('commit');
  } finally {
    await client.end().catch(() => {});
  }
}

/** Tables of the jobs with row level security, which shows no row to anybody but the owner and those of a policy. */
async function listGuardedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    'select oid::regclass::text as table from pg_class where relrowsecurity and relnamespace = $1::regnamespace',
    [JOBS_SCHEMA],
  );
  return rows.map(({ table }) => table);
}
