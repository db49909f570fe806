import { NEWS_READERS_PAGE, type NewsItem, type NewsReaderRow } from '@kreide/core/features/news';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let choir: number;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

/** Ada leads the choir of Ben, Dana and Finn; Cem manages news and is in no channel of people. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'TEACHER'],
    ['cem', 'ADMIN'],
    ['dana', 'STUDENT'],
    ['finn', 'PARENT'],
    ['elif', 'STUDENT'],
  ] as const) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const members = ['ben', 'dana', 'finn'].map((name) => ids[name] as number);
  choir = (await buildChannel(db(), school.id, { admins: [ids.ada as number], members })).id;
});
afterAll(() => server.stop());

const DRAFT = {
  title: 'Concert',
  content: '<p>On Friday.</p>',
  publish_at: null as string | null,
  is_pinned: false,
  is_official: false,
  is_public: false,
  is_notifiable: false,
  is_confirmable: true,
};
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const made = async (values: Partial<typeof DRAFT> & { channels?: number[] } = {}): Promise<NewsItem> => {
  const { status, body, text } = await call('ada', 'POST', '/channels/news', {
    ...DRAFT,
    channels: [choir],
    ...values,
  });
  expect(status, text).toBe(200);
  return body.data;
};
const confirm = (who: string, { id }: NewsItem) => call(who, 'PUT', `/channels/news/${id}/confirm`);
const seen = async (who: string, { id }: NewsItem): Promise<NewsItem> =>
  (await call(who, 'GET', `/channels/news/${id}`)).body.data;
const countOf = async (who: string, item: NewsItem) => (await seen(who, item)).meta.statistics;
const readers = async (who: string, { id }: NewsItem, query = ''): Promise<NewsReaderRow[]> =>
  (await call(who, 'GET', `/channels/news/${id}/readers${query}`)).body.data;
const namesOf = async (item: NewsItem, query = '') =>
  (await readers('ada', item, query)).map(({ displayname }) => displayname.split(' ')[0]);
const join = (name: string) =>
  db()
    .insertInto('channel_members')
    .values({
      school_id: school.id,
      channel_id: choir,
      user_id: ids[name] as number,
      method: 'added',
      joined_at: TEST_NOW,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'channel_id', 'user_id']).doUpdateSet({ left_at: null }))
    .execute();
const leave = (name: string) =>
  db()
    .updateTable('channel_members')
    .set({ left_at: TEST_NOW })
    .where('channel_id', '=', choir)
    .where('user_id', '=', ids[name] as number)
    .execute();

it('receivers confirm an item that asks for it, once; its author and who does not receive it do not [C-6.18] [C-7.89]', async () => {
  const item = await made();
  expect((await seen('dana', item)).can.confirm).toBe(1);
  expect((await seen('dana', item)).meta).toEqual({
    is_receiver: true,
    is_confirmed: false,
    statistics: null,
    exports: null,
  });
  const first = await confirm('dana', item);
  expect(first.body.data.meta.is_confirmed).toBe(true);
  server.clock.advance(60_000);
  expect((await confirm('dana', item)).status).toBe(200);
  const rows = await db().selectFrom('news_confirmations').selectAll().where('news_id', '=', item.id).execute();
  expect(rows).toMatchObject([{ user_id: ids.dana, via: 'app', confirmed_at: new Date(TEST_NOW).toISOString() }]);
  expect((await seen('finn', item)).meta.is_confirmed).toBe(false);
  for (const [who, status] of [
    ['ada', 403],
    ['cem', 403],
    ['elif', 404],
  ] as const) {
    expect((await confirm(who, item)).status, who).toBe(status);
    if (status === 403) expect((await seen(who, item)).can.confirm, who).toBe(0);
  }
  const plain = await made({ is_confirmable: false });
  expect((await seen('dana', plain)).can.confirm).toBe(0);
  expect((await confirm('dana', plain)).status).toBe(403);
  server.clock.set(new Date(TEST_NOW));
});

it('the author and who manages news see how many have confirmed it, and who; readers see nothing of it [C-6.19]', async () => {
  const item = await made();
  // Brother and sister are one family, and their parents are counted once.
  const brother = (await buildUser(db(), school.id, 'gino', 'STUDENT')).id;
  const links = [ids.elif as number, brother].flatMap((user_id) =>
    ['dana', 'finn'].map((who) => ({ school_id: school.id, user_id, parent_id: ids[who] as number })),
  );
  await db().insertInto('user_parents').values(links).execute();
  const families = { total: 1, current: 0 };
  expect(await countOf('ada', item)).toEqual({ confirmed: { total: 3, current: 0, open: 3, families } });
  await confirm('dana', item);
  for (const who of ['ada', 'cem']) {
    // One of its parents is enough for a family.
    const confirmed = { total: 3, current: 1, open: 2, families: { total: 1, current: 1 } };
    expect(await countOf(who, item), who).toEqual({ confirmed });
    expect((await readers(who, item, '?is_confirmed=1')).map(({ id }) => id)).toEqual([ids.dana]);
  }
  for (const who of ['ben', 'dana', 'finn']) {
    expect(await countOf(who, item), who).toBeNull();
    expect((await seen(who, item)).can['view-statistics']).toBe(0);
    expect((await call(who, 'GET', `/channels/news/${item.id}/readers`)).status).toBe(403);
  }
  await db().deleteFrom('user_parents').where('school_id', '=', school.id).execute();
  const plain = await made({ is_confirmable: false });
  expect(await countOf('ada', plain)).toBeNull();
  expect((await call('ada', 'GET', `/channels/news/${plain.id}/readers`)).status).toBe(403);
});

it('whoever comes later is asked too; who leaves stays in the count, and is named as gone', async () => {
  const item = await made();
  try {
    await join('elif');
    expect(await countOf('ada', item)).toMatchObject({ confirmed: { total: 4, current: 0, open: 4 } });
    expect((await confirm('elif', item)).status).toBe(200);
    await leave('finn');
    await leave('elif');
    // A reminder reaches nobody who has left: its button names two, not the three who have not confirmed.
    expect(await countOf('ada', item)).toMatchObject({ confirmed: { total: 3, current: 0, open: 2 } });
    const gone = async (query: string) =>
      (await readers('ada', item, query)).map(({ displayname, has_left }) => [displayname.split(' ')[0], has_left]);
    expect(await gone('?is_confirmed=0')).toEqual([
      ['ben', false],
      ['dana', false],
      ['finn', true],
    ]);
    expect((await confirm('finn', item)).status).toBe(404);
    // Sent to others now: who receives it no longer, and has not confirmed it, is not asked.
    const body = { ...DRAFT, publish_at: item.publish_at, updated_at: item.updated_at };
    expect((await call('ada', 'PUT', `/channels/news/${item.id}`, { ...body, channels: [choir] })).status).toBe(200);
    expect(await namesOf(item, '?is_confirmed=0')).toEqual(['ben', 'dana']);
  } finally {
    await join('finn');
  }
});

it('those who have not confirmed are reminded, they alone and once a day, each in their own language [C-7.88] [C-4.32]', async () => {
  const notify = (who: string, { id }: NewsItem) => call(who, 'POST', `/channels/news/${id}/notify`);
  const told = async (who: string, { id }: NewsItem) =>
    (
      await db()
        .selectFrom('messages')
        .innerJoin('chats', 'chats.id', 'messages.chat_id')
        .innerJoin('channels', 'channels.id', 'chats.channel_id')
        .select(['messages.content', 'messages.actions'])
        .where('channels.owner_id', '=', ids[who] as number)
        .where('messages.target_type', '=', 'news')
        .where('messages.target_id', '=', id)
        .execute()
    ).map(({ content, actions }) => ({ content, actions }));
  await join('elif');
  const item = await made();
  // Who left is not reminded, though they were asked.
  await leave('elif');
  await confirm('dana', item);
  await db()
    .updateTable('users')
    .set({ locale: 'en' })
    .where('id', '=', ids.finn as number)
    .execute();
  expect((await notify('dana', item)).status).toBe(403);
  expect((await notify('elif', item)).status).toBe(404);
  const first = await notify('ada', item);
  expect(first.body.data, first.text).toEqual({ count: 2 });
  const actions = [{ type: 'LINK_INTERNAL', action: `/news/${item.id}` }];
  expect(await told('ben', item)).toEqual([{ content: expect.stringMatching(/^Bitte bestätigen/), actions }]);
  expect(await told('finn', item)).toEqual([{ content: expect.stringMatching(/^Please confirm/), actions }]);
  for (const who of ['ada', 'cem', 'dana', 'elif']) expect(await told(who, item), who).toEqual([]);
  // Twice at once, and later the same day: nobody is told again, and the answer says when it is possible.
  const remindedBefore = (ms: number) =>
    db()
      .updateTable('news')
      .set({ reminded_at: new Date(Date.parse(TEST_NOW) - ms).toISOString() })
      .where('id', '=', item.id)
      .execute();
  await remindedBefore(24 * 3_600_000 - 1000);
  const early = await notify('cem', item);
  expect(early).toMatchObject({ status: 429, body: { error: { code: 'too_many', issues: [{ rule: 'reminded' }] } } });
  expect(await told('ben', item)).toHaveLength(1);
  await remindedBefore(24 * 3_600_000);
  await confirm('finn', item);
  expect(
    (await Promise.all([notify('ada', item), notify('cem', item)])).map(({ status }) => status).toSorted(),
  ).toEqual([200, 429]);
  expect(await told('ben', item)).toHaveLength(2);
  expect(await told('finn', item)).toHaveLength(1);
  const later = await made({ publish_at: new Date(Date.parse(TEST_NOW) + 3_600_000).toISOString() });
  expect((await notify('ada', later)).status).toBe(409);
  const log = await db().selectFrom('audit_log').select('after').where('action', '=', 'news.notify').execute();
  expect(log.map(({ after }) => after)).toEqual([{ people: 2 }, { people: 1 }]);
  await db()
    .updateTable('users')
    .set({ locale: null })
    .where('id', '=', ids.finn as number)
    .execute();
  server.clock.set(new Date(TEST_NOW));
});

it('the list of readers has 29 on a page and a search over their names [C-9.09] [C-7.93]', async () => {
  const people = await Promise.all(
    Array.from({ length: NEWS_READERS_PAGE + 2 }, (_, at) =>
      buildUser(db(), school.id, `r${`${at}`.padStart(2, '0')}`, 'STUDENT'),
    ),
  );
  const admins = [ids.ada as number];
  const { id } = await buildChannel(db(), school.id, { admins, members: people.map((person) => person.id) });
  const item = await made({ channels: [id] });
  expect(NEWS_READERS_PAGE).toBe(29);
  expect(await namesOf(item)).toHaveLength(30);
  expect(await namesOf(item, '?page=2&is_confirmed=0')).toEqual(['r29', 'r30']);
  expect(await namesOf(item, '?search=R07')).toEqual(['r07']);
  expect(await namesOf(item, '?is_confirmed=1')).toEqual([]);
  const confirmed = { school_id: school.id, news_id: item.id, user_id: people[7]?.id ?? 0, confirmed_at: TEST_NOW };
  await db()
    .insertInto('news_confirmations')
    .values({ ...confirmed, via: 'app' })
    .execute();
  expect(await namesOf(item, '?page=2&is_confirmed=0')).toEqual(['r30']);
  expect(await namesOf(item, '?search=R07&is_confirmed=0')).toEqual([]);
  expect(await namesOf(item, '?is_confirmed=1')).toEqual(['r07']);
});

it('nobody confirms an item before it is published, also who manages news and receives it [C-6.18] [C-4.29]', async () => {
  await join('cem');
  try {
    const item = await made({ publish_at: new Date(server.clock.now().getTime() + 600_000).toISOString() });
    for (const who of ['dana', 'cem']) expect((await confirm(who, item)).status, who).toBe(404);
    server.clock.advance(600_000);
    for (const who of ['dana', 'cem']) expect((await confirm(who, item)).status, who).toBe(200);
  } finally {
    await leave('cem');
  }
});
