import type { NewsItem } from '@kreide/core/features/news';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { type PushService, startPushService } from '../../../../../tests/support/push-service.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let service: PushService;
let server: TestServer;
let school: BuiltSchool;
let [choir, band] = [0, 0];
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', ben: 'TEACHER', cem: 'ADMIN', dana: 'STUDENT', finn: 'PARENT' } as const;
const db = () => server.test.database.kysely;
const idOf = (name: keyof typeof NAMES) => ids[name] as number;

/** Ada leads choir and band; Dana is in both, Ben and Finn sing. */
beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: service.allow } });
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of Object.entries(NAMES)) ids[name] = (await buildUser(db(), school.id, name, role)).id;
  const admins = [idOf('ada')];
  choir = (await buildChannel(db(), school.id, { admins, members: [idOf('ben'), idOf('dana'), idOf('finn')] })).id;
  band = (await buildChannel(db(), school.id, { admins, members: [idOf('dana')] }, { name: 'Band' })).id;
});
afterAll(async () => {
  await server.stop();
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await server.test.database.pool.query('delete from graphile_worker._private_jobs where locked_by is null');
  await jobsDone(server);
  const { pool } = server.test.database;
  for (const table of ['push_deliveries', 'devices', 'notification_settings']) await pool.query(`delete from ${table}`);
  await pool.query('update channel_members set is_muted = false');
  await pool.query('update users set is_locked = false');
  await at(TEST_NOW);
  service.received.length = 0;
});

async function at(time: string): Promise<void> {
  server.clock.set(new Date(time));
  for (const name of Object.keys(NAMES)) tokens[name] = await signIn(server, 'amsel', name);
  await server.test.database.pool.query("delete from push_deliveries where kind != 'news'");
  await server.test.database.pool.query('delete from messages');
}

const DRAFT = {
  title: 'Concert',
  content: '<p>On Friday.</p>',
  publish_at: null as string | null,
  is_notifiable: true,
  is_pinned: false,
  is_official: false,
  is_public: false,
  is_confirmable: false,
};
type Draft = typeof DRAFT & { channels: number[]; user_ids: number[] };
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
async function made(values: Partial<Draft> = {}): Promise<NewsItem> {
  const body = { ...DRAFT, channels: [choir], ...values };
  const { status, body: answer, text } = await call('ada', 'POST', '/channels/news', body);
  expect(status, text).toBe(200);
  return answer.data;
}
const change = async (item: NewsItem, values: Partial<Draft>): Promise<NewsItem> => {
  const body = { ...DRAFT, publish_at: item.publish_at, updated_at: item.updated_at, ...values };
  const answer = await call('ada', 'PUT', `/channels/news/${item.id}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const HOUR = 3_600_000;
const later = (hours: number) => new Date(Date.parse(TEST_NOW) + hours * HOUR).toISOString();

/** Who is told of it in the app, by their first words. */
async function told(item: NewsItem): Promise<Record<string, string>> {
  const rows = await db()
    .selectFrom('messages')
    .innerJoin('chats', 'chats.id', 'messages.chat_id')
    .innerJoin('channels', 'channels.id', 'chats.channel_id')
    .innerJoin('users', 'users.id', 'channels.owner_id')
    .select(['users.username', 'messages.content'])
    .where('messages.target_type', '=', 'news')
    .where('messages.target_id', '=', item.id)
    .orderBy('users.username')
    .execute();
  expect(new Set(rows.map(({ username }) => username)).size).toBe(rows.length);
  return Object.fromEntries(rows.map(({ username, content }) => [username, content]));
}
const namesOf = async (item: NewsItem) => Object.keys(await told(item));

/** What the jobs do that are due by now. */
async function pass(hours = 0): Promise<void> {
  server.clock.set(new Date(server.clock.now().getTime() + hours * HOUR));
  await passJobWaits(server.test.database.pool);
  await jobsDone(server);
}

describe('what was told of an item', () => {
  it('goes with it: from the list, from the number, and from what waits for a device [C-4.33]', async () => {
    const device = { push_notification_consent: 'ACCEPTED', type: 'web', app_version: '1', package_name: null };
    await call('dana', 'POST', '/users/self/devices', { ...device, token: service.subscribe('/dana').token });
    const item = await made({ is_confirmable: true });
    await call('ada', 'POST', `/channels/news/${item.id}/notify`);
    const countOf = async (who: string) =>
      (await call(who, 'GET', '/users/self/activity-summary')).body.data.notifications.unread_count;
    expect(await countOf('dana')).toBe(2);
    const last = await db()
      .selectFrom('outbox')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    expect((await call('ada', 'DELETE', `/channels/news/${item.id}`)).status).toBe(204);
    expect(await countOf('dana')).toBe(0);
    const counted = await db()
      .selectFrom('outbox')
      .select('payload')
      .where('event', '=', 'notifications.count')
      .where('audience', '@>', JSON.stringify([`user:${idOf('dana')}`]) as never)
      .where('id', '>', last.id)
      .execute();
    expect(counted).toMatchObject([{ payload: { count: 0, unread_count: 0, told: null } }]);
    await pass(0.01);
    const sent = await db().selectFrom('push_deliveries').select('state').where('kind', '=', 'news').execute();
    expect(sent).toEqual([{ state: 'DROPPED' }, { state: 'DROPPED' }]);
    expect(service.received).toEqual([]);
  });

  it('goes from those who receive it no longer, and from all while it is not out any more', async () => {
    const item = await made({ channels: [choir] });
    expect(await namesOf(item)).toEqual(['ben', 'dana', 'finn']);
    const fewer = await change(item, { channels: [band] });
    expect(await namesOf(item)).toEqual(['dana']);
    await change(fewer, { channels: [band], publish_at: later(2) });
    expect(await namesOf(item)).toEqual([]);
  });
});

describe('publishing an item', () => {
  it('rings for its receivers, each in their own language, and not for its author [C-7.123] [C-3.29]', async () => {
    await db().updateTable('users').set({ locale: 'en' }).where('id', '=', idOf('finn')).execute();
    const device = { push_notification_consent: 'ACCEPTED', type: 'web', app_version: '1', package_name: null };
    for (const who of ['dana', 'ada'])
      await call(who, 'POST', '/users/self/devices', { ...device, token: service.subscribe(`/${who}`).token });
    const item = await made({ channels: [choir, band] });
    expect(await told(item)).toEqual({
      ben: 'Neu in der Schule:\nConcert\nada of 1',
      dana: 'Neu in der Schule:\nConcert\nada of 1',
      finn: 'New at school:\nConcert\nada of 1',
    });
    const orders = await db().selectFrom('push_deliveries').select(['user_id', 'kind']).execute();
    expect(orders).toEqual([{ user_id: idOf('dana'), kind: 'news' }]);
    await pass(0.01);
    await expect.poll(() => service.received.length).toBe(1);
  });

  it('with the switch off rings for nobody, and a change later does not either [C-7.123]', async () => {
    const item = await made({ is_notifiable: false });
    expect(await namesOf(item)).toEqual([]);
    const next = await change(item, { title: 'Concert!', is_notifiable: true });
    await call('cem', 'PUT', `/channels/news/${item.id}/pin`, { is_pinned: true });
    expect(await namesOf(next)).toEqual([]);
  });

  it('rings once, however often it is changed, deleted and taken back [C-7.123]', async () => {
    const item = await made();
    await change(item, { title: 'Concert!' });
    expect(await namesOf(item)).toEqual(['ben', 'dana', 'finn']);
    expect((await call('ada', 'DELETE', `/channels/news/${item.id}`)).status).toBe(204);
    expect((await call('ada', 'POST', `/channels/news/${item.id}/restore`)).status).toBe(200);
    expect(await namesOf(item)).toEqual([]);
  });

  it('leaves out who muted every channel through which it comes; a name is a way of its own [C-7.123]', async () => {
    const mute = (who: string, id: number) => call(who, 'PUT', `/channels/${id}/mute`, { is_muted: true });
    expect((await mute('ben', choir)).status).toBe(200);
    await mute('dana', choir);
    expect(await namesOf(await made())).toEqual(['finn']);
    // Dana still hears the band, and Ben is named.
    expect(await namesOf(await made({ channels: [choir, band], user_ids: [idOf('ben')] }))).toEqual([
      'ben',
      'dana',
      'finn',
    ]);
    await mute('dana', band);
    expect(await namesOf(await made({ channels: [choir, band] }))).toEqual(['finn']);
  });

  it('leaves out whoever may not read news, or cannot sign in', async () => {
    await db().updateTable('users').set({ is_locked: true }).where('id', '=', idOf('ben')).execute();
    const without = { school_id: school.id, role: 'PARENT', permission: 'view-news', is_allowed: false };
    await db().insertInto('role_permissions').values(without).execute();
    expect(await namesOf(await made())).toEqual(['dana']);
    await db().deleteFrom('role_permissions').where('school_id', '=', school.id).execute();
  });
});

describe('an item that is scheduled', () => {
  it('rings when the job publishes it, once, however often that runs [C-7.123] [C-4.29]', async () => {
    const item = await made({ publish_at: later(2) });
    expect(await namesOf(item)).toEqual([]);
    await change(item, { title: 'Concert!', publish_at: later(3) });
    expect(await namesOf(item)).toEqual([]);
    await pass(3);
    await expect.poll(() => namesOf(item)).toEqual(['ben', 'dana', 'finn']);
    const publish = server.server.features.all
      .flatMap(({ tasks = [] }) => tasks)
      .find(({ name }) => name === 'news:publish');
    const tools = { now: server.clock.now, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    const payload = { school_id: school.id, id: item.id, publish_at: later(3) };
    const again = publish as unknown as { run(payload: object, tools: object): Promise<void> };
    await Promise.all([again.run(payload, tools), again.run(payload, tools)]);
    expect(await namesOf(item)).toEqual(['ben', 'dana', 'finn']);
  });

  it('rings for nobody with the switch off, for nobody after it was deleted, and after it was taken back late [C-7.123]', async () => {
    const silent = await made({ publish_at: later(1), is_notifiable: false });
    const deleted = await made({ publish_at: later(1) });
    await call('ada', 'DELETE', `/channels/news/${deleted.id}`);
    await pass(2);
    expect(await namesOf(silent)).toEqual([]);
    expect(await namesOf(deleted)).toEqual([]);
    await at(later(2));
    await call('ada', 'POST', `/channels/news/${deleted.id}/restore`);
    expect(await namesOf(deleted)).toEqual(['ben', 'dana', 'finn']);
  });

  it('is published early by its author and rings then; put off again it rings anew at its time [C-7.123]', async () => {
    const item = await made({ publish_at: later(2) });
    const early = await change(item, { publish_at: null });
    expect(await namesOf(item)).toEqual(['ben', 'dana', 'finn']);
    await server.test.database.pool.query('delete from messages');
    await change(early, { publish_at: later(3) });
    expect(await namesOf(item)).toEqual([]);
    await pass(4);
    await expect.poll(() => namesOf(item)).toEqual(['ben', 'dana', 'finn']);
  });
});
