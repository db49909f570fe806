import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone, notify } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const START = '2026-11-18T09:00:00.000Z';
const END = '2026-11-25T09:00:00.000Z';

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  school = await buildSchool(server.test.database.kysely, 'amsel', { name: 'Amselschule' });
  for (const [name, role] of [
    ['ada', 'PARENT'],
    ['kim', 'STUDENT'],
    ['office', 'ADMIN'],
  ] as const)
    ids[name] = (await buildUser(server.test.database.kysely, school.id, name, role)).id;
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const { pool } = server.test.database;
  for (const table of ['deletion_requests', 'sign_in_failures', 'mails']) await pool.query(`delete from ${table}`);
  await pool.query("update schools set properties = '{}'");
  await pool.query("update users set email = username || '@home.example', locale = 'en' where deleted_at is null");
  await at(START);
  mailbox.received.length = 0;
});

async function at(time: string): Promise<void> {
  server.clock.set(new Date(time));
  for (const who of ['ada', 'kim', 'office']) tokens[who] = await signIn(server, 'amsel', who).catch(() => '');
}
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
const ask = (who: string, body: object = { email: `${who}@later.example`, password: PASSWORD }) =>
  call(who, 'POST', '/users/self/request-deletion', body);
const status = async (who: string) => (await call(who, 'GET', '/users/self/deletion-status')).body.data;
const approve = (who: string) => call('office', 'PUT', `/users/${ids[who]}/approve-deletion`, {});
const cancel = (who: string) => call(who, 'PUT', '/users/self/cancel-deletion', {});
const code = ({ status: answered, body }: { status: number; body: { error: { code: string } } }) => [
  answered,
  body.error.code,
];
async function mails(): Promise<[string, string][]> {
  await jobsDone(server);
  const got = mailbox.received.splice(0).map(({ to, mail }): [string, string] => [to, mail.subject ?? '']);
  return got.toSorted(([one], [other]) => one.localeCompare(other));
}
/** What the schedule does every five minutes. */
async function runDue(): Promise<void> {
  const find = server.server.features.all
    .flatMap(({ tasks = [] }) => tasks)
    .find(({ name }) => name === 'settings:erasures');
  await find?.run(
    {},
    { now: server.clock.now, log: silentLog, signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
  );
  await passJobWaits(server.test.database.pool);
  await jobsDone(server);
}
const rowOf = async (name: string) =>
  (await server.test.database.pool.query('select * from users where id = $1', [ids[name]])).rows[0];

describe('asking for the deletion of the own account', () => {
  it('needs an address for it and the password, and is in review then; the person is told, at the account’s address too [P-5.18] [P-7.66] [P-7.44] [C-7.110] [P-3.34]', async () => {
    const field = async (body: object) =>
      (await ask('ada', body)).body.error.issues.map((issue: { path: string }) => issue.path);
    expect(await field({ email: 'a@later.example' })).toEqual(['body.password']);
    expect(await field({ password: PASSWORD })).toEqual(['body.email']);
    expect(await field({ email: 'later', password: PASSWORD })).toEqual(['body.email']);
    expect(await field({ email: 'a@later.example', password: 'wrong' })).toEqual(['body.password']);
    const none = { deletion_request_submitted: null, deletion_request_approved: null, deletion_reversion_window: null };
    expect(await status('ada')).toEqual(none);
    expect((await ask('ada')).body.data).toEqual({ ...none, deletion_request_submitted: START });
    expect(await status('ada')).toEqual({ ...none, deletion_request_submitted: START });
    const subject = 'Request for deletion received';
    expect(await mails()).toEqual([
      ['ada@home.example', subject],
      ['ada@later.example', subject],
    ]);
    expect(code(await ask('ada'))).toEqual([409, 'deletion_asked']);
  });

  it('is not possible where the school has switched it off, and not for the last administrator [P-3.27]', async () => {
    expect(code(await ask('office'))).toEqual([409, 'last_administrator']);
    const rules = { enabled: false, reversion_days: 14 };
    expect((await call('office', 'PUT', `/schools/${school.id}/deletion-rules`, rules)).body.data).toEqual(rules);
    expect(code(await ask('ada'))).toEqual([409, 'deletion_off']);
    const self = (await call('ada', 'GET', '/users/self')).body.data;
    expect(self.school.properties['users.deletion_request.enabled']).toBe(false);
    for (const reversion_days of [0, 91, 1.5])
      expect(
        (await call('office', 'PUT', `/schools/${school.id}/deletion-rules`, { ...rules, reversion_days })).status,
      ).toBe(422);
  });
});

describe('an approved deletion', () => {
  beforeEach(async () => {
    await ask('ada');
    await mails();
  });

  it('can be taken back until the last moment of the window, and not at its end [P-4.21] [P-4.23] [C-4.67] [P-7.45] [C-7.111]', async () => {
    expect((await approve('ada')).body.data.deletion_reversion_window).toBe(END);
    expect(await mails()).toEqual([['ada@later.example', 'The deletion is approved']]);
    await at(END);
    expect(code(await cancel('ada'))).toEqual([409, 'deletion_over']);
    await at('2026-11-25T08:59:59.999Z');
    expect((await cancel('ada')).body.data.deletion_request_submitted).toBeNull();
    expect(await mails()).toEqual([['ada@later.example', 'The account stays']]);
    expect((await cancel('ada')).status).toBe(404);
    await at(END);
    await runDue();
    expect((await rowOf('ada')).firstname).toBe('ada');
  });

  it('is told with its three times: asked for, approved, and until when it can be taken back [C-7.110] [P-3.34]', async () => {
    server.clock.advance(60_000);
    await approve('ada');
    const later = (instant: string) => new Date(Date.parse(instant) + 60_000).toISOString();
    expect(await status('ada')).toEqual({
      deletion_request_submitted: START,
      deletion_request_approved: later(START),
      deletion_reversion_window: later(END),
    });
  });

  it('ends after the days that the school has set; approving it twice does not begin them anew [P-4.21]', async () => {
    await call('office', 'PUT', `/schools/${school.id}/deletion-rules`, { enabled: true, reversion_days: 1 });
    await approve('ada');
    server.clock.advance(60_000);
    expect((await approve('ada')).body.data.deletion_reversion_window).toBe('2026-11-19T09:00:00.000Z');
    expect((await mails()).length).toBe(1);
  });

  it('is seen, approved and rejected by administrators, and nobody else [T-2.96]', async () => {
    const listed = (await call('office', 'GET', '/users/deletion-requests')).body.data;
    expect(listed).toMatchObject([{ user_id: ids.ada, username: 'ada', deletion_request_submitted: START }]);
    expect(JSON.stringify(listed)).not.toContain('later.example');
    expect((await call('kim', 'GET', '/users/deletion-requests')).status).toBe(403);
    expect((await call('ada', 'PUT', `/users/${ids.ada}/approve-deletion`, {})).status).toBe(403);
    expect((await call('office', 'PUT', `/users/${ids.ada}/cancel-deletion`, {})).status).toBe(200);
    expect(await mails()).toEqual([['ada@later.example', 'The account stays']]);
  });

  it('of the last administrator is refused, also when all others left in the meantime', async () => {
    const { kysely } = server.test.database;
    const second = await buildUser(kysely, school.id, 'second', 'ADMIN');
    expect((await ask('office')).status).toBe(200);
    expect((await approve('office')).status).toBe(200);
    await kysely.updateTable('users').set({ is_locked: true }).where('id', '=', second.id).execute();
    await at(END);
    await runDue();
    expect((await rowOf('office')).deleted_at).toBeNull();
    expect((await status('office')).deletion_request_approved).toBeNull();
    expect(code(await approve('office'))).toEqual([409, 'last_administrator']);
  });
});

describe('a person whose deletion is carried out', () => {
  it('leaves nothing but a number that nobody can sign in to; the log keeps that it was done, and the person is told a last time [P-4.23]', async () => {
    const { pool } = server.test.database;
    const kim = ids.kim as number;
    const { rows: added } = await pool.query(
      `insert into news (school_id, user_id, title, content, content_rendered, excerpt, publish_at)
       values ($1, $2, 'Kims Ausflug', '', '', '', now()) returning id`,
      [school.id, kim],
    );
    await pool.query('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
      school.id,
      kim,
      ids.ada,
    ]);
    await notify(server, school.id, kim);
    await call('kim', 'PUT', '/users/self/settings', { phone: '030 123456' });
    await ask('kim');
    await approve('kim');
    await mails();
    await at(END);
    await runDue();
    expect(await rowOf('kim')).toMatchObject({
      username: `erased-${kim}`,
      firstname: '–',
      lastname: `#${kim}`,
      email: null,
      phone: null,
      sex: null,
      password_hash: null,
      locale: null,
      deleted_at: END,
    });
    const { rows: kept } = await pool.query('select user_id from news where id = $1', [added[0].id]);
    expect(kept).toEqual([{ user_id: null }]);
    expect((await call('kim', 'GET', '/users/self')).status).toBe(401);
    await expect(signIn(server, 'amsel', 'kim')).rejects.toThrow('422');
    expect(await mails()).toEqual([['kim@later.example', 'The account is deleted']]);
    const { rows: told } = await pool.query(
      "select user_id, kind from mails where kind = 'deletion' and user_id is null",
    );
    expect(told).toHaveLength(1);
    const { rows: logged } = await pool.query(
      "select origin, entity_id from audit_log where action = 'settings.erased'",
    );
    expect(logged).toEqual([{ origin: 'system', entity_id: `${kim}` }]);
    await runDue();
  });
});
