import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLAN_HEAD, publishUpload, uploadPlan } from '../../../../../tests/support/imports.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { pruneFiles } from './process.ts';

let server: TestServer;
let school: { id: number };
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'ada', 'ADMIN');
  token = await signIn(server, 'amsel', 'ada');
});
afterAll(() => server.stop());
beforeEach(() => server.test.database.pool.query('delete from sign_in_failures'));

const put = (source: string | null) =>
  server.request('PUT', `/v1/schools/${school.id}/source`, { token, body: { source } });
const make = (password = PASSWORD) =>
  server.request('POST', `/v1/schools/${school.id}/source/credentials-internal`, { token, body: { password } });
const enter = (credentials: { slink: string; username: string; password: string }) =>
  server.request('POST', '/v1/timetable-service/login', { body: credentials });
/** The token of a program with new credentials. */
async function openProgram(): Promise<string> {
  return (await enter((await make()).body.data)).body.data.access_token;
}
const ROWS = (room: string) => [PLAN_HEAD, `1;9z;Xy;DE;${room};1;1`];
function bring(program: string, rows: readonly string[]) {
  const form = new FormData();
  form.append('files', new Blob([`${rows.join('\n')}\n`]), 'plan.csv');
  return server.request('POST', '/v1/timetable-service/upload', { token: program, body: form });
}

describe('the source of a school', () => {
  it('is one of those that can be chosen, and stands in the list [T-7.125] [T-7.126]', async () => {
    expect((await put('untis-remote')).body.error.issues[0]).toMatchObject({ path: 'body.source', rule: 'one_of' });
    expect((await put('asc')).body.data).toEqual({ source: 'asc' });
    const one = (key: string) => server.request('GET', `/v1/sources/${key}`, { token });
    expect((await one('asc')).body.data).toMatchObject({ key: 'asc', is_chosen: true, is_readable: true });
    expect((await one('untis')).body.data).toMatchObject({ key: 'untis', is_chosen: false });
    expect((await one('nothing')).body.error.issues[0].path).toBe('params.source_id');
    const { data } = (await server.request('GET', '/v1/sources', { token })).body;
    expect(data.filter((source: { is_chosen: boolean }) => source.is_chosen)).toHaveLength(1);
    await put(null);
    expect((await one('asc')).body.data.is_chosen).toBe(false);
  });

  it('is what a program brings that does not say, and not what people bring [T-7.126]', async () => {
    const program = await openProgram();
    await put('asc');
    expect((await bring(program, ROWS('a1'))).body.data.source).toBe('asc');
    expect((await bring(token, ROWS('a1'))).body.data.source).toBeNull();
    await put(null);
    expect((await bring(program, ROWS('a2'))).body.data.source).toBeNull();
  });
});

describe('the credentials of a program', () => {
  it('are made with the password of the account, shown once, and end those before with their sessions [T-7.127]', async () => {
    expect((await make('wrong')).body.error.issues[0].path).toBe('body.password');
    const first = (await make()).body.data;
    expect(first).toMatchObject({ slink: 'amsel', username: 'ada' });
    const { rows } = await server.test.database.pool.query('select json_agg(a)::text as all from app_passwords a');
    expect(rows[0].all).not.toContain(first.password.slice(0, 5));
    const old = (await enter(first)).body.data.access_token;
    const sync = (program: string) =>
      server.request('POST', '/v1/timetable-service/schools/sync', { token: program, body: {} });
    expect((await sync(old)).status).toBe(200);
    const second = (await make()).body.data;
    expect((await sync(old)).status).toBe(401);
    expect((await enter(first)).body.error.code).toBe('wrong_credentials');
    expect((await enter(second)).status).toBe(200);
  });

  it('open the calls about uploads and nothing else [T-7.22]', async () => {
    const credentials = (await make()).body.data;
    const { access_token: program, expires_in } = (await enter(credentials)).body.data;
    expect(expires_in).toBe(600);
    const get = async (path: string, by = program) => (await server.request('GET', path, { token: by })).status;
    expect(await get('/v1/timetable-service/status')).toBe(200);
    for (const path of [
      '/v1/users/self',
      '/v1/users/self/feed/news',
      '/v1/subscriptions',
      `/v1/schools/${school.id}/audit-log`,
    ])
      expect([path, await get(path)]).toEqual([path, 401]);
    expect(
      (
        await server.request('POST', '/v1/timetable-service/uploads/00000000-0000-4000-8000-000000000000/undo', {
          token: program,
          body: {},
        })
      ).status,
    ).toBe(401);
    expect(
      (
        await server.request('POST', `/v1/schools/${school.id}/source/credentials-internal`, {
          token: program,
          body: { password: PASSWORD },
        })
      ).status,
    ).toBe(401);
    const signedIn = await server.request('POST', '/v1/auth/login', {
      body: { ...credentials, stayLoggedIn: false, is_native: true },
    });
    expect(signedIn.body.error.code).toBe('wrong_credentials');
  });

  it('are the only ones that let a program in: neither the account’s password nor one for other programs does [T-7.22]', async () => {
    expect((await enter({ slink: 'amsel', username: 'ada', password: PASSWORD })).body.error.code).toBe(
      'wrong_credentials',
    );
    const body = { name: 'Plan', password: PASSWORD };
    const { app_password } = (await server.request('POST', '/v1/users/self/app-passwords', { token, body })).body.data;
    expect((await enter({ slink: 'amsel', username: 'ada', password: app_password })).body.error.code).toBe(
      'wrong_credentials',
    );
  });

  it('give no more than their owner may, and end when that person is locked [T-7.22]', async () => {
    const program = await openProgram();
    const status = async () => (await server.request('GET', '/v1/timetable-service/status', { token: program })).status;
    expect(await status()).toBe(200);
    const { pool } = server.test.database;
    await pool.query(`update users set role = 'TEACHER' where username = 'ada' and school_id = $1`, [school.id]);
    expect(await status()).toBe(403);
    await pool.query(`update users set role = 'ADMIN', is_locked = true where username = 'ada' and school_id = $1`, [
      school.id,
    ]);
    expect(await status()).toBe(401);
    await pool.query(`update users set is_locked = false where username = 'ada' and school_id = $1`, [school.id]);
  });

  it('tell the program its school, school years and last upload [T-7.26]', async () => {
    const program = await openProgram();
    const upload = await uploadPlan(server, token, ROWS('s1'));
    const { body } = await server.request('POST', '/v1/timetable-service/schools/sync', { token: program, body: {} });
    expect(body.data).toMatchObject({
      school: { id: school.id, slink: 'amsel', time_zone: 'Europe/Berlin' },
      source: null,
      school_years: [{ name: '2026 / 2027', begins_at: '2026-08-01', ends_at: '2027-07-15', is_active: true }],
      last_upload: { uuid: upload.uuid },
    });
  });
});

describe('files that a program brings again', () => {
  it('are refused while they are the published ones, and accepted after a reset; people may bring them at any time [T-7.24]', async () => {
    const program = await openProgram();
    const follow = async (uuid: string) => {
      const read = async () =>
        (await server.request('GET', `/v1/timetable-service/uploads/${uuid}`, { token })).body.data;
      await expect.poll(async () => (await read()).state).toBe('READY');
      return read();
    };
    const first = await bring(program, ROWS('b1'));
    // Not published: it may be brought again.
    expect((await bring(program, ROWS('b1'))).status).toBe(200);
    await publishUpload(server, token, await follow(first.body.data.uuid));
    expect((await bring(program, ROWS('b1'))).body.error.code).toBe('unchanged_files');
    expect((await bring(token, ROWS('b1'))).status).toBe(200);
    expect((await bring(program, ROWS('b2'))).status).toBe(200);
    const reset = () => server.request('POST', '/v1/timetable-service/reset-hashes', { token: program, body: {} });
    expect((await reset()).body.data.count).toBeGreaterThan(0);
    expect((await bring(program, ROWS('b1'))).status).toBe(200);
  });
});

describe('reading the files of an upload again', () => {
  const again = (uuid: string) => server.request('POST', '/v1/timetable-service/reprocess', { token, body: { uuid } });
  const read = async (uuid: string) =>
    (await server.request('GET', `/v1/timetable-service/uploads/${uuid}`, { token })).body.data;

  it('makes a new upload of them that can be published, for a week [T-7.25]', async () => {
    const upload = await uploadPlan(server, token, ROWS('c1'));
    expect(upload.can.reprocess).toBe(1);
    const made = (await again(upload.uuid)).body.data;
    expect(made.number).toBeGreaterThan(upload.number);
    expect(made.files).toEqual(upload.files);
    await expect.poll(async () => (await read(made.uuid)).state).toBe('READY');
    expect(await server.test.database.kysely.selectFrom('unowned_contents').select('uuid').execute()).toEqual([]);
    // What is discarded keeps no file.
    await server.request('POST', `/v1/timetable-service/uploads/${upload.uuid}/discard`, { token, body: {} });
    expect((await again(upload.uuid)).body.error.code).toBe('files_not_there');
    expect((await read(made.uuid)).counts).toEqual(upload.counts);
    const removed: string[] = [];
    const store = { remove: async (uuid: string) => void removed.push(uuid) } as Parameters<typeof pruneFiles>[1];
    const tidy = (days: number) => {
      const now = new Date(server.clock.now().getTime() + days * 24 * 60 * 60 * 1000);
      return pruneFiles(server.test.database.kysely, store, now);
    };
    expect(await tidy(6.9)).toBe(0);
    expect(await tidy(7.1)).toBeGreaterThan(1);
    expect(removed.length).toBeGreaterThan(1);
    expect(await tidy(7.1)).toBe(0);
    expect((await read(made.uuid)).can.reprocess).toBe(0);
    expect((await again(made.uuid)).body.error.code).toBe('files_not_there');
  });
});
