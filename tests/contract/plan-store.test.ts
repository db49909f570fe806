import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../packages/server/src/kernel/config/config.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import { type RunningServer, startServer } from '../../packages/server/src/server.ts';
import { buildFullSchool, type FullSchool } from '../support/full-school.ts';
import { PLAN_HEAD, publishPlan } from '../support/imports.ts';
import { signIn } from '../support/people.ts';
import { ROOT, startTestServer, TEST_SECRET, type TestServer } from '../support/server.ts';

const RANGE = 'begins_at=2026-11-16&ends_at=2026-11-20';
let server: TestServer;
/** A second process on the same database, as far as one process can be two: nothing but the database is shared. */
let second: RunningServer;
let school: FullSchool;
let admin: string;
let pupil: string;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildFullSchool(server, 'amsel', 'zimtstern');
  second = await startServer({
    config: readConfig({ PORT: '0', KREIDE_DATA: server.dataFolder, KREIDE_DEMO: 'false', KREIDE_SECRET: TEST_SECRET }),
    log: silentLog,
    root: ROOT,
    clock: server.clock,
    connectionString: server.test.connectionString,
    pages: null,
  });
  admin = await signIn(server, 'amsel', school.people.admin.username);
  pupil = await signIn(server, 'amsel', school.people.student.username);
});
afterAll(async () => {
  await second.close();
  await server.stop();
});

const planPath = (entity = 'grades', id = school.grade) => `/v1/timetables/entities/${entity}/${id}?${RANGE}`;

async function read(url: string, path = planPath(), token = pupil): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, text: await response.text() };
}

let count = 0;
/** Uploads and publishes a plan with one lesson in a room that no plan had before; answers the room. */
async function publish(): Promise<string> {
  const room = `Saal ${++count}`;
  await publishPlan(server, admin, [PLAN_HEAD, `1;10b-${school.mark};Xy;DE;${room};2;1`]);
  return room;
}

describe('after a publication', () => {
  it('1,200 simultaneous reads compute each plan and range once', async () => {
    await publish();
    const { figures } = server.server.features.plans;
    const before = { ...figures };
    const weeks = ['begins_at=2026-11-16&ends_at=2026-11-20', 'begins_at=2026-11-23&ends_at=2026-11-27'];
    const paths = weeks.flatMap((week) => [
      `/v1/timetables/entities/grades/${school.grade}?${week}`,
      `/v1/timetables/entities/teachers/${school.teacher}?${week}`,
      `/v1/timetables/entities/users/${school.people.student.id}?${week}`,
    ]);
    const reads = Array.from({ length: 1200 }, (_, index) => read(server.url, paths[index % paths.length]));
    const answers = await Promise.all(reads);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(figures.computations - before.computations).toBe(paths.length);
    expect(figures.loads - before.loads).toBe(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(paths.length);
  });

  it('every process answers the new plan, the one that published at once', async () => {
    expect((await read(second.url)).status).toBe(200);
    const room = await publish();
    expect((await read(server.url)).text).toContain(room);
    await vi.waitFor(async () => expect((await read(second.url)).text).toContain(room), {
      timeout: 30_000,
      interval: 20,
    });
  });

  it('an ETag from before no longer matches, the new one does [T-3.37]', async () => {
    const etagOf = async (known = '') => {
      const headers = { authorization: `Bearer ${pupil}`, 'if-none-match': known };
      const response = await fetch(server.url + planPath(), { headers });
      await response.text();
      return { status: response.status, etag: response.headers.get('etag') ?? '' };
    };
    const before = await etagOf();
    expect((await etagOf(before.etag)).status).toBe(304);
    await publish();
    const after = await etagOf(before.etag);
    expect(after.status).toBe(200);
    expect((await etagOf(after.etag)).status).toBe(304);
  });
});

describe('what every process remembers', () => {
  it('of a session ends everywhere when it is signed out at one of them', async () => {
    const token = await signIn(server, 'amsel', school.people.other.username);
    expect((await read(second.url, '/v1/users/self', token)).status).toBe(200);
    expect((await server.request('POST', '/v1/logout', { token, body: {} })).status).toBe(200);
    expect((await read(server.url, '/v1/users/self', token)).status).toBe(401);
    await vi.waitFor(async () => expect((await read(second.url, '/v1/users/self', token)).status).toBe(401), {
      timeout: 30_000,
      interval: 20,
    });
  });
});

describe('while changes of others cannot be heard', () => {
  const pool = () => server.test.database.pool;
  const rename = (name: string) =>
    pool().query(
      `with a as (update grades set shortcut = $1 where id = $2)
       update school_years set revision = revision + 1 where school_id = $3`,
      [name, school.grade, school.school.id],
    );
  beforeEach(() => read(second.url));

  it('nothing kept is trusted: plans and sessions are asked of the database, and kept again afterwards', async () => {
    // Silent, as if another process had published and its notification had been lost.
    await rename('silent');
    expect((await read(second.url)).text).not.toContain('silent');
    const token = await signIn(server, 'amsel', school.people.other.username);
    expect((await read(second.url, '/v1/users/self', token)).status).toBe(200);
    try {
      // No new connection comes through, so the listeners stay lost; those that are open go on.
      await server.test.allowConnections(false);
      await pool().query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'kreide listener'`,
      );
      await vi.waitFor(() => expect(second.database.isListening()).toBe(false), { timeout: 30_000, interval: 10 });
      await vi.waitFor(async () => expect((await read(second.url)).text).toContain('silent'), {
        timeout: 30_000,
        interval: 10,
      });
      await rename('unheard');
      expect((await read(second.url)).text).toContain('unheard');
      expect((await fetch(`${second.url}/readyz`)).status).toBe(503);
      await pool().query('delete from sessions where user_id = $1', [school.people.other.id]);
      expect((await read(second.url, '/v1/users/self', token)).status).toBe(401);
    } finally {
      await server.test.allowConnections(true);
    }
    await vi.waitFor(() => expect(second.database.isListening()).toBe(true), { timeout: 30_000, interval: 50 });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    const { figures } = second.features.plans;
    await read(second.url);
    const computations = figures.computations;
    await read(second.url);
    expect(figures.computations).toBe(computations);
  });
});
