import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
let token: string;

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  const other = await buildSchool(kysely, 'drossel');
  for (const name of ['ada', 'bea']) await buildUser(kysely, school.id, name, 'PARENT');
  await buildUser(kysely, other.id, 'cem', 'PARENT');
  await server.test.database.pool.query("update users set email = username || '@home.example', locale = 'en'");
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await server.test.database.pool.query('delete from sign_in_failures');
  token = await signIn(server, 'amsel', 'ada');
  mailbox.received.length = 0;
});

const put = (path: string, body: unknown) => server.request('PUT', `/v1/users/self/${path}`, { token, body });
const settings = async () => (await server.request('GET', '/v1/users/self/settings', { token })).body.data;
const self = async () => (await server.request('GET', '/v1/users/self', { token })).body.data;
const wrongField = ({ status, body }: { status: number; body: { error: { issues: { path: string }[] } } }) => [
  status,
  body.error.issues[0]?.path,
];

describe('the own settings', () => {
  it('have name, sex, phone and consent, which a person changes and reads back, and the signed-in user has them too [P-7.49] [P-7.54] [P-7.58] [P-5.09]', async () => {
    expect(await settings()).toMatchObject({ username: 'ada', phone: null, is_trackable: false, pending_email: null });
    const name = { firstname: ' Ada ', lastname: 'Beck', sex: 'DIVERSE' };
    expect((await put('update-name', name)).body.data).toMatchObject({ firstname: 'Ada', sex: 'DIVERSE' });
    expect((await put('settings', { phone: ' +49 (30) 123456 ' })).body.data.phone).toBe('+49 (30) 123456');
    expect((await put('change-statistics', { is_trackable: true })).body.data.is_trackable).toBe(true);
    const known = { firstname: 'Ada', lastname: 'Beck', sex: 'DIVERSE', phone: '+49 (30) 123456', is_trackable: true };
    expect(await self()).toMatchObject(known);
    expect((await put('settings', { phone: '  ' })).body.data.phone).toBeNull();
    expect((await put('change-statistics', { is_trackable: false })).body.data.is_trackable).toBe(false);
  });

  it('refuse what is wrong at its field, in words [P-5.10] [P-7.54]', async () => {
    const phone = await put('settings', { phone: '123' });
    expect(wrongField(phone)).toEqual([422, 'body.phone']);
    expect(phone.body.error.issues[0].message).toMatch(/4 to 20 digits/);
    expect(wrongField(await put('update-name', { firstname: ' ', lastname: 'B', sex: 'NONE' }))).toEqual([
      422,
      'body.firstname',
    ]);
    expect(wrongField(await put('update-name', { firstname: 'A', lastname: 'B', sex: 'x' }))).toEqual([
      422,
      'body.sex',
    ]);
    expect((await put('update-name', { firstname: 'A', lastname: 'B', sex: 'NONE', is_admin: true })).status).toBe(422);
  });

  it('take the seven languages and no other [P-7.57]', async () => {
    for (const locale of ['de', 'en', 'es', 'tr', 'uk', 'fr', 'it'])
      expect((await put('update-locale', { locale })).body.data.locale).toBe(locale);
    for (const locale of ['pl', 'DE', '', null]) expect((await put('update-locale', { locale })).status).toBe(422);
    expect((await self()).locale).toBe('it');
    await put('update-locale', { locale: 'en' });
  });

  it('are in the audit log without their old and new values', async () => {
    await put('settings', { phone: '030 999999' });
    const { rows } = await server.test.database.pool.query(
      "select action, before, after from audit_log where action like 'settings.%'",
    );
    expect(rows.map(({ action }) => action)).toContain('settings.phone');
    expect(JSON.stringify(rows)).not.toMatch(/999999|Beck/);
  });
});

describe('the username', () => {
  const change = (username: string, current_password = PASSWORD) =>
    put('update-username', { username, current_password });

  it('changes for who knows the present password, and is then what one signs in with [P-5.17] [P-7.56]', async () => {
    expect(wrongField(await change('ada.beck', 'not this one'))).toEqual([422, 'body.current_password']);
    expect(wrongField(await put('update-username', { username: 'ada.beck' }))).toEqual([422, 'body.current_password']);
    expect((await change('ada.beck')).body.data.username).toBe('ada.beck');
    await signIn(server, 'amsel', 'ada.beck');
    await expect(signIn(server, 'amsel', 'ada')).rejects.toThrow('422');
    expect((await change('ada')).status).toBe(200);
  });

  it('is nobody else’s at the school, no address, and of three characters at least [P-7.56]', async () => {
    expect(wrongField(await change('BEA'))).toEqual([422, 'body.username']);
    for (const name of ['ab', 'bea@home.example', 'a b c', 'x'.repeat(65)])
      expect(wrongField(await change(name)), name).toEqual([422, 'body.username']);
    expect((await change('cem')).status).toBe(200);
    expect((await change('ada')).status).toBe(200);
  });

  it('is no way to find out the password [D-4.09]', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await change('new.name', `guess ${count}`)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('the e-mail address', () => {
  const ask = (email: string, current_password = PASSWORD) => put('update-email', { email, current_password });
  const confirm = (given: string) => server.request('POST', '/v1/users/confirm-email', { body: { token: given } });
  const tokenIn = (text = '') =>
    new URLSearchParams(new URL(/https?:\S+#\S+/.exec(text)?.[0] ?? '').hash.slice(1)).get('token') ?? '';
  async function mailsTo() {
    await jobsDone(server);
    return new Map(mailbox.received.map(({ to, mail }) => [to, mail] as const));
  }

  it('is replaced once the link at the new one is opened; the old one is told before and after [P-5.16] [P-7.55]', async () => {
    expect(wrongField(await ask('ada@new.example', 'not this one'))).toEqual([422, 'body.current_password']);
    expect(wrongField(await ask('ada@new'))).toEqual([422, 'body.email']);
    const asked = await ask('ada@new.example');
    expect(asked.body.data).toMatchObject({ email: 'ada@home.example', pending_email: 'ada@new.example' });
    const mails = await mailsTo();
    expect([...mails.keys()].toSorted()).toEqual(['ada@home.example', 'ada@new.example']);
    const link = mails.get('ada@new.example');
    expect([link?.subject, link?.from?.name]).toEqual(['Confirm the new e-mail address', 'Amselschule']);
    expect(link?.text).toMatch(/\/confirm-email#token=/);
    expect(mails.get('ada@home.example')?.text).not.toMatch(/new\.example|token=/);
    mailbox.received.length = 0;
    const given = tokenIn(link?.text);
    expect((await confirm(given)).body.data).toEqual({ slink: 'amsel', email: 'ada@new.example' });
    expect(await settings()).toMatchObject({ email: 'ada@new.example', pending_email: null });
    expect([...(await mailsTo()).keys()]).toEqual(['ada@home.example']);
    expect((await confirm(given)).status).toBe(404);
  });

  it('is proven by the last link only, within a day [P-5.16]', async () => {
    await ask('one@new.example');
    const first = tokenIn((await mailsTo()).get('one@new.example')?.text);
    await ask('two@new.example');
    const second = tokenIn((await mailsTo()).get('two@new.example')?.text);
    expect((await confirm(first)).status).toBe(404);
    server.clock.advance(24 * 3_600_000);
    expect((await confirm(second)).status).toBe(404);
    expect((await confirm('guess'.repeat(6))).status).toBe(404);
  });

  it('of somebody else at the school is refused to who proves it, and named to nobody who does not [P-5.16]', async () => {
    const asked = await ask('bea@home.example');
    expect(asked.status).toBe(200);
    const given = tokenIn((await mailsTo()).get('bea@home.example')?.text);
    expect(await confirm(given)).toMatchObject({ status: 409, body: { error: { code: 'account_taken' } } });
  });
});
