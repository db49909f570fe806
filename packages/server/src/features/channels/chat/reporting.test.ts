import { channelEvents, type MessageReport, type ReportedMessage } from '@kreide/core/features/channels';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel, buildConversation } from '../../../../../../tests/support/channels.ts';
import { hear, writeMessage } from '../../../../../../tests/support/chats.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../../tests/support/server.ts';
import { eraseReports, pruneReports } from '../queries/reports.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const PEOPLE = { ada: 'STUDENT', ben: 'STUDENT', cem: 'ADMIN', dana: 'ADMIN', emil: 'TEACHER' } as const;
const db = () => server.test.database.kysely;
const idOf = (who: string) => ids[who] ?? 0;
const run = async (sql: string, values: unknown[] = []) => (await server.test.database.pool.query(sql, values)).rows;
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of Object.entries(PEOPLE)) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  await run('delete from message_reports');
  await run('delete from sign_in_failures');
  await run("delete from messages where type = 'NC_EVENT'");
  await run('update schools set properties = $1', [{ basic_admin_content_moderation: true }]);
  channel = await buildChannel(db(), school.id, { admins: [idOf('emil')], members: [idOf('ada'), idOf('ben')] });
});
afterEach(() => server.clock.set(new Date(TEST_NOW)));

const write = (who: string, content: string, where = channel) =>
  writeMessage(db(), school.id, where, idOf(who), content);
const report = (who: string, seq: number, where = channel) =>
  call(who, 'POST', `chats/${where.chat_id}/messages/${seq}/report`, { text: ' Das ist gemein. ' });
const list = async (who: string, query = ''): Promise<MessageReport[]> =>
  (await call(who, 'GET', `reports${query}`)).body.data;
const open = async (who: string, id: number): Promise<ReportedMessage[]> =>
  (await call(who, 'POST', `reports/${id}/open`)).body.data;
const decide = (who: string, id: number, state: string) => call(who, 'POST', `reports/${id}/decide`, { state });
const shown = async (who: string, seq: number) =>
  (await call(who, 'GET', `chats/${channel.chat_id}/messages/${seq}`)).body.data;
/** The report of a message, as it was made. */
async function reported(seq: number): Promise<MessageReport> {
  expect((await report('ben', seq)).status).toBe(204);
  const [made] = await list('cem', '?is_open=1');
  if (!made) throw new Error('there is no report');
  return made;
}

it('a member reports a message to those who decide, where the school has switched that on, and not their own [C-6.36]', async () => {
  const seq = await write('ada', 'Du bist doof');
  expect((await report('ada', seq)).status).toBe(403);
  expect((await report('cem', seq)).status).toBe(403);
  expect((await report('ben', 99)).status).toBe(404);
  await run('update schools set properties = $1', [{}]);
  expect((await report('ben', seq)).status).toBe(403);
  await run('update schools set properties = $1', [{ basic_admin_content_moderation: true }]);
  expect((await report('ben', seq)).status).toBe(204);
  // Again is no second report, and tells nobody again.
  expect((await report('ben', seq)).status).toBe(204);
  expect(await list('cem')).toMatchObject([
    {
      channel_name: 'Chor',
      reason: 'Das ist gemein.',
      state: 'OPEN',
      can: { decide: 1 },
      author: { id: ids.ada },
      reporter: { id: ids.ben },
      decided_by: null,
    },
  ]);
  const told = await run(`select channels.owner_id, messages.content, messages.actions from messages
    join chats on chats.id = messages.chat_id join channels on channels.id = chats.channel_id
    where messages.type = 'NC_EVENT' order by channels.owner_id`);
  expect(told.map(({ owner_id }) => owner_id)).toEqual([ids.cem, ids.dana]);
  expect(told[0]).toMatchObject({
    content: `Eine Nachricht wurde gemeldet\nben of ${school.id}`,
    actions: [{ type: 'LINK_INTERNAL', action: `/management/${school.uuid}/reports` }],
  });
});

it('who decides reads the message and the five before it as they were, which is recorded, and nothing else [C-4.13]', async () => {
  for (const content of ['1', '2', '3', '4', '5', '6']) await write('ben', content);
  const seq = await write('ada', 'Du bist doof');
  await write('ben', 'Lass das');
  const { id } = await reported(seq);
  await call('ada', 'DELETE', `chats/${channel.chat_id}/messages/${seq}`);
  expect((await shown('ben', seq)).content).toBe('');
  const messages = await open('cem', id);
  expect(messages.map(({ content }) => content)).toEqual(['2', '3', '4', '5', '6', 'Du bist doof']);
  expect(messages.map(({ is_reported }) => is_reported)).toEqual([false, false, false, false, false, true]);
  expect(messages.at(-1)?.user?.displayname).toBe(`ada of ${school.id}`);
  const [row] = await run("select user_id, after from audit_log where action = 'chat.openReport'");
  expect(row).toEqual({ user_id: ids.cem, after: { opened_by: ids.cem } });
  expect(JSON.stringify(await run("select before, after from audit_log where action like 'chat.%'"))).not.toMatch(
    /doof|gemein/,
  );
  expect((await call('cem', 'GET', `chats/${channel.chat_id}/messages`)).status).toBe(403);
  for (const who of ['ben', 'emil']) {
    expect((await call(who, 'GET', 'reports')).status).toBe(403);
    expect((await call(who, 'POST', `reports/${id}/open`)).status).toBe(403);
    expect((await decide(who, id, 'REMOVED')).status).toBe(403);
  }
});

it('keeps of a chat no more than who reports sees of it', async () => {
  await write('ada', 'Davor');
  await run('update channel_members set visible_from_seq = 1 where channel_id = $1 and user_id = $2', [
    channel.id,
    ids.ben,
  ]);
  const { id } = await reported(await write('ada', 'Du bist doof'));
  expect((await open('cem', id)).map(({ content }) => content)).toEqual(['Du bist doof']);
  expect((await report('ben', 1)).status).toBe(404);
});

it('to take it back takes it back for everybody and decides all reports of it, once [C-6.36]', async () => {
  const seq = await write('ada', 'Du bist doof');
  await report('emil', seq);
  const { id } = await reported(seq);
  using ears = await hear(server.url, tokens.ben ?? '', [channelEvents.messageChanged.name]);
  const { status, body } = await decide('cem', id, 'REMOVED');
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ state: 'REMOVED', decided_by: { id: ids.cem }, can: { decide: 0 } });
  await expect.poll(() => ears.events.length).toBe(1);
  expect(ears.events[0]?.payload).toMatchObject({ chat_id: channel.chat_id, seq });
  expect(await shown('ben', seq)).toMatchObject({ content: '', is_unset: true, unset_by: { id: ids.cem } });
  expect(await list('cem', '?is_open=1')).toEqual([]);
  expect((await list('cem', '?is_open=0')).map(({ state }) => state)).toEqual(['REMOVED', 'REMOVED']);
  expect((await decide('dana', id, 'DISMISSED')).body.error.code).toBe('already_answered');
  expect((await report('ben', seq)).body.error.code).toBe('message_gone');
  const [row] = await run("select user_id, before, after from audit_log where action = 'chat.decideReport'");
  expect(row).toEqual({ user_id: ids.cem, before: { state: 'OPEN' }, after: { state: 'REMOVED' } });
});

it('to let it stay changes nothing in the chat, and it can be reported again', async () => {
  const seq = await write('ada', 'Du bist doof');
  const { id } = await reported(seq);
  expect((await decide('cem', id, 'DISMISSED')).body.data.state).toBe('DISMISSED');
  expect((await shown('ben', seq)).content).toBe('Du bist doof');
  expect((await reported(seq)).id).not.toBe(id);
});

it('nobody decides about what they wrote themselves, nor hears of the report', async () => {
  const conversation = await buildConversation(db(), school.id, idOf('cem'), idOf('ben'));
  const seq = await write('cem', 'Du bist doof', conversation);
  expect((await report('ben', seq, conversation)).status).toBe(204);
  expect(await list('cem')).toEqual([]);
  const [seen] = await list('dana');
  expect(seen).toMatchObject({ channel_name: null, author: { id: ids.cem } });
  expect((await call('cem', 'POST', `reports/${seen?.id}/open`)).status).toBe(404);
  expect((await decide('cem', seen?.id ?? 0, 'DISMISSED')).status).toBe(404);
  const told = await run(`select channels.owner_id from messages join chats on chats.id = messages.chat_id
    join channels on channels.id = chats.channel_id where messages.type = 'NC_EVENT'`);
  expect(told).toEqual([{ owner_id: ids.dana }]);
});

it('where only its author could decide, who manages people is told, else who reports it [C-6.36]', async () => {
  const conversation = await buildConversation(db(), school.id, idOf('cem'), idOf('ben'));
  const told = () =>
    run(`select channels.owner_id, split_part(messages.content, ':', 1) as title, messages.actions from messages
      join chats on chats.id = messages.chat_id join channels on channels.id = chats.channel_id
      where messages.type = 'NC_EVENT' and messages.content like '%nur entscheiden%'`);
  const title = 'Eine Nachricht wurde gemeldet, über die nur entscheiden könnte, wer sie geschrieben hat';
  await run('update users set is_locked = true where id = $1', [ids.dana]);
  await report('ben', await write('cem', 'Du bist doof', conversation), conversation);
  expect(await told()).toEqual([{ owner_id: ids.ben, title, actions: [] }]);
  await run(`delete from messages where type = 'NC_EVENT'`);
  await run(`insert into user_permissions (school_id, user_id, permission, is_allowed) values ($1, $2, $3, true)`, [
    school.id,
    ids.ada,
    'manage-users',
  ]);
  await report('ben', await write('cem', 'Noch einmal', conversation), conversation);
  expect(await told()).toEqual([{ owner_id: ids.ada, title, actions: [] }]);
  await run('delete from user_permissions where user_id = $1', [ids.ada]);
  await run('update users set is_locked = false where id = $1', [ids.dana]);
});

it('who sends many waits', async () => {
  const seq = await write('ada', 'Du bist doof');
  await Promise.all(Array.from({ length: 30 }, () => report('ben', seq)));
  expect((await report('ben', seq)).status).toBe(429);
  expect((await report('emil', seq)).status).toBe(204);
});

it('what somebody wrote goes from every report when they are erased', async () => {
  await write('emil', 'Ruhe bitte');
  const { id } = await reported(await write('ada', 'Du bist doof'));
  await eraseReports(db(), { school_id: school.id, user_id: idOf('emil') });
  expect((await open('cem', id)).map(({ content }) => content)).toEqual(['', 'Du bist doof']);
  await eraseReports(db(), { school_id: school.id, user_id: idOf('ben') });
  expect((await list('cem'))[0]?.reason).toBe('');
  await eraseReports(db(), { school_id: school.id, user_id: idOf('ada') });
  expect(await list('cem')).toEqual([]);
});

it('a report is kept for a year once it was decided', async () => {
  const { id } = await reported(await write('ada', 'Du bist doof'));
  const after = (days: number) => new Date(Date.parse(TEST_NOW) + days * 86_400_000 + 1000);
  expect(await pruneReports(db(), after(800))).toBe(0);
  await decide('cem', id, 'DISMISSED');
  expect(await pruneReports(db(), after(364))).toBe(0);
  expect(await pruneReports(db(), after(365))).toBe(1);
});
