import { type NewsItem, newsEvents, type SharedNewsItem } from '@kreide/core/features/news';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { globalChannelOf } from '../../../../../tests/support/global-channel.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let everybody: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const db = server.test.database.kysely;
  school = await buildSchool(db, 'amsel');
  const foreign = await buildSchool(db, 'drossel');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'TEACHER'],
    ['cem', 'ADMIN'],
    ['dana', 'STUDENT'],
  ] as const) {
    await buildUser(db, school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
  await buildUser(db, foreign.id, 'eve', 'ADMIN');
  tokens.eve = await signIn(server, 'drossel', 'eve');
  everybody = await globalChannelOf(db, school.id);
});
afterAll(() => server.stop());
afterEach(() => server.clock.set(new Date(TEST_NOW)));

const DRAFT = {
  title: 'Excursion',
  content: '<p>On <b>Friday</b>.</p>',
  publish_at: null as string | null,
  is_pinned: false,
  is_official: false,
  is_public: false,
};
const TOMORROW = '2026-11-19T07:00:00.000Z';

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const create = (who: string, values: Partial<typeof DRAFT> = {}) =>
  call(who, 'POST', '/channels/news', { ...DRAFT, channels: [everybody], ...values });
const made = async (who: string, values: Partial<typeof DRAFT> = {}): Promise<NewsItem> => {
  const { status, body } = await create(who, values);
  expect(status).toBe(200);
  return body.data;
};
const update = (who: string, item: NewsItem, values: Partial<typeof DRAFT & { updated_at: string }>) =>
  call(who, 'PUT', `/channels/news/${item.id}`, {
    ...DRAFT,
    publish_at: item.publish_at,
    updated_at: item.updated_at,
    ...values,
  });
const feedOf = async (who: string, query = ''): Promise<NewsItem[]> =>
  (await call(who, 'GET', `/users/self/feed/news${query}`)).body.data;
const idsOf = async (who: string, query = '') => (await feedOf(who, query)).map(({ id }) => id);

describe('a news item', () => {
  it('reaches everybody of the school, cleaned, with what each may do with it [C-7.82] [C-6.16] [C-6.17]', async () => {
    const item = await made('ada', { content: '<p onclick="x()">On <b>Friday</b>.<script>x()</script></p>' });
    expect(item).toMatchObject({
      title: 'Excursion',
      content_rendered: '<p>On <b>Friday</b>.</p>',
      excerpt: 'On Friday.',
      publish_at: new Date(TEST_NOW).toISOString(),
      user: { displayname: expect.stringContaining('ada') },
      can: { update: 1, delete: 1, pin: 0, release: 0, confirm: 0, 'view-statistics': 0 },
    });
    const seen = async (who: string) => (await feedOf(who)).find(({ id }) => id === item.id)?.can;
    expect(await seen('ben')).toEqual({ update: 0, delete: 0, pin: 0, release: 0, confirm: 0, 'view-statistics': 0 });
    expect(await seen('dana')).toEqual({ update: 0, delete: 0, pin: 0, release: 0, confirm: 0, 'view-statistics': 0 });
    expect(await seen('cem')).toEqual({ update: 1, delete: 1, pin: 1, release: 1, confirm: 0, 'view-statistics': 0 });
    expect(await seen('eve')).toBeUndefined();
    expect((await call('dana', 'GET', `/channels/news/${item.id}`)).body.data.title).toBe('Excursion');
  });

  it('that is wrong is refused with everything that is wrong, in words [C-2.24]', async () => {
    const { status, body } = await create('ada', {
      title: ' ',
      content: '<p> </p>',
      publish_at: '2031-01-01T00:00:00Z',
    });
    expect(status).toBe(422);
    expect(body.error.issues).toEqual([
      { path: 'body.title', rule: 'titleRequired', params: {}, message: 'Bitte einen Titel schreiben.' },
      { path: 'body.content', rule: 'contentRequired', params: {}, message: 'Bitte einen Text schreiben.' },
      expect.objectContaining({ path: 'body.publish_at', rule: 'tooFarAhead', params: { days: 400 } }),
    ]);
    // Content that the sanitiser removes entirely counts as none.
    expect((await create('ada', { content: '<script>x()</script>' })).status).toBe(422);
    expect((await create('ada', { title: '🎒'.repeat(255) })).status).toBe(200);
    expect((await create('ada', { title: 'x'.repeat(256) })).status).toBe(422);
  });

  it('is written by those who may write, and marked and released by those who manage [C-6.12] [C-6.15]', async () => {
    expect((await create('dana')).status).toBe(403);
    for (const mark of [{ is_pinned: true }, { is_official: true }, { is_public: true }])
      expect((await create('ada', mark)).status).toBe(403);
    const item = await made('cem', { is_pinned: true, is_official: true, is_public: true });
    expect(item).toMatchObject({ is_pinned: true, is_official: true, is_public: true });
    await call('cem', 'DELETE', `/channels/news/${item.id}`);
  });

  it('keeps the marks that its author may not set when the author changes the text', async () => {
    const item = await made('ada');
    const marks = { is_pinned: true, is_official: true, is_public: true };
    const marked: NewsItem = (await update('cem', item, marks)).body.data;
    expect(marked).toMatchObject(marks);
    expect((await update('ada', marked, { ...marks, title: 'New' })).body.data).toMatchObject({
      ...marks,
      title: 'New',
    });
    const now: NewsItem = (await call('ada', 'GET', `/channels/news/${item.id}`)).body.data;
    for (const key of ['is_pinned', 'is_official', 'is_public'] as const)
      expect((await update('ada', now, { ...marks, [key]: false })).status, key).toBe(403);
    await call('ada', 'DELETE', `/channels/news/${item.id}`);
  });

  it('is changed by its author and by those who manage news, and by nobody else [C-6.16] [C-7.86]', async () => {
    const item = await made('ada');
    expect((await update('ben', item, { title: 'Mine' })).status).toBe(403);
    expect((await update('dana', item, { title: 'Mine' })).status).toBe(403);
    expect((await update('eve', item, { title: 'Mine' })).status).toBe(404);
    const changed = await update('ada', item, { title: 'Walk' });
    expect(changed.body.data).toMatchObject({ id: item.id, title: 'Walk' });
    expect((await call('dana', 'GET', `/channels/news/${item.id}`)).body.data.title).toBe('Walk');
  });

  it('that somebody else changed meanwhile is not written over', async () => {
    const item = await made('ada');
    expect((await update('cem', item, { title: 'First' })).status).toBe(200);
    expect((await update('ada', item, { title: 'Second' })).status).toBe(409);
    const now: NewsItem = (await call('ada', 'GET', `/channels/news/${item.id}`)).body.data;
    expect(now.title).toBe('First');
    expect((await update('ada', now, { title: 'Second' })).status).toBe(200);
  });

  it('is pinned by those who may, and stands first until it is unpinned [C-4.30] [C-6.15] [C-7.90]', async () => {
    const item = await made('ada');
    await made('ben', { title: 'Newer' });
    const pin = (who: string, is_pinned: boolean) => call(who, 'PUT', `/channels/news/${item.id}/pin`, { is_pinned });
    expect((await pin('ada', true)).status).toBe(403);
    expect((await pin('cem', true)).body.data.is_pinned).toBe(true);
    expect((await idsOf('dana'))[0]).toBe(item.id);
    await pin('cem', false);
    expect((await idsOf('dana'))[0]).not.toBe(item.id);
  });
});

describe('deleting', () => {
  it('takes an item from everybody, and can be taken back for a day [C-4.33] [C-6.17] [C-7.87]', async () => {
    const item = await made('ada');
    const remove = (who: string) => call(who, 'DELETE', `/channels/news/${item.id}`);
    const restore = (who: string) => call(who, 'POST', `/channels/news/${item.id}/restore`);
    expect((await remove('ben')).status).toBe(403);
    expect((await restore('ada')).status).toBe(404);
    expect((await remove('ada')).status).toBe(204);
    expect((await remove('ada')).status).toBe(404);
    expect((await call('dana', 'GET', `/channels/news/${item.id}`)).status).toBe(404);
    expect(await idsOf('dana')).not.toContain(item.id);
    expect((await restore('ben')).status).toBe(404);
    expect((await restore('eve')).status).toBe(404);
    expect((await restore('ada')).body.data).toMatchObject({ id: item.id, title: 'Excursion' });
    expect(await idsOf('dana')).toContain(item.id);
    await remove('cem');
    server.clock.advance(24 * 60 * 60 * 1000 + 1000);
    tokens.cem = await signIn(server, 'amsel', 'cem');
    expect((await restore('cem')).status).toBe(404);
  });
});

describe('a scheduled item', () => {
  it('is seen only by those who may change it, until its time has come [C-4.29] [C-7.94]', async () => {
    const item = await made('ada', { publish_at: TOMORROW });
    expect(await idsOf('dana')).not.toContain(item.id);
    expect(await idsOf('ada')).not.toContain(item.id);
    expect(await idsOf('ada', '?is_scheduled=1')).toContain(item.id);
    expect(await idsOf('cem', '?is_scheduled=1')).toContain(item.id);
    expect(await idsOf('ben', '?is_scheduled=1')).toEqual([]);
    expect(await idsOf('dana', '?is_scheduled=1')).toEqual([]);
    for (const who of ['ben', 'dana', 'eve']) {
      expect((await call(who, 'GET', `/channels/news/${item.id}`)).status, who).toBe(404);
      expect((await call(who, 'DELETE', `/channels/news/${item.id}`)).status, who).toBe(404);
    }
    expect((await call('ada', 'GET', `/channels/news/${item.id}`)).status).toBe(200);
    expect((await update('ada', item, { publish_at: null })).status).toBe(200);
    expect(await idsOf('dana')).toContain(item.id);
    expect(await idsOf('ada', '?is_scheduled=1')).not.toContain(item.id);
  });
});

/** The news events that a person receives, in order. */
async function listen(who: string): Promise<{ heard: [string, number][]; items: SharedNewsItem[]; socket: Socket }> {
  const socket = io(server.url, {
    path: '/v1/realtime',
    transports: ['websocket'],
    auth: { token: tokens[who] },
    reconnection: false,
    forceNew: true,
  });
  const heard: [string, number][] = [];
  const items: SharedNewsItem[] = [];
  socket.on(newsEvents.saved.name, (item: SharedNewsItem) => {
    heard.push(['saved', item.id]);
    items.push(item);
  });
  socket.on(newsEvents.removed.name, ({ id }: { id: number }) => heard.push(['removed', id]));
  await expect.poll(() => socket.connected).toBe(true);
  return { heard, items, socket };
}

describe('the events of news', () => {
  it('tell the whole school what changed, and nobody of another one', async () => {
    const [dana, eve] = [await listen('dana'), await listen('eve')];
    try {
      const item = await made('ada');
      await update('ada', item, { title: 'Walk' });
      await call('ada', 'DELETE', `/channels/news/${item.id}`);
      await call('ada', 'POST', `/channels/news/${item.id}/restore`);
      const told = ['saved', 'saved', 'removed', 'saved'].map((what) => [what, item.id]);
      await expect.poll(() => dana.heard).toEqual(told);
      expect(dana.items.at(-1)).not.toHaveProperty('can');
      expect(eve.heard).toEqual([]);
    } finally {
      dana.socket.disconnect();
      eve.socket.disconnect();
    }
  });

  it('tell of what is scheduled only its author, and everybody when its time has come [C-4.29]', async () => {
    const [ada, dana] = [await listen('ada'), await listen('dana')];
    try {
      const item = await made('ada', { publish_at: TOMORROW });
      await expect.poll(() => ada.heard).toEqual([['saved', item.id]]);
      expect(dana.heard).toEqual([]);
      server.clock.set(new Date(TOMORROW));
      await passJobWaits(server.test.database.pool);
      await expect.poll(() => dana.heard, { timeout: 30_000 }).toEqual([['saved', item.id]]);
      // Postponed again: it is hidden from everybody but its author.
      tokens.ada = await signIn(server, 'amsel', 'ada');
      const later = { publish_at: '2026-11-25T07:00:00.000Z' };
      expect((await update('ada', item, later)).status).toBe(200);
      await expect.poll(() => dana.heard.at(-1)).toEqual(['removed', item.id]);
      expect(dana.heard).toHaveLength(2);
    } finally {
      ada.socket.disconnect();
      dana.socket.disconnect();
    }
  });

  it('tell nothing at the former time of an item that was put off or deleted [C-4.29]', async () => {
    const [putOff, deleted, last] = [
      await made('ada', { publish_at: TOMORROW }),
      await made('ada', { publish_at: TOMORROW }),
      await made('ada', { publish_at: TOMORROW }),
    ];
    const dana = await listen('dana');
    try {
      // Written directly to the database, so that the scheduled jobs are unchanged.
      await server.test.database.kysely
        .updateTable('news')
        .set({ publish_at: '2026-11-25T07:00:00.000Z' })
        .where('id', '=', putOff.id)
        .execute();
      await call('ada', 'DELETE', `/channels/news/${deleted.id}`);
      await passJobWaits(server.test.database.pool);
      await expect.poll(() => dana.heard, { timeout: 60_000 }).toContainEqual(['saved', last.id]);
      const told = dana.heard.filter(([what]) => what === 'saved').map(([, id]) => id);
      expect(told).not.toContain(putOff.id);
      expect(told).not.toContain(deleted.id);
    } finally {
      dana.socket.disconnect();
    }
  });
});
