import { randomUUID } from 'node:crypto';
import { ALL_MESSAGES_A_MINUTE, type Message } from '@kreide/core/features/channels';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
import { addParents } from '../../../../../../tests/support/chats.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => ids[who] ?? 0;
const run = async (statement: string, values: readonly unknown[] = []) =>
  (await server.test.database.pool.query(statement, [...values])).rows;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem', 'dora']) {
    ids[name] = (await buildUser(db(), school.id, name, 'TEACHER')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] });
  await db().deleteFrom('messages').where('type', '!=', 'NC_EVENT').execute();
});
afterEach(() => server.clock.set(new Date(TEST_NOW)));

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
const inChat = (who: string, method: string, path = '', body?: unknown) =>
  call(who, method, `chats/${channel.chat_id}${path}`, body);
const send = (who: string, content = 'Hallo', values: object = {}, chatId = channel.chat_id) =>
  call(who, 'POST', `chats/${chatId}/messages`, { uuid: randomUUID(), content, reply_uuid: null, ...values });
const sent = async (...args: Parameters<typeof send>): Promise<Message> => (await send(...args)).body.data;
const set = (values: object) => db().updateTable('channels').set(values).where('id', '=', channel.id).execute();

it('a message without a uuid is taken, as the specification names none, and is another each time [C-7.47]', async () => {
  const plain = () => inChat('ada', 'POST', '/messages', { content: 'Hallo' });
  const [one, other] = [await plain(), await plain()];
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.body.data.uuid).toMatch(/^[0-9a-f-]{36}$/);
  expect(other.body.data.id).toBe(one.body.data.id + 1);
});

it('how many read a message, and how many families, leaves out accounts that are gone [D-6.12]', async () => {
  const [mother, father, child] = await Promise.all([
    buildUser(db(), school.id, `m${channel.id}`, 'PARENT'),
    buildUser(db(), school.id, `f${channel.id}`, 'PARENT'),
    buildUser(db(), school.id, `c${channel.id}`, 'STUDENT'),
  ]);
  for (const { id } of [mother, father])
    await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
      school.id,
      child.id,
      id,
    ]);
  const [{ id, chat_id }] = await run(
    `select channels.id, chats.id as chat_id from channels join chats on chats.channel_id = channels.id
     where channels.school_id = $1 and target = 'parents' and grade_id is null`,
    [school.id],
  );
  await run(
    `insert into channel_members (school_id, channel_id, user_id, is_admin, method, joined_at) values ($1, $2, $3, true, 'added', now())`,
    [school.id, id, idOf('ada')],
  );
  const counts = async () => {
    const { readers_count, families_count } = (await call('ada', 'GET', `chats/${chat_id}`)).body.data;
    return [readers_count, families_count];
  };
  expect(await counts()).toEqual([2, 1]);
  await run('update channel_members set left_at = null where channel_id = $1', [id]);
  await run(`update users set deleted_at = now() where id = $1`, [father.id]);
  await run(`update channel_members set left_at = null where channel_id = $1 and user_id = $2`, [id, father.id]);
  expect(await counts()).toEqual([1, 1]);
  expect((await inChat('ada', 'GET')).body.data.families_count).toBeNull();
});

it('a knock waits for who is just taken out too: they hear nothing of it [C-7.112] [C-7.50]', async () => {
  const client = await server.test.database.pool.connect();
  await client.query('begin');
  await client.query('select 1 from channels where id = $1 for update', [channel.id]);
  const waiting = inChat('ada', 'POST', '/messages/knock', { uuid: randomUUID(), content: '' });
  await client.query('update channel_members set left_at = now() where channel_id = $1 and user_id = $2', [
    channel.id,
    idOf('ben'),
  ]);
  await client.query('commit');
  client.release();
  const { uuid } = (await waiting).body.data;
  const [{ audience }] = await run('select audience from outbox where payload @> $1', [JSON.stringify({ uuid })]);
  expect(audience).toEqual([`user:${idOf('ada')}`, `user:${idOf('cem')}`]);
});

it('an answer to the author alone is offered in a one-way channel, not in one that is closed [D-6.12]', async () => {
  const isAlone = async (who: string) => (await inChat(who, 'GET')).body.data.is_answered_alone;
  expect(await isAlone('ben')).toBe(false);
  await set({ is_twoway: false });
  expect([await isAlone('ben'), await isAlone('ada')]).toEqual([true, false]);
  await set({ is_disabled: true });
  expect([await isAlone('ben'), await isAlone('ada')]).toEqual([false, false]);
});

it('a message is changed only where its author may write still, with every quotation of it [D-6.12] [C-4.02]', async () => {
  const { id, uuid } = await sent('ben', 'Um drei');
  const answer = await sent('cem', 'Gut', { reply_uuid: uuid });
  const edit = (content: string) => inChat('ben', 'PUT', `/messages/${id}`, { content });
  const { change_seq } = (await edit('Um vier')).body.data;
  const { data } = (await inChat('cem', 'GET', `/messages?after_change=${change_seq - 1}`)).body;
  expect(data.map((one: Message) => one.id).toSorted()).toEqual([id, answer.id]);
  expect(data.find((one: Message) => one.id === answer.id).reply.excerpt).toBe('Um vier');
  await set({ is_disabled: true });
  expect((await edit('Um fünf')).body.error.code).toBe('chat_disabled');
  await set({ is_disabled: false, is_twoway: false });
  expect((await edit('Um fünf')).body.error.code).toBe('chat_oneway');
});

it('who has read a message is not its author, and nobody once it was taken back [C-7.54]', async () => {
  const { id } = await sent('ben');
  const readers = (who: string, query = '') => inChat(who, 'GET', `/messages/${id}/readers${query}`);
  await inChat('cem', 'POST', '/read', { read_seq: null });
  expect((await readers('ben')).body).toMatchObject({ count: 1, data: [{ id: idOf('cem') }] });
  // Who looks after the channel sees it too.
  expect((await readers('ada')).status).toBe(200);
  // Fifty on a page and one more that opens the next, each of them on one page alone.
  const many = await addParents(server, school.id, channel, 60);
  await run('update channel_members set read_seq = 1 where channel_id = $1 and user_id = any($2)', [channel.id, many]);
  const pages = await Promise.all(['?page=1', '?page=2'].map(async (query) => (await readers('ben', query)).body.data));
  expect(pages.map((page) => page.length)).toEqual([51, 11]);
  const listed = [...pages[0].slice(0, 50), ...pages[1]].map((one: { id: number }) => one.id);
  expect(listed.toSorted()).toEqual([idOf('cem'), ...many].toSorted());
  await inChat('ben', 'DELETE', `/messages/${id}`);
  expect([(await readers('ben')).status, (await readers('ada')).status]).toEqual([403, 403]);
});

it('who knocks too soon is told in seconds how long to wait [C-4.22] [C-7.50]', async () => {
  const knock = () => inChat('ben', 'POST', '/messages/knock', { uuid: randomUUID(), content: '' });
  expect((await knock()).status).toBe(200);
  server.clock.set(new Date(Date.parse(TEST_NOW) + 20_000));
  const { status, headers } = await knock();
  expect([status, headers.get('retry-after')]).toEqual([429, '40']);
  server.clock.set(new Date(Date.parse(TEST_NOW) + 60_000));
  expect((await knock()).status).toBe(200);
});

it('a minute takes so many messages of one person in all chats together, files and knocks too [C-7.47] [C-7.48]', async () => {
  const others = [];
  for (let n = 0; n < 3; n += 1) others.push(await buildChannel(db(), school.id, { members: [idOf('dora')] }));
  const [first, second, third] = others as [BuiltChannel, BuiltChannel, BuiltChannel];
  for (let n = 0; n < ALL_MESSAGES_A_MINUTE; n += 1)
    expect((await send('dora', `${n}`, {}, (n % 2 ? first : second).chat_id)).status).toBe(200);
  expect((await send('dora', 'x', {}, third.chat_id)).body.error.code).toBe('messages_too_many');
  const form = new FormData();
  form.append('uuid', randomUUID());
  form.append('file', new Blob(['x']), 'x.txt');
  const [{ count }] = await run('select count(*)::int from files');
  const uploaded = await call('dora', 'POST', `chats/${third.chat_id}/messages`, form);
  expect(uploaded.body.error.code).toBe('messages_too_many');
  expect(await run('select count(*)::int from files')).toEqual([{ count }]);
  const knock = await call('dora', 'POST', `chats/${third.chat_id}/messages/knock`, {
    uuid: randomUUID(),
    content: '',
  });
  expect(knock.body.error.code).toBe('messages_too_many');
});

it('what is sent takes back that its author marked the chat as unread, and a place is never ahead [C-4.16] [C-7.43]', async () => {
  await sent('ada');
  await inChat('ben', 'POST', '/unread', { is_unread: true });
  await sent('ben');
  expect((await inChat('ben', 'GET')).body.data).toMatchObject({ is_unread: false, last_unread_count: 0 });
  await inChat('ben', 'POST', '/read', { read_seq: 1000 });
  await sent('ada');
  expect((await inChat('ben', 'GET')).body.data).toMatchObject({ read_seq: 2, last_unread_count: 1 });
});

it('a message carries its mark, its author, what it brings along and the language of who wrote it [C-3.14]', async () => {
  await run(`update users set locale = 'uk' where id = $1`, [idOf('ben')]);
  const plain = await sent('ben', 'Привіт');
  const times = { created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null };
  const written = {
    label: null,
    content: 'Привіт',
    content_rendered: 'Привіт',
    is_unset: false,
    unset_at: null,
    ...times,
    user: { id: idOf('ben'), meta: plain.meta },
    file: null,
    reply: null,
    is_read: true,
    meta: { displayname: expect.stringMatching(/^ben /) },
    preview: null,
    payload: null,
    actions: [],
    source_language: 'uk',
  };
  expect(plain).toMatchObject({ ...written, can: { edit: 1, delete: 1, readers: 1 } });
  const seen = async (id: number): Promise<Message> => (await inChat('cem', 'GET', `/messages/${id}`)).body.data;
  expect(await seen(plain.id)).toMatchObject({ ...written, is_read: false, can: { edit: 0, delete: 0, readers: 0 } });
  expect((await inChat('ben', 'PUT', `/messages/${plain.id}`, { content: 'Hallo' })).body.data.label).toBe('edited');
  await inChat('ben', 'DELETE', `/messages/${plain.id}`);
  const taken = await seen(plain.id);
  expect(taken).toMatchObject({
    label: 'unset',
    content: '',
    is_unset: true,
    unset_at: expect.any(String),
    payload: null,
  });
  const bring = async (name: string, content: Blob) => {
    const form = new FormData();
    form.append('uuid', randomUUID());
    form.append('file_alt_name', 'Der See');
    form.append('file', content, name);
    return (await inChat('ada', 'POST', '/messages', form)).body.data as Message;
  };
  const shape = { width: 30, height: 20, channels: 3, background: '#205090' } as const;
  const photo = await sharp({ create: shape }).jpeg().toBuffer();
  const picture = await seen((await bring('Foto.jpg', new Blob([new Uint8Array(photo)]))).id);
  expect(picture).toMatchObject({
    payload: { type: 'file', name: 'Foto.jpg' },
    source_language: null,
    preview: { url: picture.file?.url, width: 30, height: 20, alt_name: 'Der See' },
  });
  const text = await bring('Plan.txt', new Blob(['x']));
  expect(text).toMatchObject({ payload: { type: 'file', name: 'Plan.txt' }, preview: null });
  const answer = await sent('cem', 'Danke', { reply_uuid: text.uuid });
  expect(answer.reply).toMatchObject({ uuid: text.uuid, excerpt: 'Plan.txt' });
});

it('what has changed since an instant leaves out what changed at it, and no day leads to what was before one came [C-7.46] [C-2.06]', async () => {
  const { updated_at } = await sent('ada', '1');
  expect((await inChat('ben', 'GET', `/messages?updated_at=${updated_at}`)).body.data).toEqual([]);
  await sent('ada', '2');
  await run('update channel_members set visible_from_seq = 1 where channel_id = $1 and user_id = $2', [
    channel.id,
    idOf('ben'),
  ]);
  const first = async (who: string) => (await inChat(who, 'GET', '/messages/first?date=2026-11-18')).body.data.seq;
  expect([await first('ada'), await first('ben')]).toEqual([1, 2]);
});
