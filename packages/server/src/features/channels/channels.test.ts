import type { Channel } from '@kreide/core/features/channels';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { globalChannelOf } from '../../../../../tests/support/global-channel.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const idOf = (name: string) => people[name]?.id ?? 0;

beforeAll(async () => {
  server = await startTestServer();
  const db = server.test.database.kysely;
  school = await buildSchool(db, 'amsel');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'TEACHER'],
    ['cem', 'ADMIN'],
    ['dana', 'STUDENT'],
    ['emil', 'STUDENT'],
    ['fatma', 'PARENT'],
    ['gita', 'PARENT'],
  ] as const) {
    people[name] = await buildUser(db, school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
  // This is about the channels that people make.
  await db.updateTable('channel_members').set({ left_at: new Date().toISOString() }).execute();
});
afterAll(() => server.stop());

const db = () => server.test.database.kysely;
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const channelOf = (people: Parameters<typeof buildChannel>[2], values?: Parameters<typeof buildChannel>[3]) =>
  buildChannel(db(), school.id, people, values);
const listOf = async (who: string, query = ''): Promise<Channel[]> =>
  (await call(who, 'GET', `/users/self/channels${query}`)).body.data;
const namesOf = async (who: string, query = '') => (await listOf(who, query)).map(({ meta }) => meta.displayname);
const DRAFT = { name: ' Chor ', description: '', color: null, users: [] as number[], is_twoway: true };
const start = (who: string, values: Partial<typeof DRAFT> = {}) =>
  call(who, 'POST', '/channels/start', { ...DRAFT, ...values });
/** Who was told of a channel since, by the rooms of the events. */
const toldSince = async (after: number) => {
  const rows = await db()
    .selectFrom('outbox')
    .select(['audience', 'payload'])
    .where('event', '=', 'channel.changed')
    .where('id', '>', after)
    .execute();
  return rows.flatMap(({ audience }) => audience as unknown as string[]).toSorted();
};
const lastEvent = async () =>
  (
    await db()
      .selectFrom('outbox')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id ?? 0;

describe('the list of one’s channels', () => {
  it('has pinned ones first, then what is unread and not muted, each by the newest activity, and knows that without counting [C-2.02] [C-7.30] [C-3.03]', async () => {
    const members = [idOf('dana')];
    await channelOf({ members }, { name: 'old', activity_at: '2026-11-10T08:00:00Z', messages_sent: 7 });
    const { id } = await channelOf({ members }, { name: 'pinned', activity_at: '2026-11-01T08:00:00Z' });
    await channelOf({ members }, { name: 'new', activity_at: '2026-11-12T08:00:00Z' });
    await channelOf({ former: members }, { name: 'left' });
    expect(await namesOf('dana')).toEqual(['old', 'new', 'pinned']);
    expect((await call('dana', 'PUT', `/channels/${id}/pin`, { is_pinned: true })).body.data.meta.is_pinned).toBe(true);
    expect(await namesOf('dana')).toEqual(['pinned', 'old', 'new']);
    const old = (await listOf('dana', '?search=OLD'))[0];
    await call('dana', 'PUT', `/channels/${old?.id}/mute`, { is_muted: true });
    expect(await namesOf('dana')).toEqual(['pinned', 'new', 'old']);
    const cloud = (await call('dana', 'GET', `/channels/cloud/${old?.cloud_id}`)).body.data;
    expect(cloud).toMatchObject({ channel_id: old?.id, meta: { displayname: 'old' } });
    expect(old).toMatchObject({ is_unread: true, meta: { last_unread_count: 7, is_unread: false }, users_count: 1 });
    await db()
      .updateTable('channel_members')
      .set({ read_seq: 3, visible_from_seq: 5 })
      .where('channel_id', '=', old?.id ?? 0)
      .execute();
    expect((await listOf('dana', '?only_unread=1')).map(({ meta }) => meta.last_unread_count)).toEqual([2]);
  });

  it('leaves out archived ones and narrows to muted ones, for this person only [C-4.03] [C-4.04] [C-4.05] [C-4.06] [C-7.10] [C-7.16] [C-7.17]', async () => {
    const { id } = await channelOf({ members: [idOf('fatma'), idOf('gita')] }, { name: 'quiet' });
    await channelOf({ members: [idOf('fatma')] }, { name: 'loud' });
    const after = await lastEvent();
    expect((await call('fatma', 'PUT', `/channels/${id}/mute`, { is_muted: true })).body.data.meta.is_muted).toBe(true);
    expect(await toldSince(after)).toEqual([`user:${idOf('fatma')}`]);
    expect(await namesOf('fatma', '?muted=1')).toEqual(['quiet']);
    expect(await namesOf('fatma', '?muted=0')).toEqual(['loud']);
    await call('fatma', 'POST', `/channels/${id}/archive`);
    expect(await namesOf('fatma')).toEqual(['loud']);
    expect(await namesOf('fatma', '?archived=1')).toEqual(['quiet']);
    expect((await namesOf('fatma', '?with_archived=1')).toSorted()).toEqual(['loud', 'quiet']);
    expect(await namesOf('gita')).toEqual(['quiet']);
    expect((await listOf('gita'))[0]?.meta).toMatchObject({ is_muted: false, is_archived: false });
    await call('fatma', 'POST', `/channels/${id}/unarchive`);
    expect((await namesOf('fatma')).toSorted()).toEqual(['loud', 'quiet']);
  });

  it('is paged, ten conversations at a time [C-9.06]', async () => {
    const emil = idOf('emil');
    for (let at = 0; at < 22; at += 1) await channelOf({ members: [emil] }, { name: `n${at}` });
    expect(await listOf('emil')).toHaveLength(21);
    expect(await listOf('emil', '?page=2')).toHaveLength(2);
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, at) => buildUser(db(), school.id, `colleague${at}`, 'TEACHER')),
    );
    for (const { id } of others) {
      const answer = await call('ada', 'POST', '/channels/start-conversation', { user_id: id });
      expect(answer.status).toBe(200);
    }
    expect(await listOf('ada', '?chats=1')).toHaveLength(11);
    expect((await listOf('ada', '?chats=1')).every(({ type }) => type === 'CHAT')).toBe(true);
  });
});

describe('making a channel', () => {
  it('makes the caller its administrator and tells those who are in it [C-7.02] [C-2.08] [C-3.04]', async () => {
    const after = await lastEvent();
    const { status, body } = await start('ada', { users: [idOf('ben'), idOf('ben'), idOf('ada')] });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      type: 'CUSTOM',
      name: 'Chor',
      description: null,
      admin_ids: [idOf('ada')],
      users_count: 2,
      meta: { displayname: 'Chor' },
      can: { update: 1, moderate: 1, write: 1 },
    });
    expect(await toldSince(after)).toEqual([`user:${idOf('ada')}`, `user:${idOf('ben')}`].toSorted());
    const seen = (await call('ben', 'GET', `/channels/${body.data.id}`)).body.data;
    expect(seen).toMatchObject({ can: { update: 0, write: 1 }, code: null });
  });

  it('refuses a name that is too short or too long, in words [C-2.08]', async () => {
    for (const [name, rule] of [
      ['  ', 'nameRequired'],
      ['a ', 'nameMin'],
      ['x'.repeat(151), 'nameMax'],
    ] as const)
      expect((await start('ada', { name })).body.error.issues).toMatchObject([{ path: 'body.name', rule }]);
    expect((await start('ada', { name: 'x'.repeat(150) })).status).toBe(200);
    expect((await start('dana')).status).toBe(403);
  });

  it('takes only people whom its maker may write to [C-6.07]', async () => {
    const { body } = await start('ada', { users: [idOf('ben'), idOf('emil')] });
    expect(body.error.issues).toMatchObject([{ path: 'body.users', rule: 'contact' }]);
  });
});

describe('the administrators of a channel', () => {
  const made = async (users: string[] = ['ben', 'cem']): Promise<Channel> =>
    (await start('ada', { users: users.map(idOf) })).body.data;

  it('change what it says, unless somebody else did meanwhile [C-7.08]', async () => {
    const { id, updated_at } = await made();
    const change = { name: 'Big band', description: ' Tuesdays ', color: '#112233', updated_at };
    const after = await lastEvent();
    const changed = (await call('ada', 'PUT', `/channels/${id}`, change)).body.data;
    expect(await toldSince(after)).toEqual(['ada', 'ben', 'cem'].map((who) => `user:${idOf(who)}`).toSorted());
    expect(changed).toMatchObject({ name: 'Big band', description: 'Tuesdays', color: '#112233' });
    expect((await call('ada', 'PUT', `/channels/${id}`, change)).status).toBe(409);
    expect((await call('ben', 'PUT', `/channels/${id}`, { ...change, updated_at: changed.updated_at })).status).toBe(
      403,
    );
  });

  it('switch it off, one-way, hidden and not to be left [C-4.01] [C-4.08] [C-4.10] [C-7.09] [C-7.12] [C-7.13] [C-7.14] [C-7.21]', async () => {
    const { id, chat_id } = await made();
    const put = async (what: string, body: unknown) => (await call('ada', 'PUT', `/channels/${id}/${what}`, body)).body;
    const canOf = async (who: string) => (await call(who, 'GET', `/channels/${id}`)).body.data.can;
    expect((await put('state', { is_disabled: true })).data.is_disabled).toBe(true);
    expect(await canOf('ben')).toMatchObject({ write: 0 });
    await put('state', { is_disabled: false });
    const past = { is_twoway: true, twoway_expires_at: '2026-11-01T00:00:00.000Z' };
    expect((await put('oneway', past)).error.issues).toMatchObject([{ path: 'body.twoway_expires_at', rule: 'past' }]);
    // The switch keeps the end that was set.
    const ends = '2026-12-18T07:00:00.000Z';
    const chatOf = async (who: string) => (await call(who, 'GET', `/channels/chats/${chat_id}`)).body.data;
    expect((await put('oneway', { is_twoway: true, twoway_expires_at: ends })).data.is_twoway).toBe(true);
    expect(await chatOf('ben')).toMatchObject({ twoway_expires_at: ends, writing_ends_at: ends });
    expect(await chatOf('ada')).toMatchObject({ twoway_expires_at: ends, writing_ends_at: null });
    // One that has come does not stand in the way of switching it off.
    expect((await put('oneway', { ...past, is_twoway: false })).data.is_twoway).toBe(false);
    const off = await put('oneway', { is_twoway: false, twoway_expires_at: ends });
    expect(off.data).toMatchObject({ is_twoway: false, twoway_expires_at: ends });
    expect(await chatOf('ben')).toMatchObject({ twoway_expires_at: null, writing_ends_at: null });
    expect([(await canOf('ben')).write, (await canOf('ada')).write]).toEqual([0, 1]);
    await put('leavable', { is_leavable: false });
    expect((await call('ben', 'POST', `/channels/${id}/leave`)).status).toBe(403);
    await put('leavable', { is_leavable: true });
    expect((await call('ben', 'GET', `/channels/${id}/users?search=ADA`)).body.data).toMatchObject([
      { displayname: expect.stringContaining('ada'), is_admin: true },
    ]);
    await put('memberlist', { is_hidden_memberlist: true });
    expect((await call('ben', 'GET', `/channels/${id}/users`)).status).toBe(403);
    expect((await call('ada', 'GET', `/channels/${id}/users`)).body.data).toHaveLength(3);
    expect((await call('ben', 'POST', `/channels/${id}/leave`)).status).toBe(204);
    expect((await call('ben', 'GET', `/channels/${id}`)).status).toBe(403);
  });

  it('give a code to join and a new one, with which the former ends [C-4.11] [C-4.12] [C-7.05] [C-7.11] [C-3.08]', async () => {
    const { id, code } = await made(['ben']);
    const join = (who: string, text: unknown) => call(who, 'POST', '/channels/join-by-code', { code: text });
    await db().updateTable('chats').set({ messages_sent: 9 }).where('channel_id', '=', id).execute();
    const typed = `${code?.slice(0, 4)} ${code?.slice(4).toLowerCase()}`;
    expect((await join('dana', typed)).body.data).toEqual({ user_id: idOf('dana'), channel_id: id });
    const joined = (await call('dana', 'GET', `/channels/${id}`)).body.data;
    expect(joined).toMatchObject({ is_unread: false, chat: { read_seq: 9, visible_from_seq: 9 } });
    const renewed = (await call('ada', 'PUT', `/channels/${id}/code`)).body.data;
    expect(renewed.code).not.toBe(code);
    expect((await join('emil', code)).status).toBe(404);
    expect((await join('emil', renewed.code)).status).toBe(200);
    // Whoever knows it tries as often as they like.
    for (let at = 0; at < 15; at += 1) expect((await join('emil', renewed.code)).status).toBe(200);
  });

  it('cannot be guessed in by trying codes [C-7.05]', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1)
      statuses.push((await call('gita', 'POST', '/channels/join-by-code', { code: `WRONG${at}` })).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404));
    expect(statuses).toContain(429);
  });

  it('add and take out people, who are told, and see nothing of before [C-7.23] [C-7.24]', async () => {
    const { id } = await made(['ben']);
    await db().updateTable('chats').set({ messages_sent: 4 }).where('channel_id', '=', id).execute();
    let after = await lastEvent();
    await call('ada', 'POST', `/channels/${id}/users/remove`, { users: [idOf('ben')] });
    expect(await toldSince(after)).toContain(`user:${idOf('ben')}`);
    expect((await call('ben', 'GET', `/channels/${id}`)).status).toBe(403);
    after = await lastEvent();
    const back = await call('ada', 'POST', `/channels/${id}/users/add`, { users: [idOf('ben'), idOf('cem')] });
    expect(back.body.data.users_count).toBe(3);
    expect(await toldSince(after)).toContain(`user:${idOf('cem')}`);
    const seen = (await call('ben', 'GET', `/channels/${id}`)).body.data;
    expect(seen).toMatchObject({ chat: { read_seq: 4, visible_from_seq: 4 }, meta: { last_unread_count: 0 } });
    const stranger = await call('ada', 'POST', `/channels/${id}/users/add`, { users: [idOf('emil')] });
    expect(stranger.body.error.issues).toMatchObject([{ path: 'body.users', rule: 'contact' }]);
  });

  it('are made and unmade, but never all of them [C-6.38] [C-7.25] [C-7.15] [C-5.28]', async () => {
    const { id } = await made(['ben']);
    const toggle = (who: string, user: string, is_admin: boolean) =>
      call(who, 'POST', `/channels/${id}/users/toggle-admin`, { user: idOf(user), is_admin });
    expect((await toggle('ben', 'ben', true)).status).toBe(403);
    expect((await toggle('ada', 'ada', false)).body.error.code).toBe('last_channel_admin');
    expect((await call('ada', 'POST', `/channels/${id}/leave`)).body.error.code).toBe('last_channel_admin');
    expect((await call('ada', 'POST', `/channels/${id}/users/remove`, { users: [idOf('ada')] })).body.error.code).toBe(
      'last_channel_admin',
    );
    expect((await toggle('ada', 'ben', true)).body.data.admin_ids).toEqual([idOf('ada'), idOf('ben')]);
    expect((await toggle('ben', 'ada', false)).body.data.admin_ids).toEqual([idOf('ben')]);
    expect((await call('ada', 'POST', `/channels/${id}/leave`)).status).toBe(204);
    expect((await call('ben', 'POST', `/channels/${id}/leave`)).status).toBe(204);
    expect((await call('cem', 'GET', `/channels/${id}`)).status).toBe(404);
  });

  it('are not those of the whole school, in which everybody is who belongs there [C-4.13] [C-7.25]', async () => {
    const everybody = await globalChannelOf(db(), school.id);
    const users = { users: [idOf('ben')] };
    for (const what of ['add', 'remove'])
      expect((await call('cem', 'POST', `/channels/${everybody}/users/${what}`, users)).body.error.code, what).toBe(
        'channel_generated',
      );
    const admin = { user: idOf('ben'), is_admin: true };
    expect((await call('cem', 'POST', `/channels/${everybody}/users/toggle-admin`, admin)).body.error.code).toBe(
      'channel_generated',
    );
  });

  it('cannot both give it up at the same time [C-6.38]', async () => {
    const { id } = await made(['ben']);
    await call('ada', 'POST', `/channels/${id}/users/toggle-admin`, { user: idOf('ben'), is_admin: true });
    await call('ada', 'POST', `/channels/${id}/users/add`, { users: [idOf('cem')] });
    const left = await Promise.all(['ada', 'ben'].map((who) => call(who, 'POST', `/channels/${id}/leave`)));
    expect(left.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });
});

describe('who looks after the school', () => {
  it('finds no channel that is not there, and none of another school [C-6.42]', async () => {
    const { id } = await buildSchool(db(), 'drossel');
    const foreign = await globalChannelOf(db(), id);
    for (const who of ['ada', 'cem'])
      for (const channel of [foreign, 999_999]) {
        expect((await call(who, 'GET', `/channels/${channel}`)).status, `${who} ${channel}`).toBe(404);
        expect((await call(who, 'GET', `/channels/${channel}/users`)).status, `${who} ${channel}`).toBe(404);
      }
  });

  it('sees the facts of a channel, not its conversations, and reads nothing [C-4.13] [C-7.07] [C-7.20] [C-3.07]', async () => {
    const { id } = await channelOf({ admins: [idOf('ada')] }, { name: 'Staff', messages_sent: 12 });
    const { body } = await call('cem', 'GET', `/channels/${id}`);
    expect(body.data.can).toMatchObject({ view: 1, update: 1, read: 0, write: 0 });
    expect(body.data.meta.last_unread_count).toBe(0);
    expect((await call('cem', 'GET', `/channels/${id}/metrics`)).body.data).toEqual({
      files_count: 0,
      messages_count: 12,
      news_count: 0,
    });
    const conversation = await call('ada', 'POST', '/channels/start-conversation', { user_id: idOf('ben') });
    expect((await call('cem', 'GET', `/channels/${conversation.body.data.id}`)).status).toBe(403);
    const all: Channel[] = (await call('cem', 'GET', '/channels?order-by=name')).body.data;
    expect(all.some(({ type }) => type === 'CHAT')).toBe(false);
  });
});

describe('channels to choose from', () => {
  it('are those in which one may write now, by name [C-7.26] [C-7.27] [C-7.28] [C-7.29]', async () => {
    const hana = await buildUser(db(), school.id, 'hana', 'TEACHER');
    tokens.hana = await signIn(server, 'amsel', 'hana');
    const members = [hana.id];
    await channelOf({ members }, { name: 'zoo' });
    await channelOf({ members }, { name: 'Ärzte' });
    await channelOf({ members }, { name: 'disabled', is_disabled: true });
    await channelOf({ members }, { name: 'one-way', is_twoway: false });
    await channelOf({ admins: members }, { name: 'own one-way', is_twoway: false });
    const chosen = async (query = '') =>
      ((await call('hana', 'GET', `/channels/self-postable${query}`)).body.data as Channel[]).map(
        ({ meta }) => meta.displayname,
      );
    expect(await chosen()).toEqual(['Ärzte', 'Kollegium', 'own one-way', 'zoo']);
    expect(await chosen('?type=custom&order-by=name&order-dir=desc&search=o')).toEqual(['zoo', 'own one-way']);
    expect(await chosen('?target=users')).toEqual([]);
    expect(await chosen('?type=global')).toEqual([]);
    const names = async (query: string) =>
      ((await call('cem', 'GET', `/channels${query}`)).body.data as Channel[]).map(({ name }) => name);
    expect(await names('?search=disabled')).toEqual([]);
    expect(await names('?search=disabled&with_disabled=1')).toEqual(['disabled']);
  });
});
