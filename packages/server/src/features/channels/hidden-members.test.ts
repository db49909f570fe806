import { randomUUID } from 'node:crypto';
import { readXlsx } from '@kreide/formats/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { hear } from '../../../../../tests/support/chats.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { toVote } from '../../../../../tests/support/surveys.ts';

let server: TestServer;
let school: BuiltSchool;
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

/** Ada looks after the channel; Ben and Cem are in it, Dora was; Boss administers the school, Press its news alone. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem', 'dora', 'boss', 'press']) {
    people[name] = await buildUser(db(), school.id, name, name === 'boss' ? 'ADMIN' : 'TEACHER');
    if (name === 'press')
      await db()
        .insertInto('user_permissions')
        .values({ school_id: school.id, user_id: idOf(name), permission: 'manage-news', is_allowed: true })
        .execute();
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());

const built = (is_hidden_memberlist: boolean) =>
  buildChannel(
    db(),
    school.id,
    { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')], former: [idOf('dora')] },
    { is_hidden_memberlist },
  );
const write = (who: string, { chat_id }: BuiltChannel) =>
  ok(who, 'POST', `chats/${chat_id}/messages`, { uuid: randomUUID(), content: 'Guten Tag' });
async function survey(who: string, { chat_id }: BuiltChannel) {
  const questions = [{ question: 'Wohin?', options: [{ name: 'Wald' }, { name: 'See' }] }];
  const made = await ok(who, 'POST', 'surveys', { questions });
  await ok(who, 'POST', `chats/${chat_id}/messages/survey`, { uuid: randomUUID(), survey_form_id: made.id });
  return made;
}

it('that all others have read a message is told to who wrote it, once, and to nobody where the list is hidden [C-4.10] [C-7.54]', async () => {
  for (const hidden of [false, true]) {
    const channel = await built(hidden);
    const { chat_id } = channel;
    const readByAll = async () => (await ok('ben', 'GET', `chats/${chat_id}`)).read_by_all_seq;
    const { id } = await write('ben', channel);
    using ben = await hear(server.url, tokens.ben ?? '', ['channel.read-by-all', 'channel.unread']);
    await ok('ada', 'POST', `chats/${chat_id}/read`, { read_seq: id });
    expect(await readByAll()).toBe(hidden ? null : 0);
    // Cem is the last; who has read it already does not tell it again.
    for (let times = 0; times < 2; times += 1) await ok('cem', 'POST', `chats/${chat_id}/read`, { read_seq: id });
    expect(await readByAll()).toBe(hidden ? null : id);
    // What was told before it has come when this has.
    await ok('ben', 'POST', `chats/${chat_id}/unread`, { is_unread: true });
    await expect.poll(() => ben.events.at(-1)?.name).toBe('channel.unread');
    const told = { name: 'channel.read-by-all', payload: { channel_id: channel.id, chat_id, read_by_all_seq: id } };
    expect(ben.events.slice(0, -1)).toEqual(hidden ? [] : [told]);
  }
});

it('that all others have read a message is not told to who has left since', async () => {
  const [channel, another] = [await built(false), await built(false)];
  const { id } = await write('cem', channel);
  await db()
    .updateTable('channel_members')
    .set({ left_at: server.clock.now().toISOString() })
    .where('school_id', '=', school.id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', idOf('cem'))
    .execute();
  using cem = await hear(server.url, tokens.cem ?? '', ['channel.read-by-all', 'channel.unread']);
  for (const who of ['ada', 'ben']) await ok(who, 'POST', `chats/${channel.chat_id}/read`, { read_seq: id });
  await ok('cem', 'POST', `chats/${another.chat_id}/unread`, { is_unread: true });
  await expect.poll(() => cem.events.at(-1)?.name).toBe('channel.unread');
  expect(cem.events).toHaveLength(1);
});

it('that all have read is told to those whose messages it is about, not of what was read before or is not read yet [C-4.10]', async () => {
  const channel = await built(false);
  const read = (who: string, { id }: { id: number }) =>
    ok(who, 'POST', `chats/${channel.chat_id}/read`, { read_seq: id });
  const first = await write('cem', channel);
  for (const who of ['ada', 'ben']) await read(who, first);
  const second = await write('ben', channel);
  await read('cem', second);
  const third = await write('cem', channel);
  const kinds = ['channel.read-by-all', 'channel.unread'];
  using ada = await hear(server.url, tokens.ada ?? '', kinds);
  using cem = await hear(server.url, tokens.cem ?? '', kinds);
  // Ada is the last to read what Ben wrote; what Cem wrote Ben has not read.
  await read('ada', third);
  for (const who of ['ada', 'cem']) await ok(who, 'POST', `chats/${channel.chat_id}/unread`, { is_unread: true });
  for (const { events } of [ada, cem]) {
    await expect.poll(() => events.at(-1)?.name).toBe('channel.unread');
    expect(events.filter(({ name }) => name === 'channel.read-by-all')).toEqual([]);
  }
});

describe('who is in a channel whose list is hidden', () => {
  it('is not told by who has read a message, but to those who look after it [C-4.10]', async () => {
    for (const hidden of [false, true]) {
      const channel = await built(hidden);
      const [of, by] = [await write('ben', channel), await write('ada', channel)];
      await ok('cem', 'POST', `chats/${channel.chat_id}/read`, { read_seq: by.id });
      const at = (id: number) => `chats/${channel.chat_id}/messages/${id}/readers`;
      expect(of.can.readers, String(hidden)).toBe(hidden ? 0 : 1);
      expect((await call('ben', 'GET', at(of.id))).status).toBe(hidden ? 403 : 200);
      const list = (await ok('ben', 'GET', `chats/${channel.chat_id}/messages`)) as { id: number; can: object }[];
      expect(list.find(({ id }) => id === of.id)?.can).toMatchObject({ readers: hidden ? 0 : 1 });
      expect(
        (await ok('ada', 'GET', at(by.id))).map(({ displayname }: { displayname: string }) => displayname),
      ).toEqual(expect.arrayContaining([expect.stringContaining('cem')]));
      expect((await call('dora', 'GET', at(of.id))).status).toBe(403);
    }
  });

  it('is not told by who has answered a survey and who has not, nor by its workbook [C-4.10] [C-6.21] [C-6.25]', async () => {
    for (const hidden of [false, true]) {
      const channel = await built(hidden);
      const [of, by] = [await survey('ben', channel), await survey('ada', channel)];
      for (const made of [of, by]) await ok('cem', 'PUT', `surveys/${made.id}/vote`, toVote(made, [0]));
      for (const is_voted of [0, 1]) {
        expect((await call('ben', 'GET', `surveys/${of.id}/voters?is_voted=${is_voted}`)).status).toBe(
          hidden ? 403 : 200,
        );
        expect((await ok('ada', 'GET', `surveys/${by.id}/voters?is_voted=${is_voted}`)).length).toBe(1);
      }
      expect((await ok('ben', 'GET', `surveys/${of.id}`)).can.evaluation).toBe(hidden ? 0 : 1);
      const sheets = async (who: string, id: number) => {
        const headers = { authorization: `Bearer ${tokens[who]}` };
        const answer = await fetch(`${server.url}/v1/channels/surveys/${id}/export`, { headers });
        return JSON.stringify(
          await readXlsx(new Uint8Array(await answer.arrayBuffer()), {
            entries: 100,
            budget: { left: 1e7, limit: 1e7 },
          }),
        );
      };
      expect((await sheets('ben', of.id)).includes('cem')).toBe(!hidden);
      expect(await sheets('ada', by.id)).toContain('cem');
    }
  });

  it('is not told by who has confirmed a news item and who has not, but to those who look after the news [C-4.10] [C-7.88]', async () => {
    const items: { id: number; isNamed: boolean }[] = [];
    for (const hidden of [false, true]) {
      const channel = await built(hidden);
      const item = await ok('ben', 'POST', 'news', {
        title: 'Konzert',
        content: '<p>Am Freitag.</p>',
        publish_at: null,
        is_notifiable: true,
        is_pinned: false,
        is_official: false,
        is_public: false,
        is_confirmable: true,
        // One of its channels is enough.
        channels: [channel.id, (await built(false)).id],
        user_ids: [],
      });
      for (const path of ['readers', 'unreached', 'readers/export?format=csv']) {
        expect((await call('ben', 'GET', `news/${item.id}/${path}`)).status, path).toBe(hidden ? 403 : 200);
        for (const who of ['boss', 'press'])
          expect((await call(who, 'GET', `news/${item.id}/${path}`)).status, `${who} ${path}`).toBe(200);
      }
      // The item says whether there is a list to open; how many have confirmed it is told all the same.
      expect(item.meta).toMatchObject({ exports: hidden ? null : {}, statistics: { confirmed: { current: 0 } } });
      for (const who of ['boss', 'press'])
        expect((await ok(who, 'GET', `news/${item.id}`)).meta.exports, who).not.toBeNull();
      items.push({ id: item.id, isNamed: !hidden });
    }
    // In a list each item says it of itself.
    const { body } = await server.request('GET', '/v1/users/self/feed/news', { token: tokens.ben ?? '' });
    const listed = (body.data as { id: number; meta: { exports: object | null } }[]).toSorted((a, b) => a.id - b.id);
    expect(listed.map(({ id, meta }) => ({ id, isNamed: meta.exports !== null }))).toEqual(items);
  });

  it('is not told by who is in a call, but how many are, and by name to those who are in it themselves [C-3.56] [C-4.10]', async () => {
    for (const hidden of [false, true]) {
      const { id } = await built(hidden);
      const at = `${id}/conferences`;
      const { uuid } = await ok('ben', 'POST', at, { has_lobby: false });
      const join = { connection: randomUUID(), media: 'video' };
      await ok('ben', 'POST', `${at}/${uuid}/join`, join);
      const seenBy = async (who: string) => {
        const { participants, present_count } = await ok(who, 'GET', `${at}/${uuid}`);
        expect((await ok(who, 'GET', at)).running).toMatchObject({ participants, present_count });
        return [...participants.map(({ user_id }: { user_id: number }) => user_id), present_count];
      };
      expect(await seenBy('ada')).toEqual([idOf('ben'), 1]);
      expect(await seenBy('cem')).toEqual(hidden ? [1] : [idOf('ben'), 1]);
      // Who would begin another one is answered with the one that runs, and learns no more by it.
      expect((await ok('cem', 'POST', at, { has_lobby: false })).participants).toHaveLength(hidden ? 0 : 1);
      const other = { ...join, connection: randomUUID() };
      await ok('cem', 'POST', `${at}/${uuid}/join`, other);
      expect(await seenBy('cem')).toEqual([idOf('ben'), idOf('cem'), 2]);
      // Who lets people in sees them from outside too; anybody else who has left does not any more.
      await ok('ben', 'POST', `${at}/${uuid}/leave`, { connection: join.connection });
      expect(await seenBy('ben')).toEqual([idOf('cem'), 1]);
      await ok('ben', 'POST', `${at}/${uuid}/join`, join);
      await ok('cem', 'POST', `${at}/${uuid}/leave`, { connection: other.connection });
      expect(await seenBy('cem')).toEqual(hidden ? [1] : [idOf('ben'), 1]);
    }
  });
});
