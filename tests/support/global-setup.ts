import { join } from 'node:path';
import { shareTestServer } from './shared-test-server.ts';

/** Runs before and after all tests of a project; the projects of a run share the process and so the database server. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env.TZ = 'UTC';
  // Each start of a server or of the command line would compile the same sources anew.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../.cache/compile');
  if (process.env.KREIDE_TEST_SOCKET) return undefined;
  return shareTestServer();
}
