import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { createPasswordReset } from './index.ts';

const NEW = 'neues Passwort';
const HOUR = 3600;

let server: TestServer;
let schoolId: number;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  schoolId = (await buildSchool(server.test.database.kysely, 'amsel')).id;
});
afterAll(() => server.stop());

/** A new user with a link valid for one hour. */
async function invite() {
  const { kysely } = server.test.database;
  count += 1;
  const user = await buildUser(kysely, schoolId, `person${count}`, 'TEACHER');
  const token = await createPasswordReset(kysely, { school_id: schoolId, id: user.id }, HOUR, server.clock.now());
  return { ...user, token };
}

const confirm = (token: string, password = NEW, password_confirmation = password) =>
  server.request('POST', '/v1/auth/password-reset/confirm', { body: { token, password, password_confirmation } });

const login = (username: string, password: string) =>
  server.request('POST', '/v1/auth/login', { body: { slink: 'amsel', username, password, stayLoggedIn: false } });

describe('a password link', () => {
  it('sets a new password once and ends every session of the user [P-7.12]', async () => {
    const { username, token } = await invite();
    const access = await signIn(server, 'amsel', username);
    expect((await server.request('GET', '/v1/users/self', { token: access })).status).toBe(200);
    expect(await confirm(token)).toMatchObject({ status: 200, body: { data: { slink: 'amsel', username } } });
    expect((await server.request('GET', '/v1/users/self', { token: access })).status).toBe(401);
    expect((await login(username, PASSWORD)).status).toBe(422);
    expect((await login(username, NEW)).status).toBe(200);
    expect(await confirm(token, 'noch ein anderes')).toMatchObject({ status: 404 });
    expect((await login(username, NEW)).status).toBe(200);
  });

  it('is used by one of two who come at the same time', async () => {
    const { token } = await invite();
    const answers = await Promise.all([confirm(token), confirm(token, 'ein anderes Passwort')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('is over after its time, and when a newer one is made [P-7.12]', async () => {
    const first = await invite();
    const { kysely } = server.test.database;
    const user = { school_id: schoolId, id: first.id };
    const second = await createPasswordReset(kysely, user, HOUR, server.clock.now());
    expect((await confirm(first.token)).status).toBe(404);
    server.clock.advance(HOUR * 1000);
    expect((await confirm(second)).status).toBe(404);
    const third = await createPasswordReset(kysely, user, HOUR, server.clock.now());
    server.clock.advance(HOUR * 1000 - 1);
    expect((await confirm(third)).status).toBe(200);
  });

  it('needs both fields, equal and of eight characters; seven are refused and the link stays good [P-5.19] [P-5.20]', async () => {
    const { token } = await invite();
    for (const [password, confirmation] of [
      ['', ''],
      ['8 Giraff', ''],
      ['7 Giraf', '7 Giraf'],
      ['8 Giraff', '8 Giraft'],
    ] as const) {
      const answer = await confirm(token, password, confirmation);
      expect(answer, `${password} ${confirmation}`).toMatchObject({
        status: 422,
        body: { error: { code: 'invalid' } },
      });
    }
    expect((await confirm(token, '8 Giraff')).status).toBe(200);
  });

  it('is stored hashed; guessing is slowed down by failures, a right link never is [D-4.09]', async () => {
    const { token } = await invite();
    const { pool } = server.test.database;
    const { rows } = await pool.query('select json_agg(r)::text as stored from password_resets r');
    expect(rows[0].stored).not.toContain(token);
    expect((await confirm('a'.repeat(43))).status).toBe(404);
    await pool.query("update sign_in_failures set failures = 310 where scope = 'link'");
    expect((await confirm('b'.repeat(43))).status).toBe(429);
    // What else can be guessed counts with it.
    const guess = { token: 'b'.repeat(43) };
    for (const [path, body] of [
      ['confirm-email', guess],
      ['self/2fa/send', guess],
      ['self/2fa', { ...guess, code: '123456' }],
    ] as const)
      expect((await server.request('POST', `/v1/users/${path}`, { body })).status, path).toBe(429);
    expect((await confirm(token)).status).toBe(200);
  });

  it('does not open a locked account', async () => {
    const { id, token } = await invite();
    await server.test.database.pool.query('update users set is_locked = true where id = $1', [id]);
    expect(await confirm(token)).toMatchObject({ status: 403, body: { error: { code: 'user_locked' } } });
  });
});
