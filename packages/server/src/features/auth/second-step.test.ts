import { endpointsOf } from '@kreide/core/contract';
import { toPath } from '@kreide/core/kernel';
import { Secret, TOTP } from 'otpauth';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
const SETTINGS = '/v1/users/self/2fa';

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  school = await buildSchool(server.test.database.kysely, 'amsel', { name: 'Amselschule' });
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await jobsDone(server);
  mailbox.received.length = 0;
  await server.test.database.pool.query('delete from sign_in_failures');
});

let people = 0;
/** Somebody with an address, signed in, and their codes. */
async function buildPerson() {
  people += 1;
  const username = `ada${people}`;
  const { kysely, pool } = server.test.database;
  const { id } = await buildUser(kysely, school.id, username, 'TEACHER');
  await pool.query('update users set email = $1, locale = $2 where id = $3', [`${username}@home.example`, 'en', id]);
  const token = await signIn(server, 'amsel', username);
  const change = (body: Record<string, unknown>) =>
    server.request('PUT', SETTINGS, { token, body: { password: PASSWORD, is_enabled: true, ...body } });
  const setUp = (mode: string) => server.request('POST', `${SETTINGS}/setup`, { token, body: { mode } });
  const login = (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    server.request('POST', '/v1/auth/login', {
      body: { slink: 'amsel', username, password: PASSWORD, stayLoggedIn: true, ...body },
      headers,
    });
  return { id, username, token, change, setUp, login };
}
type Person = Awaited<ReturnType<typeof buildPerson>>;

async function mailedCode(): Promise<string> {
  await jobsDone(server);
  return /\b\d{3} \d{3}\b/.exec(mailbox.received.at(-1)?.mail.text ?? '')?.[0] ?? 'no code';
}
const codeOf = (key: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: server.clock.now().getTime() + seconds * 1000 });

async function turnOnMail(person: Person): Promise<string[]> {
  await person.setUp('email');
  const answer = await person.change({ mode: 'email', new_code: await mailedCode() });
  expect(answer.status, answer.text).toBe(200);
  mailbox.received.length = 0;
  return answer.body.data.new_recovery_codes;
}
async function turnOnApp(person: Person) {
  const { key } = (await person.setUp('totp')).body.data.totp;
  const answer = await person.change({ mode: 'totp', new_code: codeOf(key) });
  expect(answer.status, answer.text).toBe(200);
  server.clock.advance(60_000);
  return { key: key as string, recovery: answer.body.data.new_recovery_codes as string[] };
}
const verify = (token: string, code: string, more: Record<string, unknown> = {}) =>
  server.request('POST', SETTINGS, { body: { token, code, ...more } });
const isSignedIn = async (token: string) => (await server.request('GET', '/v1/users/self', { token })).status === 200;

describe('a sign-in of somebody whose second step is on', () => {
  it('answers which way it goes, sends six digits by e-mail, and opens nothing until they are entered [P-4.06] [P-3.31] [P-7.60]', async () => {
    const person = await buildPerson();
    await turnOnMail(person);
    const { status, body, headers } = await person.login();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tfa_mode: 'email',
      expires_in: 600,
      data: { slink: 'amsel' },
      second_step: { ways: ['email', 'recovery'], address: 'a•••@home.example' },
    });
    expect(headers.getSetCookie()).toEqual([]);
    expect(await isSignedIn(body.access_token)).toBe(false);
    const code = await mailedCode();
    const [mail] = mailbox.received;
    expect([mail?.to, mail?.mail.subject]).toEqual([`${person.username}@home.example`, 'Code for signing in']);
    const done = await verify(body.access_token, code.replace(' ', '-'));
    expect(done.body).toMatchObject({ tfa_mode: '', uuid: body.uuid, data: { slink: 'amsel' } });
    expect(done.headers.getSetCookie().join()).toContain('kreide_refresh_');
    expect(await isSignedIn(done.body.access_token)).toBe(true);
    expect((await verify(body.access_token, code)).status).toBe(404);
  });

  it('gives a token that every other call refuses, and the line for events too [P-4.06] [P-3.31]', async () => {
    const person = await buildPerson();
    await turnOnMail(person);
    const token = (await person.login()).body.access_token;
    const params = new Proxy({}, { get: () => '1' });
    const closed = endpointsOf().filter(({ endpoint }) => endpoint.auth === 'user' || endpoint.auth === 'upload');
    expect(closed.length).toBeGreaterThan(50);
    for (const { name, endpoint } of closed) {
      const path = toPath(endpoint.path, params);
      const body = endpoint.method === 'GET' ? {} : { body: {} };
      expect((await server.request(endpoint.method, `/v1${path}`, { token, ...body })).status, name).toBe(401);
    }
    const socket = io(server.url, {
      path: '/v1/realtime',
      transports: ['websocket'],
      auth: { token },
      reconnection: false,
    });
    const refused = await new Promise<Error>((resolve, reject) => {
      socket.on('connect_error', resolve);
      socket.on('connect', () => reject(new Error('it was let in')));
    });
    socket.close();
    expect(refused.message).toBe('unauthenticated');
    const uuid = person.username;
    const refresh = await server.request('POST', '/v1/auth/refresh', {
      body: { uuid: (await person.login()).body.uuid, refresh_token: token },
    });
    expect([refresh.status, uuid]).toEqual([401, person.username]);
  });

  it('is over after ten minutes, for its code too [P-3.31]', async () => {
    const person = await buildPerson();
    await turnOnMail(person);
    const { access_token } = (await person.login()).body;
    const code = await mailedCode();
    server.clock.advance(601_000);
    expect((await verify(access_token, code)).status).toBe(404);
    const again = (await person.login()).body.access_token;
    expect((await verify(again, code)).body.error.code).toBe('wrong_code');
    const last = await mailedCode();
    server.clock.advance(599_000);
    expect((await verify(again, last)).status).toBe(200);
  });

  it('takes the newest code alone; another can be asked for, at last after a pause [P-3.31]', async () => {
    const person = await buildPerson();
    await turnOnMail(person);
    const { access_token: token } = (await person.login()).body;
    const first = await mailedCode();
    const send = () => server.request('POST', `${SETTINGS}/send`, { body: { token } });
    expect((await send()).body.data).toEqual({ seconds: 60 });
    const second = await mailedCode();
    if (first !== second) expect((await verify(token, first)).status).toBe(422);
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push((await send()).status);
    expect(answers).toContain(429);
    await jobsDone(server);
    expect(mailbox.received.length).toBeLessThanOrEqual(4);
    expect((await verify(token, await mailedCode())).status).toBe(200);
  });

  it('counts wrong codes against the account, whatever sign-in they belong to: guessing gets five tries, then ever slower ones [D-4.09] [P-3.31]', async () => {
    const person = await buildPerson();
    const recovery = await turnOnMail(person);
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) {
      const { access_token } = (await person.login()).body;
      statuses.push((await verify(access_token, String(100_000 + count))).status);
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]));
    const { rows } = await server.test.database.pool.query(
      "select count(*) from audit_log where action = 'auth.secondStepFailed' and entity_id = $1",
      [String(person.id)],
    );
    expect(Number(rows[0].count)).toBe(5);
    server.clock.advance(20 * 60_000);
    const { access_token } = (await person.login()).body;
    expect((await verify(access_token, recovery[0] ?? '')).status).toBe(200);
  });

  it('is not held up on a device that the account knows by the wrong codes of others [D-4.09]', async () => {
    const person = await buildPerson();
    const recovery = await turnOnMail(person);
    const native = { is_native: true, device_token: null as string | null };
    const first = await person.login(native);
    const known = await verify(first.body.access_token, recovery[0] ?? '');
    const { device_token } = known.body;
    const own = await person.login({ ...native, device_token });
    const stranger = (await person.login()).body.access_token;
    for (let count = 0; count < 7; count += 1) await verify(stranger, String(100_000 + count));
    expect((await verify(stranger, recovery[1] ?? '')).status).toBe(429);
    expect((await verify(own.body.access_token, recovery[1] ?? '')).status).toBe(200);
  });

  it('by an app takes the code of the moment, one step before or after, and none twice [P-7.60]', async () => {
    const person = await buildPerson();
    const { key } = await turnOnApp(person);
    const step = async (code: string) => verify((await person.login()).body.access_token, code);
    expect((await person.login()).body).toMatchObject({
      tfa_mode: 'totp',
      second_step: { ways: ['totp', 'recovery'] },
    });
    expect(mailbox.received).toEqual([]);
    for (const seconds of [-90, 90]) expect((await step(codeOf(key, seconds))).status, `${seconds}`).toBe(422);
    const used = codeOf(key, -30);
    expect((await step(used)).status).toBe(200);
    expect((await step(used)).status).toBe(422);
    expect((await step(codeOf(key, 30))).status).toBe(200);
    expect((await step(codeOf(key))).status).toBe(422);
  });

  it('takes each recovery code once', async () => {
    const person = await buildPerson();
    const { recovery } = await turnOnApp(person);
    expect(recovery).toHaveLength(10);
    const code = recovery[3] ?? '';
    const step = async (typed: string) => verify((await person.login()).body.access_token, typed);
    expect((await step(code.toLowerCase().replace('-', ' '))).status).toBe(200);
    expect((await step(code)).status).toBe(422);
    const { body } = await server.request('GET', SETTINGS, { token: person.token });
    expect(body.data.recovery_codes).toBe(9);
  });

  it('asks a trusted device again only after 30 days, or after a new password', async () => {
    const person = await buildPerson();
    const recovery = await turnOnMail(person);
    const native = { is_native: true, device_token: null as string | null };
    const { device_token } = (
      await verify((await person.login(native)).body.access_token, recovery[0] ?? '', { is_trusted: true })
    ).body;
    const mode = async () => (await person.login({ ...native, device_token })).body.tfa_mode;
    expect([await mode(), (await person.login()).body.tfa_mode]).toEqual(['', 'email']);
    server.clock.advance(29 * 24 * 60 * 60_000);
    expect(await mode()).toBe('');
    const token = (await person.login({ ...native, device_token })).body.access_token;
    const body = { current_password: PASSWORD, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await server.request('PUT', '/v1/users/self/update-password', { token, body })).status).toBe(200);
    expect(await mode()).toBe('email');
  });

  it('is refused for who was locked meanwhile', async () => {
    const person = await buildPerson();
    const recovery = await turnOnMail(person);
    const { access_token } = (await person.login()).body;
    await server.test.database.pool.query('update users set is_locked = true where id = $1', [person.id]);
    expect((await verify(access_token, recovery[0] ?? '')).body.error.code).toBe('user_locked');
  });
});

describe('the settings of the second step', () => {
  it('are off at first, with e-mail as the way [P-3.05] [P-3.01]', async () => {
    const { token } = await buildPerson();
    const self = await server.request('GET', '/v1/users/self', { token });
    expect(self.body.data).toMatchObject({ tfa_mode: 'email', is_tfa_enabled: false });
    expect((await server.request('GET', SETTINGS, { token })).body.data).toEqual({
      is_enabled: false,
      mode: 'email',
      address: 'a•••@home.example',
      has_totp: false,
      recovery_codes: 0,
      passkeys: [],
    });
  });

  it('change with the password and a right code alone [P-7.60]', async () => {
    const person = await buildPerson();
    const { key } = (await person.setUp('totp')).body.data.totp;
    const issueOf = async (body: Record<string, unknown>) => {
      const answer = await person.change({ mode: 'totp', ...body });
      return [answer.status, answer.body.error?.issues?.[0]?.path];
    };
    expect(await issueOf({ password: 'wrong', new_code: codeOf(key) })).toEqual([422, 'body.password']);
    expect(await issueOf({ new_code: '000000' })).toEqual([422, 'body.new_code']);
    expect(await issueOf({})).toEqual([422, 'body.new_code']);
    expect(await issueOf({ mode: 'passkey', new_code: codeOf(key) })).toEqual([422, 'body.new_code']);
    expect((await person.login()).body.tfa_mode).toBe('');
    expect(await issueOf({ new_code: codeOf(key) })).toEqual([200, undefined]);
    server.clock.advance(60_000);
    expect(await issueOf({ is_enabled: false, code: '000000' })).toEqual([422, 'body.code']);
    expect(await issueOf({ is_enabled: false })).toEqual([422, 'body.code']);
    // A key that somebody else prepared in an open session does not stand for the one that is set up.
    const other = (await person.setUp('totp')).body.data.totp.key;
    expect(await issueOf({ is_enabled: false, code: codeOf(other) })).toEqual([422, 'body.code']);
    expect(await issueOf({ is_enabled: false, code: codeOf(key) })).toEqual([200, undefined]);
    expect((await person.login()).body.tfa_mode).toBe('');
  });

  it('go from an app to e-mail with a code of each; the former recovery codes end', async () => {
    const person = await buildPerson();
    const { recovery } = await turnOnApp(person);
    await person.setUp('email');
    const mailed = await mailedCode();
    expect((await person.change({ mode: 'email', code: mailed, new_code: mailed })).status).toBe(422);
    const answer = await person.change({ mode: 'email', code: recovery[0], new_code: mailed });
    expect(answer.body.data).toMatchObject({ mode: 'email', has_totp: false, recovery_codes: 10 });
    const { access_token } = (await person.login()).body;
    expect((await verify(access_token, recovery[1] ?? '')).status).toBe(422);
  });

  it('are taken away by an administrator for who has lost everything; then the password is enough and sessions are over [P-7.60] [D-4.11]', async () => {
    const { kysely, pool } = server.test.database;
    const person = await buildPerson();
    await turnOnApp(person);
    const stuck = (await person.login()).body.access_token;
    const office = await buildUser(kysely, school.id, `office${person.id}`, 'ADMIN');
    const token = await signIn(server, 'amsel', `office${person.id}`);
    const reset = (id: number, by = token) => server.request('DELETE', `/v1/users/${id}/2fa`, { token: by });
    expect((await reset(person.id, person.token)).status).toBe(403);
    expect((await reset(office.id)).status).toBe(403);
    const answer = await reset(person.id);
    expect(answer.body.data, answer.text).toMatchObject({ is_tfa_enabled: false, sessions: { count: 0 } });
    expect(await isSignedIn(person.token)).toBe(false);
    expect((await verify(stuck, '123456')).status).toBe(404);
    expect((await person.login()).body.tfa_mode).toBe('');
    const { rows } = await pool.query('select * from second_factors where user_id = $1', [person.id]);
    expect(rows).toMatchObject([{ totp_key: null, recovery_hashes: [] }]);
    const { rows: log } = await pool.query(
      `select user_id from audit_log where action = 'users.resetSecondFactor' and entity_id = $1`,
      [`${person.id}`],
    );
    expect(log).toEqual([{ user_id: office.id }]);
  });

  it('let nobody find out a code in a session that was left open [D-4.09]', async () => {
    const person = await buildPerson();
    await turnOnApp(person);
    const answers = [];
    for (let count = 0; count < 12; count += 1)
      answers.push((await person.change({ is_enabled: false, mode: 'totp', code: String(100_000 + count) })).status);
    expect(answers.filter((status) => status === 422).length).toBeLessThanOrEqual(5);
    expect(answers.at(-1)).toBe(429);
  });

  it('keep keys encrypted and codes hashed [D-4.09]', async () => {
    const person = await buildPerson();
    const { key, recovery } = await turnOnApp(person);
    await person.setUp('email');
    const mailed = (await mailedCode()).replace(' ', '');
    const { rows } = await server.test.database.pool.query('select * from second_factors where user_id = $1', [
      person.id,
    ]);
    const [row] = rows;
    const everything = [JSON.stringify(row), row.totp_key.toString('latin1')].join();
    for (const secret of [key, mailed, ...recovery.map((code) => code.replace('-', ''))])
      expect(everything).not.toContain(secret);
  });
});
