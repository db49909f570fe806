import { randomUUID } from 'node:crypto';
import { CHAT_MESSAGES_A_MINUTE, type Message } from '@kreide/core/features/channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
import { hear } from '../../../../../../tests/support/chats.ts';
import { type BuiltUser, buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { startTestServer, type TestAnswer, type TestServer } from '../../../../../../tests/support/server.ts';

let server: TestServer;
let schoolId: number;
let channel: BuiltChannel;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;

beforeAll(async () => {
  server = await startTestServer();
  schoolId = (await buildSchool(db(), 'amsel')).id;
  for (const name of ['ada', 'ben', 'cem', 'dora']) {
    people[name] = await buildUser(db(), schoolId, name, 'TEACHER');
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  channel = await buildChannel(db(), schoolId, { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] });
  await db().deleteFrom('messages').where('type', '!=', 'NC_EVENT').execute();
});

interface Values {
  content?: string;
  uuid?: string;
  reply_uuid?: string | null;
  key?: string;
}

function send(who: string, { key, ...values }: Values = {}): Promise<TestAnswer> {
  return server.request('POST', `/v1/channels/chats/${channel.chat_id}/messages`, {
    token: tokens[who],
    body: { uuid: randomUUID(), content: 'Hallo', reply_uuid: null, ...values },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
}

/** Sends all of it while another holds the channel, so that what comes meanwhile waits for the same chat. */
async function atOnce(begin: () => Promise<TestAnswer>[]): Promise<TestAnswer[]> {
  const { pool } = server.test.database;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select id from channels where id = $1 for no key update', [channel.id]);
  const answers = begin();
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
  await holder.query('commit');
  holder.release();
  return Promise.all(answers);
}

const rows = () => db().selectFrom('messages').selectAll().where('type', '!=', 'NC_EVENT').orderBy('seq').execute();

describe('messages that wait for the same chat', () => {
  it('all come, without a gap, each told once to everybody, each in the place that its author was answered [C-7.46] [C-7.47] [C-7.112] [C-7.120]', async () => {
    using listening = await hear(server.url, tokens.cem ?? '', ['message.created']);
    const authors = Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? 'ada' : 'ben'));
    const answers = await atOnce(() => authors.map((who, n) => send(who, { content: `Nr. ${n}` })));
    const messages = answers.map(({ status, body, text }): Message => {
      expect(status, text).toBe(200);
      return body.data;
    });
    const written = await rows();
    expect(written.map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1));
    expect(written.map(({ change_seq }) => change_seq)).toEqual(written.map(({ seq }) => seq));
    for (const [n, message] of messages.entries()) {
      const { content, uuid, updated_at } = written[message.id - 1] ?? {};
      expect({ content, uuid, updated_at }).toEqual({
        content: `Nr. ${n}`,
        uuid: message.uuid,
        updated_at: message.updated_at,
      });
      expect(message).toMatchObject({ user_id: idOf(authors[n] ?? ''), is_read: true });
    }
    expect(new Set(written.map(({ updated_at }) => updated_at)).size).toBe(24);
    const chat = await db().selectFrom('chats').selectAll().where('id', '=', channel.chat_id).executeTakeFirstOrThrow();
    expect(chat).toMatchObject({ messages_sent: 24, change_seq: 24, last_change_at: written.at(-1)?.updated_at });
    await expect.poll(() => listening.events.length).toBe(24);
    expect(listening.events.map(({ payload }) => payload.uuid)).toEqual(written.map(({ uuid }) => uuid));
    const places = await db()
      .selectFrom('channel_members')
      .select(['user_id', 'read_seq'])
      .where('channel_id', '=', channel.id)
      .execute();
    for (const who of ['ada', 'ben']) {
      const last = Math.max(...written.filter((row) => row.user_id === idOf(who)).map(({ seq }) => seq));
      expect(places).toContainEqual({ user_id: idOf(who), read_seq: last });
    }
    expect(places).toContainEqual({ user_id: idOf('cem'), read_seq: 0 });
    // Many of them are one transaction.
    const { rows: written_in } = await server.test.database.pool.query(
      'select distinct xmin from messages where chat_id = $1',
      [channel.chat_id],
    );
    expect(written_in.length).toBeLessThan(12);
  });

  it('are refused one by one: those of others come [C-7.47] [C-6.42] [D-6.12]', async () => {
    const answered = (await send('ada', { content: 'Wer kommt?' })).body.data as Message;
    const answers = await atOnce(() => [
      send('ben', { content: 'Eins' }),
      send('dora', { content: 'Zwei' }),
      send('cem', { content: 'Drei', reply_uuid: randomUUID() }),
      send('cem', { content: 'Ich', reply_uuid: answered.uuid }),
      send('ben', { content: 'Fünf' }),
    ]);
    const [one, stranger, lost, reply, five] = answers;
    expect([one?.status, five?.status, reply?.status]).toEqual([200, 200, 200]);
    expect(reply?.body.data.reply).toMatchObject({ excerpt: 'Wer kommt?', uuid: answered.uuid });
    expect([stranger?.status, stranger?.body.error.code]).toEqual([403, 'chat_no_member']);
    expect([lost?.status, lost?.body.error.code]).toEqual([404, 'not_found']);
    expect((await rows()).map(({ content }) => content).sort()).toEqual(['Eins', 'Fünf', 'Ich', 'Wer kommt?']);
    expect((await rows()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it('are one where they have one uuid, and where they have one key: the others come [C-4.18] [D-4.13]', async () => {
    const uuid = randomUUID();
    const key = randomUUID();
    const same = { uuid: randomUUID(), content: 'Mit Schlüssel', key };
    const answers = await atOnce(() => [
      send('ada', { uuid, content: 'Nur einmal' }),
      send('ben', { content: 'Dazwischen' }),
      send('ada', { uuid, content: 'Nur einmal' }),
      send('cem', { uuid, content: 'Nicht meins' }),
      send('ben', same),
      send('ben', same),
      send('cem', { content: 'Danach' }),
    ]);
    const [first, between, again, taken, keyed, repeated, after] = answers;
    expect([between?.status, after?.status]).toEqual([200, 200]);
    // Whoever of the two was first has it.
    const isCem = taken?.status === 200;
    expect([first?.status, again?.status]).toEqual(isCem ? [409, 409] : [200, 200]);
    if (!isCem) expect(again?.body.data.id).toBe(first?.body.data.id);
    expect([keyed?.status, repeated?.status]).toEqual([200, 200]);
    expect(repeated?.body.data).toEqual(keyed?.body.data);
    expect(await rows()).toHaveLength(4);
    const later = await send('ben', same);
    expect([later.status, later.headers.get('idempotent-replayed'), later.text]).toEqual([200, 'true', keyed?.text]);
    const other = await send('ben', { content: 'Etwas anderes', key });
    expect(other.body.error.code).toBe('idempotency_key_reused');
    expect(await rows()).toHaveLength(4);
  });

  it('are not more than somebody types in a minute, however they come [C-7.47]', async () => {
    const count = CHAT_MESSAGES_A_MINUTE + 7;
    const answers = await atOnce(() => Array.from({ length: count }, () => send('ada')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(CHAT_MESSAGES_A_MINUTE);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(await rows()).toHaveLength(CHAT_MESSAGES_A_MINUTE);
    expect((await send('ben')).status).toBe(200);
  });

  it('reach nobody who was taken out while they waited, and are taken from nobody who was [C-7.112] [C-6.42]', async () => {
    using ben = await hear(server.url, tokens.ben ?? '', ['message.created']);
    using cem = await hear(server.url, tokens.cem ?? '', ['message.created']);
    const { pool } = server.test.database;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select id from channels where id = $1 for no key update', [channel.id]);
    const answers = [send('ada', { content: 'Nach ihm' }), send('ben', { content: 'Zu spät' })];
    await holder.query('update channel_members set left_at = now() where channel_id = $1 and user_id = $2', [
      channel.id,
      idOf('ben'),
    ]);
    await holder.query('commit');
    holder.release();
    const [written, refused] = await Promise.all(answers);
    expect([written?.status, refused?.status]).toEqual([200, 403]);
    await expect.poll(() => cem.events.length).toBe(1);
    expect(ben.events).toEqual([]);
  });
});
