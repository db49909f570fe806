import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyFor, pendingIn } from '../../../../../tests/support/activation.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
let child: number;
const tokens: Record<string, string> = {};
const WANTED = { firstname: 'Nika', lastname: 'Neu', birthdate: null, grade: '5a' };

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  for (const [name, role] of [
    ['ada', 'PARENT'],
    ['bea', 'PARENT'],
    ['kim', 'STUDENT'],
    ['office', 'ADMIN'],
    ['deputy', 'TEACHER'],
  ] as const)
    await buildUser(kysely, school.id, name, role);
  child = (await pendingIn(server, school.id, 'STUDENT')).id;
  const deputy = await kysely
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'deputy')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('user_permissions')
    .values({ school_id: school.id, user_id: deputy.id, permission: 'manage-users', is_allowed: true })
    .execute();
  await server.test.database.pool.query(
    "update users set email = 'ada@home.example', locale = 'en' where username = 'ada'",
  );
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const { pool } = server.test.database;
  await pool.query('delete from child_requests');
  await pool.query("update schools set properties = '{}'");
  for (const who of ['ada', 'bea', 'kim', 'office', 'deputy']) tokens[who] = await signIn(server, 'amsel', who);
  mailbox.received.length = 0;
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
const ask = (who = 'ada', body: object = WANTED) => call(who, 'POST', '/users/self/childs/request-code', body);
const own = async (who = 'ada') => (await call(who, 'GET', '/users/self/childs/requests')).body.data;
const received = async (query = '') => (await call('office', 'GET', `/child-requests${query}`)).body.data;
const accept = (id: number, way = 'letter', child_id = child) =>
  call('office', 'POST', `/child-requests/${id}/accept`, { child_id, way });
const refuse = (id: number, reason = 'We do not know this child.') =>
  call('office', 'POST', `/child-requests/${id}/refuse`, { reason });

/** What somebody hears of requests that wait. */
async function listen(who: string) {
  const socket = io(server.url, {
    path: '/v1/realtime',
    transports: ['websocket'],
    auth: { token: tokens[who] },
    reconnection: false,
  });
  const heard: unknown[] = [];
  for (const event of ['registration.waiting', 'registration.child-request'])
    socket.on(event, (payload: unknown) => heard.push(payload));
  await expect.poll(() => socket.connected).toBe(true);
  return { heard, [Symbol.dispose]: () => void socket.disconnect() };
}

describe('a parent without the code of a child', () => {
  it('asks for it and gets the same answer whether there is such a child or not [P-7.75] [P-6.22]', async () => {
    const known = await ask();
    const unknown = await ask('bea', { ...WANTED, firstname: 'Nobody' });
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const shape = ({ id: _, firstname: __, ...rest }: Record<string, unknown>) => rest;
    expect(shape(known.body.data)).toEqual(shape(unknown.body.data));
    expect(await own()).toMatchObject({ asks: 'grade', requests: [{ firstname: 'Nika', state: 'open', grade: '5a' }] });
    expect((await ask('kim')).status).toBe(403);
  });

  it('says what the school wants to know, and the server keeps nothing else of it [P-7.75]', async () => {
    const missing = async (body: object) =>
      (await ask('ada', body)).body.error.issues.map(({ path }: { path: string }) => path);
    expect(await missing({ ...WANTED, firstname: ' ', grade: ' ' })).toEqual(['body.firstname', 'body.grade']);
    const rules = (asks: string) => call('office', 'PUT', `/schools/${school.id}/child-request-rules`, { asks });
    expect((await rules('both')).status).toBe(200);
    expect(await missing({ ...WANTED, grade: null })).toEqual(['body.grade', 'body.birthdate']);
    await rules('birthdate');
    expect((await own()).asks).toBe('birthdate');
    const asked = await ask('ada', { ...WANTED, birthdate: '2015-03-04' });
    expect(asked.body.data).toMatchObject({ birthdate: '2015-03-04', grade: null });
    expect((await rules('shoe-size')).status).toBe(422);
  });

  it('has three requests open at once and makes five in a day, those taken back counted too [P-7.75]', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await ask()).body.data.id);
    expect(await ask()).toMatchObject({ status: 409, body: { error: { code: 'requests_full' } } });
    expect((await ask('bea')).status).toBe(200);
    for (const id of ids) await call('ada', 'DELETE', `/users/self/childs/requests/${id}`);
    expect((await own()).requests).toEqual([]);
    for (let count = 0; count < 2; count += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(409);
    server.clock.advance(24 * 3_600_000);
    tokens.ada = await signIn(server, 'amsel', 'ada');
    expect((await ask()).status).toBe(200);
  });

  it('takes a request back until it is answered, and nobody else does [P-7.75]', async () => {
    const { id } = (await ask()).body.data;
    expect((await call('bea', 'DELETE', `/users/self/childs/requests/${id}`)).status).toBe(404);
    await refuse(id);
    expect((await call('ada', 'DELETE', `/users/self/childs/requests/${id}`)).body.error.code).toBe('already_answered');
  });
});

describe('those who manage people', () => {
  it('see at once how many wait, whether their role or the school lets them [P-7.75]', async () => {
    using office = await listen('office');
    using deputy = await listen('deputy');
    using kim = await listen('kim');
    const { id } = (await ask()).body.data;
    const told = { child_requests: 1, applications: 0 };
    for (const one of [office, deputy]) await expect.poll(() => one.heard).toEqual([told]);
    expect((await call('deputy', 'GET', '/registration/waiting')).body.data).toEqual(told);
    await refuse(id);
    await expect.poll(() => office.heard.at(-1)).toMatchObject({ child_requests: 0 });
    expect(kim.heard).toEqual([]);
  });

  it('answer with a code that is made there and then, which the parent uses; the request is done then [P-7.75] [P-6.22]', async () => {
    const { id } = (await ask()).body.data;
    expect(await received()).toMatchObject([
      { id, firstname: 'Nika', parent: { displayname: `ada of ${school.id}`, has_email: true }, can: { answer: 1 } },
    ]);
    const notPupil = await call('office', 'POST', `/child-requests/${id}/accept`, {
      child_id: (await received())[0].parent.id,
      way: 'letter',
    });
    expect(notPupil.body.error.issues[0]).toMatchObject({ path: 'body.child_id', rule: 'notPupil' });
    const made = (await accept(id)).body.data;
    expect(made).toMatchObject({ kind: 'child', user: { id: child } });
    expect((await own()).requests).toMatchObject([{ state: 'accepted', way: 'letter', reason: null }]);
    expect((await accept(id)).body.error.code).toBe('already_answered');
    expect((await refuse(id)).body.error.code).toBe('already_answered');
    const body = { code: made.code, child: { firstname: 'Nika', lastname: 'Neu' } };
    expect((await call('ada', 'POST', '/users/self/childs/check-code', body)).status).toBe(200);
    expect((await own()).requests).toEqual([]);
    await jobsDone(server);
    expect(mailbox.received).toEqual([]);
  });

  it('leave no second code behind when two answer at once [P-7.75]', async () => {
    const { id } = (await ask()).body.data;
    const answers = await Promise.all([accept(id), accept(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { rows } = await server.test.database.pool.query(
      'select 1 from activation_keys where user_id = $1 and used_at is null and withdrawn_at is null',
      [child],
    );
    expect(rows.length).toBe(1);
  });

  it('mail the code in the language of the parent, and cannot where there is no address [P-7.75]', async () => {
    const { id } = (await ask()).body.data;
    const { code } = (await accept(id, 'mail')).body.data;
    await jobsDone(server);
    expect(mailbox.received.map(({ to }) => to)).toEqual(['ada@home.example']);
    const { subject, text } = mailbox.received[0]?.mail ?? {};
    expect(subject).toBe('The code for your child');
    expect(text).toContain(code);
    expect(text).toContain(`/settings/add-child/activation-key#${code.replace('-', '')}`);
    const other = (await ask('bea')).body.data.id;
    expect(await accept(other, 'mail')).toMatchObject({ status: 409, body: { error: { code: 'mail_unavailable' } } });
    expect((await own('bea')).requests[0].state).toBe('open');
  });

  it('refuse with a reason that the parent reads at once [P-7.75]', async () => {
    const { id } = (await ask()).body.data;
    using ada = await listen('ada');
    expect((await refuse(id, ' ')).status).toBe(422);
    expect((await refuse(id, 'Please come to the office.')).status).toBe(200);
    const answer = { id, state: 'refused', reason: 'Please come to the office.' };
    expect((await own()).requests).toMatchObject([answer]);
    await expect.poll(() => ada.heard).toMatchObject([answer]);
  });

  it('leave in the log who did what, without the names of children [P-7.75] [D-4.11]', async () => {
    await refuse((await ask()).body.data.id);
    const { rows } = await server.test.database.pool.query(
      "select action, before, after from audit_log where entity = 'child_requests' order by seq desc limit 2",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'registration.refuseChildRequest',
      'registration.requestChildCode',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Nika|We do not know/);
  });

  it('find each request on one page alone, of fifty and one more that opens the next [P-7.75]', async () => {
    await server.test.database.pool.query(
      `insert into child_requests (school_id, parent_id, firstname, lastname, created_at, expires_at)
       select school_id, id, 'Nika', n::text, now() + n * interval '1 s', now() + interval '9 days'
       from users, generate_series(1, 60) as n where username = 'ada'`,
    );
    const [first, second] = [await received(), await received('?page=2')];
    expect([first.length, second.length]).toEqual([51, 10]);
    const names = [...first.slice(0, 50), ...second].map(({ lastname }: { lastname: string }) => lastname);
    expect(names).toEqual(Array.from({ length: 60 }, (_, at) => `${at + 1}`));
  });

  it('find each code on one page alone, of fifty and one more that opens the next [P-7.20]', async () => {
    const made = await server.test.database.pool.query(
      `insert into activation_keys (school_id, kind, user_id, code_hash, created_at, expires_at, withdrawn_at)
       select school_id, 'child', id, sha256(('page ' || n)::bytea), now(), now(), now() from users, generate_series(1, 60) as n
       where id = $1 returning id`,
      [child],
    );
    const page = async (number: number) => (await call('office', 'GET', `/activationkeys?page=${number}`)).body.data;
    const [first, second] = [await page(1), await page(2)];
    expect(first).toHaveLength(51);
    const listed = [...first.slice(0, 50), ...second].map(({ id }: { id: number }) => id);
    const newest = made.rows.map(({ id }) => Number(id)).toSorted((one, other) => other - one);
    expect(listed.slice(0, 60)).toEqual(newest);
  });

  it('find nothing of a parent who is gone', async () => {
    await ask('bea');
    expect(await createKeyFor(server, school.id, 'child', child)).not.toBe('');
    await server.test.database.pool.query("update users set deleted_at = now() where username = 'bea'");
    expect(await received()).toEqual([]);
    expect((await call('office', 'GET', '/registration/waiting')).body.data.child_requests).toBe(0);
    await server.test.database.pool.query("update users set deleted_at = null where username = 'bea'");
  });
});
