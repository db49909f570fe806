import { channelEvents } from '@kreide/core/features/channels';
import { notificationEvents } from '@kreide/core/features/notifications';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
import { addParents, hear } from '../../../../../../tests/support/chats.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const sockets: Socket[] = [];
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem']) {
    people[name] = await buildUser(db(), school.id, name, 'TEACHER');
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

const listen = (who: string) => hear(server.url, tokens[who] ?? '', ['typing', 'message.']);

/** A connection of its own for each whisper: one that whispers on and on is not heard. */
async function whisper(who: string, ...payloads: unknown[]) {
  const options = { path: '/v1/realtime', transports: ['websocket'], auth: { token: tokens[who] }, forceNew: true };
  const socket = io(server.url, { ...options, reconnection: false });
  sockets.push(socket);
  await new Promise<void>((done, refuse) => {
    socket.once('connect', done);
    socket.once('connect_error', refuse);
  });
  for (const payload of payloads) socket.emit(channelEvents.typing.name, payload);
}

/** Who hears it when somebody types, decided as for a whisper that has just come; nothing is in the air then. */
async function hearersOf(who: string, payload: unknown = here()): Promise<readonly number[] | null> {
  const { features, clock } = server.server;
  const actor = await features.sessions.authenticate(tokens[who] ?? '');
  const judge = features.all.flatMap(({ whispers }) => whispers?.[channelEvents.typing.name] ?? [])[0];
  if (!actor || !judge) throw new Error('nobody listens');
  return (await judge(actor, payload, clock.now()))?.users ?? null;
}
const here = () => ({ chat_id: channel.chat_id });

const leave = (who: string) =>
  db()
    .updateTable('channel_members')
    .set({ left_at: new Date().toISOString() })
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', idOf(who))
    .execute();

describe('typing', () => {
  it('is whispered to the other members, and stored nowhere [C-7.116] [C-7.118] [C-4.21] [P-7.105]', async () => {
    const { messageCreated, channelRead, channelUnread, typing } = channelEvents;
    const names = [messageCreated, channelRead, channelUnread, typing, notificationEvents.count].map(
      ({ name }) => name,
    );
    expect(names.join(' ')).toBe('message.created channel.read channel.unread typing notifications.count');
    using ada = await listen('ada');
    using ben = await listen('ben');
    using cem = await listen('cem');
    const outbox = async () => (await db().selectFrom('outbox').select('id').execute()).length;
    const before = await outbox();
    await whisper('ada', here());
    await expect.poll(() => ben.events.length).toBe(1);
    const { firstname, lastname } = await db()
      .selectFrom('users')
      .select(['firstname', 'lastname'])
      .where('id', '=', idOf('ada'))
      .executeTakeFirstOrThrow();
    const payload = { ...here(), user_id: idOf('ada'), displayname: `${firstname} ${lastname}` };
    expect(ben.events).toEqual([{ name: 'typing', payload }]);
    // The answer of the other comes after: whatever was told to all would have come before it.
    await whisper('ben', here());
    await expect.poll(() => ada.events.length).toBe(1);
    expect(ada.events[0]?.payload).toMatchObject({ ...here(), user_id: idOf('ben') });
    expect(await hearersOf('ada')).toEqual([idOf('ben')]);
    expect(cem.events).toEqual([]);
    expect(await outbox()).toBe(before);
  });

  it('of somebody who does not want it to be seen is told to nobody; they see the others [C-4.21]', async () => {
    const set = async (off: '0' | '1') =>
      server.request('PUT', '/v1/users/self/properties', { token: tokens.ada, body: { 'users.typing.off': off } });
    expect((await set('1')).status).toBe(200);
    expect(await hearersOf('ada')).toBeNull();
    expect(await hearersOf('ben')).toEqual([idOf('ada')]);
    await set('0');
    expect(await hearersOf('ada')).toEqual([idOf('ben')]);
  });

  it('of somebody who is no member, or was just taken out, is told to nobody [C-7.116] [C-6.42]', async () => {
    expect(await hearersOf('cem')).toBeNull();
    expect(await hearersOf('ada')).toEqual([idOf('ben')]);
    await leave('ada');
    expect(await hearersOf('ada')).toBeNull();
    expect(await hearersOf('ben')).toEqual([]);
  });

  it('is told in no channel where only some write or nobody does, nor in one of more than a hundred [C-7.116]', async () => {
    const set = (values: { is_twoway?: boolean; is_disabled?: boolean }) =>
      db().updateTable('channels').set(values).where('id', '=', channel.id).execute();
    await set({ is_twoway: false });
    expect(await hearersOf('ada')).toBeNull();
    await set({ is_twoway: true, is_disabled: true });
    expect(await hearersOf('ada')).toBeNull();
    await set({ is_disabled: false });
    const [parent = 0] = await addParents(server, school.id, channel, 99);
    expect(await hearersOf('ada')).toBeNull();
    await db()
      .updateTable('channel_members')
      .set({ left_at: new Date().toISOString() })
      .where('user_id', '=', parent)
      .execute();
    expect(await hearersOf('ada')).toHaveLength(99);
  });

  it('that makes no sense, or comes too often, is dropped and harms nobody [D-4.08]', async () => {
    using ben = await listen('ben');
    for (const payload of [null, 'x', {}, { chat_id: 'x' }, { ...here(), more: 1 }, { chat_id: 999_999 }])
      expect(await hearersOf('ada', payload)).toBeNull();
    await whisper('ada', here(), here(), here());
    await whisper('cem', null);
    await expect.poll(() => ben.events.length).toBe(1);
    expect((await server.request('GET', '/v1/users/self', { token: tokens.ben })).status).toBe(200);
    expect(ben.events).toHaveLength(1);
  });
});
