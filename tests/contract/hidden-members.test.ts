import { randomUUID } from 'node:crypto';
import { endpointsOf } from '@kreide/core/contract';
import { channelEvents } from '@kreide/core/features/channels';
import { toPath } from '@kreide/core/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { hear, writeMessage } from '../support/chats.ts';
import { buildConference } from '../support/conferences.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { buildSurvey } from '../support/surveys.ts';

/** Somebody in the channel who writes nothing, and whom a plain member therefore has no way to know of. */
const SILENT = 'verborgen';
const names = new RegExp(SILENT, 'i');

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
/** What the parameters of an address may be, by their name and the feature. */
let objects: { conference: string; survey: number; news: number; message: number };

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
const ok = async (who: string, method: string, path: string, body?: unknown) => {
  const answer = await call(who, method, path, body);
  expect([200, 204], `${method} ${path}: ${answer.text}`).toContain(answer.status);
  return answer.body?.data;
};

/** The silent one does everything that somebody can be listed for. */
async function takePart(): Promise<void> {
  const { conference, survey, news, message } = objects;
  await ok(SILENT, 'POST', `/channels/chats/${channel.chat_id}/read`, { read_seq: message });
  await ok(SILENT, 'PUT', `/channels/news/${news}/confirm`);
  const { questions } = await ok(SILENT, 'GET', `/channels/surveys/${survey}`);
  const [{ uuid, options }] = questions;
  await ok(SILENT, 'PUT', `/channels/surveys/${survey}/vote`, {
    votes: [{ question_uuid: uuid, options: [options[0].id] }],
    new_option: [],
  });
  const here = { connection: randomUUID(), media: 'sound' };
  await ok(SILENT, 'POST', `/channels/${channel.id}/conferences/${conference}/join`, here);
}

beforeAll(async () => {
  server = await startTestServer();
  const db = server.test.database.kysely;
  school = await buildSchool(db, 'amsel');
  for (const [name, role] of [
    ['head', 'TEACHER'],
    ['ben', 'STUDENT'],
    [SILENT, 'STUDENT'],
  ] as const) {
    ids[name] = (await buildUser(db, school.id, name, role)).id;
    tokens[name] = await signIn(server, school.slink, name);
  }
  const { head = 0, ben = 0, [SILENT]: silent = 0 } = ids;
  const rules = { is_hidden_memberlist: true, is_twoway: true };
  channel = await buildChannel(db, school.id, { admins: [head], members: [ben, silent] }, rules);
  const { uuid: conference } = await buildConference(db, school.id, channel, [{ id: head }]);
  const { id: survey } = await buildSurvey(server, school.id, head, [channel.id], { results_visibility: 'before' });
  const message = await writeMessage(db, school.id, channel, head);
  const { id: news } = await ok('head', 'POST', '/channels/news', {
    title: 'Ausflug',
    content: '<p>Morgen</p>',
    publish_at: null,
    is_pinned: false,
    is_official: false,
    is_public: false,
    is_notifiable: false,
    is_confirmable: true,
    channels: [channel.id],
    user_ids: [],
    files: [],
  });
  objects = { conference, survey, news, message };
});
afterAll(() => server.stop());

/** What has to be asked for beside the address. */
const QUERIES: Record<string, readonly string[]> = {
  'chat.around': ['?seq=1'],
  'chat.first': ['?date=2026-11-18'],
  'chat.newer': ['?after=0'],
  'chat.search': ['?q=Guten'],
  'news.exportReaders': ['?format=csv'],
  'news.listReaders': ['', '?is_confirmed=1'],
};

/** Whatever names the channel, or something of it, in its address. */
function addresses(): { name: string; path: string }[] {
  const { conference, survey, news, message } = objects;
  const own: Record<string, Record<string, number | string>> = {
    surveys: { id: survey },
    news: { id: news, attachmentUuid: randomUUID() },
  };
  const known = {
    id: channel.id,
    chatId: channel.chat_id,
    cid: conference,
    uuid: randomUUID(),
    upload_uuid: randomUUID(),
  };
  return endpointsOf().flatMap(({ name, endpoint: { method, path } }) => {
    if (method !== 'GET' || !path.startsWith('/channels') || /^calendar\.|\.translate$/.test(name)) return [];
    const params = path.includes('/messages/{id}')
      ? { ...known, id: message }
      : { ...known, ...own[name.split('.')[0] ?? ''] };
    // The news of a channel stand below the channel.
    const given = name === 'news.listChannel' ? { ...params, id: channel.id } : params;
    const queries = {
      ...QUERIES,
      'content-move.preview': [`?old_channel_id=${channel.id}&new_channel_id=${channel.id}`],
    };
    return ((queries as typeof QUERIES)[name] ?? ['']).map((query) => ({ name, path: toPath(path, given) + query }));
  });
}

it('a plain member of a channel with a hidden list finds nobody’s name in any answer or event about it [C-4.10]', async () => {
  using ben = await hear(server.url, tokens.ben ?? '', ['']);
  using head = await hear(server.url, tokens.head ?? '', ['']);
  await takePart();
  const { features, clock } = server.server;
  const actor = await features.sessions.authenticate(tokens[SILENT] ?? '');
  const judge = features.all.flatMap(({ whispers }) => whispers?.[channelEvents.typing.name] ?? [])[0];
  const typing = actor && (await judge?.(actor, { chat_id: channel.chat_id }, clock.now()));
  expect(typing).toMatchObject({ users: [ids.head], payload: { user_id: ids[SILENT] } });
  await expect.poll(() => head.events.map(({ name }) => name)).not.toHaveLength(0);
  const refused = new Set<string>();
  const found: Record<string, string[]> = { ben: [], head: [] };
  for (const who of ['ben', 'head'])
    for (const { name, path } of addresses()) {
      const { status, text } = await call(who, 'GET', path);
      if (status === 422) refused.add(name);
      expect(status, `${name} ${text}`).toBeLessThan(500);
      if (names.test(text)) found[who]?.push(name);
    }
  expect([...refused]).toEqual([]);
  // Whoever looks after the channel finds them at many places: the walk comes by there.
  expect(found.head).toEqual(expect.arrayContaining(['channels.listUsers', 'chat.listReaders', 'news.listReaders']));
  expect(found.head).toEqual(expect.arrayContaining(['conferences.getRunning', 'surveys.listVoters']));
  expect(found.ben).toEqual([]);
  expect(ben.events.filter(({ payload }) => names.test(JSON.stringify(payload)))).toEqual([]);
});
