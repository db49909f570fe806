import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(server.test.database.kysely, 'amsel');
  for (const name of ['ada', 'bea']) await buildUser(server.test.database.kysely, school.id, name, 'TEACHER');
});
afterAll(() => server.stop());

const NEW = 'chalk and cheese';
const change = (token: string, current_password: string, password_confirmation = NEW) =>
  server.request('PUT', '/v1/users/self/update-password', {
    token,
    body: { current_password, password: NEW, password_confirmation },
  });
const isIn = async (token: string) => (await server.request('GET', '/v1/users/self', { token })).status;

it('a changed password ends every other session of the account at once, and only those [P-5.15] [P-7.53]', async () => {
  const [first, second, other] = [
    await signIn(server, 'amsel', 'ada'),
    await signIn(server, 'amsel', 'ada'),
    await signIn(server, 'amsel', 'bea'),
  ];
  expect([await isIn(first), await isIn(second)]).toEqual([200, 200]);
  const refused = await change(first, 'not this one');
  expect([refused.status, refused.body.error.issues[0].path]).toEqual([422, 'body.current_password']);
  const twoWays = await change(first, PASSWORD, 'something else');
  expect([twoWays.status, twoWays.body.error.issues[0].path]).toEqual([422, 'body.password_confirmation']);
  expect([await isIn(first), await isIn(second)]).toEqual([200, 200]);
  const changed = await change(first, PASSWORD);
  expect([changed.status, changed.body.data]).toEqual([200, { sessions: 1 }]);
  expect([await isIn(first), await isIn(second), await isIn(other)]).toEqual([200, 401, 200]);
  await signIn(server, 'amsel', 'ada', NEW);
  await expect(signIn(server, 'amsel', 'ada')).rejects.toThrow('422');
});

it('a session that somebody left open is no way to find out the password [D-4.09]', async () => {
  const token = await signIn(server, 'amsel', 'bea');
  const statuses = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await change(token, `guess ${count}`)).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  expect((await change(token, PASSWORD)).status).toBe(429);
  server.clock.advance(60_000);
  expect((await change(token, PASSWORD)).status).toBe(200);
});
