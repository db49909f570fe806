import { shareTestServer } from './shared-test-server.ts';

/** Runs before and after all tests of a project; the projects of a run share the process and so the database server. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env.TZ = 'UTC';
  if (process.env.KREIDE_TEST_SOCKET) return undefined;
  return shareTestServer();
}
