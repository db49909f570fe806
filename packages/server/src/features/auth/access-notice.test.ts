import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
});
afterAll(() => server.stop());

describe('somebody whose access ends', () => {
  it.each([
    ['is locked', 'update users set is_locked = true where username = $1'],
    ['is deleted', 'update users set deleted_at = now() where username = $1'],
    [
      'has a school that is locked',
      'update schools set is_locked = true where id = (select school_id from users where username = $1)',
    ],
  ])('because the person %s is out at once, on open connections too, whoever wrote it', async (what, change) => {
    const { kysely, pool } = server.test.database;
    const username = `ada-${what.replaceAll(' ', '-')}`;
    await buildUser(kysely, school.id, username, 'STUDENT');
    const token = await signIn(server, school.slink, username);
    const self = async () => (await server.request('GET', '/v1/users/self', { token })).status;
    // From here on the process has cached the session.
    expect(await self()).toBe(200);
    const socket = io(server.url, {
      path: '/v1/realtime',
      transports: ['websocket'],
      auth: { token },
      reconnection: false,
      forceNew: true,
    });
    try {
      await expect.poll(() => socket.connected).toBe(true);
      await pool.query(change, [username]);
      await expect.poll(self).toBe(401);
      await expect.poll(() => socket.connected).toBe(false);
    } finally {
      socket.disconnect();
    }
  });
});
