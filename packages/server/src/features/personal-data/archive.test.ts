import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFullSchool, type FullSchool, PIXEL } from '../../../../../tests/support/full-school.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let school: FullSchool;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  school = await buildFullSchool(server, 'amsel', 'zimtstern');
  for (const name of ['teacher', 'parent', 'child', 'admin'] as const)
    tokens[name] = await signIn(server, 'amsel', school.people[name].username);
  await buildUser(server.test.database.kysely, school.school.id, 'office', 'ADMIN');
  tokens.office = await signIn(server, 'amsel', 'office');
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await jobsDone(server);
  await run('delete from personal_archives');
  await run('delete from mails');
  await run(`update users set email = username || '@home.example', locale = 'en'`);
  mailbox.received.length = 0;
});

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
const pathOf = (id: number | 'self', rest = '') => `/users/${id}/personal-data${rest}`;
const ask = (who: string, id: number | 'self' = 'self', current_password = PASSWORD) =>
  call(who, 'POST', pathOf(id), { current_password });
const list = async (who: string, id: number | 'self' = 'self') => (await call(who, 'GET', pathOf(id))).body.data;
const code = ({ status, body }: { status: number; body: { error: { code: string } } }) => [status, body.error.code];

async function download(who: string, id: number | 'self', archive: number) {
  const url = `${server.url}/v1${pathOf(id, `/${archive}`)}`;
  return fetch(url, { headers: { authorization: `Bearer ${tokens[who]}` } });
}

/** The files of an archive that somebody asks for about themselves. */
async function archiveOf(who: string) {
  const { id } = (await ask(who)).body.data;
  await jobsDone(server);
  const answer = await download(who, 'self', id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  return { files, page: text('index.html'), data: JSON.parse(text('data.json')), json: text('data.json') };
}

/** Why a table that refers to people is in nobody's archive. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  absence_steps: 'former states of what is in absences',
  classbook_entries: 'says who called the roll of a lesson; who was away is in classbook_marks',
  classbook_exports: 'says who asked for a file of the register',
  classbook_notice_steps: 'former wordings of what is in classbook_notices',
  channel_marks: 'empty once a change is committed',
  channels: 'only what holds the messages, which are in it',
  news_audience: 'who was sent what; that they confirmed it is in news_confirmations',
  news_mails: 'the mail itself is in mails',
  news_users: 'who was sent what; that they confirmed it is in news_confirmations',
  survey_users: 'the same',
  cloud_dav_locks: 'what a program holds for an hour at most; what it changed is in cloud_files',
  doubles_apart: 'says only that an account is not another one’s',
  conferences: 'who began one said so in the chat, and that message is in it',
  people_change_entries: 'what was done with the account is in audit_log',
  people_changes: 'the same',
  letter_entries: 'the codes themselves are in activation_keys',
  letter_runs: 'what somebody had made for the school is in audit_log',
  second_steps: 'a sign-in that waits some minutes for its second step',
  idempotency_keys: 'copies of the answers to own calls, for a day',
};

describe('the archive of what is stored about a person', () => {
  it('is made for others by administrators, and not by everybody who manages people: it holds what was written [P-7.61]', async () => {
    const { id: user_id } = await buildUser(server.test.database.kysely, school.school.id, 'desk', 'EMPLOYEE');
    await run(`insert into user_permissions values ($1, $2, 'manage-users', true)`, [school.school.id, user_id]);
    tokens.desk = await signIn(server, 'amsel', 'desk');
    for (const { id } of [school.people.admin, school.people.teacher]) {
      expect((await ask('desk', id)).status).toBe(403);
      expect((await call('desk', 'GET', pathOf(id))).status).toBe(403);
    }
    expect((await call('desk', 'GET', `/users/${school.people.teacher.id}`)).body.data.can.personal_data).toBe(0);
  });

  it('has every table that refers to people, or the reason why not stands here [D-6.08]', async () => {
    const { rows } = await run(`
      select distinct r.conrelid::regclass::text as name from pg_constraint r where r.contype = 'f' and r.confrelid = 'users'::regclass
      union select table_name::text from information_schema.columns
        where table_schema = 'public' and column_name in ('user_id', 'owner_id', 'parent_id', 'created_by', 'used_by')`);
    const contributed = new Set(
      server.server.features.all.flatMap(({ personalData = {} }) => Object.keys(personalData)).concat('mails'),
    );
    const missing = rows.map(({ name }) => name).filter((name) => !contributed.has(name) && !(name in LEFT_OUT));
    expect(missing).toEqual([]);
    expect(Object.keys(LEFT_OUT).filter((name) => contributed.has(name))).toEqual([]);
  });

  it('is a page in the person’s language, the same as JSON, and the files [P-7.61] [D-6.08]', async () => {
    const { teacher } = school.people;
    await run('update files set created_by = $1', [teacher.id]);
    await run(`update users set locale = 'tr', phone = '030 4711' where id = $1`, [teacher.id]);
    const { files, page, data } = await archiveOf('teacher');
    expect(Object.keys(files).toSorted()).toEqual(['data.json', 'files/1-bild-zimtstern.png', 'index.html']);
    expect(Buffer.from(files['files/1-bild-zimtstern.png'] ?? [])).toEqual(PIXEL);
    expect(page).toMatch(/<html lang="tr">[\s\S]*<dt>Kullanıcı adı<\/dt><dd>teacher-zimtstern<\/dd>/);
    expect(page).toContain('<dt>Rol</dt><dd>Öğretmen</dd>');
    expect(data.school).toBe('Schule zimtstern');
    expect(data.data.users).toMatchObject([{ username: teacher.username, phone: '030 4711', language: 'tr' }]);
    expect(data.data.news).toHaveLength(2);
    expect(data.data.teachers).toMatchObject([{ shortcut: 'Gh-zimtstern' }]);
    expect(data.data.sessions.length).toBeGreaterThan(0);
    expect(data.data.audit_log.map(({ action }: { action: string }) => action)).toContain('Oturum açıldı');
    for (const { shortcut } of data.data.teachers) expect(page).toContain(shortcut);
  });

  it('has nothing that opens anything, and nobody else but the children of a parent [D-6.08]', async () => {
    const { parent, child, student, admin, other } = school.people;
    await run(`update users set firstname = 'Zoe', lastname = 'Zeisig' where id = $1`, [child.id]);
    await call('parent', 'POST', '/subscriptions', { user_id: child.id, language: 'de' });
    await run(`insert into password_resets (school_id, user_id, token_hash, expires_at, created_at)
      values (${school.school.id}, ${parent.id}, '\\x7365637265747365637265742121', now(), now())`);
    const { page, json, data } = await archiveOf('parent');
    expect(data.data.user_parents).toMatchObject([{ firstname: 'Zoe', lastname: 'Zeisig' }]);
    expect(data.data.password_resets).toHaveLength(1);
    expect(data.data.subscriptions).toHaveLength(1);
    const { rows } = await run('select * from users where id = $1', [parent.id]);
    for (const text of [page, json]) {
      expect(text).not.toContain(rows[0].password_hash);
      expect(text).not.toMatch(/hash|token|secret/i);
      for (const { username } of [student, admin, other, child]) expect(text).not.toContain(username);
    }
    const own = await archiveOf('child');
    expect(own.data.data.user_parents).toEqual([{ relation: 'OTHER', created_at: expect.stringMatching(/Z$/) }]);
    expect(own.json + own.page).not.toContain(parent.username);
  });

  it('writes what people wrote as text, whatever it is', async () => {
    await run(`update users set phone = '<script>alert(1)</script>' where id = $1`, [school.people.child.id]);
    const { page } = await archiveOf('child');
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script');
  });
});

describe('asking for an archive', () => {
  it('needs the own password, and is told by mail and in the audit log [P-7.61] [D-4.09]', async () => {
    const wrong = await ask('child', 'self', 'not this one');
    expect([wrong.status, wrong.body.error.issues[0].path]).toEqual([422, 'body.current_password']);
    const asked = (await ask('child')).body.data;
    expect(asked).toMatchObject({ state: 'WAITING', progress: 0, size: null, is_by_school: false });
    await jobsDone(server);
    const [archive] = await list('child');
    expect(archive).toMatchObject({ id: asked.id, state: 'READY', progress: 100 });
    expect(archive.size).toBeGreaterThan(500);
    const [mail] = mailbox.received;
    expect([mail?.to, mail?.mail.subject]).toEqual([
      `${school.people.child.username}@home.example`,
      'Your data is ready',
    ]);
    expect(mail?.mail.text).toMatch(/7 days[\s\S]*\/settings\/self\/personal-data/);
    const { rows } = await run(
      `select * from audit_log where action = 'personal-data.asked' order by seq desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ user_id: school.people.child.id, entity_id: `${school.people.child.id}` });
  });

  it('is possible three times a day, one at a time', async () => {
    const key = [school.school.id, school.people.child.id];
    await run(
      `insert into personal_archives (school_id, user_id, created_by, created_at, expires_at)
      values ($1, $2, $2, '2026-11-18T09:00:00Z', '2026-11-18T10:00:00Z')`,
      key,
    );
    expect(code(await ask('child'))).toEqual([409, 'archive_running']);
    await run(`update personal_archives set expires_at = '2026-11-18T09:10:00Z'`);
    expect((await list('child'))[0].state).toBe('FAILED');
    for (const _ of [2, 3]) {
      expect((await ask('child')).status).toBe(200);
      await jobsDone(server);
    }
    const refused = await ask('child');
    expect(code(refused)).toEqual([429, 'too_many']);
    expect(refused.body.error.retry_after).toBe(24 * 3600 - 10 * 60);
  });

  it('is for administrators too, who then have this one alone; the person is told and can have it [P-7.61]', async () => {
    const { child, other } = school.people;
    expect((await ask('teacher', child.id)).status).toBe(403);
    await ask('child');
    await jobsDone(server);
    const [own] = await list('child');
    expect(await list('admin', child.id)).toEqual([]);
    expect((await download('admin', child.id, own.id)).status).toBe(404);
    mailbox.received.length = 0;
    const { id } = (await ask('admin', child.id)).body.data;
    await jobsDone(server);
    expect(mailbox.received.map(({ mail }) => mail.text).join()).toContain('Schule zimtstern has had an archive made');
    expect(await list('admin', child.id)).toMatchObject([{ id, is_by_school: true }]);
    expect(await list('office', child.id)).toEqual([]);
    expect((await list('child')).map((archive: { id: number }) => archive.id)).toEqual([id, own.id]);
    const statuses = [
      await download('admin', child.id, id),
      await download('child', 'self', id),

      await download('office', child.id, id),
      await download('admin', other.id, id),
      await download('admin', 'self', id),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404]);
  });
});

describe('an archive', () => {
  const store = () => run('select file_uuid from personal_archives');
  const isStored = async (uuid: string) => {
    const { existsSync } = await import('node:fs');
    return existsSync(`${server.dataFolder}/files/${uuid.slice(0, 2)}/${uuid.slice(2, 4)}/${uuid}`);
  };

  it('is removed after a week with its content', async () => {
    await ask('child');
    await jobsDone(server);
    const [{ file_uuid }] = (await store()).rows;
    const prune = server.server.features.all.flatMap((feature) => Object.entries(feature.prune ?? {}));
    const [, remove] = prune.find(([name]) => name === 'archives') ?? [];
    const at = (days: number, ms = 0) => new Date(server.clock.now().getTime() + days * 86_400_000 + ms);
    expect(await remove?.(at(7))).toBe(0);
    expect(await isStored(file_uuid)).toBe(true);
    expect(await remove?.(at(7, 1))).toBe(1);
    expect(await isStored(file_uuid)).toBe(false);
    expect(await list('child')).toEqual([]);
  });

  it('ends with the person', async () => {
    const { kysely } = server.test.database;
    const gone = await buildUser(kysely, school.school.id, 'gone', 'STUDENT');
    tokens.gone = await signIn(server, 'amsel', 'gone');
    await ask('gone');
    await jobsDone(server);
    const [{ file_uuid }] = (await store()).rows;
    expect((await call('admin', 'DELETE', `/users/${gone.id}/hard-delete`)).status).toBe(204);
    await jobsDone(server);
    expect(await isStored(file_uuid)).toBe(false);
    expect((await store()).rows).toEqual([]);
  });
});
