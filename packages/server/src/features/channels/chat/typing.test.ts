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

/** Told last, over the same way: what was to come before has come. */
async function mark(who: string, listening: Awaited<ReturnType<typeof listen>>) {
  const calm = await buildChannel(db(), school.id, { members: [idOf('ada'), idOf('ben'), idOf('cem')] });
  await whisper(who, { chat_id: calm.chat_id });
  await expect.poll(() => listening.events.filter(({ payload }) => payload.chat_id === calm.chat_id).length).toBe(1);
  return listening.events.filter(({ payload }) => payload.chat_id === channel.chat_id);
}
const here = () => ({ chat_id: channel.chat_id });

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
    expect(await mark('ben', ada)).toEqual([]);
    expect(await mark('ada', cem)).toEqual([]);
    expect(await outbox()).toBe(before);
  });

  it('of somebody who is no member, or was just taken out, is told to nobody [C-7.116] [C-6.42]', async () => {
    using ben = await listen('ben');
    await whisper('cem', here());
    const members = db().updateTable('channel_members').where('channel_id', '=', channel.id);
    await members.where('user_id', '=', idOf('ada')).set({ left_at: new Date().toISOString() }).execute();
    await whisper('ada', here());
    expect(await mark('ada', ben)).toEqual([]);
  });

  it('does not reach who was just taken out [C-7.116]', async () => {
    using ben = await listen('ben');
    const members = db().updateTable('channel_members').where('channel_id', '=', channel.id);
    await members.where('user_id', '=', idOf('ben')).set({ left_at: new Date().toISOString() }).execute();
    await whisper('ada', here());
    expect(await mark('ada', ben)).toEqual([]);
  });

  it('is told in no channel where only some write, nor in one of more than a hundred [C-7.116]', async () => {
    using ben = await listen('ben');
    await db().updateTable('channels').set({ is_twoway: false }).where('id', '=', channel.id).execute();
    await whisper('ada', here());
    expect(await mark('ada', ben)).toEqual([]);
    await db().updateTable('channels').set({ is_twoway: true }).where('id', '=', channel.id).execute();
    await addParents(server, school.id, channel, 99);
    await whisper('ada', here());
    expect(await mark('ada', ben)).toEqual([]);
    await db()
      .deleteFrom('channel_members')
      .where('user_id', '=', (eb) => eb.selectFrom('channel_members').select((e) => e.fn.max('user_id').as('id')))
      .execute();
    await whisper('ada', here());
    await expect.poll(() => ben.events.filter(({ payload }) => payload.chat_id === channel.chat_id).length).toBe(1);
  });

  it('that makes no sense, or comes too often, is dropped and harms nobody [D-4.08]', async () => {
    using ben = await listen('ben');
    for (const payload of [null, 'x', {}, { chat_id: 'x' }, { chat_id: 1, more: 1 }, { chat_id: 999_999 }])
      await whisper('ada', payload);
    await whisper('ada', here(), here(), here());
    expect(await mark('ada', ben)).toHaveLength(1);
  });
});
