import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeRunFolder } from './run-folder.ts';

/** Something that the test files of a run share: what they need to know of it, as plain data, and how it ends. */
export interface Shared<Address> {
  address: Address;
  stop(): Promise<void>;
}

type Answer<Address> = { address: Address } | { failure: string };

/**
 * Lets the test files of a run share what `start` starts: the main process listens on a socket, whose path is in the environment
 * `variable`, and starts it on the first request, so that a run that does not need it starts none. Returns how to stop it.
 */
export async function shareOnRequest<Address>(
  variable: string,
  start: () => Promise<Shared<Address>>,
): Promise<() => Promise<void>> {
  const folder = await makeRunFolder('kreide-test');
  let shared: Promise<Shared<Address>> | undefined;
  const listener = createServer((socket) => {
    socket.on('error', () => {});
    shared ??= start();
    shared
      .then(
        ({ address }): Answer<Address> => ({ address }),
        (error: unknown): Answer<Address> => ({ failure: error instanceof Error ? error.message : String(error) }),
      )
      .then((answer) => socket.end(JSON.stringify(answer)));
  });
  const path = join(folder, 'socket');
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(path, resolve));
  process.env[variable] = path;
  return async () => {
    delete process.env[variable];
    listener.close();
    await shared?.then(
      (started) => started.stop(),
      () => {},
    );
    await rm(folder, { recursive: true, force: true });
  };
}

/** The address of what is shared at this socket. */
export async function askForShared<Address>(path: string): Promise<Address> {
  const answer = JSON.parse(await text(connect(path))) as Answer<Address>;
  if ('failure' in answer) throw new Error(`What the test files share could not be started: ${answer.failure}`);
  return answer.address;
}
