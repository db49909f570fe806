import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRealtime, type Realtime, type RealtimeState } from '@kreide/core/client';
import { ApiError, event } from '@kreide/core/kernel';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { silentLog } from '../log.ts';
import { RecentRooms } from './recent.ts';
import { SESSION_CONNECTIONS_MAXIMUM, type SocketActor, type Sockets, startSockets } from './sockets.ts';

/** Patient, because the machine may be busy. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 });

const ping = event({ name: 'test.ping', payload: z.object({ n: z.int() }), summary: 'x' });
const ACTORS: Record<string, SocketActor> = {
  anna: { user_id: 1, school_id: 10, session_id: 100 },
  'anna-phone': { user_id: 1, school_id: 10, session_id: 101 },
  ben: { user_id: 2, school_id: 10, session_id: 102 },
  cem: { user_id: 3, school_id: 20, session_id: 103 },
};

let server: Server;
let sockets: Sockets;
let url: string;
let actors: typeof ACTORS;
let gauge: number[];
/** What the sockets take for the time, ms. */
let now = 0;
const clients: (Realtime | Socket)[] = [];

async function start(port = 0): Promise<void> {
  server = createServer((_, response) => response.writeHead(404).end());
  sockets = startSockets({
    server,
    authenticate: async (token) => {
      if (token === 'database-down') throw new ApiError({ code: 'not_ready' });
      return actors[token] ?? null;
    },
    isAllowedOrigin: (origin) => origin === 'https://kreide.example',
    log: silentLog,
    onConnections: (count) => gauge.push(count),
    recent: new RecentRooms(() => now),
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  actors = { ...ACTORS };
  gauge = [];
  await start();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await sockets.close();
  server.close();
});

/** A connected client of the person, whose page is that old in ms; `seen` collects its pings. */
async function connect(name: string, age = 0) {
  const seen: number[] = [];
  let state: RealtimeState = 'off';
  let reconnected = 0;
  const realtime = createRealtime({
    url,
    token: async ({ renew }) => (renew ? null : name),
    load: () => import('socket.io-client'),
    age: () => age,
    schedule: (task) => {
      const soon = setImmediate(task);
      return () => clearImmediate(soon);
    },
  });
  clients.push(realtime);
  realtime.onState((next) => {
    state = next;
  });
  realtime.onReconnected(() => {
    reconnected += 1;
  });
  realtime.subscribe(ping, ({ n }) => seen.push(n));
  const client = { seen, state: () => state, reconnected: () => reconnected };
  await eventually(() => expect(state).toBe('connected'));
  return client;
}

/** The response to a raw handshake. */
function refusalOf(options: {
  auth?: Record<string, unknown>;
  origin?: string;
  transports?: string[];
}): Promise<string> {
  const { auth = {}, origin, transports = ['websocket'] } = options;
  const socket = io(url, {
    path: '/v1/realtime',
    addTrailingSlash: false,
    reconnection: false,
    forceNew: true,
    auth,
    transports,
    ...(origin === undefined ? {} : { extraHeaders: { origin } }),
  });
  clients.push(socket);
  return new Promise((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', (error) =>
      resolve((error as { data?: { code: string } }).data?.code ?? 'no connection'),
    );
  });
}

describe('sockets', () => {
  it('an event reaches the rooms it is meant for and nobody else [C-7.117] [P-7.100]', async () => {
    const [anna, phone, ben, cem] = await Promise.all(
      ['anna', 'anna-phone', 'ben', 'cem'].map((name) => connect(name)),
    );
    sockets.emit(['user:1'], 'test.ping', { n: 1 });
    sockets.emit(['school:10', 'user:1'], 'test.ping', { n: 2 });
    sockets.emit([], 'test.ping', { n: 3 });
    sockets.emit(['user:1', 'user:2', 'user:3'], 'test.ping', { n: 9 });
    await eventually(() => expect([anna, phone, ben, cem].map((client) => client?.seen.at(-1))).toEqual([9, 9, 9, 9]));
    expect([anna?.seen, phone?.seen, ben?.seen, cem?.seen]).toEqual([[1, 2, 9], [1, 2, 9], [2, 9], [9]]);
  });

  it('nobody is let in without a good token, from a foreign origin or over polling', async () => {
    expect(await refusalOf({})).toBe('unauthenticated');
    expect(await refusalOf({ auth: { token: 'guess' } })).toBe('unauthenticated');
    expect(await refusalOf({ auth: { token: { toString: 'x' } } })).toBe('unauthenticated');
    expect(await refusalOf({ auth: { token: 'database-down' } })).toBe('not_ready');
    expect(await refusalOf({ auth: { token: 'anna' }, origin: 'https://evil.example' })).toBe('no connection');
    expect(await refusalOf({ auth: { token: 'anna' }, transports: ['polling'] })).toBe('no connection');
    expect(await refusalOf({ auth: { token: 'anna' }, origin: 'https://kreide.example' })).toBe('connected');
    expect(await refusalOf({ auth: { token: 'anna' } })).toBe('connected');
  });

  it('a revoked session is cut off at once, the other sessions of the person stay', async () => {
    const [anna, phone] = await Promise.all([connect('anna'), connect('anna-phone')]);
    delete actors.anna;
    sockets.disconnectSession(100);
    await eventually(() => expect(anna?.state()).toBe('off'));
    expect(phone?.state()).toBe('connected');
    expect(sockets.connections()).toBe(1);
    expect(gauge.slice(0, 2)).toEqual([1, 2]);
    expect(gauge.at(-1)).toBe(1);
  });

  it('a shutdown makes clients reconnect, to whoever answers then, and fetch what they missed [D-4.03]', async () => {
    // The page is younger than the process: it need not be told at its first connection.
    now += 60_000;
    const anna = await connect('anna');
    const { port } = server.address() as AddressInfo;
    await sockets.close();
    expect(server.listening).toBe(true);
    await new Promise((resolve) => server.close(resolve));
    await start(port);
    await eventually(() => expect(anna.reconnected()).toBe(1));
    sockets.emit(['user:1'], 'test.ping', { n: 7 });
    await eventually(() => expect(anna.seen).toEqual([7]));
  });

  it('who connects after an event of theirs, with a page from before it, fetches again; who heard it, or is not meant, does not', async () => {
    now += 60_000;
    const early = await connect('anna');
    sockets.emit(['user:1'], 'test.ping', { n: 1 });
    sockets.whisper(['user:3'], 'test.ping', { n: 2 });
    const [late, cem] = await Promise.all([connect('anna-phone'), connect('cem')]);
    await eventually(() => expect(late.reconnected()).toBe(1));
    sockets.emit(['user:1', 'user:3'], 'test.ping', { n: 3 });
    await eventually(() => expect([early.seen, late.seen, cem.seen]).toEqual([[1, 3], [3], [3]]));
    expect([early.reconnected(), late.reconnected(), cem.reconnected()]).toEqual([0, 1, 0]);
    now += 60_000;
    sockets.emit(['school:10'], 'test.ping', { n: 4 });
    const ben = await connect('ben');
    await eventually(() => expect(ben.reconnected()).toBe(1));
    const older = await connect('ben', 3_600_000);
    await eventually(() => expect(older.reconnected()).toBe(1));
  });

  it('the HTTP server keeps answering everything else', async () => {
    expect((await fetch(`${url}/v1/news`)).status).toBe(404);
    expect((await fetch(`${url}/v1/realtime/socket.io.js`)).status).not.toBe(200);
  });
});

describe('one session', () => {
  it(`holds ${SESSION_CONNECTIONS_MAXIMUM} connections at most, however many ask at the same time, and one more when one has gone`, async () => {
    const open = () => {
      const client = io(url, {
        path: '/v1/realtime',
        transports: ['websocket'],
        auth: { token: 'anna' },
        forceNew: true,
        reconnection: false,
      });
      clients.push(client);
      return client;
    };
    const many = Array.from({ length: SESSION_CONNECTIONS_MAXIMUM + 10 }, open);
    await eventually(() => {
      expect(sockets.connections()).toBe(SESSION_CONNECTIONS_MAXIMUM);
      expect(many.filter(({ connected }) => connected)).toHaveLength(SESSION_CONNECTIONS_MAXIMUM);
    });
    const late = open();
    const refusal = await new Promise<Error>((resolve) => late.once('connect_error', resolve));
    expect(refusal.message).toBe('too_many');
    many.find(({ connected }) => connected)?.close();
    await eventually(() => expect(sockets.connections()).toBe(SESSION_CONNECTIONS_MAXIMUM - 1));
    late.connect();
    await eventually(() => expect(late.connected).toBe(true));
  });
});
