import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSchool, buildUser, PASSWORD } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(server.test.database.kysely, 'amsel');
  for (const name of ['ada', 'bea']) await buildUser(server.test.database.kysely, school.id, name, 'TEACHER');
});
afterAll(() => server.stop());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/604.1';

async function enter(username: string, userAgent: string): Promise<string> {
  const body = { slink: 'amsel', username, password: PASSWORD, stayLoggedIn: true };
  const answer = await server.request('POST', '/v1/auth/login', { body, headers: { 'user-agent': userAgent } });
  return answer.body.access_token;
}
const list = async (token: string) => (await server.request('GET', '/v1/users/self/sessions', { token })).body.data;
const end = (token: string, id: number) => server.request('DELETE', `/v1/users/self/sessions/${id}`, { token });

it('everybody sees where they are signed in, and signs out there: that device at once, the others not', async () => {
  const laptop = await enter('ada', FIREFOX);
  server.clock.advance(60_000);
  const phone = await enter('ada', IPHONE);
  const other = await enter('bea', FIREFOX);
  const seen = await list(laptop);
  expect(seen).toMatchObject([
    { device: 'Safari, iPhone', kind: 'app', is_current: false },
    { device: 'Firefox, Windows', kind: 'app', is_current: true },
  ]);
  expect(Object.keys(seen[0]).join()).not.toContain('hash');
  const [away] = seen;
  expect((await end(other, away.id)).status).toBe(404);
  expect((await end(laptop, away.id)).status).toBe(204);
  expect((await end(laptop, away.id)).status).toBe(404);
  expect((await server.request('GET', '/v1/users/self', { token: phone })).status).toBe(401);
  expect(await list(laptop)).toHaveLength(1);
  const { rows } = await server.test.database.pool.query(
    "select before from audit_log where action = 'auth.sessionEnded'",
  );
  expect(rows).toEqual([{ before: { device: 'Safari, iPhone' } }]);
});

it('a session that is over is in no list', async () => {
  const token = await enter('bea', IPHONE);
  await server.test.database.pool.query(
    `update sessions set refresh_expires_at = $1 where user_agent like '%Firefox%'`,
    [new Date(server.clock.now().getTime() - 1000)],
  );
  expect((await list(token)).map(({ device }: { device: string }) => device)).toEqual(['Safari, iPhone']);
});
