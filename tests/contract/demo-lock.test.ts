import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../packages/server/src/kernel/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { requestAt, startTestServer } from '../support/server.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  const { kysely } = test.database;
  const open = { public_monitor: true, public_timetable: true, public_news: true };
  for (const slink of ['demo', 'wald']) {
    const school = await buildSchool(kysely, slink, open);
    await buildUser(kysely, school.id, 'admin', 'ADMIN');
  }
  await kysely.updateTable('schools').set({ is_demo: true }).where('slink', '=', 'demo').execute();
});
afterAll(() => test.drop());

it('a demo school that is found in production signs nobody in and shows nothing, and the log says so; other schools do [D-4.10] [D-4.15]', async () => {
  const lines: string[] = [];
  await using server = await startTestServer({
    connectionString: test.connectionString,
    env: { NODE_ENV: 'production', DATABASE_URL: test.connectionString },
    log: createLog({ json: true, level: 'warn', write: (line) => lines.push(line) }),
  });
  const request = requestAt(server.url);
  const login = async (slink: string) =>
    (
      await request('POST', '/v1/auth/login', {
        body: { slink, username: 'admin', password: PASSWORD, stayLoggedIn: false },
      })
    ).status;
  const news = async (slink: string) => (await request('GET', `/v1/public/news/${slink}`)).status;
  expect([await login('demo'), await news('demo')]).toEqual([403, 404]);
  expect([await login('wald'), await news('wald')]).toEqual([200, 200]);
  expect(lines.filter((line) => line.includes('demo schools are locked'))).toEqual([expect.stringContaining('"demo"')]);
});
