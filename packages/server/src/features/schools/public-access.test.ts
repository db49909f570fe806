import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { NOTHING_PUBLIC } from '../../../../../tests/support/public-access.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  token = await signIn(server, school.slink, 'admin');
});
afterAll(() => server.stop());

it('the sites that may show screens are not overwritten unseen, and switches go on beside them', async () => {
  const put = async (screen_origins: string[], known_origins?: string[], monitor = true) =>
    server.request('PUT', `/v1/schools/${school.id}/public-access`, {
      token,
      body: { ...NOTHING_PUBLIC, monitor, screen_origins, ...(known_origins && { known_origins }) },
    });
  expect((await put(['https://a.example'], [])).status).toBe(200);
  const refused = await put(['https://b.example'], []);
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'conflict']);
  expect((await put(['https://a.example'], [], false)).body.data).toMatchObject({
    monitor: false,
    screen_origins: ['https://a.example'],
  });
  // Of two who change the same one goes first.
  const atOnce = await Promise.all(['b', 'c'].map((site) => put([`https://${site}.example`], ['https://a.example'])));
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
