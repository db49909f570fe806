import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeRunFolder } from './run-folder.ts';
import { startTestServer, type TestServer, type TestServerAddress } from './test-server.ts';

/** Environment variable with the path of the socket. */
const SOCKET = 'KREIDE_TEST_SOCKET';

type Answer = { address: TestServerAddress } | { failure: string };

/**
 * Lets the test files of a run share one database server: the main process listens on a socket and starts the server on
 * the first request, so that a run without databases starts none.
 */
export async function shareTestServer(): Promise<() => Promise<void>> {
  const folder = await makeRunFolder('kreide-test');
  let server: Promise<TestServer> | undefined;
  const listener = createServer((socket) => {
    socket.on('error', () => {});
    server ??= startTestServer();
    server
      .then(
        ({ address }): Answer => ({ address }),
        (error: unknown): Answer => ({ failure: error instanceof Error ? error.message : String(error) }),
      )
      .then((answer) => socket.end(JSON.stringify(answer)));
  });
  const path = join(folder, 'socket');
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(path, resolve));
  process.env[SOCKET] = path;
  return async () => {
    delete process.env[SOCKET];
    listener.close();
    await server?.then(
      (started) => started.stop(),
      () => {},
    );
    await rm(folder, { recursive: true, force: true });
  };
}

let own: Promise<TestServer> | undefined;

/**
 * The server of this test run; outside of one, a server is started for this process (stop it with
 * `closeOwnTestServer`).
 */
export async function findTestServer(): Promise<TestServerAddress> {
  const path = process.env[SOCKET];
  if (path === undefined) {
    own ??= startTestServer();
    return (await own).address;
  }
  const answer = JSON.parse(await text(connect(path))) as Answer;
  if ('failure' in answer) throw new Error(`The test database could not be started: ${answer.failure}`);
  return answer.address;
}

export async function closeOwnTestServer(): Promise<void> {
  const server = await own;
  own = undefined;
  await server?.stop();
}
