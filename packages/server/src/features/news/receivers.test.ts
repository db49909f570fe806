import type { NewsItem } from '@kreide/core/features/news';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChannel, buildConversation } from '../../../../../tests/support/channels.ts';
import { globalChannelOf } from '../../../../../tests/support/global-channel.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { toJsonText } from '../../kernel/data/json.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
/** Ada leads the choir and writes in the band; the office is closed to her, and the club is none of hers. */
const channels: Record<'choir' | 'band' | 'office' | 'club' | 'closed', number> = {
  choir: 0,
  band: 0,
  office: 0,
  club: 0,
  closed: 0,
};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'TEACHER'],
    ['cem', 'ADMIN'],
    ['dana', 'STUDENT'],
    ['elif', 'STUDENT'],
    ['finn', 'PARENT'],
  ] as const) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const build = async (name: keyof typeof channels, admins: string[], members: string[], values = {}) => {
    const idsOf = (names: string[]) => names.map((one) => ids[one] as number);
    const people = { admins: idsOf(admins), members: idsOf(members) };
    channels[name] = (await buildChannel(db(), school.id, people, { name, ...values })).id;
  };
  await build('choir', ['ada'], ['dana', 'finn'], { is_twoway: false });
  await build('band', ['ben'], ['ada', 'elif']);
  await build('office', ['ben'], ['ada', 'elif'], { is_twoway: false });
  await build('club', ['ben'], ['dana']);
  await build('closed', ['ada'], ['dana'], { is_disabled: true });
});
afterAll(() => server.stop());

const DRAFT = {
  title: 'Concert',
  content: '<p>On <b>Friday</b>.</p>',
  publish_at: null as string | null,
  is_pinned: false,
  is_official: false,
  is_public: false,
};
interface Receivers {
  channels?: number[];
  user_ids?: number[];
}
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const create = (who: string, values: Partial<typeof DRAFT> & Receivers) =>
  call(who, 'POST', '/channels/news', { ...DRAFT, ...values });
const made = async (who: string, values: Partial<typeof DRAFT> & Receivers): Promise<NewsItem> => {
  const { status, body, text } = await create(who, values);
  expect(status, text).toBe(200);
  return body.data;
};
const sees = async (who: string, { id }: NewsItem) => {
  const { status } = await call(who, 'GET', `/channels/news/${id}`);
  const { data } = (await call(who, 'GET', '/users/self/feed/news')).body;
  expect(
    data.some((item: NewsItem) => item.id === id),
    who,
  ).toBe(status === 200);
  return status === 200;
};
const readersOf = async (item: NewsItem) => {
  const people = [];
  for (const who of Object.keys(ids)) if (await sees(who, item)) people.push(who);
  return people;
};

it('news are read by the members of their channels, their author and who manages news, alone [C-7.85] [C-3.09]', async () => {
  const item = await made('ada', { channels: [channels.choir] });
  expect(await readersOf(item)).toEqual(['ada', 'cem', 'dana', 'finn']);
  const both = await made('ada', { channels: [channels.choir, channels.band] });
  expect(await readersOf(both)).toEqual(['ada', 'ben', 'cem', 'dana', 'elif', 'finn']);
  expect(both.channels).toEqual([
    { id: channels.band, type: 'CUSTOM', meta: { displayname: 'band' } },
    { id: channels.choir, type: 'CUSTOM', meta: { displayname: 'choir' } },
  ]);
  const rows = await db().selectFrom('news_channels').selectAll().where('news_id', '=', both.id).execute();
  expect(rows.map(({ news_id, channel_id }) => [news_id, channel_id]).toSorted()).toEqual(
    [channels.choir, channels.band].toSorted().map((id) => [both.id, id]),
  );
});

it('a reader is told those channels that they are in, the author and who manages news all of them [C-3.27]', async () => {
  const { id } = await made('ada', { channels: [channels.choir, channels.band], user_ids: [ids.ben as number] });
  const seen = async (who: string) => {
    const item: NewsItem = (await call(who, 'GET', `/channels/news/${id}`)).body.data;
    return [item.channels.map(({ meta }) => meta.displayname), item.user_ids];
  };
  expect(await seen('dana')).toEqual([['choir'], []]);
  expect(await seen('elif')).toEqual([['band'], []]);
  expect(await seen('ben')).toEqual([['band'], [ids.ben]]);
  for (const who of ['ada', 'cem']) expect(await seen(who), who).toEqual([['band', 'choir'], [ids.ben]]);
});

it('a channel says how many published news it has [C-3.07] [C-7.20]', async () => {
  const count = async () => (await call('ben', 'GET', `/channels/${channels.club}/metrics`)).body.data.news_count;
  expect(await count()).toBe(0);
  const { id } = await made('ben', { channels: [channels.club, channels.band] });
  const publish_at = new Date(Date.parse(TEST_NOW) + 3_600_000).toISOString();
  await made('ben', { channels: [channels.club], publish_at });
  expect(await count()).toBe(1);
  await call('ben', 'DELETE', `/channels/news/${id}`);
  expect(await count()).toBe(0);
});

it('whoever comes into a channel sees its news, and whoever leaves it no longer', async () => {
  const item = await made('ada', { channels: [channels.choir] });
  const key = { school_id: school.id, channel_id: channels.choir, user_id: ids.elif as number };
  expect(await sees('elif', item)).toBe(false);
  await db()
    .insertInto('channel_members')
    .values({ ...key, method: 'added', joined_at: TEST_NOW })
    .execute();
  expect(await sees('elif', item)).toBe(true);
  await db()
    .updateTable('channel_members')
    .set({ left_at: TEST_NOW })
    .where('channel_id', '=', channels.choir)
    .where('user_id', '=', key.user_id)
    .execute();
  expect(await sees('elif', item)).toBe(false);
});

it('news go only where their author may write, whatever else is named', async () => {
  const rules = async (who: string, receivers: Receivers) => {
    const { status, body } = await create(who, receivers);
    return [status, (body.error?.issues ?? []).map(({ path, rule }: Record<string, string>) => `${path} ${rule}`)];
  };
  const forbidden = [422, ['body.channels channels']];
  expect(await rules('ada', {})).toEqual([422, ['body.channels receiversRequired']]);
  expect(await rules('ada', { channels: [], user_ids: [] })).toEqual([422, ['body.channels receiversRequired']]);
  for (const name of ['office', 'club', 'closed'] as const) {
    expect(await rules('ada', { channels: [channels[name]] }), name).toEqual(forbidden);
    expect(await rules('ada', { channels: [channels.choir, channels[name], channels.band] }), name).toEqual(forbidden);
  }
  expect(await rules('ada', { channels: [channels.choir], user_ids: [ids.dana as number] })).toEqual([
    422,
    ['body.user_ids contact'],
  ]);
  expect((await create('ada', { channels: [channels.choir, 999_999] })).status).toBe(404);
  expect((await create('ada', { user_ids: [999_999] })).status).toBe(404);
  const [personal] = await db()
    .selectFrom('channels')
    .select('id')
    .where('owner_id', '=', ids.dana as number)
    .execute();
  expect((await create('ada', { channels: [personal?.id ?? 0] })).status).toBe(404);
  const conversation = await buildConversation(db(), school.id, ids.ada as number, ids.dana as number);
  expect(await rules('ada', { channels: [conversation.id] })).toEqual(forbidden);
  const feed = (await call('elif', 'GET', '/users/self/feed/news')).body.data as NewsItem[];
  expect(feed.every(({ channels: of }) => of.some(({ id }) => id === channels.band))).toBe(true);
});

it('news go to single people whom the author may write to, too', async () => {
  const item = await made('ada', { user_ids: [ids.ben as number, ids.ben as number] });
  expect(item).toMatchObject({ channels: [], user_ids: [ids.ben] });
  expect(await readersOf(item)).toEqual(['ada', 'ben', 'cem']);
});

it('a change keeps the receivers, or sends it to others; what it had may stay, what is new has to be allowed [C-7.86]', async () => {
  const item = await made('ada', { channels: [channels.choir] });
  const change = (who: string, { id, updated_at, publish_at }: NewsItem, values: object) =>
    call(who, 'PUT', `/channels/news/${id}`, { ...DRAFT, updated_at, publish_at, ...values });
  const kept = (await change('ada', item, { title: 'Matinée' })).body.data;
  expect(kept).toMatchObject({ title: 'Matinée', channels: [{ id: channels.choir }] });
  expect((await change('ada', kept, { channels: [channels.choir, channels.office] })).status).toBe(422);
  expect((await change('ada', kept, { channels: [] })).status).toBe(422);
  // Who manages news is not in the choir: it stays, and nothing comes to it.
  const mended = await change('cem', kept, { channels: [channels.choir], title: 'Concert' });
  expect(mended.status, mended.text).toBe(200);
  expect((await change('cem', mended.body.data, { channels: [channels.choir, channels.band] })).status).toBe(422);
  const moved = await change('ada', mended.body.data, { channels: [channels.band] });
  expect(moved.body.data.channels).toMatchObject([{ id: channels.band }]);
  expect(await readersOf(item)).toEqual(['ada', 'ben', 'cem', 'elif']);
});

it('tells new readers of it by default, and keeps what its author decided [C-3.29]', async () => {
  const item = await made('ada', { channels: [channels.choir] });
  expect(item.is_notifiable).toBe(true);
  const { id, updated_at, publish_at } = item;
  const body = { ...DRAFT, updated_at, publish_at, is_notifiable: false };
  const quiet = (await call('ada', 'PUT', `/channels/news/${id}`, body)).body.data;
  expect(quiet.is_notifiable).toBe(false);
  const again = { ...DRAFT, publish_at, updated_at: quiet.updated_at };
  expect((await call('ada', 'PUT', `/channels/news/${id}`, again)).body.data.is_notifiable).toBe(false);
});

it('the news of one channel are for its members, with a search over words, and pages [C-7.19]', async () => {
  const { id } = await buildChannel(db(), school.id, {
    admins: [ids.ada as number],
    members: [ids.dana as number],
  });
  for (let at = 0; at < 22; at++) await made('ada', { channels: [id], title: `Probe ${at}` });
  await made('ada', { channels: [id], title: 'Später', publish_at: '2026-11-25T07:00:00.000Z' });
  await made('ada', { channels: [id], title: 'Kürbis', content: '<p>Mit <strong>Suppe</strong></p>' });
  const list = (who: string, query = '') => call(who, 'GET', `/channels/${id}/news${query}`);
  const titles = async (query = '') => (await list('dana', query)).body.data.map(({ title }: NewsItem) => title);
  const first = await titles();
  expect(first).toHaveLength(21);
  expect(first.slice(0, 2)).toEqual(['Kürbis', 'Probe 21']);
  expect(await titles('?page=2')).toEqual(['Probe 2', 'Probe 1', 'Probe 0']);
  expect(await titles('?search=suppe%20kurbis')).toEqual(['Kürbis']);
  expect(await titles('?search=suppe%20probe')).toEqual([]);
  // A word of the markup is no word of the text.
  expect(await titles('?search=strong')).toEqual([]);
  expect((await list('elif')).status).toBe(403);
  // Who manages news reads them in the feed, not in a channel that is not theirs.
  expect((await list('cem')).status).toBe(403);
});

it('before sending, one learns how many people and families read it, and of whom by name [C-2.22]', async () => {
  const [child, mother, father] = await Promise.all([
    buildUser(db(), school.id, 'gül', 'STUDENT'),
    buildUser(db(), school.id, 'mother', 'PARENT'),
    buildUser(db(), school.id, 'father', 'PARENT'),
  ]);
  for (const parent of [mother, father])
    await db()
      .insertInto('user_parents')
      .values({ school_id: school.id, user_id: child.id, parent_id: parent.id })
      .execute();
  const people = { admins: [ids.ada as number], members: [mother.id, father.id, ids.finn as number] };
  const { id } = await buildChannel(db(), school.id, people, { name: 'parents' });
  const count = async (query: string) => (await call('ada', 'GET', `/channels/news/receivers?${query}`)).body.data;
  expect(await count(`channels=${id},${channels.office}&users=${ids.ben}`)).toEqual({
    channels: [{ id, type: 'CUSTOM', meta: { displayname: 'parents' } }],
    users: [{ id: ids.ben, displayname: `ben of ${school.id}`, subtitle: 'Lehrkraft' }],
    readers_count: 5,
    families_count: 1,
  });
  expect(await count('')).toMatchObject({ readers_count: 0, families_count: 0 });
  expect((await call('ada', 'GET', '/channels/news/receivers?channels=1,x')).status).toBe(422);
});

it('the channel of the whole school takes no news while it is disabled [C-6.12] [C-4.02]', async () => {
  const everybody = await globalChannelOf(db(), school.id);
  const set = (is_disabled: boolean) =>
    db().updateTable('channels').set({ is_disabled }).where('id', '=', everybody).execute();
  expect((await create('ada', { channels: [everybody] })).status).toBe(200);
  await set(true);
  try {
    for (const who of ['ada', 'cem']) expect((await create(who, { channels: [everybody] })).status, who).toBe(422);
  } finally {
    await set(false);
  }
});

it('the channel of the whole school takes no news of somebody who is not in it [C-6.12] [C-4.13]', async () => {
  const everybody = await globalChannelOf(db(), school.id);
  const setLeft = (left_at: string | null) =>
    db()
      .updateTable('channel_members')
      .set({ left_at })
      .where('channel_id', '=', everybody)
      .where('user_id', '=', ids.ada as number)
      .execute();
  await setLeft('2026-11-01T08:00:00Z');
  try {
    expect((await create('ada', { channels: [everybody] })).status).toBe(422);
  } finally {
    await setLeft(null);
  }
  expect((await create('ada', { channels: [everybody] })).status).toBe(200);
});

it('a school that names kinds of receivers has no others [C-9.24] [P-3.24]', async () => {
  const set = (meta: { news_channel_types?: string[] }) =>
    db()
      .updateTable('schools')
      .set({ meta: toJsonText(meta) })
      .where('id', '=', school.id)
      .execute();
  try {
    expect((await call('ada', 'GET', '/users/self')).body.data.school.meta.news_channel_types).toEqual([
      'global',
      'individual',
      'grades',
      'courses',
      'users',
    ]);
    await set({ news_channel_types: ['users'] });
    expect((await call('ada', 'GET', '/users/self')).body.data.school.meta.news_channel_types).toEqual(['users']);
    expect((await create('ada', { channels: [channels.choir] })).status).toBe(422);
    expect((await create('ada', { user_ids: [ids.ben as number] })).status).toBe(200);
    await set({ news_channel_types: ['individual'] });
    expect((await create('ada', { channels: [channels.choir] })).status).toBe(200);
    expect((await create('ada', { user_ids: [ids.ben as number] })).status).toBe(422);
  } finally {
    await set({});
  }
});

it('its events go to its receivers and its author, when it is published too', async () => {
  const audienceOf = async (id: number, name: string) => {
    const rows = await db()
      .selectFrom('outbox')
      .select(['audience', 'payload'])
      .where('event', '=', name)
      .orderBy('id', 'desc')
      .execute();
    const row = rows.find(({ payload }) => (payload as { id: number }).id === id);
    return (row?.audience as string[] | undefined)?.toSorted();
  };
  const rooms = (...names: string[]) => names.map((name) => `user:${ids[name]}`).toSorted();
  const item = await made('ada', { channels: [channels.choir] });
  expect(await audienceOf(item.id, 'news.saved')).toEqual(rooms('ada', 'dana', 'finn'));
  const body = { ...DRAFT, publish_at: item.publish_at, updated_at: item.updated_at, channels: [channels.band] };
  expect((await call('ada', 'PUT', `/channels/news/${item.id}`, body)).status).toBe(200);
  expect(await audienceOf(item.id, 'news.removed')).toEqual(rooms('ada', 'dana', 'finn'));
  expect(await audienceOf(item.id, 'news.saved')).toEqual(rooms('ada', 'ben', 'elif'));
  const later = await made('ada', { channels: [channels.choir], publish_at: '2026-11-19T07:00:00.000Z' });
  expect(await audienceOf(later.id, 'news.saved')).toEqual(rooms('ada'));
  server.clock.set(new Date('2026-11-19T07:00:00.000Z'));
  await passJobWaits(server.test.database.pool);
  await expect
    .poll(() => audienceOf(later.id, 'news.saved'), { timeout: 30_000 })
    .toEqual(rooms('ada', 'dana', 'finn'));
});

it('are all that follow the school, for who looks after its news or its people, who is in none of them [C-7.26] [C-6.42]', async () => {
  const run = async (statement: string, values: readonly unknown[]) =>
    (await server.test.database.pool.query(statement, [...values])).rows;
  const [{ id: grade }] = await run(
    `insert into grades (school_id, shortcut, source) values ($1, '5a', 'manual') returning id`,
    [school.id],
  );
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
    [school.id, ids.dana, grade],
  );
  await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
    school.id,
    ids.dana,
    ids.finn,
  ]);
  const [{ id: parents }] = await run(`select id from channels where grade_id = $1 and target = 'parents'`, [grade]);
  const offered = async (who: string, query: string) =>
    ((await call(who, 'GET', `/channels/self-postable?search=5a${query}`)).body.data as { id: number }[]).map(
      ({ id }) => id,
    );
  ids.rosa = (await buildUser(db(), school.id, 'rosa', 'EMPLOYEE')).id;
  for (const who of ['ada', 'cem', 'finn', 'rosa']) tokens[who] = await signIn(server, 'amsel', who);
  for (const who of ['ada', 'rosa']) {
    expect(await offered(who, '&for_news=1')).toEqual([]);
    expect((await create(who, { channels: [parents] })).status).toBe(422);
  }
  await run(`insert into user_permissions (school_id, user_id, permission, is_allowed) values ($1, $2, $3, true)`, [
    school.id,
    ids.rosa,
    'manage-users',
  ]);
  tokens.rosa = await signIn(server, 'amsel', 'rosa');
  for (const who of ['cem', 'rosa']) {
    expect(await offered(who, '&for_news=1&target=parents')).toEqual([parents]);
    // To write there is another matter.
    expect(await offered(who, '&target=parents')).toEqual([]);
    const { id } = await made(who, { channels: [parents] });
    expect((await call('finn', 'GET', `/channels/news/${id}`)).status).toBe(200);
    expect((await create(who, { channels: [channels.club] })).status).toBe(422);
  }
  await run('update channels set is_disabled = true where id = $1', [parents]);
  expect(await offered('cem', '&for_news=1&target=parents')).toEqual([]);
  expect((await create('cem', { channels: [parents] })).status).toBe(422);
  await run(`update channels set is_disabled = false, ended_at = '2026-11-18' where id = $1`, [parents]);
  expect(await offered('cem', '&for_news=1&target=parents')).toEqual([]);
  expect((await create('cem', { channels: [parents] })).status).toBe(422);
});
