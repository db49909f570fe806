import type { NewsItem, NewsReaderRow, UnreachedList } from '@kreide/core/features/news';
import { readXlsx } from '@kreide/formats/tables';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let choir = 0;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', ben: 'TEACHER', cem: 'ADMIN', dana: 'STUDENT', finn: 'PARENT', gul: 'PARENT' } as const;
const db = () => server.test.database.kysely;
const idOf = (name: keyof typeof NAMES) => ids[name] as number;
const run = (sql: string, values: unknown[] = []) => server.test.database.pool.query(sql, values);

/** Ada leads the choir; Dana, Finn and Gul sing, and Ben. Finn is Dana's father. This installation sends no mails. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of Object.entries(NAMES)) ids[name] = (await buildUser(db(), school.id, name, role)).id;
  const members = (['ben', 'dana', 'finn', 'gul'] as const).map(idOf);
  choir = (await buildChannel(db(), school.id, { admins: [idOf('ada')], members })).id;
  const link = { school_id: school.id, user_id: idOf('dana'), parent_id: idOf('finn') };
  await db().insertInto('user_parents').values(link).execute();
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['news', 'sessions']) await run(`delete from ${table}`);
  await run("update users set email = null, is_locked = false, firstname = username where username != 'x'");
  await run('update channel_members set left_at = null');
  server.clock.set(new Date(TEST_NOW));
  for (const name of ['ada', 'ben', 'cem', 'dana']) tokens[name] = await signIn(server, 'amsel', name);
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
async function made(values: object = {}): Promise<NewsItem> {
  const draft = { title: 'Concert', content: '<p>On</p><p>Friday.</p>', publish_at: null, is_notifiable: false };
  const marks = { is_pinned: false, is_official: false, is_public: false, is_confirmable: true };
  const body = { ...draft, ...marks, channels: [choir], ...values };
  const answer = await call('ada', 'POST', '/channels/news', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const readers = async ({ id }: NewsItem, query: string): Promise<NewsReaderRow[]> =>
  (await call('ada', 'GET', `/channels/news/${id}/readers?${query}`)).body.data;
const groups = async (item: NewsItem) =>
  Object.fromEntries(
    await Promise.all(
      ['confirmed', 'open', 'unreached', 'left'].map(async (group) => [
        group,
        (await readers(item, `group=${group}`)).map(({ displayname }) => displayname.split(' ')[0]),
      ]),
    ),
  );
const paper = (who: string, { id }: NewsItem, reader: keyof typeof NAMES, method = 'POST') =>
  call(who, method, `/channels/news/${id}/readers/${idOf(reader)}/paper`);
const unreached = async ({ id }: NewsItem): Promise<UnreachedList> =>
  (await call('ada', 'GET', `/channels/news/${id}/unreached`)).body.data;

it('the readers of an item are in one of four groups, and together as many as it counts [D-6.04]', async () => {
  const item = await made();
  expect(await groups(item)).toEqual({ confirmed: [], open: ['ben', 'dana'], unreached: ['finn', 'gul'], left: [] });
  await call('ben', 'PUT', `/channels/news/${item.id}/confirm`);
  await run('update channel_members set left_at = now() where user_id = any($1)', [[idOf('gul'), idOf('ben')]]);
  // A session that is over is no way to somebody.
  await run('update sessions set refresh_expires_at = $1 where user_id = $2', [TEST_NOW, idOf('dana')]);
  expect(await groups(item)).toEqual({ confirmed: ['ben'], open: [], unreached: ['dana', 'finn'], left: ['gul'] });
  const { total, current } = (await call('ada', 'GET', `/channels/news/${item.id}`)).body.data.meta.statistics
    .confirmed;
  expect([total, current]).toEqual([4, 1]);
  expect((await readers(item, 'is_confirmed=0')).map(({ displayname }) => displayname.split(' ')[0])).toEqual([
    'dana',
    'finn',
    'gul',
  ]);
});

it('who received an item when the job published it is asked, and has left when they go [D-6.04] [C-4.29]', async () => {
  const item = await made({ publish_at: new Date(Date.parse(TEST_NOW) + 600_000).toISOString() });
  server.clock.advance(600_000);
  await passJobWaits(server.test.database.pool);
  await jobsDone(server);
  await run('update channel_members set left_at = now() where user_id = $1', [idOf('gul')]);
  expect(await groups(item)).toEqual({ confirmed: [], open: ['ben', 'dana'], unreached: ['finn'], left: ['gul'] });
});

it('whoever nothing reaches is listed for paper, with the reason, the child and the class [D-6.04]', async () => {
  const grades = await Promise.all(
    ['5a', '7b'].map((shortcut) =>
      db()
        .insertInto('grades')
        .values({ school_id: school.id, shortcut, name: shortcut, source: 'manual' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  );
  const [five, seven] = grades.map(({ id }) => id) as [number, number];
  const elif = await buildUser(db(), school.id, 'elif', 'STUDENT');
  await db()
    .insertInto('user_parents')
    .values({ school_id: school.id, user_id: elif.id, parent_id: idOf('finn') })
    .execute();
  for (const [user_id, grade_id] of [
    [idOf('dana'), seven],
    [elif.id, five],
  ] as const)
    await db()
      .insertInto('grade_memberships')
      .values({ school_id: school.id, user_id, grade_id, begins_at: '2026-08-01' })
      .execute();
  await run("update users set email = 'gul@home.example' where username = 'gul'");
  await run("update users set is_locked = true where username = 'ben'");
  const item = await made();
  const list = await unreached(item);
  expect(list).toMatchObject({ title: 'Concert', text: 'On Friday.', author: 'ada of 1' });
  expect(list.people.map(({ displayname, reason, pupils }) => [displayname.split(' ')[0], reason, pupils])).toEqual([
    ['ben', 'locked', []],
    [
      'finn',
      'no_address',
      [
        { displayname: 'dana of 1', grade: '7b' },
        { displayname: 'elif of 1', grade: '5a' },
      ],
    ],
    ['gul', 'no_server', []],
  ]);
  // What went to the parents of one class is about the children in it.
  await run(
    `update news_channels set channel_id = (select id from channels where grade_id = $1 and target = 'parents')
      where news_id = $2`,
    [five, item.id],
  );
  expect((await unreached(item)).people.find(({ id }) => id === idOf('finn'))?.pupils).toEqual([
    { displayname: 'elif of 1', grade: '5a' },
  ]);
});

it('a slip is entered by whoever may change the item, once, with who did it, and taken back [D-6.04] [D-4.11]', async () => {
  const item = await made();
  for (const [who, status] of [
    ['ben', 403],
    ['dana', 403],
    ['ada', 200],
  ] as const)
    expect((await paper(who, item, 'gul')).status, who).toBe(status);
  const { rows } = await run('select user_id, via, entered_by, confirmed_at from news_confirmations');
  expect(rows).toMatchObject([{ user_id: idOf('gul'), via: 'paper', entered_by: idOf('ada') }]);
  expect((await readers(item, 'group=confirmed'))[0]).toMatchObject({ id: idOf('gul'), via: 'paper' });
  const again = await paper('cem', item, 'gul');
  expect(again.body.data.meta.statistics.confirmed).toMatchObject({ total: 4, current: 1 });
  expect((await run('select entered_by from news_confirmations')).rows).toEqual([{ entered_by: idOf('ada') }]);
  // What people confirmed themselves is neither made a slip nor taken back.
  await call('dana', 'PUT', `/channels/news/${item.id}/confirm`);
  await paper('ada', item, 'dana');
  expect((await paper('ada', item, 'dana', 'DELETE')).status).toBe(404);
  // Its author is not asked, nor is whoever does not receive it.
  for (const who of ['ada', 'cem'] as const) expect((await paper('ada', item, who)).status).toBe(404);
  expect((await paper('cem', item, 'gul', 'DELETE')).body.data.meta.statistics.confirmed.current).toBe(1);
  expect((await paper('ada', item, 'gul', 'DELETE')).status).toBe(404);
  const log = await db()
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'before', 'after'])
    .where('action', 'in', ['news.paper', 'news.paperRemoved'])
    .where('entity_id', '=', `${item.id}`)
    .orderBy('seq')
    .execute();
  expect(log.map(({ user_id, action, before, after }) => [user_id, action, before, after])).toMatchObject([
    [idOf('ada'), 'news.paper', null, { user_id: idOf('gul'), via: 'paper' }],
    [idOf('cem'), 'news.paperRemoved', { user_id: idOf('gul'), via: 'paper' }, {}],
  ]);
});

it('the list of readers is had as a workbook and as CSV by whoever may see it; formulas are texts [C-3.31]', async () => {
  await run(`update users set firstname = '=1+1' where username = 'gul'`);
  const item = await made();
  await call('dana', 'PUT', `/channels/news/${item.id}/confirm`);
  const seen = async (who: string) => (await call(who, 'GET', `/channels/news/${item.id}`)).body.data.meta;
  const link = (format: string) => `/v1/channels/news/${item.id}/readers/export?format=${format}`;
  expect(await seen('ada')).toMatchObject({
    is_confirmed: false,
    statistics: { confirmed: { total: 4, current: 1 } },
    exports: { xls: link('xls'), csv: link('csv') },
  });
  expect(await seen('dana')).toMatchObject({ is_confirmed: true, statistics: null, exports: null });
  expect((await seen('cem')).exports).not.toBeNull();
  const download = (who: string, path: string) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${tokens[who]}` } });
  const csv = await download('ada', link('csv'));
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toMatch(/attachment; filename="?amsel-2026-11-18-news-\d+\.csv/);
  const bytes = new Uint8Array(await csv.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).split('\r\n');
  expect(lines[0]).toBe('Nachname;Vorname;Stand;Bestätigt am;Auf welchem Weg');
  expect(lines.slice(1, 5)).toEqual([
    "of 1;'=1+1;Nicht erreicht;;",
    'of 1;ben;Offen;;',
    expect.stringMatching(/^of 1;dana;Bestätigt;.*18\. November 2026.*;In der App$/),
    'of 1;finn;Nicht erreicht;;',
  ]);
  const book = await download('ada', link('xls'));
  const limits = { entries: 100, budget: { left: 1e7, limit: 1e7 } };
  const [sheet] = await readXlsx(new Uint8Array(await book.arrayBuffer()), limits);
  expect(sheet?.rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
    ['Nachname', 'Vorname', 'Stand'],
    ['of 1', "'=1+1", 'Nicht erreicht'],

    ['of 1', 'ben', 'Offen'],
    ['of 1', 'dana', 'Bestätigt'],
    ['of 1', 'finn', 'Nicht erreicht'],
  ]);
  expect(sheet?.formulas).toBe(0);
  for (const who of ['ben', 'dana']) expect((await download(who, link('csv'))).status).toBe(403);
});
