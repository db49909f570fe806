import { Client } from 'pg';
// What its jsonb columns hold.
import type {} from '../../packages/server/src/features/timetable-import/stored.ts';
import { type Database, openDatabase } from '../../packages/server/src/kernel/data/database.ts';
import { findTestServer } from './shared-test-server.ts';
import { addressOf } from './test-server.ts';

export { closeOwnTestServer } from './shared-test-server.ts';

export interface TestDatabase extends AsyncDisposable {
  name: string;
  /** For the role of a server. */
  connectionString: string;
  /** For the owner of its tables, who may do everything. */
  ownerConnectionString: string;
  database: Database;
  /** False: no new connections are possible; open ones continue. */
  allowConnections(isAllowed: boolean): Promise<void>;
  /** Runs a statement that only the owner of the tables may. */
  asOwner(statement: string): Promise<void>;
  /** Closes `database`, ends every other connection and drops the database. */
  drop(): Promise<void>;
}

let count = 0;

/**
 * A new migrated, empty database: cloned from the template of this run, in about a tenth of a second. Create it in
 * `beforeAll` and `drop` it in `afterAll`; forgotten ones are dropped when the run ends. With `source` it is a copy of
 * that database, whose connections are closed for it.
 */
export async function createTestDatabase(
  source?: Pick<TestDatabase, 'name'> & Partial<TestDatabase>,
): Promise<TestDatabase> {
  const { connectionString, role, template, copying, prefix } = await findTestServer();
  const name = `${prefix}_${process.pid}_${++count}`;
  await source?.database?.close();
  await say(connectionString, `create database ${name} template ${source?.name ?? template}${copying}`);
  const own = addressOf(connectionString, name, role);
  const ownerConnectionString = addressOf(connectionString, name);
  const database = openDatabase(namedForTests(own), { poolSize: 6 });
  let dropped: Promise<void> | undefined;
  const drop = (): Promise<void> => {
    dropped ??= database.close().then(() => say(connectionString, `drop database if exists ${name} with (force)`));
    return dropped;
  };
  const asOwner = (statement: string) => say(ownerConnectionString, statement);
  const allowConnections = (isAllowed: boolean) =>
    say(connectionString, `alter database ${name} with allow_connections ${isAllowed}`);
  return {
    name,
    connectionString: own,
    ownerConnectionString,
    database,
    allowConnections,
    asOwner,
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

/** A connection that is named otherwise than a server's, so that tests may look into every table as they like. */
export function namedForTests(connectionString: string): string {
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}application_name=kreide-tests`;
}

/** An empty database without migrations, for tests of the migrations themselves. Returns its address. */
export async function createEmptyDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const { connectionString, prefix } = await findTestServer();
  const name = `${prefix}_${process.pid}_${++count}`;
  await say(connectionString, `create database ${name} template template0 encoding 'UTF8'`);
  return {
    connectionString: addressOf(connectionString, name),
    drop: () => say(connectionString, `drop database if exists ${name} with (force)`),
  };
}

async function say(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
