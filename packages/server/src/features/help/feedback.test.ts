import {
  FEEDBACK_CODE_MAXIMUM,
  FEEDBACK_PER_HOUR,
  FEEDBACK_TEXT_MAXIMUM,
  hasSupport,
  SUPPORT_PROPERTY,
} from '@kreide/core/features/help';
import type { Translate } from '@kreide/core/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { eraseFeedback, feedbackData, listFeedback, pruneFeedback } from './queries/feedback.ts';

let server: TestServer;
let school: { id: number };
let pia: { id: number };
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  const env = {
    KREIDE_SMTP_URL: 'smtp://127.0.0.1:1',
    KREIDE_MAIL_FROM: 'kreide@school.example',
    KREIDE_SUPPORT_MAIL: 'support@school.example',
  };
  server = await startTestServer({ env });
  school = await buildSchool(db(), 'amsel');
  await buildUser(db(), school.id, 'ada', 'ADMIN');
  pia = await buildUser(db(), school.id, 'pia', 'PARENT');
  for (const name of ['ada', 'pia']) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());

const facts = [{ name: 'browser', value: 'Firefox' }];
const draft = { kind: 'problem', text: 'Nothing\nhappens.', code: 'K7', facts };
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
const mails = () =>
  db().selectFrom('mails').select(['recipient', 'kind', 'content']).where('kind', '=', 'feedback').execute();

it('only a school that has switched the support on reaches those who run the product [P-3.28]', async () => {
  for (const properties of [null, {}, { [SUPPORT_PROPERTY]: 'true' }, { [SUPPORT_PROPERTY]: false }])
    expect(hasSupport(properties)).toBe(false);
  expect((await call('pia', 'GET', '/support/contact')).body.data.is_enabled).toBe(false);
  expect((await call('pia', 'POST', '/feedback', draft)).body.error.code).toBe('support_off');
  expect((await call('pia', 'PUT', '/support/contact', { is_enabled: true })).status).toBe(403);
  expect((await call('ada', 'PUT', '/support/contact', { is_enabled: true })).body.data.is_enabled).toBe(true);
  const { properties } = await db()
    .selectFrom('schools')
    .select('properties')
    .where('id', '=', school.id)
    .executeTakeFirstOrThrow();
  expect(properties).toMatchObject({ 'kreide_contact.support.enabled': true });
});

it('whoever administers the school reaches them also while it keeps the way closed for all others [T-2.82]', async () => {
  await call('ada', 'PUT', '/support/contact', { is_enabled: false });
  expect((await call('pia', 'GET', '/support/contact')).body.data.can).toEqual({ write: 0, update: 0 });
  expect((await call('ada', 'GET', '/support/contact')).body.data.can).toEqual({ write: 1, update: 1 });
  expect((await call('pia', 'POST', '/feedback', draft)).body.error.code).toBe('support_off');
  const question = { kind: 'message', text: 'Where is the invoice?', code: null, facts: [] };
  expect((await call('ada', 'POST', '/feedback', question)).body.data).toEqual({ is_mailed: true });
  expect((await mails()).at(-1)?.content?.lines[0]).toBe('Where is the invoice?');
  await db().deleteFrom('mails').where('kind', '=', 'feedback').execute();
  await db().deleteFrom('feedback').where('school_id', '=', school.id).execute();
  await call('ada', 'PUT', '/support/contact', { is_enabled: true });
  expect((await call('pia', 'GET', '/support/contact')).body.data.can).toEqual({ write: 1, update: 0 });
});

it('what somebody writes is kept and mailed with the facts that they saw [P-7.39]', async () => {
  await db().updateTable('users').set({ email: 'pia@home.example' }).where('id', '=', pia.id).execute();
  expect((await call('pia', 'POST', '/feedback', draft)).body.data).toEqual({ is_mailed: true });
  const [mail] = await mails();
  expect(mail).toMatchObject({
    recipient: 'support@school.example',
    content: { subject: expect.stringContaining('Problem') },
  });
  expect(mail?.content?.lines.slice(0, 2)).toEqual(['Nothing', 'happens.']);
  expect(mail?.content?.lines).toEqual(expect.arrayContaining(['Genannter Code: K7', 'Browser: Firefox']));
  // To nobody else an answer goes.
  expect(mail?.content?.lines[2]).toContain('pia@home.example');
  expect(await listFeedback(db())).toMatchObject([{ slink: 'amsel', text: draft.text, code: 'K7', facts }]);
  for (const wrong of [
    { ...draft, text: '' },
    { ...draft, text: 'x'.repeat(FEEDBACK_TEXT_MAXIMUM + 1) },
    { ...draft, code: 'x'.repeat(FEEDBACK_CODE_MAXIMUM + 1) },
    { ...draft, kind: 'praise' },
    { ...draft, facts: [{ name: 'iq', value: '' }] },
  ])
    expect((await call('pia', 'POST', '/feedback', wrong)).status).toBe(422);
});

it('with no_email it is kept alone, also where the school has no support [P-7.40]', async () => {
  await call('ada', 'PUT', '/support/contact', { is_enabled: false });
  const before = (await mails()).length;
  expect((await call('pia', 'POST', '/feedback?no_email=1', draft)).body.data).toEqual({ is_mailed: false });
  expect(await mails()).toHaveLength(before);
  expect(await listFeedback(db())).toHaveLength(2);
});

it('of one person there are ten an hour; they are shown to the person, go with the account, and after a year', async () => {
  const send = async () => (await call('pia', 'POST', '/feedback?no_email=1', { ...draft, facts: [] })).status;
  // What somebody else writes neither counts for her nor is hers.
  expect((await call('ada', 'POST', '/feedback?no_email=1', { ...draft, text: 'Of Ada' })).status).toBe(200);
  for (let sent = 3; sent < FEEDBACK_PER_HOUR; sent++) expect(await send()).toBe(200);
  // Two at once do not pass the limit together: both have come before either is kept.
  const { pool } = server.test.database;
  const holder = await pool.connect();
  await holder.query('begin; lock table feedback in share mode');
  const both = Promise.all([send(), send()]);
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rows[0]?.count).toBe(2);
  await holder.query('commit');
  holder.release();
  expect((await both).toSorted()).toEqual([200, 429]);
  server.clock.advance(61 * 60 * 1000);
  tokens.pia = await signIn(server, 'amsel', 'pia');
  expect(await send()).toBe(200);
  const person = { school_id: school.id, user_id: pia.id };
  const t = (() => '') as unknown as Translate;
  const shown = await feedbackData.feedback?.(db(), person, t);
  expect(JSON.stringify(shown)).not.toContain('Of Ada');
  expect(shown?.[0]).toMatchObject({ kind: 'problem', text: ['Nothing\nhappens.', 'K7', 'browser: Firefox'] });
  const later = new Date(server.clock.now().getTime() + 365 * 24 * 60 * 60 * 1000 - 1);
  await eraseFeedback(db(), person);
  expect(await listFeedback(db())).toMatchObject([{ text: 'Of Ada' }]);
  await send();
  expect(await pruneFeedback(db(), later)).toBe(1);
});

it('messages that are sent at once do not pass the limit together, and blanks are none', async () => {
  await db().deleteFrom('feedback').execute();
  const send = (text: string) => call('pia', 'POST', '/feedback?no_email=true', { ...draft, text });
  expect((await send(' \n ')).status).toBe(422);
  const sent = await Promise.all(Array.from({ length: 3 * FEEDBACK_PER_HOUR }, () => send('Nothing.')));
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(FEEDBACK_PER_HOUR);
});
