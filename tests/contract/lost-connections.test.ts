import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';
import { globalChannelOf } from '../support/global-channel.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { requestAt, TEST_SECRET } from '../support/server.ts';
import { createInstallation, type ServerProcess } from '../support/server-process.ts';

let place: Awaited<ReturnType<typeof createInstallation>>;
let test: TestDatabase;
let relay: DatabaseRelay;
let server: ServerProcess;
let request: ReturnType<typeof requestAt>;
let token: string;
let everybody: number;

beforeAll(async () => {
  [place, test] = await Promise.all([createInstallation(), createTestDatabase()]);
  const { kysely } = test.database;
  const school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  everybody = await globalChannelOf(kysely, school.id);
  relay = await startDatabaseRelay(test.connectionString);
  server = place.start({
    DATABASE_URL: relay.connectionString,
    DATABASE_OWNER_URL: test.ownerConnectionString,
    KREIDE_SECRET: TEST_SECRET,
  });
  request = requestAt(await server.ready());
  const body = { slink: 'amsel', username: 'admin', password: PASSWORD, stayLoggedIn: false };
  token = (await request('POST', '/v1/auth/login', { body })).body.access_token;
});
afterAll(async () => {
  await place.remove();
  await relay[Symbol.asyncDispose]();
  await test.drop();
});

/** Three that write and two that read, without a pause, until the work is done; returns what they were answered. */
async function underLoad(work: () => Promise<void>): Promise<Map<number | string, number>> {
  const answers = new Map<number | string, number>();
  let isOver = false;
  const loop = async (call: () => Promise<{ status: number }>) => {
    while (!isOver) {
      const answer = await call().then(
        ({ status }) => status,
        (thrown: Error) => String(thrown.cause ?? thrown),
      );
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      if (answer !== 200) await pause(10);
    }
  };
  const marks = { is_pinned: false, is_official: false, is_public: false };
  const text = 'x'.repeat(20_000);
  const body = { title: 'Ausflug', content: `<p>${text}</p>`, publish_at: null, ...marks, channels: [everybody] };
  const loops = [
    ...[1, 2, 3].map(() => loop(() => request('POST', '/v1/channels/news', { token, body }))),
    ...[1, 2].map(() => loop(() => request('GET', '/v1/users/self/feed/news', { token }))),
  ];
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(loops);
  return answers;
}

const isReady = () =>
  vi.waitFor(async () => expect((await request('GET', '/readyz')).status).toBe(200), { timeout: 30_000, interval: 20 });

describe('a server whose database connections are ended under load', () => {
  it.each([
    [
      'by the database',
      async () => {
        const { rowCount } = await test.database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'kreide%' and pid <> pg_backend_pid()`,
        );
        return rowCount ?? 0;
      },
    ],
    ['on the way', async () => relay.cut()],
  ])('goes on, tells 503, and is ready again by itself: %s [D-4.01]', async (_, end) => {
    let ended = 0;
    const answers = await underLoad(async () => {
      for (let round = 0; ended < 40; round += 1) {
        await pause(50 + ((round * 37) % 100));
        ended += await end();
        await isReady();
      }
    });
    expect(server.process.exitCode).toBeNull();
    expect(answers.get(200)).toBeGreaterThan(0);
    expect([...answers.keys()].filter((answer) => answer !== 200 && answer !== 503)).toEqual([]);
  });
});
