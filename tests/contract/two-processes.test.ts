import { createRealtime, type RealtimeState } from '@kreide/core/client';
import { timetableEvents } from '@kreide/core/features/timetable';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { PLAN_HEAD, publishPlan } from '../support/imports.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { requestAt, TEST_NOW, TEST_SECRET } from '../support/server.ts';
import { createInstallation } from '../support/server-process.ts';

const NIGHTLY = 'kernel:tidy 25 2 * * *';
const PATIENCE = { timeout: 30_000, interval: 50 };

let place: Awaited<ReturnType<typeof createInstallation>>;
let test: TestDatabase;
let one: string;
let other: string;

beforeAll(async () => {
  [place, test] = await Promise.all([createInstallation(), createTestDatabase()]);
  const { kysely, pool } = test.database;
  const school = await buildSchool(kysely, 'amsel');
  for (const [username, role] of [
    ['admin', 'ADMIN'],
    ['ada', 'STUDENT'],
  ] as const)
    await buildUser(kysely, school.id, username, role);
  // Last run three days ago: whoever starts makes up for the last night.
  await pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ($1, now() - interval '9 days', now() - interval '3 days')`,
    [NIGHTLY],
  );
  const env = {
    DATABASE_URL: test.connectionString,
    DATABASE_OWNER_URL: test.ownerConnectionString,
    KREIDE_SECRET: TEST_SECRET,
    KREIDE_CLOCK: TEST_NOW,
  };
  const servers = [place.start(env), place.start(env)];
  [one = '', other = ''] = await Promise.all(servers.map((server) => server.ready()));
});
afterAll(async () => {
  await place.remove();
  await test.drop();
});

const call = (url: string, path: string, token: string, body?: unknown) =>
  requestAt(url)(body === undefined ? 'GET' : 'POST', `/v1${path}`, { token, body });

async function signIn(url: string, username: string): Promise<string> {
  const body = { slink: 'amsel', username, password: PASSWORD, stayLoggedIn: false };
  return (await call(url, '/auth/login', '', body)).body.access_token;
}

/** A browser's connection to one process; `token` is asked for at each attempt. */
async function connect(url: string, token: () => string | null) {
  const seen: unknown[] = [];
  const states: RealtimeState[] = [];
  const realtime = createRealtime({ url, token: async () => token(), load: () => import('socket.io-client') });
  realtime.onState((state) => states.push(state));
  realtime.subscribe(timetableEvents.published, (payload) => seen.push(payload));
  await vi.waitFor(() => expect(states.at(-1)).toBe('connected'), PATIENCE);
  return { realtime, seen, states };
}

const publish = (url: string, token: string, room: string) =>
  publishPlan({ request: requestAt(url) }, token, [PLAN_HEAD, `1;10b;Xy;DE;${room};2;1`]);

describe('two server processes on one PostgreSQL', () => {
  it('are one for realtime and for the plan: the other one hears and reads what one of them publishes', async () => {
    const admin = await signIn(one, 'admin');
    const pupil = await signIn(one, 'ada');
    const far = await connect(other, () => pupil);
    const near = await connect(one, () => pupil);
    const heard = () => [far.seen.length, near.seen.length];
    await publish(one, admin, 'Saal 1');
    await vi.waitFor(() => expect(heard()).toEqual([1, 1]), PATIENCE);
    const { id } = await test.database.kysely
      .selectFrom('grades')
      .select('id')
      .where('shortcut', '=', '10b')
      .executeTakeFirstOrThrow();
    const path = `/timetables/entities/grades/${id}?begins_at=2026-11-16&ends_at=2026-11-20`;
    // The other process keeps this answer from now on.
    expect((await call(other, path, pupil)).text).toContain('Saal 1');
    await publish(one, admin, 'Saal 2');
    await vi.waitFor(() => expect(heard()).toEqual([2, 2]), PATIENCE);
    await vi.waitFor(async () => expect((await call(other, path, pupil)).text).toContain('Saal 2'), PATIENCE);
    far.realtime.close();
    near.realtime.close();
  });

  it('end a session everywhere when it is signed out at one: its token, and its open connections', async () => {
    const [leaving, staying] = [await signIn(one, 'ada'), await signIn(one, 'ada')];
    let token: string | null = leaving;
    const gone = await connect(other, () => token);
    const kept = await connect(other, () => staying);
    token = null;
    expect((await call(one, '/logout', leaving, {})).status).toBe(200);
    await vi.waitFor(() => expect(gone.states.at(-1)).toBe('off'), PATIENCE);
    await vi.waitFor(async () => expect((await call(other, '/users/self', leaving)).status).toBe(401), PATIENCE);
    expect(kept.states.at(-1)).toBe('connected');
    expect((await call(other, '/users/self', staying)).status).toBe(200);
    kept.realtime.close();
    const refused = io(other, { path: '/v1/realtime', transports: ['websocket'], auth: { token: leaving } });
    const code = await new Promise((resolve) => refused.on('connect_error', (error) => resolve(error.message)));
    refused.close();
    expect(code).toBe('unauthenticated');
  });

  it('run scheduled work once', async () => {
    const runs = async () => {
      const texts = await Promise.all([one, other].map(async (url) => (await fetch(`${url}/metrics`)).text()));
      return texts.map((text) => Number(/^kreide_jobs_total\{task="kernel:tidy".*\} (\d+)$/m.exec(text)?.[1] ?? 0));
    };
    await vi.waitFor(async () => expect((await runs()).some((count) => count > 0)).toBe(true), PATIENCE);
    const { rows } = await test.database.pool.query(
      `select (select count(*)::int from graphile_worker._private_jobs) as waiting,
              last_execution > now() - interval '1 day' as made_up
       from graphile_worker._private_known_crontabs where identifier = $1`,
      [NIGHTLY],
    );
    expect(rows).toEqual([{ waiting: 0, made_up: true }]);
    expect((await runs()).toSorted()).toEqual([0, 1]);
  });
});
