import { endpointsOf } from '@kreide/core/contract';
import { toPath } from '@kreide/core/kernel';
import { Secret, TOTP } from 'otpauth';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { callRpc, openRpc } from '../../../../../tests/support/webuntis.ts';

let server: TestServer;
let school: BuiltSchool;
let admin: string;
const SETTINGS = '/v1/users/self/2fa';

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel', { webuntis_open: true });
  await buildUser(server.test.database.kysely, school.id, 'olga', 'ADMIN');
  admin = await signIn(server, 'amsel', 'olga');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.test.database.pool.query('delete from sign_in_failures');
  await require([]);
});

const require = async (roles: string[], from: string | null = null) => {
  const path = `/v1/schools/${school.id}/second-step`;
  const answer = await server.request('PUT', path, { token: admin, body: { roles, from } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

let people = 0;
/** A teacher who is signed in. */
async function buildTeacher() {
  people += 1;
  const username = `tea${people}`;
  const { id } = await buildUser(server.test.database.kysely, school.id, username, 'TEACHER');
  return { id, username, token: await signIn(server, 'amsel', username) };
}
const read = (token: string, path = '/v1/users/self') => server.request('GET', path, { token });
const wantedOf = async (token: string) => (await read(token)).body.data.second_step;
/** What a page of the app asks for. */
const isOpen = async (token: string) => {
  const { status, body } = await read(token, '/v1/channels/personal-channel');
  return status === 200 || body.error.code;
};

/** Sets an app up and turns the second step on. */
async function setUp(token: string) {
  const setup = await server.request('POST', `${SETTINGS}/setup`, { token, body: { mode: 'totp' } });
  expect(setup.status, setup.text).toBe(200);
  const totp = new TOTP({ secret: Secret.fromBase32(setup.body.data.totp.key) });
  const codeOf = () => totp.generate({ timestamp: server.clock.now().getTime() });
  const body = { password: PASSWORD, is_enabled: true, mode: 'totp', new_code: codeOf() };
  expect((await server.request('PUT', SETTINGS, { token, body })).status).toBe(200);
  return codeOf;
}

describe('a second step that the school requires of a role', () => {
  it('leaves a session of who has none nothing but setting it up, at every call [P-7.60]', async () => {
    const { token, username } = await buildTeacher();
    await require(['TEACHER']);
    const next = await signIn(server, 'amsel', username);
    for (const given of [token, next]) {
      await expect.poll(() => isOpen(given)).toBe('second_step_missing');
      expect(await wantedOf(given)).toEqual({ is_due: true, from: null });
    }
    const open: string[] = [];
    for (const { name, endpoint } of endpointsOf()) {
      if (endpoint.auth === 'public' || endpoint.auth === 'feed' || name.startsWith('auth.logout')) continue;
      const path = `/v1${toPath(endpoint.path, new Proxy({}, { get: () => '1' }))}`;
      const given = endpoint.method === 'GET' ? {} : { body: {} };
      const { status, body } = await server.request(endpoint.method, path, { token: next, ...given });
      if (status !== 403 || body?.error?.code !== 'second_step_missing') open.push(name);
    }
    expect(open.sort()).toEqual([
      'auth.addPasskey',
      'auth.changeSecondFactor',
      'auth.getSecondFactor',
      'auth.preparePasskey',
      'auth.setUpSecondFactor',
      'users.getSelf',
    ]);
  });

  it('is over for a session as soon as it is set up, and cannot be turned off again while it is required', async () => {
    const { token } = await buildTeacher();
    await require(['TEACHER']);
    await expect.poll(() => isOpen(token)).toBe('second_step_missing');
    const codeOf = await setUp(token);
    expect([await isOpen(token), await wantedOf(token)]).toEqual([true, null]);
    server.clock.advance(60_000);
    const off = () => {
      const body = { password: PASSWORD, is_enabled: false, mode: 'totp', code: codeOf() };
      return server.request('PUT', SETTINGS, { token, body });
    };
    expect((await off()).body.error.code).toBe('second_step_missing');
    await require(['TEACHER'], '2100-01-01');
    expect((await off()).status).toBe(200);
    expect(await isOpen(token)).toBe(true);
  });

  it('leaves everybody else alone, and is for administrators of the school to say', async () => {
    const { token } = await buildTeacher();
    const { username } = await buildUser(server.test.database.kysely, school.id, `par${people}`, 'PARENT');
    const parent = await signIn(server, 'amsel', username);
    await require(['TEACHER']);
    await expect.poll(() => isOpen(token)).toBe('second_step_missing');
    expect([await isOpen(parent), await isOpen(admin), await wantedOf(parent)]).toEqual([true, true, null]);
    const wrong = await server.request('PUT', `/v1/schools/${school.id}/second-step`, {
      token: admin,
      body: { roles: ['JANITOR'], from: null },
    });
    expect(wrong.status).toBe(422);
  });

  it('is announced until its first day, at the school, and due from then on, for what is open already too', async () => {
    const { token } = await buildTeacher();
    const { pool } = server.test.database;
    await pool.query("update schools set time_zone = 'Europe/Berlin' where id = $1", [school.id]);
    await require(['TEACHER'], '2026-11-19');
    expect([await isOpen(token), await wantedOf(token)]).toEqual([true, { is_due: false, from: '2026-11-19' }]);
    // 23:30 at the school, a few minutes before the day, in a session whose token is good for an hour.
    const lateEvening = Date.parse('2026-11-18T22:30:00Z') - server.clock.now().getTime();
    server.clock.advance(lateEvening);
    const fresh = await signIn(server, 'amsel', `tea${people}`);
    expect(await isOpen(fresh)).toBe(true);
    server.clock.advance(31 * 60_000);
    expect([await isOpen(fresh), (await wantedOf(fresh)).is_due]).toEqual(['second_step_missing', true]);
    admin = await signIn(server, 'amsel', 'olga');
  });

  it('closes realtime, what is connected too, and the door of programs', async () => {
    const { username, token } = await buildTeacher();
    const rpc = await openRpc(server, username);
    const connect = () => io(server.url, { path: '/v1/realtime', transports: ['websocket'], auth: { token } });
    const before = connect();
    await new Promise((resolve) => before.once('connect', () => resolve(null)));
    const gone = new Promise((resolve) => before.once('disconnect', resolve));
    before.io.opts.reconnection = false;
    await require(['TEACHER']);
    await gone;
    before.close();
    const after = connect();
    const error = await new Promise<Error & { data?: { code: string } }>((resolve) =>
      after.once('connect_error', (thrown) => resolve(thrown)),
    );
    after.close();
    expect(error.data?.code).toBe('second_step_missing');
    const ping = async () => (await callRpc(server, 'getLatestImportTime', {}, { session: rpc })).body.error?.code;
    expect(await ping()).toBe(-8520);
    const again = await callRpc(server, 'authenticate', { user: username, password: PASSWORD, client: 'test' });
    expect(again.body.error.code).toBe(-8509);
  });

  it('is in the audit log with what it was before', async () => {
    await require(['ADMIN'], '2100-01-01');
    const { rows } = await server.test.database.pool.query(
      `select "after" from audit_log where action like '%secondStep' and school_id = $1 order by seq desc limit 1`,
      [school.id],
    );
    expect(JSON.stringify(rows[0].after)).toContain('2100-01-01');
  });
});
