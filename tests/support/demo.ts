import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';
import { findTestServer, folderOfRun } from './shared-test-server.ts';

/** The password of the people of the demo. */
export const DEMO_PASSWORD = 'kreide-demo';

/** A server with the demo schools as a first start makes them: a copy of those that were made once in this run. */
export async function startDemoServer(options: TestServerOptions = {}): Promise<TestServer> {
  const env = { KREIDE_DEMO: 'true', ...options.env };
  return startTestServer({ ...options, env, copyOf: await findDemo() });
}

/** The demo of this run: whoever asks first makes it, the others wait. */
export async function findDemo(): Promise<{ name: string; dataFolder: string }> {
  const { connectionString, prefix } = await findTestServer();
  const demo = { name: `${prefix}_demo`, dataFolder: join(folderOfRun(), 'demo') };
  const client = new Client({ connectionString });
  await client.connect();
  try {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [demo.name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [demo.name]);
    if (rowCount === 0) await makeDemo(client, demo);
    return demo;
  } finally {
    await client.end();
  }
}

async function makeDemo(client: Client, { name, dataFolder }: { name: string; dataFolder: string }): Promise<void> {
  const made = await startTestServer({ env: { KREIDE_DEMO: 'true' } });
  await made.server.close();
  await made.test.database.close();
  await rename(made.dataFolder, dataFolder);
  await client.query(`alter database ${made.test.name} rename to ${name}`);
}
