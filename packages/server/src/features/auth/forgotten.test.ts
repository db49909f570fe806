import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  const other = await buildSchool(kysely, 'drossel', { name: 'Drosselschule' });
  for (const name of ['ada', 'ben', 'locked', 'gone']) await buildUser(kysely, school.id, name, 'PARENT');
  for (const name of ['office', 'second']) await buildUser(kysely, school.id, name, 'ADMIN');
  await buildUser(kysely, other.id, 'ada', 'ADMIN');
  const set = (text: string) => server.test.database.pool.query(text);
  await set(`update users set email = username || school_id || '@home.example' where username <> 'ben'`);
  await set(`update users set locale = 'en' where username in ('ada', 'second')`);
  await set(`update users set is_locked = true where username = 'locked'`);
  await set(`update users set deleted_at = now() where username = 'gone'`);
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

const ask = (identity: string, slink = 'amsel') =>
  server.request('POST', '/v1/auth/password-reset', { body: { slink, identity } });
const linkIn = (text: string | undefined) =>
  new URL(/https?:\S+/.exec(text ?? '')?.[0] ?? '', 'http://nowhere.example');

describe('a forgotten password', () => {
  it('is set anew with a link that goes to the address of the account alone, in the language of its owner [P-7.11]', async () => {
    const asked = await ask(' ADA ');
    expect([asked.status, asked.body.data]).toEqual([200, { seconds: 3600 }]);
    await jobsDone(server);
    expect(mailbox.received.map(({ to }) => to)).toEqual([`ada${school.id}@home.example`]);
    const [{ mail }] = mailbox.received as [(typeof mailbox.received)[number]];
    expect([mail.subject, mail.from?.name]).toEqual(['New password', 'Amselschule']);
    const link = linkIn(mail.text);
    expect([link.pathname, link.search]).toEqual(['/login/amsel/password-reset', '']);
    const token = new URLSearchParams(link.hash.slice(1)).get('token');
    const password = 'chalk and cheese';
    const confirm = { body: { token, password, password_confirmation: password } };
    expect((await server.request('POST', '/v1/auth/password-reset/confirm', confirm)).status).toBe(200);
    await signIn(server, 'amsel', 'ada', password);
    expect((await server.request('POST', '/v1/auth/password-reset/confirm', confirm)).status).toBe(404);
    const { rows } = await server.test.database.pool.query(
      "select origin from audit_log where action = 'auth.passwordLink' and school_id = $1",
      [school.id],
    );
    expect(rows).toEqual([{ origin: 'visitor' }]);
  });

  it('may be asked for by e-mail address; a later link ends the one before [P-7.11]', async () => {
    await ask(`ada${school.id}@home.example`);
    await jobsDone(server);
    await ask('ada');
    await jobsDone(server);
    const [first, second] = mailbox.received.map(({ mail }) => linkIn(mail.text).hash.slice('#token='.length));
    const confirm = (token: string | undefined) =>
      server.request('POST', '/v1/auth/password-reset/confirm', {
        body: { token, password: 'chalk and cheese', password_confirmation: 'chalk and cheese' },
      });
    expect((await confirm(first)).status).toBe(404);
    expect((await confirm(second)).status).toBe(200);
  });

  it('is answered alike for accounts that are there, are not, have no address, are locked or gone [P-7.11] [P-1.06]', async () => {
    const answers = [];
    for (const [identity, slink] of [
      ['ben', 'amsel'],
      ['nobody', 'amsel'],
      ['locked', 'amsel'],
      ['gone', 'amsel'],
      ['office', 'drossel'],
      ['ada', 'nowhere'],
    ] as const)
      answers.push(await ask(identity, slink));
    for (const { status, body } of answers) expect([status, body.data]).toEqual([200, { seconds: 3600 }]);
    await jobsDone(server);
    expect(mailbox.received).toEqual([]);
  });

  it('cannot be asked for without end: neither for one account nor from one address [D-4.09]', async () => {
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await ask('Ada')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await ask('office')).status).toBe(200);
    const many = [];
    for (let count = 0; count < 60; count += 1) many.push((await ask(`name${count}`)).status);
    expect(new Set(many.slice(0, 50))).toEqual(new Set([200]));
    expect(many.at(-1)).toBe(429);
    await jobsDone(server);
  });
});

describe('somebody without an address for mails', () => {
  const help = (body: object, slink = 'amsel') =>
    server.request('POST', `/v1/schools/${slink}/forgotten-email`, { body });
  const told = async () =>
    (
      await server.test.database.pool.query(
        "select content, school_id from messages where content like '%Kim%' order by content",
      )
    ).rows;

  it('asks the administrators of the school, each in their own language, and nobody else [P-7.89]', async () => {
    const asked = await help({ name: 'Kim Beck, 7a', contact: '0123 45678' });
    expect([asked.status, asked.body.data]).toEqual([200, null]);
    const rows = await told();
    expect(rows.map(({ school_id }) => Number(school_id))).toEqual([school.id, school.id]);
    expect(rows.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^Jemand kommt nicht .*\nKim Beck, 7a\nErreichbar: 0123 45678\n/),
      expect.stringMatching(/^Somebody cannot .*\nKim Beck, 7a\nCan be reached: 0123 45678\n/),
    ]);
  });

  it('is told of what is missing, of a school that is not there, and to wait when asking on and on [P-7.89]', async () => {
    expect((await help({ name: 'Kim', contact: '' })).status).toBe(422);
    expect((await help({ name: 'K\nim', contact: '1' })).status).toBe(422);
    expect((await help({ name: 'K', contact: '1' }, 'nowhere')).status).toBe(404);
    const statuses = [];
    for (let count = 0; count < 22; count += 1) statuses.push((await help({ name: 'K', contact: '1' })).status);
    expect([statuses.slice(0, 20), statuses.at(-1)]).toEqual([Array(20).fill(200), 429]);
  });
});
