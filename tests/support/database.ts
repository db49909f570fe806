import { Client } from 'pg';
// What its jsonb columns hold.
import type {} from '../../packages/server/src/features/timetable-import/stored.ts';
import { type Database, openDatabase } from '../../packages/server/src/kernel/database.ts';
import { findTestServer } from './shared-test-server.ts';
import { addressOf, type TestServerAddress } from './test-server.ts';

export { closeOwnTestServer } from './shared-test-server.ts';

export interface TestDatabase extends AsyncDisposable {
  name: string;
  connectionString: string;
  database: Database;
  /** False: no new connections are possible; open ones continue. */
  allowConnections(isAllowed: boolean): Promise<void>;
  /** Closes `database`, ends every other connection and drops the database. */
  drop(): Promise<void>;
}

let server: Promise<TestServerAddress> | undefined;
let count = 0;

/**
 * A new migrated, empty database: cloned from the template of this run, in about a tenth of a second. Create it in
 * `beforeAll` and `drop` it in `afterAll`; forgotten ones are dropped when the run ends. With `source` it is a copy of
 * that database, whose connections are closed for it.
 */
export async function createTestDatabase(source?: TestDatabase): Promise<TestDatabase> {
  server ??= findTestServer();
  const { connectionString, template, prefix } = await server;
  const name = `${prefix}_${process.pid}_${++count}`;
  await source?.database.close();
  await say(connectionString, `create database ${name} template ${source?.name ?? template}`);
  const own = addressOf(connectionString, name);
  const database = openDatabase(own, { poolSize: 6 });
  let dropped: Promise<void> | undefined;
  const drop = (): Promise<void> => {
    dropped ??= database.close().then(() => say(connectionString, `drop database if exists ${name} with (force)`));
    return dropped;
  };
  const allowConnections = (isAllowed: boolean) =>
    say(connectionString, `alter database ${name} with allow_connections ${isAllowed}`);
  return { name, connectionString: own, database, allowConnections, drop, [Symbol.asyncDispose]: drop };
}

/** An empty database without migrations, for tests of the migrations themselves. Returns its address. */
export async function createEmptyDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  server ??= findTestServer();
  const { connectionString, prefix } = await server;
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
