import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../packages/server/src/kernel/data/database.ts';
import { prepareDatabase } from '../../packages/server/src/kernel/data/prepare-database.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/kernel/postgres/index.ts';
import { PLAN_HEAD } from '../support/imports.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { TEST_SECRET } from '../support/server.ts';
import { createInstallation } from '../support/server-process.ts';

type Installation = Awaited<ReturnType<typeof createInstallation>>;

let place: Installation;
beforeAll(async () => {
  place = await createInstallation();
  const postgres = await startEmbeddedPostgres({ dataFolder: place.dataFolder, log: silentLog });
  await prepareDatabase({ owner: postgres.ownerConnectionString, server: postgres.connectionString });
  const database = openDatabase(postgres.connectionString, { poolSize: 2 });
  const school = await buildSchool(database.kysely, 'amsel');
  await buildUser(database.kysely, school.id, 'admin', 'ADMIN');
  const broken = await buildSchool(database.kysely, 'bruch');
  await buildUser(database.kysely, broken.id, 'admin', 'ADMIN');
  await database.kysely.updateTable('schools').set({ time_zone: 'No/Where' }).where('id', '=', broken.id).execute();
  await database.close();
  await postgres.stop();
});
// A test that failed leaves its server to nobody.
afterEach(() => place.stop());
afterAll(() => place.remove());

async function start() {
  const server = place.start({ KREIDE_DEMO: 'false', KREIDE_SECRET: TEST_SECRET });
  return { ...server, url: await server.ready() };
}

async function signIn(url: string, slink = 'amsel'): Promise<string> {
  const response = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      slink,
      username: 'admin',
      password: PASSWORD,
      stayLoggedIn: true,
      is_native: true,
    }),
  });
  const body = (await response.json()) as { access_token: string };
  expect(response.status).toBe(200);
  return body.access_token;
}

const get = (url: string, path: string, token: string) =>
  fetch(url + path, { headers: { authorization: `Bearer ${token}` } });

function isTaking(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

describe('a server process', () => {
  it('goes on when nobody reads its log any more', async () => {
    const { url, process: child } = await start();
    const token = await signIn(url, 'bruch');
    child.stdout?.destroy();
    child.stderr?.destroy();
    // A school whose data are broken: each call writes an error into the log.
    for (let call = 0; call < 3; call += 1) expect((await get(url, '/v1/users/self', token)).status).toBe(500);
    expect((await get(url, '/v1/users/self', await signIn(url))).status).toBe(200);
    expect(child.exitCode).toBeNull();
  });

  it('finishes a running upload after SIGTERM, takes no new calls, and ends within 10 s [D-4.03]', async () => {
    const { url, process: child, ended } = await start();
    const token = await signIn(url);
    const upload = request(`${url}/v1/timetable-service/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        // The server answers 100 when it has begun with the call.
        expect: '100-continue',
      },
    });
    upload.flushHeaders();
    await once(upload, 'continue');
    upload.write('--x\r\ncontent-disposition: form-data; name="files"; filename="plan.csv"\r\n\r\nlesson_id;');
    const asked = performance.now();
    child.kill('SIGTERM');
    await vi.waitFor(async () => expect(await isTaking(url)).toBe(false), { timeout: 30_000, interval: 20 });
    expect(child.exitCode).toBeNull();
    upload.end('classes\r\n--x--\r\n');
    const [response] = await once(upload, 'response');
    const answer = JSON.parse(await text(response));
    expect([response.statusCode, answer.data.state]).toEqual([200, 'QUEUED']);
    expect(response.headers.connection).toBe('close');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - asked).toBeLessThan(10_000);
    const { url: again } = await start();
    const stored = await get(again, `/v1/timetable-service/uploads/${answer.data.uuid}`, token);
    expect(stored.status, 'what was answered is there after the restart').toBe(200);
  });

  it('ends within 10 s after SIGTERM with connections that say nothing and a large import being read, and leaves no database [D-4.03]', async () => {
    const { url, process: child, ended } = await start();
    const token = await signIn(url);
    const { hostname, port } = new URL(url);
    const idle = Array.from({ length: 20 }, () => connect(Number(port), hostname).on('error', () => {}));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const agent = new Agent({ keepAlive: true });
    const kept = request(`${url}/healthz`, { agent }).end();
    await text((await once(kept, 'response'))[0]);
    const form = new FormData();
    const lines = Array.from(
      { length: 40_000 },
      (_, index) =>
        `l${index};k${index % 400};t${index % 900};DE;r${index % 700};${(index % 5) + 1};${(index % 8) + 1}`,
    );
    form.append('files', new Blob([[PLAN_HEAD, ...lines].join('\n')]), 'plan.csv');
    const headers = { authorization: `Bearer ${token}` };
    const created = await fetch(`${url}/v1/timetable-service/upload`, { method: 'POST', headers, body: form });
    const { data } = (await created.json()) as { data: { uuid: string } };
    const state = async () => {
      const answer = await get(url, `/v1/timetable-service/uploads/${data.uuid}`, token);
      return ((await answer.json()) as { data: { state: string } }).data.state;
    };
    await vi.waitFor(async () => expect(await state()).toBe('PROCESSING'), { timeout: 30_000, interval: 10 });
    const asked = performance.now();
    child.kill('SIGTERM');
    const { code } = await ended;
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(code).toBe(0);
    expect(place.databases()).toEqual([]);
    agent.destroy();
    for (const socket of idle) socket.destroy();
  });

  it('killed in the middle of work, its database too, has every acknowledged write after the restart [D-4.03]', async () => {
    const { url, process: child, ended } = await start();
    const acknowledged: string[] = [];
    const work = async () => {
      for (;;) acknowledged.push(await signIn(url));
    };
    const workers = Array.from({ length: 4 }, work).map((worker) => worker.catch((thrown: unknown) => thrown));
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(12), { timeout: 30_000, interval: 5 });
    child.kill('SIGKILL');
    const [database = 0] = place.databases();
    process.kill(database, 'SIGKILL');
    expect((await ended).code).toBeNull();
    await Promise.all(workers);
    const { url: again } = await start();
    const answers = await Promise.all(acknowledged.map((token) => get(again, '/v1/users/self', token)));
    expect(answers.map(({ status }) => status)).toEqual(acknowledged.map(() => 200));
  });
});
