import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { openDatabase } from '../data/database.ts';
import { createReadiness, FREE_BYTES_MINIMUM } from './readiness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** A way to the database that can be frozen: connections stay, nothing passes any more. */
async function startFreezer() {
  const { host, port, user, database } = new Client({ connectionString: test.connectionString });
  const sockets: Socket[] = [];
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    const onward = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    for (const one of [socket, onward]) one.on('error', () => {});
    socket.pipe(onward).pipe(socket);
    sockets.push(socket, onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    connectionString: `postgresql://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    connections: () => count,
    freeze: () => {
      for (const socket of sockets) socket.unpipe();
    },
    thaw: () => {
      for (let at = 0; at < sockets.length; at += 2)
        sockets[at]?.pipe(sockets[at + 1] as Socket).pipe(sockets[at] as Socket);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const folders = { files: tmpdir(), uploads: tmpdir() };
const listening = { isListening: () => true };

describe('readiness', () => {
  it('is there while database and disk are', async () => {
    const isReady = createReadiness({ database: { ...test.database, ...listening }, folders });
    await expect(isReady()).resolves.toBeUndefined();
  });

  it('is denied in time by a database that hangs, which is not asked twice, and comes back with it [D-4.01]', async () => {
    await using freezer = await startFreezer();
    await using database = openDatabase(freezer.connectionString, { poolSize: 3 });
    const isReady = createReadiness({ database: { ...database, ...listening }, folders, limitMs: 300 });
    await isReady();
    freezer.freeze();
    const started = performance.now();
    await expect(isReady()).rejects.toThrow('no answer of the database within 300 ms');
    await expect(isReady()).rejects.toThrow('no answer of the database within 300 ms');
    expect(performance.now() - started).toBeGreaterThanOrEqual(590);
    expect(freezer.connections()).toBe(1);
    freezer.thaw();
    await expect
      .poll(() =>
        isReady().then(
          () => 'ready',
          () => 'not ready',
        ),
      )
      .toBe('ready');
  });

  it.each([
    [FREE_BYTES_MINIMUM, true],
    [FREE_BYTES_MINIMUM - 1, false],
  ])('with %i free bytes on the disk is %s [D-4.01]', async (free, isReadyThen) => {
    const parts = { database: { ...test.database, ...listening }, folders };
    const answer = createReadiness({ ...parts, freeBytes: async () => free })().then(
      () => 'ready',
      (error: Error) => error.message,
    );
    expect(await answer).toMatch(isReadyThen ? /^ready$/ : /the disk is full/);
  });
});
