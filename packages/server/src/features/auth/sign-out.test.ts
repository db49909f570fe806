import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
const sockets: Socket[] = [];

/** A person at a device: a session and its open connection. */
interface Device {
  token: string;
  socket: Socket;
}
/** Two devices of one person, another person of the same school, and one of the same name at another. */
let here: Record<'desk' | 'phone' | 'friend' | 'elsewhere', Device>;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  for (const slink of ['amsel', 'drossel']) {
    const school = await buildSchool(kysely, slink);
    await buildUser(kysely, school.id, 'ada', 'STUDENT');
    await buildUser(kysely, school.id, 'ben', 'STUDENT');
  }
});
afterAll(() => server.stop());

async function connect(slink: string, username: string): Promise<Device> {
  const token = await signIn(server, slink, username);
  const path = '/v1/realtime';
  const socket = io(server.url, {
    path,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  sockets.push(socket);
  await expect.poll(() => socket.connected).toBe(true);
  return { token, socket };
}

beforeEach(async () => {
  const [desk, phone, friend, elsewhere] = await Promise.all([
    connect('amsel', 'ada'),
    connect('amsel', 'ada'),
    connect('amsel', 'ben'),
    connect('drossel', 'ada'),
  ]);
  here = { desk, phone, friend, elsewhere };
  expect(await signedIn()).toEqual(['desk', 'phone', 'friend', 'elsewhere']);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await server.test.database.kysely.deleteFrom('sessions').execute();
});

const devices = () => Object.entries(here);
async function signedIn(): Promise<string[]> {
  const found: string[] = [];
  for (const [name, { token }] of devices())
    if ((await server.request('GET', '/v1/users/self', { token })).status === 200) found.push(name);
  return found;
}
const connected = () => devices().flatMap(([name, { socket }]) => (socket.connected ? [name] : []));

describe('signing out', () => {
  it('ends the session of the device and its connection, and nobody else’s [P-7.13]', async () => {
    const { status } = await server.request('POST', '/v1/logout', { token: here.desk.token, body: {} });
    expect(status).toBe(200);
    expect(await signedIn()).toEqual(['phone', 'friend', 'elsewhere']);
    await expect.poll(connected).toEqual(['phone', 'friend', 'elsewhere']);
  });

  it('of everything ends the sessions and connections of the person, and nobody else’s [P-7.14]', async () => {
    const answer = await server.request('POST', '/v1/logout-all', { token: here.phone.token });
    expect(answer.body.data).toEqual({ sessions: 2 });
    expect(await signedIn()).toEqual(['friend', 'elsewhere']);
    await expect.poll(connected).toEqual(['friend', 'elsewhere']);
  });
});
