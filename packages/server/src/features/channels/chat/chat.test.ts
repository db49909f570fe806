import { randomUUID } from 'node:crypto';
import { CHAT_MESSAGES_A_MINUTE, channelEvents, type Message } from '@kreide/core/features/channels';
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
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
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
    ['dana', 'ADMIN'],
  ] as const) {
    people[name] = await buildUser(db(), school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  const who = { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] };
  channel = await buildChannel(db(), school.id, who, { activity_at: '2026-11-01T08:00:00Z' });
  await db().deleteFrom('messages').where('type', '!=', 'NC_EVENT').execute();
});
afterEach(() => server.clock.set(new Date(TEST_NOW)));

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
const inChat = (who: string, method: string, path: string, body?: unknown) =>
  call(who, method, `chats/${channel.chat_id}${path}`, body);
const send = (who: string, content = 'Hallo', values: object = {}) =>
  inChat(who, 'POST', '/messages', { uuid: randomUUID(), content, reply_uuid: null, ...values });
const sent = async (who: string, content = 'Hallo', values: object = {}): Promise<Message> => {
  const { status, body } = await send(who, content, values);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const list = async (who: string, query = '') => (await inChat(who, 'GET', `/messages${query}`)).body;
const contents = async (who: string, query = '') =>
  (await list(who, query)).data.map(({ content }: Message) => content);
const chatOf = async (who: string) => (await inChat(who, 'GET', '')).body.data;
const later = (minutes: number) => server.clock.set(new Date(Date.parse(TEST_NOW) + minutes * 60_000));

const listen = (who: string, ...kinds: string[]) => hear(server.url, tokens[who] ?? '', kinds);

describe('a message', () => {
  it('reaches the other members, counts as unread for them and never for its author [C-1.03] [C-7.47] [C-7.52] [C-4.15] [C-4.16] [C-7.120]', async () => {
    const message = await sent('ada', 'Guten Morgen');
    const own = { id: 1, content: 'Guten Morgen', is_read: true, user_id: idOf('ada'), type: 'MESSAGE' };
    expect(message).toMatchObject(own);
    expect((await list('ben')).data).toMatchObject([{ uuid: message.uuid, is_read: false, content: 'Guten Morgen' }]);
    const one = (await inChat('ben', 'GET', `/messages/${message.id}`)).body.data;
    expect(one).toEqual({ ...message, is_read: false, can: { edit: 0, delete: 0, readers: 0, react: 1, pin: 0 } });
    expect(await chatOf('ben')).toMatchObject({ last_unread_count: 1, messages_sent: 1, readers_count: 2 });
    expect(await chatOf('ada')).toMatchObject({ last_unread_count: 0, read_seq: 1 });
    expect((await call('ben', 'GET', `${channel.id}`)).body.data.activity_at).toBe(message.created_at);
    expect((await inChat('dana', 'GET', '/messages')).status).toBe(403);
  });

  it('is one however often its uuid comes, days later too, and nobody else gets it by that [C-4.18] [D-4.13]', async () => {
    const uuid = randomUUID();
    const first = await sent('ada', 'Einmal', { uuid });
    later(49 * 60);
    await signInAgain();
    expect(await sent('ada', 'Einmal', { uuid })).toEqual({ ...first, can: { ...first.can, edit: 0, delete: 1 } });
    expect((await chatOf('ada')).messages_sent).toBe(1);
    const another = randomUUID();
    const both = await Promise.all([1, 2, 3].map(() => send('ben', 'Zugleich', { uuid: another })));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await chatOf('ada')).messages_sent).toBe(2);
    expect((await send('ben', 'Fremd', { uuid })).body.error.code).toBe('duplicate');
  });

  it('touches three rows however many members there are [C-7.120]', async () => {
    await addParents(server, school.id, channel, 120);
    const channelId = channel.id;
    const stamps = async () =>
      (
        await server.test.database.pool.query(
          `select 'member ' || user_id as row, xmin::text from channel_members where channel_id = $1
           union all select 'chat', xmin::text from chats where channel_id = $1
           union all select 'channel', xmin::text from channels where id = $1`,
          [channelId],
        )
      ).rows as { row: string; xmin: string }[];
    const before = new Map((await stamps()).map(({ row, xmin }) => [row, xmin]));
    await sent('ada');
    const changed = (await stamps()).filter(({ row, xmin }) => before.get(row) !== xmin).map(({ row }) => row);
    expect(changed.sort()).toEqual(['channel', 'chat', `member ${idOf('ada')}`]);
    expect((await chatOf('ada')).readers_count).toBe(122);
  });

  it('has a place without a gap in the order of the commits, whoever writes at once [C-7.46]', async () => {
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => send(n % 2 ? 'ada' : 'ben', `Nr. ${n}`)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { data, change_seq } = await list('cem');
    expect(data.map(({ id }: Message) => id)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(data.map((message: Message) => message.change_seq)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(change_seq).toBe(6);
  });

  it('is text: markup is shown as it was written, addresses are links [C-3.14]', async () => {
    const { content_rendered } = await sent(
      'ada',
      '<b>hi</b> & "x"\nhttps://kreide.example/a?b=1&c=2, (www.schule.example).',
    );
    expect(content_rendered).toBe(
      '&lt;b&gt;hi&lt;/b&gt; &amp; &quot;x&quot;<br><a href="https://kreide.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">https://kreide.example/a?b=1&amp;c=2</a>, (<a href="https://www.schule.example/" target="_blank" rel="noopener noreferrer">www.schule.example</a>).',
    );
    expect((await sent('ada', 'javascript:alert(1) https://')).content_rendered).not.toContain('<a');
  });

  it('that is empty or too long is refused in words, and too many in a minute wait [C-7.47] [C-3.13]', async () => {
    for (const content of ['  \n', 'x'.repeat(10_001)]) {
      const { status, body } = await send('ada', content);
      expect(status).toBe(422);
      expect(body.error.issues[0]).toMatchObject({ path: 'body.content', message: expect.stringMatching(/Nachricht/) });
    }
    expect((await send('ada', 'Hallo', { type: 'UPLOADING' })).status).toBe(422);
    await sent('ada', '🎒'.repeat(10_000));
    for (let n = 1; n < CHAT_MESSAGES_A_MINUTE; n++) await sent('ada', `${n}`);
    const { status, body } = await send('ada');
    expect(status).toBe(429);
    expect(body.error).toMatchObject({ code: 'messages_too_many', message: expect.stringMatching(/Minute/) });
    await sent('ben');
    later(1.1);
    await sent('ada');
  });

  it('is refused with the reason in a one-way or disabled channel, and by who has left [C-4.02] [C-4.09] [C-6.42]', async () => {
    const set = (values: object) => db().updateTable('channels').set(values).where('id', '=', channel.id).execute();
    const codeOf = async (who: string) => (await send(who)).body.error?.code;
    await set({ is_twoway: false });
    expect([await codeOf('ben'), await codeOf('ada')]).toEqual(['chat_oneway', undefined]);
    expect(await chatOf('ben')).toMatchObject({
      block: expect.stringMatching(/Verwalter/),
      can: { write: 0, read: 1 },
    });
    await set({ is_disabled: true });
    expect([await codeOf('ben'), await codeOf('ada')]).toEqual(['chat_disabled', 'chat_disabled']);
    await set({ is_disabled: false, is_twoway: true });
    await leave('ben');
    const { status, body } = await send('ben');
    expect([status, body.error.code]).toEqual([403, 'chat_no_member']);
    expect((await inChat('ben', 'GET', '/messages')).status).toBe(403);
  });

  it('answers another one, which it quotes as that is now [D-6.12]', async () => {
    const first = await sent('ada', 'Wer kommt mit?');
    const answer = await sent('ben', 'Ich', { reply_uuid: first.uuid });
    expect(answer.reply).toMatchObject({ id: 1, excerpt: 'Wer kommt mit?', is_unset: false });
    await inChat('ada', 'DELETE', `/messages/${first.id}`);
    const { data, change_seq } = await list('cem', '?after_change=2');
    expect(change_seq).toBe(3);
    expect(data.find(({ id }: Message) => id === 2).reply).toMatchObject({ excerpt: '', is_unset: true });
    expect((await send('ben', 'Und?', { reply_uuid: randomUUID() })).status).toBe(404);
  });
});

describe('who is told', () => {
  it('is every member, with the place of the change, and nobody else [C-7.112] [P-7.101]', async () => {
    using ben = await listen('ben', 'message');
    using dana = await listen('dana', 'message');
    const { uuid } = await sent('ada');
    await expect
      .poll(() => ben.events)
      .toEqual([
        {
          name: channelEvents.messageCreated.name,
          payload: expect.objectContaining({
            channel_id: channel.id,
            chat_id: channel.chat_id,
            seq: 1,
            change_seq: 1,
            uuid,
          }),
        },
      ]);
    expect(dana.events).toEqual([]);
  });

  it('is nobody who was taken out before the message was written, and everybody who is taken out after [C-7.112]', async () => {
    const find = 'select audience from outbox where payload @> $1';
    const audience = async (uuid: string) =>
      (await server.test.database.pool.query(find, [`[{"uuid":"${uuid}"}]`])).rows[0].audience as string[];
    // The removal holds the channel: the message waits for it.
    const client = await server.test.database.pool.connect();
    await client.query('begin');
    await client.query('select 1 from channels where id = $1 for update', [channel.id]);
    const waiting = send('ada', 'danach');
    await client.query('update channel_members set left_at = now() where channel_id = $1 and user_id = $2', [
      channel.id,
      idOf('ben'),
    ]);
    await client.query('commit');
    client.release();
    const after = (await waiting).body.data;
    expect(await audience(after.uuid)).toEqual([`user:${idOf('ada')}`, `user:${idOf('cem')}`]);
    const before = await sent('ada', 'davor');
    await leave('cem');
    expect(await audience(before.uuid)).toContain(`user:${idOf('cem')}`);
    expect((await inChat('cem', 'GET', '/messages')).status).toBe(403);
  });
});

describe('an own message', () => {
  it('can be changed for a quarter of an hour, with a mark [D-6.12]', async () => {
    const { id } = await sent('ada', 'Um drei');
    const edit = (who: string, content: string) => inChat(who, 'PUT', `/messages/${id}`, { content });
    expect((await edit('ben', 'Um vier')).status).toBe(403);
    const { body } = await edit('ada', 'Um vier');
    expect(body.data).toMatchObject({ content: 'Um vier', edited_at: expect.any(String), change_seq: 2 });
    expect(await contents('ben')).toEqual(['Um vier']);
    later(14.9);
    expect((await edit('ada', 'Um fünf')).status).toBe(200);
    later(15.1);
    const late = await edit('ada', 'Um sechs');
    expect([late.status, late.body.error.code]).toEqual([403, 'message_too_old']);
  });

  it('can be taken back for a day, by administrators of the channel always: gone for all, with who did it [C-7.53] [D-6.12]', async () => {
    const [one, two] = [await sent('ben', 'Eins'), await sent('ben', 'Zwei')];
    expect((await inChat('cem', 'DELETE', `/messages/${one.id}`)).status).toBe(403);
    const { body } = await inChat('ben', 'DELETE', `/messages/${one.id}`);
    expect(body.data).toMatchObject({
      content: '',
      is_unset: true,
      unset_by: { id: idOf('ben') },
      can: { delete: 0, edit: 0 },
    });
    expect(JSON.stringify(await list('cem'))).not.toContain('Eins');
    expect((await inChat('ben', 'PUT', `/messages/${one.id}`, { content: 'Doch' })).body.error.code).toBe(
      'message_gone',
    );
    later(24 * 60 + 1);
    await signInAgain();
    expect((await inChat('ben', 'DELETE', `/messages/${two.id}`)).body.error.code).toBe('message_too_old');
    const taken = (await inChat('ada', 'DELETE', `/messages/${two.id}`)).body.data;
    expect(taken).toMatchObject({ is_unset: true, unset_by: { id: idOf('ada') } });
    const { rows } = await server.test.database.pool.query('select content from messages where chat_id = $1', [
      channel.chat_id,
    ]);
    expect(rows).toEqual([{ content: '' }, { content: '' }]);
  });
});

describe('the place of a reader', () => {
  it('rises with reading and never falls, on all their devices [C-4.14] [C-7.43] [C-7.113] [P-7.102]', async () => {
    for (const content of ['1', '2', '3']) await sent('ada', content);
    using ben = await listen('ben', 'channel.read');
    const read = async (read_seq: number | null) => (await inChat('ben', 'POST', '/read', { read_seq })).body.data;
    expect(await read(2)).toMatchObject({ read_seq: 2, last_unread_count: 1 });
    expect(await contents('ben', '?is_read=false')).toEqual(['3']);
    expect(await read(1)).toMatchObject({ read_seq: 2 });
    expect(await read(99)).toMatchObject({ read_seq: 3, last_unread_count: 0 });
    await expect.poll(() => ben.events.length).toBe(3);
    expect(ben.events[0]).toEqual({
      name: 'channel.read',
      payload: { channel_id: channel.id, chat_id: channel.chat_id, read_seq: 2, last_unread_count: 1 },
    });
  });

  it('stays when the chat is marked as unread by hand, until it is read again [C-7.44] [C-7.114] [C-7.45] [P-7.103]', async () => {
    await sent('ada');
    await inChat('ben', 'POST', '/read', { read_seq: null });
    using ben = await listen('ben', 'channel.unread');
    const unread = await inChat('ben', 'POST', '/unread', { is_unread: true });
    expect(unread.body.data).toMatchObject({ is_unread: true, read_seq: 1 });
    await expect.poll(() => ben.events.map(({ name }) => name)).toEqual(['channel.unread']);
    expect((await inChat('ben', 'POST', '/pin', { is_pinned: true })).body.data.is_pinned).toBe(true);
    expect((await inChat('ben', 'POST', '/read', { read_seq: null })).body.data).toMatchObject({ is_unread: false });
  });

  it('says to the author who has read a message, those not who came later [C-7.54]', async () => {
    const { id } = await sent('ada');
    const readers = async (who: string, query = '') =>
      (await inChat(who, 'GET', `/messages/${id}/readers${query}`)).body;
    expect((await readers('ada')).count).toBe(0);
    await inChat('ben', 'POST', '/read', { read_seq: null });
    expect(await readers('ada')).toMatchObject({ count: 1, data: [{ id: idOf('ben') }] });
    expect((await readers('ada', '?search=cem')).data).toEqual([]);
    expect((await inChat('ben', 'GET', `/messages/${id}/readers`)).status).toBe(403);
    await db()
      .updateTable('channel_members')
      .set({ joined_at: '2027-01-01T00:00:00Z' })
      .where('channel_id', '=', channel.id)
      .where('user_id', '=', idOf('ben'))
      .execute();
    expect((await readers('ada')).count).toBe(0);
  });
});

describe('catching up', () => {
  it('gives what has changed, edits and take-backs too, in its order [C-7.46] [C-7.119]', async () => {
    const first = await sent('ada', '1');
    const { change_seq } = await list('ben');
    const at = (await list('ben')).data[0].updated_at;
    const second = await sent('ada', '2');
    await inChat('ada', 'PUT', `/messages/${first.id}`, { content: 'eins' });
    await inChat('ada', 'DELETE', `/messages/${second.id}`);
    const changes = await list('ben', `?after_change=${change_seq}`);
    expect(changes.data.map((m: Message) => [m.id, m.content, m.change_seq])).toEqual([
      [1, 'eins', 3],
      [2, '', 4],
    ]);
    expect(changes).toMatchObject({ change_seq: 4, chat: { reset: false } });
    expect((await list('ben', `?updated_at=${at}`)).data.map(({ id }: Message) => id)).toEqual([1, 2]);
    expect((await list('ben', '?after_change=4')).data).toEqual([]);
    expect((await list('ben', '?after_change=5')).chat.reset).toBe(true);
  });

  it('begins anew when too much has happened, and pages go back by the place of a message [C-7.46]', async () => {
    await server.test.database.pool.query(
      `insert into messages (school_id, chat_id, seq, user_id, type, content, change_seq)
       select $1, $2, n, $3, 'MESSAGE', n::text, n from generate_series(1, 201) as n`,
      [school.id, channel.chat_id, idOf('ada')],
    );
    await server.test.database.pool.query('update chats set messages_sent = 201, change_seq = 201 where id = $1', [
      channel.chat_id,
    ]);
    const { data, chat } = await list('ben', '?after_change=0');
    expect(chat).toMatchObject({ reset: true, has_more: true });
    expect(data).toHaveLength(30);
    expect(data[0].id).toBe(201);
    expect((await list('ben', '?after_change=1')).data).toHaveLength(200);
    const older = await list('ben', '?before=12');
    expect(older.data.map(({ id }: Message) => id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(older.chat.has_more).toBe(false);
  });

  it('shows nothing from before somebody came, nor what was cleared for all [C-7.18] [C-4.13]', async () => {
    const first = await sent('ada', 'vorher');
    const place = { visible_from_seq: 1, read_seq: 1 };
    await db()
      .updateTable('channel_members')
      .set(place)
      .where('channel_id', '=', channel.id)
      .where('user_id', '=', idOf('ben'))
      .execute();
    const answer = await sent('cem', 'nachher', { reply_uuid: first.uuid });
    expect(await contents('ben')).toEqual(['nachher']);
    expect((await list('ben')).data[0].reply).toBeNull();
    expect((await inChat('ben', 'GET', `/messages/${first.id}`)).status).toBe(404);
    expect((await call('ben', 'POST', `${channel.id}/clear-messages`)).status).toBe(403);
    using ben = await listen('ben', 'message.changed');
    expect((await call('ada', 'POST', `${channel.id}/clear-messages`)).body.data.visible_from_seq).toBe(answer.id);
    await expect.poll(() => ben.events.map(({ name }) => name)).toEqual(['message.changed']);
    for (const who of ['ada', 'ben', 'cem']) expect(await contents(who)).toEqual([]);
    await sent('ada', 'neu');
    expect(await contents('ben')).toEqual(['neu']);
  });
});

describe('a knock', () => {
  it('waits a minute for the next one, and says when [C-4.22] [C-7.50]', async () => {
    const knock = (who: string) => inChat(who, 'POST', '/messages/knock', { uuid: randomUUID(), content: '' });
    expect((await knock('ben')).body.data).toMatchObject({ type: 'KNOCK' });
    const { status, body } = await knock('ben');
    expect([status, body.error.code]).toEqual([429, 'knock_too_soon']);
    const next = new Date(Date.parse(TEST_NOW) + 60_000).toISOString();
    expect(body.error.issues[0].params).toEqual({ next_possible_knock_at: next });
    expect((await chatOf('ben')).next_possible_knock_at).toBe(next);
    expect((await knock('ada')).status).toBe(200);
    later(1.01);
    expect((await knock('ben')).status).toBe(200);
  });
});

async function leave(who: string): Promise<void> {
  await db()
    .updateTable('channel_members')
    .set({ left_at: new Date(TEST_NOW).toISOString() })
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', idOf(who))
    .execute();
}

/** Access tokens end with the clock. */
const signInAgain = async () => {
  for (const name of Object.keys(people)) tokens[name] = await signIn(server, 'amsel', name);
};
