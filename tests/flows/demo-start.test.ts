// features: all

import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createInstallation } from '../support/server-process.ts';

type Installation = Awaited<ReturnType<typeof createInstallation>>;

let place: Installation;
let test: TestDatabase;
let door: Client;
/** Holds the lock: what goes on is not seen from within a transaction. */
let holder: Client;
let count = 0;

beforeAll(async () => {
  place = await createInstallation();
});
afterAll(() => place.remove());
beforeEach(async () => {
  test = await createTestDatabase();
  [door, holder] = [test, test].map(({ connectionString }) => new Client({ connectionString })) as [Client, Client];
  await Promise.all([door.connect(), holder.connect()]);
});
afterEach(async () => {
  await place.stop();
  await Promise.all([door.end(), holder.end()]);
  await test.drop();
});

/** Node finds no package `@kreide/demo`, as where nobody installed it: it looks for it from a folder that has none. */
const WITHOUT_DEMO = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const elsewhere = { parentURL: 'file:///nowhere/server.js' };
  registerHooks({
    resolve: (name, context, next) => next(name, name.startsWith('@kreide/demo') ? { ...context, ...elsewhere } : context),
  });`)}`;

const env = () => ({
  DATABASE_URL: test.connectionString,
  DATABASE_OWNER_URL: test.ownerConnectionString,
  KREIDE_DEMO: 'true',
  KREIDE_DATA: join(place.folder, `data-${count}`),
});

/**
 * A server on an empty database that is in the middle of making the demo: the school and its plan are written, not committed, and its
 * pupils wait for a lock that this test holds.
 */
async function startInTheMiddle() {
  count += 1;
  await holder.query('begin');
  await holder.query('lock table grade_memberships in access exclusive mode');
  const server = place.startGroup(env());
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 40_000, interval: 50 });
  return server;
}

async function waiting(): Promise<number> {
  const { rows } = await door.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

/** What is there of the demo, once the database has noticed that the process is gone. */
async function schools(): Promise<string[]> {
  await holder.query('commit');
  await vi.waitFor(
    async () => {
      const { rows } = await door.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'kreide'`,
      );
      expect(rows[0].n).toBe(0);
    },
    { timeout: 20_000, interval: 50 },
  );
  return (await door.query('select slink from schools order by slink')).rows.map(({ slink }) => slink);
}

async function expectWholeDemo(): Promise<void> {
  const server = place.start(env());
  const url = await server.ready();
  const { rows } = await door.query(
    `select s.slink, (select count(*)::int from users u where u.school_id = s.id) as users,
            (select count(*)::int from grade_memberships g where g.school_id = s.id) as places,
            (select count(*)::int from files f where f.school_id = s.id) > 5 as pictures
     from schools s order by s.slink`,
  );
  expect(rows).toMatchObject([
    { slink: 'demo', users: 640 + 900 + 60 + 2, places: 640, pictures: true },
    { slink: 'demo2', pictures: false },
  ]);
  for (const username of ['admin', 'teacher', 'parent', 'student']) {
    const answer = await fetch(`${url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slink: 'demo', username, password: 'kreide-demo', stayLoggedIn: false }),
    });
    expect(answer.status, username).toBe(200);
  }
  server.process.kill('SIGINT');
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
}

describe('a first start that is cut off while the demo is made', () => {
  it('by kill -9 of everything leaves nothing half made; the next start makes the demo whole and people sign in [D-1.05] [D-4.03]', async () => {
    const server = await startInTheMiddle();
    server.killGroup();
    expect((await server.ended).code).toBeNull();
    expect(await schools()).toEqual([]);
    await expectWholeDemo();
  });

  it('by kill -9 of the server alone ends the process that makes the demo too [D-4.03]', async () => {
    const server = await startInTheMiddle();
    expect(server.isGroupAlive()).toBe(true);
    server.process.kill('SIGKILL');
    expect((await server.ended).code).toBeNull();
    await vi.waitFor(() => expect(server.isGroupAlive()).toBe(false), { timeout: 20_000, interval: 50 });
    expect(await schools()).toEqual([]);
  });

  it.each([
    ['SIGTERM', false],
    ['SIGINT', true],
  ] as const)('by %s ends cleanly with that process, before it was ready [D-4.03]', async (signal, toGroup) => {
    const server = await startInTheMiddle();
    process.kill((server.process.pid ?? 0) * (toGroup ? -1 : 1), signal);
    expect(await server.ended).toEqual({ code: 0, stdout: 'Filling the demo schools …\n', stderr: '' });
    expect(server.isGroupAlive()).toBe(false);
    expect(await schools()).toEqual([]);
  });

  it('takes its own database with it', async () => {
    const server = place.start({ KREIDE_DEMO: 'true', KREIDE_DATA: join(place.folder, 'embedded') });
    await vi.waitFor(() => expect(place.databases()).toHaveLength(1), { timeout: 40_000, interval: 20 });
    server.process.kill('SIGINT');
    const { code, stdout, stderr } = await server.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('ready');
    expect(place.databases()).toEqual([]);
  });
});

describe('a server without the package of the demo', () => {
  it('starts, with a word where the demo is wanted and without one where it is not', async () => {
    for (const wanted of ['true', 'false']) {
      const server = place.start({ ...env(), KREIDE_DEMO: wanted, NODE_OPTIONS: WITHOUT_DEMO });
      const address = await server.ready();
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      expect(server.stdout().includes('@kreide/demo is not installed'), wanted).toBe(wanted === 'true');
      await place.stop();
    }
    expect(await schools()).toEqual([]);
  });
});
