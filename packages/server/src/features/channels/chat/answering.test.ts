import { randomUUID } from 'node:crypto';
import type { Message } from '@kreide/core/features/channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
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
let oneway: BuiltChannel;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'TEACHER'],
    ['cem', 'TEACHER'],
    ['pia', 'PARENT'],
  ] as const) {
    people[name] = await buildUser(db(), school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  const members = ['ben', 'cem', 'pia'].map(idOf);
  oneway = await buildChannel(db(), school.id, { admins: [idOf('ada')], members }, { is_twoway: false });
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
const send = (who: string, chatId: number, content: string, reply_uuid: string | null = null) =>
  call(who, 'POST', `chats/${chatId}/messages`, { uuid: randomUUID(), content, reply_uuid });
const converse = async (who: string, other: string): Promise<number> =>
  (await call(who, 'POST', 'start-conversation', { user_id: idOf(other) })).body.data.chat_id;
const announce = async (): Promise<Message> => (await send('ada', oneway.chat_id, 'Morgen ist Wandertag')).body.data;

describe('an answer in a one-way channel', () => {
  it('goes to the author alone and quotes what it answers [D-6.12]', async () => {
    const announced = await announce();
    expect((await call('ben', 'GET', `chats/${oneway.chat_id}`)).body.data).toMatchObject({ is_answered_alone: true });
    expect((await call('ada', 'GET', `chats/${oneway.chat_id}`)).body.data).toMatchObject({ is_answered_alone: false });
    expect((await send('ben', oneway.chat_id, 'Toll', announced.uuid)).status).toBe(403);
    const chatId = await converse('ben', 'ada');
    const { status, body } = await send('ben', chatId, 'Toll', announced.uuid);
    expect(status, JSON.stringify(body)).toBe(200);
    const quoted = { uuid: announced.uuid, id: announced.id, channel_id: oneway.id, excerpt: 'Morgen ist Wandertag' };
    for (const who of ['ben', 'ada']) {
      const [message] = (await call(who, 'GET', `chats/${chatId}/messages`)).body.data;
      expect(message).toMatchObject({ content: 'Toll', original_id: null, reply: { ...quoted, is_unset: false } });
    }
    expect((await call('cem', 'GET', `chats/${oneway.chat_id}/messages`)).body.data).toHaveLength(1);
    await call('ada', 'DELETE', `chats/${oneway.chat_id}/messages/${announced.id}`);
    const [message] = (await call('ben', 'GET', `chats/${chatId}/messages`)).body.data;
    expect(message.reply).toMatchObject({ excerpt: '', is_unset: true });
  });

  it('quotes nothing to others, nothing that its sender does not read, and nothing into channels [D-6.12] [C-6.42]', async () => {
    const announced = await announce();
    const other = await converse('ben', 'cem');
    expect((await send('ben', other, 'Sieh mal', announced.uuid)).status).toBe(404);
    const twoway = await buildChannel(db(), school.id, { admins: [idOf('ben')], members: [idOf('ada')] });
    expect((await send('ben', twoway.chat_id, 'Sieh mal', announced.uuid)).status).toBe(404);
    const chatId = await converse('ben', 'ada');
    const place = db().updateTable('channel_members').where('channel_id', '=', oneway.id);
    await place.set({ visible_from_seq: announced.id }).where('user_id', '=', idOf('ben')).execute();
    expect((await send('ben', chatId, 'Toll', announced.uuid)).status).toBe(404);
    await place
      .set({ visible_from_seq: 0, left_at: '2026-11-18T08:00:00Z' })
      .where('user_id', '=', idOf('ben'))
      .execute();
    expect((await send('ben', chatId, 'Toll', announced.uuid)).status).toBe(404);
    const own = (await send('ben', other, 'Unter uns')).body.data as Message;
    expect((await send('ben', chatId, 'Toll', own.uuid)).status).toBe(404);
  });

  it('is refused in words where the two may not write to each other [C-6.07]', async () => {
    const { status, body } = await call('pia', 'POST', 'start-conversation', { user_id: idOf('ada') });
    expect(status).toBe(422);
    expect(body.error.issues[0].message).toMatch(/schreiben/);
  });
});
