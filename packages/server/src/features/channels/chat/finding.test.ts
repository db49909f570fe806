import { randomUUID } from 'node:crypto';
import { type Message, toSearchText } from '@kreide/core/features/channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
import { writeMessage } from '../../../../../../tests/support/chats.ts';
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

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/chats/${channel.chat_id}${path}`, { token: tokens[who], body });
const write = (...contents: string[]) =>
  contents.reduce<Promise<unknown>>(
    (line, content) => line.then(() => writeMessage(db(), school.id, channel, idOf('cem'), content)),
    Promise.resolve(),
  );
/** Many messages at once; `{n}` is the place of each. */
async function fill(count: number, content: string): Promise<void> {
  const { pool } = server.test.database;
  const { rows } = await pool.query<{ messages_sent: number }>(
    'update chats set messages_sent = messages_sent + $2, change_seq = change_seq + $2 where id = $1 returning messages_sent',
    [channel.chat_id, count],
  );
  const last = Number(rows[0]?.messages_sent);
  await pool.query(
    `insert into messages (school_id, chat_id, seq, user_id, type, content, change_seq)
     select $1, $2, n, $3, 'MESSAGE', replace($4, '{n}', n::text), n from generate_series($5::int, $6::int) as n`,
    [school.id, channel.chat_id, idOf('cem'), content, last - count + 1, last],
  );
}
const search = async (q: string, rest = '', who = 'ben') => {
  const { status, body } = await call(who, 'GET', `/messages/search?q=${encodeURIComponent(q)}${rest}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { data: Message[]; has_more: boolean };
};
const contents = async (q: string) => (await search(q)).data.map(({ content }) => content);
const idsOf = ({ data }: { data: Message[] }) => data.map(({ id }) => id);

describe('search in a chat', () => {
  it('finds parts of words however they are spelt, newest first, when all words occur [C-2.06]', async () => {
    await write('Die Schulaufgabe ist am Freitag', 'Größe und Straße', 'MÜLLER kommt am Freitag', 'Elternabend-3.pdf');
    expect(await contents('aufgabe')).toEqual(['Die Schulaufgabe ist am Freitag']);
    expect(await contents('GROESSE')).toEqual(['Größe und Straße']);
    expect(await contents('strasse größe')).toEqual(['Größe und Straße']);
    expect(await contents('freitag')).toEqual(['MÜLLER kommt am Freitag', 'Die Schulaufgabe ist am Freitag']);
    expect(await contents('mueller freitag')).toEqual(['MÜLLER kommt am Freitag']);
    expect(await contents('mueller aufgabe')).toEqual([]);
    expect(await contents('abend-3.pdf')).toEqual(['Elternabend-3.pdf']);
    expect(await contents('   ')).toEqual([]);
  });

  it('finds words of two letters as whole words only, and signs as they are [C-2.06]', async () => {
    await write('Raum AB, bitte', 'Der Abend', '100 % sicher', '100 Kinder', 'a_b', 'axb', '10\\2');
    expect(await contents('ab')).toEqual(['Raum AB, bitte']);
    expect(await contents('%')).toEqual(['100 % sicher']);
    expect(await contents('100 %')).toEqual(['100 % sicher']);
    expect(await contents('a_b')).toEqual(['a_b']);
    expect(await contents('10\\2')).toEqual(['10\\2']);
    expect(await contents("o'r --;")).toEqual([]);
    expect(await contents('raum, ab')).toEqual([]);
    expect(await contents('ab, raum')).toEqual(['Raum AB, bitte']);
  });

  it('gives pages from a message on, among thousands too, with and without the newest ones [C-2.06]', async () => {
    await fill(40, 'Wanderung Nr. {n}');
    await fill(2500, 'Anderes');
    await fill(3, 'Wanderung Nr. {n}');
    const one = await search('wanderung');
    expect(one.data).toHaveLength(30);
    expect(idsOf(one)).toEqual([2543, 2542, 2541, ...Array.from({ length: 27 }, (_, n) => 40 - n)]);
    expect(one.has_more).toBe(true);
    const two = await search('wanderung', `&before=${idsOf(one).at(-1)}`);
    expect(idsOf(two)).toEqual(Array.from({ length: 13 }, (_, n) => 13 - n));
    expect(two.has_more).toBe(false);
    expect(await contents('nirgends')).toEqual([]);
    await fill(5, 'Wanderung Nr. {n}');
    const three = await search('wanderung');
    expect(idsOf(three)).toEqual([
      2548,
      2547,
      2546,
      2545,
      2544,
      2543,
      2542,
      2541,
      ...Array.from({ length: 22 }, (_, n) => 40 - n),
    ]);
  });

  it('shows nobody what is not for them: before their time, cleared, taken back or said elsewhere [C-6.42] [C-7.18]', async () => {
    await write('Geheimnis eins');
    await db()
      .updateTable('channel_members')
      .set({ visible_from_seq: 1 })
      .where('channel_id', '=', channel.id)
      .where('user_id', '=', idOf('ben'))
      .execute();
    const { body } = await call('ada', 'POST', '/messages', { uuid: randomUUID(), content: 'Geheimnis zwei' });
    expect(await contents('geheimnis')).toEqual(['Geheimnis zwei']);
    expect((await search('geheimnis', '', 'ada')).data).toHaveLength(2);
    await call('ada', 'PUT', `/messages/${body.data.id}`, { content: 'Etwas anderes' });
    expect(await contents('geheimnis')).toEqual([]);
    expect(await contents('anderes')).toEqual(['Etwas anderes']);
    await call('ada', 'DELETE', `/messages/${body.data.id}`);
    expect(await contents('anderes')).toEqual([]);
    const other = await buildChannel(db(), school.id, { admins: [idOf('ada')] });
    await writeMessage(db(), school.id, other, idOf('ada'), 'Geheimnis drei');
    expect(await contents('drei')).toEqual([]);
  });

  it('finds files by their name and what they show, until they are taken back [C-7.48]', async () => {
    const form = new FormData();
    form.append('uuid', randomUUID());
    form.append('content', 'Für morgen');
    form.append('file_alt_name', 'Ein Punkt auf Weiß');
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
    form.append('files[]', new Blob([gif], { type: 'image/gif' }), 'Arbeitsblatt-3.gif');
    const response = await fetch(`${server.url}/v1/channels/chats/${channel.chat_id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.ada}`, 'idempotency-key': randomUUID() },
      body: form,
    });
    const { data } = (await response.json()) as { data: Message };
    expect(response.status, JSON.stringify(data)).toBe(200);
    for (const q of ['arbeitsblatt', 'blatt-3.gif', 'weiss', 'morgen blatt punkt'])
      expect(idsOf(await search(q)), q).toEqual([data.id]);
    await call('ada', 'DELETE', `/messages/${data.id}`);
    for (const q of ['arbeitsblatt', 'punkt', 'morgen']) expect(idsOf(await search(q)), q).toEqual([]);
  });

  it('folds in the database as on the device', async () => {
    const texts = [
      'Größe STRASSE ẞ',
      'Ça va élève ñandú',
      'İstanbul ılık ŞİMDİ',
      'Їжак і щедрик',
      'Cafe\u0301 u\u0308ber',
      'Łódź',
    ];
    const { rows } = await server.test.database.pool.query<{ folded: string }>(
      'select btrim(kreide_search_text(t)) as folded from unnest($1::text[]) with ordinality as x(t, n) order by n',
      [texts],
    );
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(toSearchText));
  });
});

describe('a place in a chat', () => {
  const around = async (seq: number) => (await call('ben', 'GET', `/messages/around?seq=${seq}`)).body;
  const newer = async (after: number) => (await call('ben', 'GET', `/messages/newer?after=${after}`)).body;
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);

  it('is shown with what was written before and after it, and the pages after that [C-2.06]', async () => {
    await fill(100, 'Nr. {n}');
    const middle = await around(50);
    expect(middle.seq).toBe(50);
    expect(idsOf(middle)).toEqual(down(79, 35));
    expect(middle.chat).toMatchObject({ has_more: true, has_newer: true, messages_sent: 100 });
    expect(middle.change_seq).toBe(100);
    const after = await newer(79);
    expect(idsOf(after)).toEqual(down(100, 80));
    expect(after.chat.has_newer).toBe(false);
    expect((await newer(60)).chat.has_newer).toBe(true);
    expect(idsOf(await newer(60))).toEqual(down(90, 61));
    expect((await newer(70)).chat.has_newer).toBe(false);
    const first = await around(0);
    expect(first).toMatchObject({ seq: 1, chat: { has_more: false } });
    expect(idsOf(first)).toEqual(down(30, 1));
    expect((await around(16)).chat.has_more).toBe(false);
    expect((await around(17)).chat.has_more).toBe(true);
    expect(await around(101)).toMatchObject({ seq: null, chat: { has_newer: false } });
  });

  it('that was before the time of the reader, or is kept no longer, gives the next that is there [C-6.42]', async () => {
    await fill(20, 'Nr. {n}');
    await db().deleteFrom('messages').where('chat_id', '=', channel.chat_id).where('seq', 'in', [12, 13]).execute();
    const member = db().updateTable('channel_members').where('channel_id', '=', channel.id);
    await member.set({ visible_from_seq: 10 }).where('user_id', '=', idOf('ben')).execute();
    expect(await around(3)).toMatchObject({ seq: 11, chat: { has_more: false } });
    expect(idsOf(await around(12))).toEqual([...down(20, 14), 11]);
    expect((await around(12)).seq).toBe(14);
    expect(idsOf(await newer(1))).toEqual([...down(20, 14), 11]);
  });

  it('is found by its day in the zone of the school [C-2.06]', async () => {
    await write('Am 17. spät', 'Am 18. früh', 'Am 20.');
    const times = ['2026-11-17T22:59:59Z', '2026-11-17T23:00:00Z', '2026-11-20T09:00:00Z'];
    for (const [index, created_at] of times.entries())
      await db()
        .updateTable('messages')
        .set({ created_at })
        .where('chat_id', '=', channel.chat_id)
        .where('seq', '=', index + 1)
        .execute();
    const first = async (date: string) => (await call('ben', 'GET', `/messages/first?date=${date}`)).body.data;
    expect(await first('2026-11-17')).toEqual({ seq: 1 });
    expect(await first('2026-11-18')).toEqual({ seq: 2 });
    expect(await first('2026-11-19')).toEqual({ seq: 3 });
    expect(await first('2026-11-21')).toEqual({ seq: null });
    expect((await call('ben', 'GET', '/messages/first?date=2026-02-30')).status).toBe(422);
  });
});
