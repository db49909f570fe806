import type { Notification } from '@kreide/core/features/channels';
import { type CountChange, notificationEvents } from '@kreide/core/features/notifications';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { chatOf, notify } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const db = server.test.database.kysely;
  school = await buildSchool(db, 'amsel');
  for (const name of ['ada', 'ben', 'cem', 'dana'] as const) {
    ids[name] = (await buildUser(db, school.id, name, name === 'cem' ? 'TEACHER' : 'STUDENT')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const notified = (who: string, title?: string) => notify(server, school.id, ids[who] as number, title ? { title } : {});
const summaryOf = async (who: string, id = 'self') =>
  (await call(who, 'GET', `/users/${id}/activity-summary`)).body.data;
async function listOf(who: string, query = '') {
  const { body } = await call(who, 'GET', '/channels/personal-channel');
  return (await call(who, 'GET', `/channels/chats/${body.data.chat_id}/messages${query}`)).body;
}

describe('the personal channel', () => {
  it('is there for everybody from the first moment, one each, with its chat [C-7.06] [C-1.10]', async () => {
    const { status, body } = await call('ada', 'GET', '/channels/personal-channel');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      type: 'CHAT',
      chat_id: await chatOf(server, ids.ada as number),
      chat: { messages_sent: 0 },
    });
    expect((await call('ben', 'GET', '/channels/personal-channel')).body.data.id).not.toBe(body.data.id);
  });

  it('holds notifications with all that a screen shows, escaped, newest first [C-3.38] [C-3.39] [C-7.106]', async () => {
    const first = await notified('ada', 'Mathe <b>fällt</b> aus & „mehr“');
    await notify(server, school.id, ids.ada as number, {
      title: 'Später',
      actions: [{ type: 'LINK_INTERNAL', action: '/channels' }],
    });
    const { data } = await listOf('ada');
    expect(data.map(({ id }: Notification) => id)).toEqual([2, 1]);
    expect(data[0].actions).toEqual([{ type: 'LINK_INTERNAL', action: '/channels' }]);
    expect(data[1]).toEqual({
      id: 1,
      uuid: first,
      chat_id: await chatOf(server, ids.ada as number),
      type: 'NC_EVENT',
      is_read: false,
      created_at: new Date(TEST_NOW).toISOString(),
      change_seq: 1,
      actions: [],
      target_type: 'lesson',
      target: { id: 7 },
      target_snapshot: { name: 'Mathe', user: { meta: { displayname: 'Frau Kern' } } },
      content_rendered: '<strong>Mathe &lt;b&gt;fällt&lt;/b&gt; aus &amp; „mehr“</strong><br>Freitag, 3. Stunde',
    });
    expect((await listOf('ben')).data).toEqual([]);
  });

  it('is read page by page, all or only what is unread, with both numbers [C-3.41] [C-7.106] [C-7.107]', async () => {
    const uuids: string[] = [];
    for (let at = 0; at < 23; at += 1) uuids.push(await notified('ben', `Nr. ${at + 1}`));
    expect((await call('ben', 'PUT', `/notifications/${uuids[22]}/seen`)).status).toBe(200);
    const first = await listOf('ben');
    expect(first).toMatchObject({ count: 23, unread_count: 22 });
    expect(first.data).toHaveLength(21);
    const idsOf = ({ data }: { data: Notification[] }) => data.map(({ id }) => id);
    expect(idsOf(await listOf('ben', '?page=2'))).toEqual([3, 2, 1]);
    expect(idsOf(await listOf('ben', '?is_read=false')).slice(0, 2)).toEqual([22, 21]);
    expect(idsOf(await listOf('ben', '?is_read=true'))).toEqual([23]);
    expect(idsOf(await listOf('ben', '?is_read=0&page=2'))).toEqual([2, 1]);
  });
});

describe('a notification', () => {
  const open: Socket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect();
  });
  async function listen(who: string): Promise<CountChange[]> {
    const heard: CountChange[] = [];
    const socket = io(server.url, {
      path: '/v1/realtime',
      transports: ['websocket'],
      auth: { token: tokens[who] },
      forceNew: true,
    });
    open.push(socket);
    socket.on(notificationEvents.count.name, (payload: CountChange) => heard.push(payload));
    await expect.poll(() => socket.connected).toBe(true);
    return heard;
  }

  it('is marked read and unread by its uuid; its owner hears of it, nobody else [C-4.38] [C-7.104] [C-7.105] [C-7.115] [P-7.104]', async () => {
    const uuid = await notified('cem');
    const [own, other] = [await listen('cem'), await listen('dana')];
    expect((await call('cem', 'PUT', `/notifications/${uuid}/seen`)).body.data).toMatchObject({ uuid, is_read: true });
    await expect.poll(() => own).toHaveLength(1);
    expect(own[0]).toMatchObject({ count: 1, unread_count: 0, told: null, notification: { uuid, is_read: true } });
    // Again: nothing changes, so nothing is told.
    await call('cem', 'PUT', `/notifications/${uuid}/seen`);
    expect((await call('cem', 'PUT', `/notifications/${uuid}/unseen`)).body.data).toMatchObject({ is_read: false });
    await expect.poll(() => own).toHaveLength(2);
    expect(own[1]).toMatchObject({ count: 1, unread_count: 1, notification: { uuid, is_read: false } });
    expect(own[1]?.change_seq).toBeGreaterThan(own[0]?.change_seq as number);
    expect(other).toEqual([]);
  });

  it('of somebody else can neither be marked nor counted [D-4.06]', async () => {
    const uuid = await notified('dana');
    expect((await call('cem', 'PUT', `/notifications/${uuid}/seen`)).status).toBe(404);
    expect((await summaryOf('dana')).notifications).toMatchObject({ count: 1, unread_count: 1 });
    expect((await call('cem', 'GET', `/users/${ids.dana}/activity-summary`)).status).toBe(403);
  });

  it('is counted in the activity summary, that of chats too [C-7.109] [P-7.24]', async () => {
    const uuid = await notified('dana');
    expect(await summaryOf('dana')).toMatchObject({
      notifications: { count: 2, unread_count: 2 },
      chats: { unread_count: 0 },
    });
    await call('dana', 'PUT', `/notifications/${uuid}/seen`);
    expect(await summaryOf('dana', String(ids.dana))).toMatchObject({ notifications: { count: 2, unread_count: 1 } });
    const db = server.test.database.kysely;
    const members = [ids.dana ?? 0];
    const { id } = await buildChannel(db, school.id, { members }, { name: 'Chor', messages_sent: 4 });
    await buildChannel(db, school.id, { former: members }, { name: 'Vorbei', messages_sent: 7 });
    const unread = async () => (await summaryOf('dana')).chats.unread_count;
    expect(await unread()).toBe(4);
    await call('dana', 'PUT', `/channels/${id}/mute`, { is_muted: true });
    expect(await unread()).toBe(0);
    await call('dana', 'PUT', `/channels/${id}/mute`, { is_muted: false });
    await call('dana', 'POST', `/channels/${id}/archive`);
    expect(await unread()).toBe(0);
  });
});
