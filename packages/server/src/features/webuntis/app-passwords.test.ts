import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebUntis } from 'webuntis';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { createPasswordReset } from '../auth/index.ts';

/** The client as published, except for the `https://` that it puts before the host. */
class Client extends WebUntis {
  constructor(username: string, password: string) {
    super('amsel', username, password, new URL(server.url).host, 'kreide-test');
    this.axios.defaults.baseURL = server.url;
  }
}

let server: TestServer;
let school: BuiltSchool;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel', { webuntis_open: true });
});
afterAll(() => server.stop());
beforeEach(() => server.test.database.pool.query('delete from sign_in_failures'));

const APP_PASSWORDS = '/v1/users/self/app-passwords';
let people = 0;
/** Somebody who is signed in to the app. */
async function buildPerson() {
  people += 1;
  const username = `ada${people}`;
  const { id } = await buildUser(server.test.database.kysely, school.id, username, 'TEACHER');
  const token = await signIn(server, 'amsel', username);
  const make = (name = 'Plan', password = PASSWORD) =>
    server.request('POST', APP_PASSWORDS, { token, body: { name, password } });
  const list = async () => (await server.request('GET', APP_PASSWORDS, { token })).body.data;
  const open = async (password = PASSWORD) => {
    const client = new Client(username, password);
    await client.login();
    return client;
  };
  return { id, username, token, make, list, open };
}
type Person = Awaited<ReturnType<typeof buildPerson>>;

/** Turns the second step on through the door, with a code of the app. */
async function turnOn({ token }: Person): Promise<void> {
  const { Secret, TOTP } = await import('otpauth');
  const setup = await server.request('POST', '/v1/users/self/2fa/setup', { token, body: { mode: 'totp' } });
  const secret = Secret.fromBase32(setup.body.data.totp.key);
  const new_code = new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });
  const body = { password: PASSWORD, is_enabled: true, mode: 'totp', new_code };
  expect((await server.request('PUT', '/v1/users/self/2fa', { token, body })).status).toBe(200);
}
const remove = ({ token }: Person, id: number) => server.request('DELETE', `${APP_PASSWORDS}/${id}`, { token });

describe('a password for a program', () => {
  it('is shown once, kept as a hash, and made only with the password of the account', async () => {
    const person = await buildPerson();
    expect((await person.make('Plan', 'wrong')).body.error.issues[0].path).toBe('body.password');
    const made = (await person.make()).body.data;
    expect(made).toMatchObject({ name: 'Plan', last_used_at: null });
    expect(made.app_password).toMatch(/^([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}$/);
    expect(JSON.stringify(await person.list())).not.toContain('app_password');
    const { rows } = await server.test.database.pool.query(
      'select json_agg(a)::text as everything from app_passwords a',
    );
    expect(rows[0].everything).not.toContain(made.app_password.slice(0, 5));
    for (let count = 1; count < 20; count += 1) expect((await person.make()).status).toBe(200);
    expect((await person.make()).body.error.code).toBe('app_passwords_full');
  });

  it('lets the program in, with hyphens or without, beside the password of the account, and notes its use', async () => {
    const person = await buildPerson();
    const { app_password } = (await person.make()).body.data;
    for (const password of [app_password, app_password.replaceAll('-', '').toUpperCase(), PASSWORD])
      expect(await (await person.open(password)).validateSession()).toBe(true);
    expect((await person.list())[0].last_used_at).toBe(server.clock.now().toISOString());
    const bare = await server.test.database.pool.query(
      `select "after" from audit_log where action like '%signInProgram' and user_id = $1 order by seq`,
      [person.id],
    );
    expect(bare.rows.map(({ after }) => JSON.stringify(after))).toContainEqual(expect.stringContaining('Plan'));
  });

  it('opens only its own account, and neither the app nor the settings', async () => {
    const [person, other] = [await buildPerson(), await buildPerson()];
    const { app_password } = (await person.make()).body.data;
    await expect(other.open(app_password)).rejects.toThrow('-8504');
    const body = { slink: 'amsel', username: person.username, password: app_password, stayLoggedIn: false };
    expect((await server.request('POST', '/v1/auth/login', { body })).status).toBe(422);
    expect((await person.make('More', app_password)).status).toBe(422);
  });

  it('counts with the limits of every door, and wrong ones are refused as wrong passwords are', async () => {
    const person = await buildPerson();
    const { app_password } = (await person.make()).body.data;
    const wrong = `${app_password.slice(0, -5)}zzzzz`;
    for (let count = 0; count < 5; count += 1) await expect(person.open(wrong)).rejects.toThrow('-8504');
    await expect(person.open(app_password)).rejects.toThrow('-8998');
  });

  it('ends the open sessions of the program when it is removed, and nothing else', async () => {
    const person = await buildPerson();
    const [first, second] = [(await person.make('One')).body.data, (await person.make('Two')).body.data];
    const clients = [
      await person.open(first.app_password),
      await person.open(second.app_password),
      await person.open(),
    ];
    const other = await buildPerson();
    expect((await remove(other, first.id)).status).toBe(404);
    expect((await remove(person, first.id)).status).toBe(204);
    const states = await Promise.all(clients.map((client) => client.validateSession()));
    expect(states).toEqual([false, true, true]);
    await expect(person.open(first.app_password)).rejects.toThrow('-8504');
    expect((await person.list()).map(({ name }: { name: string }) => name)).toEqual(['Two']);
  });

  it('is over with a new password of the account, by the settings and by a link', async () => {
    const person = await buildPerson();
    const password = 'chalk and cheese 7';
    const body = { current_password: PASSWORD, password, password_confirmation: password };
    const first = (await person.make()).body.data.app_password;
    await server.request('PUT', '/v1/users/self/update-password', { token: person.token, body });
    await expect(person.open(first)).rejects.toThrow('-8504');
    const second = (await person.make('Plan', password)).body.data.app_password;
    const client = await person.open(second);
    const user = { school_id: school.id, id: person.id };
    const token = await createPasswordReset(server.test.database.kysely, user, 600, server.clock.now());
    const answer = await server.request('POST', '/v1/auth/password-reset/confirm', {
      body: { token, password: PASSWORD, password_confirmation: PASSWORD },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await client.validateSession()).toBe(false);
    await expect(person.open(second)).rejects.toThrow('-8504');
  });
});

describe('an account with a second step', () => {
  it('is opened to programs by an app password, and by no other', async () => {
    const person = await buildPerson();
    const { app_password } = (await person.make()).body.data;
    await turnOn(person);
    await expect(person.open()).rejects.toThrow('-8509');
    expect(await (await person.open(app_password)).validateSession()).toBe(true);
  });

  it('ends what programs opened with the password when the second step comes, and leaves the rest', async () => {
    const person = await buildPerson();
    const { app_password } = (await person.make()).body.data;
    const [bare, own] = [await person.open(), await person.open(app_password)];
    await turnOn(person);
    expect([await bare.validateSession(), await own.validateSession()]).toEqual([false, true]);
    const kinds = async () =>
      (await server.request('GET', '/v1/users/self/sessions', { token: person.token })).body.data
        .map(({ kind }: { kind: string }) => kind)
        .sort();
    expect(await kinds()).toEqual(['app', 'webuntis']);
  });

  it('is closed to a program that was let in while the second step came', async () => {
    const person = await buildPerson();
    const bare = await person.open();
    await server.test.database.pool.query('update users set is_tfa_enabled = true where id = $1', [person.id]);
    expect(await bare.validateSession()).toBe(false);
  });
});
