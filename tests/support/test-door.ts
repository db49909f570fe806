import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeRunFolder } from './run-folder.ts';
import { startTestServer, type TestServer, type TestServerAddress } from './test-server.ts';

/** Environment variable through which test files find the door. */
const DOOR = 'KREIDE_TEST_DOOR';

type Answer = { address: TestServerAddress } | { failure: string };

/**
 * The main process of a test run waits at a socket; the first test file that needs a database makes it start the
 * server. A run without databases starts none.
 */
export async function openTestDoor(): Promise<() => Promise<void>> {
  const folder = await makeRunFolder('kreide-door');
  let server: Promise<TestServer> | undefined;
  const door = createServer((socket) => {
    socket.on('error', () => {});
    server ??= startTestServer();
    server
      .then(
        ({ address }): Answer => ({ address }),
        (error: unknown): Answer => ({ failure: error instanceof Error ? error.message : String(error) }),
      )
      .then((answer) => socket.end(JSON.stringify(answer)));
  });
  const path = join(folder, 'door');
  await new Promise<void>((resolve, reject) => door.once('error', reject).listen(path, resolve));
  process.env[DOOR] = path;
  return async () => {
    delete process.env[DOOR];
    door.close();
    await server?.then(
      (started) => started.stop(),
      () => {},
    );
    await rm(folder, { recursive: true, force: true });
  };
}

let own: Promise<TestServer> | undefined;

/** The server of this test run; outside a test run one is started for this process (end it with `closeOwnTestServer`). */
export async function findTestServer(): Promise<TestServerAddress> {
  const path = process.env[DOOR];
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
