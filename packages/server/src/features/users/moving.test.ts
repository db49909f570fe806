import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFullSchool, type FullSchool } from '../../../../../tests/support/full-school.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let amsel: FullSchool;
let drossel: FullSchool;
/** Of the administrator of the first school, whose account is joined with that of the second. */
let token: string;

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  amsel = await buildFullSchool(server, 'amsel', 'zimtstern');
  drossel = await buildFullSchool(server, 'drossel', 'quittenbaum');
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await jobsDone(server);
  mailbox.received.length = 0;
  await run('delete from joined_accounts');
  await joinTo(drossel.people.admin.id);
  token = await signIn(server, 'amsel', amsel.people.admin.username);
});

const run = async (text: string, values: unknown[] = []) =>
  (await server.test.database.pool.query(text, values)).rows as Record<string, unknown>[];
const joinTo = (id: number) =>
  run(
    `insert into joined_accounts select school_id, id, '11111111-1111-4111-8111-111111111111', now() from users
    where id in ($1, $2) on conflict do nothing`,
    [amsel.people.admin.id, id],
  );
const schools = async (id: number) => (await server.request('GET', `/v1/users/${id}/move-school`, { token })).body.data;
const move = (id: number, school_id = drossel.school.id) =>
  server.request('PUT', `/v1/users/${id}/move-school`, { token, body: { school_id } });

let people = 0;
async function buildPerson(role: 'STUDENT' | 'PARENT' | 'TEACHER' | 'ADMIN' = 'TEACHER') {
  people += 1;
  const username = `mover${people}`;
  const user = await buildUser(server.test.database.kysely, amsel.school.id, username, role);
  await run('update users set email = $1, locale = $2 where id = $3', [`${username}@home.example`, 'en', user.id]);
  return user;
}
const findMoved = async (username: string) =>
  (await run('select * from users where school_id = $1 and username = $2', [drossel.school.id, username]))[0];

describe('a person who moves to another school', () => {
  it('is there with name, address and password, and here only a number is left; sessions end, a mail says where to sign in [P-6.15] [P-7.68]', async () => {
    const person = await buildPerson();
    const session = await signIn(server, 'amsel', person.username);
    expect(await schools(person.id)).toEqual([
      { id: drossel.school.id, slink: 'drossel', name: expect.stringContaining('quittenbaum') },
    ]);
    const answer = await move(person.id);
    expect(answer.status, answer.text).toBe(204);

    expect((await server.request('GET', '/v1/users/self', { token: session })).status).toBe(401);
    const there = await signIn(server, 'drossel', person.username);
    expect((await server.request('GET', '/v1/users/self', { token: there })).body.data).toMatchObject({
      username: person.username,
      type: 'TEACHER',
      school: { slink: 'drossel' },
    });
    const [old] = await run('select * from users where id = $1', [person.id]);
    expect(old).toMatchObject({
      school_id: amsel.school.id,
      lastname: `#${person.id}`,
      email: null,
      password_hash: null,
    });
    expect((await server.request('GET', `/v1/users/${person.id}`, { token })).status).toBe(404);

    const moved = await findMoved(person.username);
    for (const [school, id] of [
      [amsel.school.id, person.id],
      [drossel.school.id, moved?.id],
    ]) {
      const log = await run(`select * from audit_log where school_id = $1 and entity_id = $2`, [school, `${id}`]);
      expect(log.map(({ action }) => action)).toContain('users.moveSchool');
    }
    await jobsDone(server);
    const [mail] = mailbox.received.filter((one) => one.mail.subject === 'Your account has moved');
    expect(mail?.mail.text).toContain('now belongs to');
    expect(mail?.mail.text).toContain('/drossel/login');
  });

  it('keeps the second step of an app, and the accounts that were joined [P-6.15] [D-6.05]', async () => {
    const person = await buildPerson('PARENT');
    const session = await signIn(server, 'amsel', person.username);
    const settings = '/v1/users/self/2fa';
    const set = await server.request('POST', `${settings}/setup`, { token: session, body: { mode: 'totp' } });
    const app = new TOTP({ secret: Secret.fromBase32(set.body.data.totp.key) });
    const code = () => app.generate({ timestamp: server.clock.now().getTime() });
    const turnOn = { password: PASSWORD, is_enabled: true, mode: 'totp', new_code: code() };
    expect((await server.request('PUT', settings, { token: session, body: turnOn })).status).toBe(200);
    const other = await buildUser(server.test.database.kysely, drossel.school.id, `beside${people}`, 'PARENT');
    const beside = await signIn(server, 'drossel', other.username);
    await run(
      `insert into joined_accounts select school_id, id, '22222222-2222-4222-8222-222222222222', now() from users where id in ($1, $2)`,
      [person.id, other.id],
    );
    expect((await move(person.id)).status).toBe(204);
    server.clock.advance(60_000);
    const login = { slink: 'drossel', username: person.username, password: PASSWORD, stayLoggedIn: false };
    const asked = await server.request('POST', '/v1/auth/login', { body: login });
    expect(asked.body.tfa_mode).toBe('totp');
    const body = { token: asked.body.access_token, code: code() };
    expect((await server.request('POST', settings, { body })).status).toBe(200);
    const joined = await server.request('GET', '/v1/users/self/joined-accounts', { token: beside });
    expect(joined.body.data).toMatchObject([
      { displayname: expect.stringContaining(person.username), school: { slink: 'drossel' } },
    ]);
  });

  it('takes no right along but those of their kind: not even an administrator [P-6.15]', async () => {
    const person = await buildPerson('ADMIN');
    await run(`insert into user_permissions values ($1, $2, 'manage-users', true)`, [amsel.school.id, person.id]);
    expect((await move(person.id)).status).toBe(204);
    const moved = await findMoved(person.username);
    expect(moved).toMatchObject({ role: 'EMPLOYEE', type: 'EMPLOYEE' });
    expect(await run('select * from user_permissions where user_id = $1', [moved?.id])).toEqual([]);
  });
});

describe('nobody is moved', () => {
  it('by who manages people here only, or whose account there may not, is locked or over [P-6.15] [P-6.19]', async () => {
    const person = await buildPerson();
    const refused = async () => {
      expect(await schools(person.id)).toEqual([]);
      expect((await move(person.id)).status).toBe(404);
    };
    await run('delete from joined_accounts');
    await refused();
    await joinTo(drossel.people.teacher.id);
    await refused();
    await run('delete from joined_accounts');
    await joinTo(drossel.people.admin.id);
    for (const [change, back] of [
      ['update users set is_locked = true', 'update users set is_locked = false'],
      [`update users set expire_at = '2020-01-01'`, 'update users set expire_at = null'],
      ['update users set deleted_at = now()', 'update users set deleted_at = null'],
    ] as const) {
      await run(`${change} where id = $1`, [drossel.people.admin.id]);
      await refused();
      await run(`${back} where id = $1`, [drossel.people.admin.id]);
    }
    await run('update schools set is_locked = true where id = $1', [drossel.school.id]);
    await refused();
    await run('update schools set is_locked = false where id = $1', [drossel.school.id]);
    expect((await move(person.id)).status).toBe(204);
  });

  it('to the own school, or out of another one by its number [P-6.19] [P-7.68]', async () => {
    const person = await buildPerson();
    expect((await move(person.id, amsel.school.id)).body.error.code).toBe('same_school');
    expect((await move(drossel.people.student.id, drossel.school.id)).status).toBe(404);
    expect((await move(amsel.people.admin.id)).status).toBe(403);
  });

  it('where somebody has their username or address: nothing is changed [P-7.68]', async () => {
    const person = await buildPerson();
    await buildUser(server.test.database.kysely, drossel.school.id, person.username.toUpperCase(), 'STUDENT');
    expect((await move(person.id)).body.error.code).toBe('account_taken');
    expect((await run('select username from users where id = $1', [person.id]))[0]).toEqual({
      username: person.username,
    });
  });
});
