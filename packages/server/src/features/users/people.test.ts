import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const PEOPLE = [
  ['ada', 'STUDENT'],
  ['cem', 'STUDENT'],
  ['mother', 'PARENT'],
  ['teacher', 'TEACHER'],
  ['office', 'EMPLOYEE'],
  ['admin', 'ADMIN'],
  ['second', 'ADMIN'],
] as const;
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);

beforeAll(async () => {
  server = await startTestServer();
  const db = server.test.database.kysely;
  school = await buildSchool(db, 'amsel');
  for (const [name, role] of PEOPLE) ids[name] = (await buildUser(db, school.id, name, role)).id;
  for (const [name] of PEOPLE) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());
beforeEach(() =>
  run(
    `update users set is_locked = false, expire_at = null, deleted_at = null, state = 'ACTIVE' where erased_at is null`,
  ),
);

type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE';
const ask = (who: string, method: Verb, path: string, body?: unknown) =>
  server.request(method, `/v1/users${path}`, { token: tokens[who], ...(body === undefined ? {} : { body }) });
const lock = (who: string, whom: string, is_locked = true) => ask(who, 'PUT', `/${ids[whom]}/lock`, { is_locked });
const login = (username: string) =>
  server.request('POST', '/v1/auth/login', {
    body: { slink: 'amsel', username, password: PASSWORD, stayLoggedIn: true },
  });
const isIn = async (who: string) => (await ask(who, 'GET', '/self')).status === 200;
const logged = async () =>
  (await run('select action, user_id, entity_id, before, after from audit_log order by seq desc limit 1')).rows[0];
const grant = (whom: string, permission: string) =>
  run('insert into user_permissions values ($1, $2, $3, true)', [school.id, ids[whom], permission]);

describe('an account that is locked', () => {
  it('is refused at once everywhere, and comes back as it was, and both is in the audit log [P-6.12]', async () => {
    expect(await isIn('ada')).toBe(true);
    expect((await lock('admin', 'ada')).body.data).toMatchObject({ id: ids.ada, is_locked: true });
    await expect.poll(() => isIn('ada')).toBe(false);
    expect((await login('ada')).body.error.code).toBe('user_locked');
    expect(await logged()).toMatchObject({
      action: 'users.lock',
      user_id: ids.admin,
      entity_id: `${ids.ada}`,
      before: { is_locked: false },
      after: { is_locked: true },
    });
    expect((await lock('admin', 'ada', false)).body.data.is_locked).toBe(false);
    await expect.poll(() => isIn('ada')).toBe(true);
  });

  it('is never one’s own, and an administrator’s only for another one [P-6.03] [P-6.05]', async () => {
    expect((await lock('admin', 'admin')).status).toBe(403);
    await grant('office', 'manage-users');
    await expect.poll(async () => (await lock('office', 'ada')).status).toBe(200);
    for (const [method, path, body] of [
      ['PUT', 'lock', { is_locked: true }],
      ['PUT', 'expire', { expire_at: '2026-12-01T00:00:00Z' }],
      ['POST', 'force-logout-all', undefined],
      ['DELETE', 'hard-delete', undefined],
    ] as const)
      expect((await ask('office', method, `/${ids.admin}/${path}`, body)).status, path).toBe(403);
    expect((await ask('office', 'DELETE', `/${ids.admin}`)).status).toBe(403);
    await run('delete from user_permissions');
    await expect.poll(async () => (await lock('office', 'ada')).status).toBe(403);
    // Each call asks for itself, of somebody deleted too.
    for (const [method, path, body] of [
      ['PUT', '/expire', { expire_at: '2026-12-01T00:00:00Z' }],
      ['PUT', '/undo-expire', undefined],
      ['POST', '/force-logout-all', undefined],
      ['DELETE', '', undefined],
      ['DELETE', '/hard-delete', undefined],
    ] as const)
      expect((await ask('office', method, `/${ids.ada}${path}`, body)).status, path).toBe(403);
    await run('update users set deleted_at = now() where id = $1', [ids.ada]);
    expect((await ask('office', 'PUT', `/${ids.ada}/recover`)).status).toBe(403);
    await run('update users set deleted_at = null where id = $1', [ids.ada]);
  });

  it('takes nothing else with it: who sends more than there is is refused', async () => {
    for (const extra of [{ is_admin: true }, { role: 'ADMIN' }, { permissions: ['manage-users'] }])
      expect((await ask('admin', 'PUT', `/${ids.ada}/lock`, { is_locked: true, ...extra })).status).toBe(422);
    const [{ created_at }] = (await run('select created_at from users where id = $1', [ids.ada])).rows;
    const kept = { role: 'STUDENT', is_locked: false, created_at: new Date(created_at).toISOString() };
    expect((await ask('admin', 'GET', `/${ids.ada}`)).body.data).toMatchObject(kept);
  });
});

describe('the last administrator', () => {
  it('stays, whoever does what to whom at the same time [P-6.05]', async () => {
    const both = await Promise.all([lock('admin', 'second'), lock('second', 'admin')]);
    expect(both.map(({ status }) => status).toSorted()).not.toEqual([200, 200]);
    const left = await run(`select 1 from users where role = 'ADMIN' and not is_locked`);
    expect(left.rowCount).toBeGreaterThan(0);
  });

  it('is not one whose account ends', async () => {
    const later = { expire_at: '2027-01-01T00:00:00Z' };
    expect((await ask('admin', 'PUT', `/${ids.second}/expire`, later)).status).toBe(200);
    for (const call of [
      () => lock('second', 'admin'),
      () => ask('second', 'PUT', `/${ids.admin}/expire`, later),
      () => ask('second', 'DELETE', `/${ids.admin}`),
      () => ask('second', 'DELETE', `/${ids.admin}/hard-delete`),
    ])
      expect(await call()).toMatchObject({ status: 409, body: { error: { code: 'last_administrator' } } });
    expect((await ask('admin', 'PUT', `/${ids.second}/undo-expire`)).status).toBe(200);
    expect((await lock('second', 'admin')).status).toBe(200);
  });
});

describe('an account that ends', () => {
  const at = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000).toISOString();

  it('is refused from then on, in words, and can be continued [P-4.25] [P-7.59]', async () => {
    tokens.cem = await signIn(server, 'amsel', 'cem');
    const set = await ask('admin', 'PUT', `/${ids.cem}/expire`, { expire_at: at(1) });
    expect(set.body.data.expire_at).toBe(at(1));
    expect(await isIn('cem')).toBe(true);
    await ask('admin', 'PUT', `/${ids.cem}/expire`, { expire_at: at(0) });
    await expect.poll(() => isIn('cem')).toBe(false);
    const refused = await login('cem');
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'user_expired' } } });
    expect(refused.body.error.message).toBe('Das Konto ist abgelaufen. Die Schule kann es verlängern.');
    expect((await ask('admin', 'PUT', `/${ids.cem}/undo-expire`)).body.data.expire_at).toBeNull();
    expect((await login('cem')).status).toBe(200);
    expect(await logged()).toMatchObject({ action: 'auth.signIn' });
  });

  it('ends a session in use at its minute, and cannot be refreshed [P-4.25]', async () => {
    const answer = await server.request('POST', '/v1/auth/login', {
      body: { slink: 'amsel', username: 'cem', password: PASSWORD, stayLoggedIn: true, is_native: true },
    });
    tokens.cem = answer.body.access_token;
    await ask('admin', 'PUT', `/${ids.cem}/expire`, { expire_at: at(5) });
    expect(await isIn('cem')).toBe(true);
    const before = server.clock.now();
    server.clock.set(at(5));
    try {
      expect(await isIn('cem')).toBe(false);
      const { uuid, refresh_token } = answer.body;
      const refreshed = await server.request('POST', '/v1/auth/refresh', { body: { uuid, refresh_token } });
      expect(refreshed.body.error.code).toBe('user_expired');
    } finally {
      server.clock.set(before.toISOString());
    }
  });
});

describe('signing somebody out everywhere', () => {
  it('ends every session of that person and nobody else’s [P-6.16] [P-7.69]', async () => {
    const more = [await signIn(server, 'amsel', 'mother'), await signIn(server, 'amsel', 'mother')];
    const shown = (await ask('admin', 'GET', `/${ids.mother}`)).body.data.sessions;
    expect(shown.count).toBe(3);
    const statuses = () =>
      Promise.all(
        [tokens.mother, ...more].map(
          async (token) => (await server.request('GET', '/v1/users/self', { token })).status,
        ),
      );
    // The server remembers who they are from now on.
    expect(await statuses()).toEqual([200, 200, 200]);
    const ended = await ask('admin', 'POST', `/${ids.mother}/force-logout-all`);
    expect(ended.body.data).toEqual({ sessions: 3 });
    expect(await statuses()).toEqual([401, 401, 401]);
    expect(await isIn('admin')).toBe(true);
    expect((await ask('admin', 'GET', `/${ids.mother}`)).body.data.sessions).toEqual({ count: 0, last_used_at: null });
    tokens.mother = await signIn(server, 'amsel', 'mother');
  });
});

describe('an account that is deleted', () => {
  it('is gone for everybody until it is recovered [P-6.12] [P-7.80] [P-6.14] [P-7.81]', async () => {
    expect((await ask('admin', 'DELETE', `/${ids.ada}`)).status).toBe(204);
    await expect.poll(() => isIn('ada')).toBe(false);
    expect((await login('ada')).status).toBe(422);
    const listed = async (query: string) =>
      (await ask('admin', 'GET', `?${query}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await listed('search=ada')).toEqual([]);
    expect(await listed('is_deleted=true')).toEqual([ids.ada]);
    expect((await ask('admin', 'GET', `/${ids.ada}`)).body.data.can).toMatchObject({ recover: 1, lock: 0, delete: 0 });
    expect((await lock('admin', 'ada')).status).toBe(403);
    expect((await ask('admin', 'PUT', `/${ids.ada}/recover`)).body.data).toMatchObject({ deleted_at: null });
    expect((await login('ada')).status).toBe(200);
    expect((await ask('admin', 'PUT', `/${ids.ada}/recover`)).status).toBe(403);
    expect((await ask('admin', 'DELETE', `/${ids.admin}`)).status).toBe(403);
  });

  it('does not come back over somebody who has its name by now', async () => {
    await ask('admin', 'DELETE', `/${ids.ada}`);
    const other = await buildUser(server.test.database.kysely, school.id, 'ADA', 'STUDENT');
    expect((await ask('admin', 'PUT', `/${ids.ada}/recover`)).status).toBe(409);
    await run('update users set deleted_at = now(), erased_at = now() where id = $1', [other.id]);
    expect((await ask('admin', 'PUT', `/${ids.ada}/recover`)).status).toBe(200);
  });
});

describe('an account that waits for its person', () => {
  const state = (whom: string) => run(`update users set state = 'PENDING' where id = $1`, [ids[whom]]);
  const body = { firstname: 'Nora', lastname: 'Nord', email: 'nora@example.org' };

  it('is set up by an administrator, or by the person, once [P-6.18] [P-7.63]', async () => {
    await state('mother');
    expect((await ask('teacher', 'PUT', `/${ids.mother}/setup`, body)).status).toBe(403);
    expect((await ask('admin', 'PUT', `/${ids.mother}/setup`, body)).body.data).toEqual({
      id: ids.mother,
      state: 'ACTIVE',
    });
    expect((await ask('admin', 'GET', `/${ids.mother}`)).body.data).toMatchObject({ ...body, state: 'ACTIVE' });
    expect((await ask('admin', 'PUT', `/${ids.mother}/setup`, body)).status).toBe(403);
    expect((await ask('mother', 'PUT', '/self/setup', { firstname: 'Nina' })).body.error.code).toBe('already_set_up');
    await state('mother');
    expect((await ask('mother', 'PUT', '/self/setup', { firstname: 'Nina' })).status).toBe(200);
    expect((await ask('mother', 'GET', '/self')).body.data).toMatchObject({ firstname: 'Nina', lastname: 'Nord' });
  });

  it('gives nobody a role, a right or an address that somebody has', async () => {
    await state('ada');
    for (const extra of [{ role: 'ADMIN' }, { is_admin: true }, { type: 'TEACHER' }, { state: 'ACTIVE' }])
      expect((await ask('ada', 'PUT', '/self/setup', { ...body, ...extra })).status).toBe(422);
    expect((await ask('ada', 'PUT', '/self/setup', { email: 'NORA@example.org' })).body.error.code).toBe(
      'account_taken',
    );
  });
});
