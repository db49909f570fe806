import { randomUUID } from 'node:crypto';
import { channelEvents, type Message, READERS_PAGE } from '@kreide/core/features/channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
import { addParents, hear, writeMessage } from '../../../../../../tests/support/chats.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/server.ts';
import { LIMITS } from '../../auth/failures.ts';
import { reactionData } from '../queries/reactions.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
let message: number;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
const ok = async (who: string, method: string, path: string, body?: unknown) => {
  const answer = await call(who, method, path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const at = (id = message) => `chats/${channel.chat_id}/messages/${id}`;
const react = (who: string, reaction: string | null, id = message) =>
  call(who, 'PUT', `${at(id)}/reaction`, { reaction });
const pin = (who: string, message_id: number | null) =>
  call(who, 'PUT', `chats/${channel.chat_id}/pinned-message`, { message_id });
const pinnedFor = async (who: string) => (await ok(who, 'GET', `chats/${channel.chat_id}`)).pinned_message;
/** Somebody sees only what was written after this message. */
const see = (who: string, visible_from_seq: number) =>
  db()
    .updateTable('channel_members')
    .set({ visible_from_seq })
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', idOf(who))
    .execute();
const stored = () => db().selectFrom('message_reactions').selectAll().execute();

/** Ada looks after a channel in which she alone writes; Ben and Cem read it. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'STUDENT'],
    ['cem', 'PARENT'],
    ['boss', 'ADMIN'],
  ] as const) {
    people[name] = await buildUser(db(), school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  await db().deleteFrom('message_reactions').execute();
  await db().deleteFrom('sign_in_failures').execute();
  const members = ['ben', 'cem'].map(idOf);
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members }, { is_twoway: false });
  message = await writeMessage(db(), school.id, channel, idOf('ada'));
});

describe('a reaction to a message', () => {
  it('is one for each person, counted by kind, and known as one’s own [D-6.12]', async () => {
    await react('ben', 'heart');
    await react('cem', 'thumbs_up');
    expect((await react('ben', 'thumbs_up')).body.data.reactions).toEqual([
      { reaction: 'thumbs_up', count: 2, is_own: true },
    ]);
    const answer = await react('ada', 'sad');
    // In the order in which they are offered, not in that of the days on which they were given.
    expect(answer.body.data.reactions).toEqual([
      { reaction: 'thumbs_up', count: 2, is_own: false },
      { reaction: 'sad', count: 1, is_own: true },
    ]);
    expect((await react('ada', null)).body.data.reactions).toEqual([
      { reaction: 'thumbs_up', count: 2, is_own: false },
    ]);
    // What somebody is told of their own data names only their own.
    const ben = { school_id: school.id, user_id: idOf('ben') } as never;
    const mine = await reactionData.message_reactions?.(db(), ben, ((key: string) => key) as never);
    expect(mine).toMatchObject([{ reaction: 'thumbs_up' }]);
    expect((await stored()).map(({ user_id }) => user_id).sort()).toEqual([idOf('ben'), idOf('cem')].sort());
  });

  it('is a change of the message that others catch up with, and no edit of it; the same again is none [D-6.12]', async () => {
    const before = (await ok('cem', 'GET', `chats/${channel.chat_id}`)).change_seq as number;
    using cem = await hear(server.url, tokens.cem ?? '', [channelEvents.messageChanged.name]);
    await react('ben', 'heart');
    await expect
      .poll(() => cem.events.map(({ payload }) => payload))
      .toMatchObject([{ seq: message, is_reaction: true }]);
    const since = `chats/${channel.chat_id}/messages?after_change=${before}`;
    const [changed, ...others] = (await ok('cem', 'GET', since)) as Message[];
    expect(others).toEqual([]);
    expect(changed).toMatchObject({ id: message, label: null, edited_at: null, change_seq: before + 1 });
    expect(changed?.reactions).toEqual([{ reaction: 'heart', count: 1, is_own: false }]);
    await react('ben', 'heart');
    expect((await ok('cem', 'GET', `chats/${channel.chat_id}`)).change_seq).toBe(before + 1);
  });

  it('goes with the message that is taken back, and nobody reacts to that [D-6.12]', async () => {
    await react('ben', 'heart');
    await ok('ada', 'DELETE', at());
    expect(await stored()).toEqual([]);
    expect((await react('ben', 'heart')).body.error.code).toBe('message_gone');
  });

  it('is refused where the school has switched reactions off, until it switches them on [D-6.12]', async () => {
    const settings = `/v1/schools/${school.id}/channels`;
    const put = (body: object) => server.request('PUT', settings, { token: tokens.boss, body });
    const given = { channels: true, pupils: false, parents: false };
    expect((await put({ ...given, reactions: false })).body.data.reactions).toBe(false);
    // What is left out stays.
    expect((await put(given)).body.data.reactions).toBe(false);
    const self = await server.request('GET', '/v1/users/self', { token: tokens.ben });
    expect(self.body.data.school.properties.reactions).toBe(false);
    expect((await react('ben', 'heart')).body.error.code).toBe('reactions_off');
    await put({ ...given, reactions: true });
    expect((await react('ben', 'heart')).status).toBe(200);
    // What was given is not shown meanwhile, neither as a number nor with names.
    const shown = async () => [
      (await ok('cem', 'GET', at())).reactions.length,
      (await ok('cem', 'GET', `chats/${channel.chat_id}/messages`))[0].reactions.length,
      (await call('ada', 'GET', `${at()}/reactions`)).body.error?.code,
    ];
    expect(await shown()).toEqual([1, 1, undefined]);
    await put({ ...given, reactions: false });
    expect(await shown()).toEqual([0, 0, 'reactions_off']);
    await put({ ...given, reactions: true });
    expect(await shown()).toEqual([1, 1, undefined]);
  });

  it('is given, changed and taken back so often in a row, at one message or at many, and then waits [D-6.12]', async () => {
    using cem = await hear(server.url, tokens.cem ?? '', [channelEvents.messageChanged.name]);
    const next = await writeMessage(db(), school.id, channel, idOf('ada'));
    for (let index = 0; index < LIMITS.reaction.free; index += 1) {
      const [reaction, id] = [index % 2 ? null : 'laugh', index % 4 < 2 ? message : next];
      expect((await react('ben', reaction, id)).status).toBe(200);
    }
    for (const reaction of ['laugh', null]) expect((await react('ben', reaction)).body.error.code).toBe('too_many');
    expect(cem.events).toHaveLength(LIMITS.reaction.free);
    expect((await react('cem', 'laugh')).status).toBe(200);
    server.clock.advance(61_000);
    expect((await react('ben', 'laugh')).status).toBe(200);
  });

  it('is open to who only reads, and is one of this message of this chat alone [D-6.12]', async () => {
    const next = await writeMessage(db(), school.id, channel, idOf('ada'));
    const other = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
    await writeMessage(db(), school.id, other, idOf('ada'));
    const there = `chats/${other.chat_id}/messages/${message}`;
    for (const id of [message, next]) expect((await react('ben', 'heart', id)).body.data.can.react).toBe(1);
    await ok('ben', 'PUT', `${there}/reaction`, { reaction: 'sad' });
    expect((await react('ben', 'thanks')).body.data.reactions).toEqual([
      { reaction: 'thanks', count: 1, is_own: true },
    ]);
    await react('ben', null);
    expect((await ok('ben', 'GET', there)).reactions).toHaveLength(1);
    await react('ben', 'thanks');
    await ok('ada', 'DELETE', at());
    expect((await ok('ben', 'GET', at(next))).reactions).toHaveLength(1);
    expect((await ok('ben', 'GET', there)).reactions).toHaveLength(1);
  });

  it('and a message above the others are refused with the reason once the channel is switched off [D-6.12]', async () => {
    await db().updateTable('channels').set({ is_disabled: true }).where('id', '=', channel.id).execute();
    const refused = [await react('ben', 'heart'), await pin('ada', message)];
    expect(refused.map(({ body }) => body.error?.code)).toEqual(['chat_disabled', 'chat_disabled']);
  });

  it('is listed by name, 50 a page; a hidden list of members hides these too [C-4.10] [D-6.12]', async () => {
    await react('cem', 'thanks');
    await react('ben', 'heart');
    const list = await call('ada', 'GET', `${at()}/reactions`);
    expect(list.body.count).toBe(2);
    expect(list.body.data).toEqual([
      { id: idOf('ben'), displayname: expect.stringContaining('ben'), reaction: 'heart' },
      { id: idOf('cem'), displayname: expect.stringContaining('cem'), reaction: 'thanks' },
    ]);
    expect((await call('ada', 'GET', `${at()}/reactions?page=2`)).body.data).toEqual([]);
    expect(READERS_PAGE).toBe(50);
    await db()
      .updateTable('users')
      .set({ firstname: 'zora', lastname: 'Zander' })
      .where('id', '=', idOf('ben'))
      .execute();
    const names = async (page = 1) =>
      (await ok('ada', 'GET', `${at()}/reactions?page=${page}`)).map(({ id }: { id: number }) => id);
    expect(await names()).toEqual([idOf('cem'), idOf('ben')]);
    // 52 people: the first page has one more than 50, who opens the next.
    const key = { school_id: school.id, chat_id: channel.chat_id, seq: message };
    const at0 = '2026-11-18T08:00:00.000Z';
    const crowd = await addParents(server, school.id, channel, 50);
    await db()
      .insertInto('message_reactions')
      .values(crowd.map((user_id) => ({ ...key, user_id, reaction: 'sad' as const, reacted_at: at0 })))
      .execute();
    expect([(await names()).length, await names(2)]).toEqual([51, [expect.any(Number), idOf('ben')]]);
    // Who is archived is not named.
    await db()
      .updateTable('users')
      .set({ deleted_at: at0 })
      .where('id', '=', crowd[0] ?? 0)
      .execute();
    expect((await call('ada', 'GET', `${at()}/reactions`)).body.count).toBe(51);
    await see('ben', message);
    expect((await call('ben', 'GET', `${at()}/reactions`)).status).toBe(404);
    await see('ben', 0);
    await ok('ada', 'PUT', `${channel.id}/memberlist`, { is_hidden_memberlist: true });
    expect((await call('ben', 'GET', `${at()}/reactions`)).status).toBe(403);
    expect((await call('ada', 'GET', `${at()}/reactions`)).status).toBe(200);
    // How many is no name.
    expect((await ok('ben', 'GET', at())).reactions).toHaveLength(3);
  });
});

describe('the message that stands above the others', () => {
  it('is chosen by who looks after the channel, and seen by all of it [D-6.12]', async () => {
    expect((await pin('ben', message)).body.error.code).toBe('forbidden');
    using ben = await hear(server.url, tokens.ben ?? '', [channelEvents.channelChanged.name]);
    expect((await pin('ada', message)).body.data.pinned_message).toMatchObject({ id: message, type: 'MESSAGE' });
    expect(await pinnedFor('ben')).toMatchObject({ id: message, user: { id: idOf('ada') } });
    await expect.poll(() => ben.events.map(({ payload }) => payload)).toEqual([{ channel_id: channel.id }]);
    expect((await pin('ada', message + 1)).status).toBe(404);
    await pin('ada', null);
    expect(await pinnedFor('ben')).toBeNull();
    const log = await db().selectFrom('audit_log').select('after').where('action', '=', 'chat.pin').execute();
    expect(log.map(({ after }) => after)).toEqual([{ pinned_message: message }, { pinned_message: null }]);
  });

  it('goes with it when it is taken back or cleared, and is not for those who came later [D-6.12]', async () => {
    await pin('ada', message);
    await see('cem', message);
    expect([await pinnedFor('cem'), await pinnedFor('ben')]).toEqual([null, expect.objectContaining({ id: message })]);
    await ok('ada', 'DELETE', at(await writeMessage(db(), school.id, channel, idOf('ada'))));
    expect(await pinnedFor('ben')).toMatchObject({ id: message });
    await ok('ada', 'DELETE', at());
    expect(await pinnedFor('ben')).toBeNull();
    expect((await pin('ada', message)).body.error.code).toBe('message_gone');
    const next = await writeMessage(db(), school.id, channel, idOf('ada'));
    await pin('ada', next);
    await ok('ada', 'POST', `${channel.id}/clear-messages`);
    expect(await pinnedFor('ben')).toBeNull();
    const { pinned_seq } = await db()
      .selectFrom('chats')
      .select('pinned_seq')
      .where('id', '=', channel.chat_id)
      .executeTakeFirstOrThrow();
    expect(pinned_seq).toBeNull();
  });

  it('is chosen by either of two who talk [D-6.12]', async () => {
    const started = await call('boss', 'POST', 'start-conversation', { user_id: idOf('ada') });
    const chatId = started.body.data.chat_id;
    const sent = await ok('boss', 'POST', `chats/${chatId}/messages`, { uuid: randomUUID(), content: 'Hallo' });
    const answer = await call('ada', 'PUT', `chats/${chatId}/pinned-message`, { message_id: sent.id });
    expect(answer.body.data.pinned_message).toMatchObject({ id: sent.id, excerpt: 'Hallo' });
  });
});

describe('the line of a channel in the list', () => {
  const lineFor = async (who: string) => {
    const list = await server.request('GET', '/v1/users/self/channels?with_archived=1', { token: tokens[who] });
    return list.body.data.find(({ id }: { id: number }) => id === channel.id)?.last_message;
  };

  it('says who wrote last and how that begins, to those who see it, and forgets what is taken back [C-2.01] [C-4.13]', async () => {
    const last = await writeMessage(db(), school.id, channel, idOf('ada'), `Bitte\nbringt ${'x'.repeat(300)}`);
    const line = await lineFor('ben');
    const author = { user_id: idOf('ada'), displayname: `ada of ${school.id}` };
    expect(line).toMatchObject({ id: last, type: 'MESSAGE', ...author, is_unset: false });
    expect(line.excerpt).toMatch(/^Bitte bringt x{100,}…$/);
    const managed = await server.request('GET', '/v1/channels?with_disabled=1', { token: tokens.boss });
    const seen = managed.body.data.find(({ id }: { id: number }) => id === channel.id);
    expect([managed.status, seen?.last_message]).toEqual([200, null]);
    const words = {
      'Begonnen: https://kreide.example/x?y=1': 'Begonnen',
      'https://kreide.example/x': 'https://kreide.example/x',
    };
    for (const [content, excerpt] of Object.entries(words)) {
      const told = await writeMessage(db(), school.id, channel, idOf('ada'), content);
      expect(await lineFor('ben')).toMatchObject({ id: told, excerpt });
      await ok('ada', 'DELETE', at(told));
    }
    await ok('ada', 'DELETE', at(last));
    expect(await lineFor('ben')).toMatchObject({ excerpt: '', is_unset: true });
    await ok('ada', 'POST', `${channel.id}/clear-messages`);
    expect(await lineFor('ben')).toBeNull();
  });
});
