import { dirname } from 'node:path';
import { askForShared, shareOnRequest } from './shared.ts';
import { startTestServer, type TestServer, type TestServerAddress } from './test-server.ts';

/** Environment variable with the path of the socket. */
const SOCKET = 'KREIDE_TEST_SOCKET';

/** Lets the test files of a run share one database server. */
export function shareTestServer(): Promise<() => Promise<void>> {
  return shareOnRequest(SOCKET, startTestServer);
}

/** A folder of this test run, removed with it. */
export function folderOfRun(): string {
  const path = process.env[SOCKET];
  if (path === undefined) throw new Error('There is no test run.');
  return dirname(path);
}

let shared: Promise<TestServerAddress> | undefined;
let own: Promise<TestServer> | undefined;

/**
 * The server of this test run; outside of one, a server is started for this process (stop it with
 * `closeOwnTestServer`).
 */
export async function findTestServer(): Promise<TestServerAddress> {
  const path = process.env[SOCKET];
  if (path !== undefined) {
    shared ??= askForShared(path);
    return shared;
  }
  own ??= startTestServer();
  return (await own).address;
}

export async function closeOwnTestServer(): Promise<void> {
  const server = await own;
  own = undefined;
  await server?.stop();
}
