import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
let token: string;
let grade: number;

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  await buildUser(kysely, school.id, 'office', 'ADMIN');
  const row = { school_id: school.id, shortcut: '5a', source: 'manual' };
  grade = (await kysely.insertInto('grades').values(row).returning('id').executeTakeFirstOrThrow()).id;
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // The mails of the test before.
  await jobsDone(server);
  const { pool } = server.test.database;
  for (const table of ['applications', 'application_pages', 'sign_in_failures'])
    await pool.query(`delete from ${table}`);
  token = await signIn(server, 'amsel', 'office');
  mailbox.received.length = 0;
});

const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
const visit = (path: string) => server.request('GET', `/v1${path}`);
/** Whoever changes a page has just looked at it. */
async function setPage(type: string, is_open = true, content = '<p>Welcome</p>', seen?: string | null) {
  const { pages } = (await call('GET', `/schools/${school.id}/application-pages`)).body.data;
  const page = pages.find((one: { type: string }) => one.type.toLowerCase() === type);
  const updated_at = seen === undefined ? page.updated_at : seen;
  return call('PUT', `/schools/${school.id}/application-pages/${type}`, { is_open, content, updated_at });
}
const infoPath = (type: string) => `/applications/schools/${school.uuid}/${type}`;

/** Opens the form, waits as a person does, and sends it. */
async function apply(changes: object = {}, { seconds = 30, type = 'student' } = {}) {
  const { ticket } = (await visit(infoPath(type))).body.data;
  server.clock.advance(seconds * 1000);
  return send({ ticket, ...changes });
}
const send = (changes: object) =>
  server.request('POST', '/v1/applications/apply', {
    body: {
      school_uuid: school.uuid,
      type: 'STUDENT',
      ticket: '',
      website: '',
      locale: 'en',
      firstname: 'Nika',
      lastname: 'Neu',
      email: 'nika@home.example',
      phone: null,
      child: null,
      message: null,
      ...changes,
    },
  });
const listed = async (query = '') => (await call('GET', `/applications${query}`)).body.data;

describe('the pages of a school for applications', () => {
  it('are changed by one after the other: who has not seen the last change is told, and overwrites nothing', async () => {
    const first = await setPage('student', true, '<p>One</p>');
    server.clock.advance(1000);
    expect((await setPage('student', true, '<p>Other</p>', null)).body.error.code).toBe('conflict');
    expect((await setPage('student', true, '<p>Two</p>', first.body.data.updated_at)).status).toBe(200);
    expect((await setPage('student', true, '<p>Three</p>', first.body.data.updated_at)).status).toBe(409);
    expect((await visit(infoPath('student'))).body.data.content_rendered).toBe('<p>Two</p>');
    expect((await setPage('parent', true, '<p>New</p>', null)).status).toBe(200);
  });

  it('are closed until the school opens them, each type by itself; closed and wrong are one answer [P-2.19] [P-2.20]', async () => {
    const schoolPath = `/applications/schools/${school.uuid}`;
    const wrong = await visit('/applications/schools/00000000-0000-4000-8000-000000000000');
    const closed = await visit(schoolPath);
    expect([wrong.status, closed.status]).toEqual([404, 404]);
    expect(closed.body.error.message).toBe(wrong.body.error.message);
    await setPage('student');
    expect((await visit(schoolPath)).body.data).toEqual({
      name: 'Amselschule',
      slink: 'amsel',
      app_branding: null,
      types: ['STUDENT'],
    });
    expect((await visit(infoPath('student'))).body.data.content_rendered).toBe('<p>Welcome</p>');
    expect((await visit(infoPath('teacher'))).status).toBe(404);
    await server.test.database.pool.query('update schools set is_locked = true');
    expect((await visit(schoolPath)).status).toBe(404);
    await server.test.database.pool.query('update schools set is_locked = false');
    await setPage('student', false);
    expect((await visit(infoPath('student'))).status).toBe(404);
    expect((await send({})).status).toBe(404);
  });

  it('show what the school wrote without anything that runs [P-2.20]', async () => {
    await setPage(
      'student',
      true,
      '<h2>Hello</h2><script>steal()</script><p onclick="x()">you</p><img src="http://evil/x.png">',
    );
    const { content_rendered } = (await visit(infoPath('student'))).body.data;
    expect(content_rendered).toContain('<h2>Hello</h2>');
    expect(content_rendered).not.toMatch(/script|onclick|evil/);
  });
});

describe('an application', () => {
  beforeEach(() => setPage('student').then(() => setPage('parent')));

  it('is stored, and answered alike whether or not the address is known; sent twice it is one [P-7.16] [P-2.21]', async () => {
    await server.test.database.pool.query("update users set email = 'office@school.example' where username = 'office'");
    const answers = [await apply(), await apply(), await apply({ email: 'office@school.example' })];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [204, '']));
    expect(await listed()).toMatchObject([
      { firstname: 'Nika', email: 'nika@home.example', state: 'open', can: { answer: 1 } },
      { email: 'office@school.example' },
    ]);
    expect((await call('GET', '/registration/waiting')).body.data.applications).toBe(2);
  });

  it('says what is wrong at its field; a parent names the child [P-7.16] [P-2.21]', async () => {
    const wrong = async (changes: object, options = {}) =>
      (await apply(changes, options)).body.error.issues.map(({ path }: { path: string }) => path);
    expect(await wrong({ firstname: ' ', email: 'nika@' })).toEqual(['body.firstname', 'body.email']);
    expect(await wrong({ type: 'PARENT' }, { type: 'parent' })).toEqual(['body.child']);
    expect((await apply({ type: 'PARENT', child: 'Ada, 5a' }, { type: 'parent' })).status).toBe(204);
    expect((await apply({ is_admin: true })).status).toBe(422);
    expect((await apply({ child: 'not of a pupil' })).status).toBe(204);
    expect((await listed()).map(({ child }: { child: string }) => child)).toEqual(['Ada, 5a', null]);
  });

  it('of a program is not stored: at once, a day later, with another ticket, or with the field that nobody sees [P-7.16]', async () => {
    for (const seconds of [2.9, 12 * 3600 + 1])
      expect((await apply({}, { seconds })).body.error.code).toBe('form_expired');
    expect((await apply({ ticket: `${Date.now()}.abc` })).body.error.code).toBe('form_expired');
    expect((await apply({ website: 'https://buy.example' })).status).toBe(204);
    token = await signIn(server, 'amsel', 'office');
    expect(await listed()).toEqual([]);
    expect((await apply({}, { seconds: 3 })).status).toBe(204);
  });

  it('comes ten times from one address, and then with a wait [P-7.16]', async () => {
    const { ticket } = (await visit(infoPath('student'))).body.data;
    server.clock.advance(5000);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await send({ ticket, email: `nika${count}@home.example` })).status);
    expect(statuses.filter((status) => status === 204).length).toBe(10);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is on one page alone, of fifty and one more that opens the next, the oldest first [P-7.16]', async () => {
    await server.test.database.pool.query(
      `insert into applications (school_id, type, firstname, lastname, email, locale, created_at, expires_at)
       select $1, 'STUDENT', 'Nika', n::text, n || '@home.example', 'de', now() + n * interval '1 s', now() + interval '9 days'
       from generate_series(1, 60) as n`,
      [school.id],
    );
    const [first, second] = [await listed(), await listed('?page=2')];
    expect([first.length, second.length]).toEqual([51, 10]);
    const names = [...first.slice(0, 50), ...second].map(({ lastname }: { lastname: string }) => lastname);
    expect(names).toEqual(Array.from({ length: 60 }, (_, at) => `${at + 1}`));
  });

  it('that is accepted becomes an account that waits for its code, mailed in the language of the person [P-7.16]', async () => {
    await apply({ firstname: 'Zoe', email: 'zoe@home.example' });
    const [{ id }] = await listed();
    const accepted = await call('POST', `/applications/${id}/accept`, { grade_id: grade });
    expect(accepted.body.data).toMatchObject({ kind: 'account', is_mailed: true, user: { displayname: 'Zoe Neu' } });
    const { code } = accepted.body.data;
    await jobsDone(server);
    const [mail] = mailbox.received;
    expect([mail?.to, mail?.mail.subject]).toEqual(['zoe@home.example', 'Welcome to the school']);
    expect(mail?.mail.text).toContain(`/amsel/register/activate#${code.replace('-', '')}`);
    const steps = (await visit(`/activationkey/steps?code=${code}`)).body.data;
    expect(steps).toMatchObject({ type: 'STUDENT', person: { email: 'zoe@home.example' } });
    // The grade is known already.
    expect(steps.steps).not.toContain('grade');
    expect((await call('POST', `/applications/${id}/accept`, { grade_id: null })).body.error.code).toBe(
      'already_answered',
    );
    expect((await call('POST', `/applications/${id}/decline`, { reason: 'No' })).body.error.code).toBe(
      'already_answered',
    );
  });

  it('makes one account when two accept at once, and none where the address has one already [P-7.16]', async () => {
    await apply({ email: 'once@home.example' });
    const [{ id }] = await listed();
    const accept = () => call('POST', `/applications/${id}/accept`, { grade_id: null });
    const statuses = (await Promise.all([accept(), accept()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const { rows } = await server.test.database.pool.query("select 1 from users where email = 'once@home.example'");
    expect(rows.length).toBe(1);
    await apply({ email: 'once@home.example' });
    const again = (await listed())[0].id;
    const taken = await call('POST', `/applications/${again}/accept`, { grade_id: null });
    expect([taken.status, taken.body.error.issues[0].rule]).toEqual([422, 'emailTaken']);
  });

  it('that is declined says why, by mail [P-7.16]', async () => {
    await apply();
    const [{ id }] = await listed();
    expect((await call('POST', `/applications/${id}/decline`, { reason: ' ' })).status).toBe(422);
    const declined = await call('POST', `/applications/${id}/decline`, { reason: 'All classes are full.' });
    expect(declined.body.data).toMatchObject({
      state: 'declined',
      reason: 'All classes are full.',
      can: { answer: 0 },
    });
    await jobsDone(server);
    expect(mailbox.received.map(({ to }) => to)).toEqual(['nika@home.example']);
    expect(mailbox.received[0]?.mail.text).toContain('All classes are full.');
  });

  it('is kept for half a year without an answer and for a month after it; the log names nobody [P-7.16] [D-4.11]', async () => {
    await apply();
    const days = async () => {
      const { rows } = await server.test.database.pool.query(
        'select extract(day from expires_at - coalesce(answered_at, created_at))::int as days from applications',
      );
      return rows[0].days;
    };
    expect(await days()).toBe(180);
    const [{ id }] = await listed();
    await call('POST', `/applications/${id}/decline`, { reason: 'All classes are full.' });
    expect(await days()).toBe(30);
    const { rows } = await server.test.database.pool.query(
      "select action, before, after from audit_log where entity = 'applications'",
    );
    expect(rows.map(({ action }) => action)).toContain('registration.apply');
    expect(JSON.stringify(rows)).not.toMatch(/Nika|nika@|full/);
  });
});
