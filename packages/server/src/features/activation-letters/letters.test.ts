import type { LetterRun, LetterRunDraft } from '@kreide/core/features/activation-letters';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { LIMITS } from '../auth/failures.ts';
import { pruneRuns } from './queries/runs.ts';

let server: TestServer;
let mailbox: MailServer;
let school: BuiltSchool;
let foreign: BuiltSchool;
const ids: Record<string, number> = {};
const grades: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;

interface Waiting {
  grade?: string;
  type?: 'STUDENT' | 'TEACHER' | 'PARENT' | 'EMPLOYEE';
  role?: 'ADMIN';
  email?: string;
  at?: BuiltSchool;
}
/** Somebody who has an account and has not set it up. */
async function putWaiting(lastname: string, { grade, type = 'STUDENT', role, email, at = school }: Waiting = {}) {
  const { id } = await db()
    .insertInto('users')
    .values({
      school_id: at.id,
      username: `${lastname.toLowerCase()}-${at.slink}`,
      firstname: 'Kim',
      lastname,
      sex: 'NONE',
      type,
      role: role ?? type,
      state: 'PENDING',
      email: email ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (grade)
    await run(
      `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
      [at.id, id, grades[grade]],
    );
  ids[lastname] = id;
}

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
let schools = 0;
beforeEach(async () => {
  schools += 1;
  server.clock.set(new Date(TEST_NOW));
  mailbox.received.length = 0;
  [school, foreign] = [await buildSchool(db(), `amsel-${schools}`), await buildSchool(db(), `meise-${schools}`)];
  for (const [name, role, at] of [
    ['admin', 'ADMIN', school],
    ['second', 'ADMIN', school],
    ['office', 'EMPLOYEE', school],
    ['Signed', 'STUDENT', school],
    ['chief', 'ADMIN', foreign],
  ] as const) {
    ids[name] = (await buildUser(db(), at.id, name, role)).id;
    if (role !== 'STUDENT') tokens[name] = await signIn(server, at.slink, name);
  }
  for (const shortcut of ['5b', '10a']) {
    const values = { school_id: school.id, shortcut, source: 'manual' };
    grades[shortcut] = (await db().insertInto('grades').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }
  await putWaiting('Zeisig', { grade: '5b', email: `zeisig-${schools}@example.org` });
  await putWaiting('Adler', { grade: '10a' });
  await putWaiting('Meise', { grade: '5b' });
  await putWaiting('Specht', { type: 'TEACHER' });
});

const ask = (method: 'GET' | 'POST', path: string, { who = 'admin', body }: { who?: string; body?: object } = {}) =>
  server.request(method, `/v1/activation-letters${path}`, { token: tokens[who], ...(body && { body }) });
const draft = (people: LetterRunDraft['people'] | { filters: object }, more: object = {}) => ({
  body: { people, by_mail: false, language: 'de', ...more },
});
const among = (...names: string[]) => ({ ids: names.map((name) => ids[name] ?? 0) });
const WAITING = { filters: { state: 'PENDING' } };

type Made = LetterRun & { people: { id: number; displayname: string; reason: string }[] };
async function make(people: LetterRunDraft['people'] | { filters: object }, more: object = {}): Promise<Made> {
  const answer = await ask('POST', '', draft(people, more));
  expect(answer.status, answer.text).toBe(200);
  await jobsDone(server);
  return (await ask('GET', `/${answer.body.data.id}`)).body.data;
}
async function pages(id: number): Promise<string[]> {
  const address = `${server.url}/v1/activation-letters/${id}/pdf`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${tokens.admin}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  return (await extractText(document)).text;
}
const codeIn = (text = '') => /[2-9A-Z]{5}-[2-9A-Z]{5}/.exec(text)?.[0].replace('-', '') ?? '';
const stateOf = async (code: string) =>
  (await server.request('GET', `/v1/activationkey/steps?code=${code}`)).body.data?.state;

it('are one PDF by class and name, a page for each; who has signed in, or may not, is left out by name', async () => {
  await putWaiting('Locked');
  await run('update users set is_locked = true where id = $1', [ids.Locked]);
  await putWaiting('Chef', { type: 'EMPLOYEE', role: 'ADMIN' });
  await putWaiting('Gone');
  await run('update users set deleted_at = now() where id = $1', [ids.Gone]);
  await putWaiting('Ended');
  await run(`update users set expire_at = $2::timestamptz - interval '1 day' where id = $1`, [ids.Ended, TEST_NOW]);
  const people = among('Zeisig', 'Adler', 'Meise', 'Specht', 'Signed', 'Locked', 'Chef', 'Gone', 'Ended');
  const left = { signed_in: 1, administrator: 1, locked: 1, ended: 1, archived: 1 };
  const tried = await ask('POST', '/try', draft(people));
  expect(tried.body.data).toEqual({
    paper: 4,
    mail: 0,
    replaced: 0,
    has_mail: true,
    left_out: Object.entries(left).map(([reason, count]) => ({ reason, count })),
  });
  expect(await run('select 1 from activation_keys where school_id = $1', [school.id])).toEqual([]);
  const made = await make(people);
  expect(made).toMatchObject({ state: 'done', total: 9, done: 4, paper: 4, mail: 0, left_out: 5 });
  expect(made.people.map(({ displayname, reason }) => `${displayname} ${reason}`)).toEqual([
    'Kim Chef administrator',
    'Kim Ended ended',
    'Kim Gone archived',
    'Kim Locked locked',
    `Signed of ${school.id} signed_in`,
  ]);
  const letters = await pages(made.id);
  expect(letters.map((text) => /Kim (\w+)/.exec(text)?.[1])).toEqual(['Meise', 'Zeisig', 'Adler', 'Specht']);
  expect(await stateOf(codeIn(letters[0]))).toBe('open');
  const log = await run(
    `select action, user_id, after from audit_log where school_id = $1 and entity = 'letter_runs' order by seq`,
    [school.id],
  );
  expect(log).toMatchObject([
    { action: 'activation-letters.create', user_id: ids.admin, after: { letters: 4, left_out: 5 } },
    { action: 'activation-letters.download', user_id: ids.admin, after: { codes: 4 } },
  ]);
});

it('are had by nobody but who has ordered them, and codes of another school are made by nobody', async () => {
  await putWaiting('Fremd', { at: foreign });
  for (const path of ['/try', '']) {
    expect((await ask('POST', path, draft(among('Meise', 'Fremd')))).status).toBe(404);
    expect((await ask('POST', path, { who: 'office', ...draft(among('Meise')) })).status).toBe(403);
  }
  expect(await run('select 1 from activation_keys where user_id = any($1)', [[ids.Meise, ids.Fremd]])).toEqual([]);
  const made = await make(WAITING);
  expect(made.total).toBe(4);
  for (const who of ['second', 'chief'])
    for (const path of [`/${made.id}`, `/${made.id}/pdf`]) expect((await ask('GET', path, { who })).status).toBe(404);
  expect((await ask('GET', '', { who: 'second' })).body.data).toEqual([]);
  expect((await ask('GET', '')).body.data).toMatchObject([{ id: made.id }]);
  expect((await ask('POST', '', draft(among('Signed')))).body.error.code).toBe('nobody_concerned');
});

it('end the codes of earlier ones, which is said before; a code that was used is on no page', async () => {
  const first = await make(among('Meise', 'Adler'));
  const [old] = await pages(first.id);
  const tried = await ask('POST', '/try', draft(among('Meise', 'Specht')));
  expect(tried.body.data).toMatchObject({ paper: 2, replaced: 1 });
  const second = await make(among('Meise', 'Specht'));
  expect(await stateOf(codeIn(old))).toBe('withdrawn');
  expect(await pages(first.id)).toEqual([expect.stringContaining('Kim Adler')]);
  await run(`update activation_keys set used_at = now(), sealed_code = null where user_id = $1`, [ids.Adler]);
  expect((await ask('GET', `/${first.id}/pdf`)).body.error.code).toBe('no_open_code');
  expect(await pages(second.id)).toHaveLength(2);
});

it('go when their time is over, and what is on paper still opens the account', async () => {
  const made = await make(among('Meise'));
  const [page] = await pages(made.id);
  server.clock.advance(8 * 86_400_000);
  tokens.admin = await signIn(server, school.slink, 'admin');
  expect((await ask('GET', `/${made.id}/pdf`)).status).toBe(404);
  expect((await ask('GET', '')).body.data).toEqual([]);
  await pruneRuns(db(), server.clock.now());
  expect(await run('select 1 from letter_runs where school_id = $1', [school.id])).toEqual([]);
  expect(await run('select sealed_code from activation_keys where user_id = $1', [ids.Meise])).toEqual([
    { sealed_code: null },
  ]);
  expect(await stateOf(codeIn(page))).toBe('open');
});

it('go by mail to those with an address, by a link that works once; the others get paper', async () => {
  const by_mail = { by_mail: true };
  const tried = await ask('POST', '/try', draft(WAITING, by_mail));
  expect(tried.body.data).toMatchObject({ paper: 3, mail: 1 });
  const made = await make(WAITING, by_mail);
  expect(made).toMatchObject({ state: 'done', paper: 3, mail: 1, done: 4 });
  expect((await pages(made.id)).join()).not.toContain('Zeisig');
  await expect.poll(() => mailbox.received.map(({ to }) => to)).toEqual([`zeisig-${schools}@example.org`]);
  const link = /\/register\/activate#([2-9A-Z]{10})/.exec(mailbox.received[0]?.mail.text ?? '');
  expect(link?.[0]).toBeDefined();
  expect(await stateOf(link?.[1] ?? '')).toBe('open');
  // The code is kept nowhere.
  expect(await run('select sealed_code, batch from activation_keys where user_id = $1', [ids.Zeisig])).toEqual([
    { sealed_code: null, batch: null },
  ]);
  await make(among('Zeisig'));
  expect(await stateOf(link?.[1] ?? '')).toBe('withdrawn');
});

it('are not held up by many people, and not ordered without end', async () => {
  await run(
    `insert into users (school_id, username, firstname, lastname, sex, type, role, state)
     select $1, 'many-' || n, 'Kim', 'Viele' || n, 'NONE', 'STUDENT', 'STUDENT', 'PENDING' from generate_series(1, 450) n`,
    [school.id],
  );
  const made = await make(WAITING);
  expect(made).toMatchObject({ state: 'done', done: 454, paper: 454 });
  const [{ codes }] = await run(
    `select count(distinct user_id)::int as codes from activation_keys where school_id = $1 and withdrawn_at is null`,
    [school.id],
  );
  expect(codes).toBe(454);
  for (let at = 1; at <= LIMITS.letters.free; at += 1) await ask('POST', '', draft(among('Meise')));
  expect((await ask('POST', '', draft(among('Meise')))).status).toBe(429);
});

it('stop where whoever ordered them may not make codes any more', async () => {
  const answer = await ask('POST', '', draft(among('Meise')));
  const { id } = answer.body.data;
  await jobsDone(server);
  await run(`update letter_runs set state = 'waiting' where id = $1`, [id]);
  await run(`update letter_entries set state = 'waiting' where run_id = $1`, [id]);
  await run(`update users set is_locked = true where id = $1`, [ids.admin]);
  await run(`select graphile_worker.add_job('activation-letters:make', $1::json)`, [
    JSON.stringify({ school_id: school.id, id, by: ids.admin }),
  ]);
  await jobsDone(server);
  expect(await run('select state from letter_runs where id = $1', [id])).toEqual([{ state: 'failed' }]);
});
