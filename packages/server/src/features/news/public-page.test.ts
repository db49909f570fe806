import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile, buildFullSchool, type FullSchool } from '../../../../../tests/support/full-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

const HOSTILE = `</script><script>alert(1)</script>"'&]]> \u0007`;
const CONTENT = '<p>Am <b>Freitag</b></p><script>alert(2)</script><img src="x" onerror="alert(3)">';

let server: TestServer;
let school: FullSchool;
let other: FullSchool;
/** The public item that each school has from the beginning. */
let uuid: string;
let foreign: string;

const kysely = () => server.test.database.kysely;
const publicOf = async ({ school: { id } }: FullSchool) =>
  (
    await kysely()
      .selectFrom('news')
      .select('uuid')
      .where('school_id', '=', id)
      .where('is_public', '=', true)
      .executeTakeFirstOrThrow()
  ).uuid;
const change = (values: {
  title?: string;
  content_rendered?: string;
  publish_at?: string;
  deleted_at?: string | null;
  is_public?: boolean;
}) => kysely().updateTable('news').set(values).where('uuid', '=', uuid).execute();
const open = (values: { public_news?: boolean; is_locked?: boolean }) =>
  kysely().updateTable('schools').set(values).where('id', '=', school.school.id).execute();
const page = (id = uuid, slink = 'amsel', headers: Record<string, string> = {}) =>
  server.request('GET', `/${slink}/news/${id}`, { headers });
const feed = (headers: Record<string, string> = {}, slink = 'amsel') =>
  server.request('GET', `/v1/public/news/${slink}.rss`, { headers });

beforeAll(async () => {
  server = await startTestServer();
  school = await buildFullSchool(server, 'amsel', 'zimtstern', { public_news: true });
  other = await buildFullSchool(server, 'drossel', 'lebkuchen', { public_news: true });
  uuid = await publicOf(school);
  foreign = await publicOf(other);
});
afterAll(() => server.stop());
beforeEach(async () => {
  const publish_at = '2026-11-17T08:00:00Z';
  await change({ title: 'Fest', content_rendered: '<p>Fest</p>', publish_at, deleted_at: null, is_public: true });
  await open({ public_news: true, is_locked: false });
});

describe('the page of a public news item', () => {
  it('is a whole page in the language of the school, with picture, day and what other sites need to show it [D-2.03]', async () => {
    const { status, headers, text } = await page(uuid, 'amsel', { 'accept-language': 'fr' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const address = `${server.url}/amsel/news/${uuid}`;
    for (const part of [
      '<html lang="de" data-branding="default">',
      '<h1>Fest</h1>',
      '<time datetime="2026-11-17T08:00:00.000Z">17. November 2026</time>',
      '<p>Fest</p>',
      `<link rel="canonical" href="${address}">`,
      `<link rel="alternate" type="application/rss+xml" title="Neuigkeiten" href="${server.url}/v1/public/news/amsel.rss">`,
      '<meta property="og:title" content="Fest">',
      '<a href="/amsel/login">Schule zimtstern</a>',
    ])
      expect(text).toContain(part);
    const about = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '');
    expect(about).toMatchObject({ '@type': 'NewsArticle', headline: 'Fest', mainEntityOfPage: address });
    const picture = /<img class="picture" src="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(about.image).toEqual([picture]);
    expect((await fetch(picture)).status).toBe(200);
    for (const { uuid: person, username } of Object.values(school.people)) {
      expect(text).not.toContain(person);
      expect(text).not.toContain(username);
    }
  });

  it('is where the links of the news element lead [D-2.03]', async () => {
    const { data } = (await server.request('GET', '/v1/public/news/amsel')).body;
    expect((await server.request('GET', new URL(data.news[0].url).pathname)).status).toBe(200);
  });

  it('is the same not-found page for all that the public may not see, and says nothing of the school [D-2.10] [D-4.06]', async () => {
    const secret = await kysely()
      .selectFrom('news')
      .select('uuid')
      .where('school_id', '=', school.school.id)
      .where('is_public', '=', false)
      .executeTakeFirstOrThrow();
    const seen = async (...args: Parameters<typeof page>) => {
      const { status, headers, text } = await page(...args);
      const kept = [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
      return JSON.stringify({ status, kept, text });
    };
    const missing = await seen(randomUUID());
    expect(missing).toContain('"status":404');
    expect(missing).toContain('Diese Neuigkeit gibt es nicht');
    expect(await seen(foreign)).toBe(missing);
    expect(await seen(secret.uuid)).toBe(missing);
    expect(await seen(uuid.replace(/^.{9}/, '---------'))).toBe(missing);
    expect(await seen(uuid, 'nirgends')).toBe(missing);
    expect(await seen(uuid, 'AMSEL')).toBe(missing);
    expect(await seen(uuid, '%00')).toBe(missing);
    for (const hidden of [
      { publish_at: '2026-11-18T09:10:01Z' },
      { publish_at: '2026-11-17T08:00:00Z', deleted_at: '2026-11-18T09:00:00Z' },
      { deleted_at: null, is_public: false },
    ]) {
      await change(hidden);
      expect(await seen(), JSON.stringify(hidden)).toBe(missing);
    }
    await change({ is_public: true });
    expect(await seen()).toContain('"status":200');
    for (const closed of [{ public_news: false }, { public_news: true, is_locked: true }]) {
      await open(closed);
      expect(await seen(), JSON.stringify(closed)).toBe(missing);
    }
    expect((await page(uuid, 'amsel', { 'accept-language': 'en' })).text).toContain('<html lang="en"');
  });

  it('shows a title as text wherever it stands, and of the text only what may be in news [D-4.10]', async () => {
    await change({ title: HOSTILE, content_rendered: CONTENT });
    const { text, headers } = await page();
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain('<h1>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;]]&gt; </h1>');
    expect(text).toContain('<p>Am <b>Freitag</b></p>');
    expect(text).not.toMatch(/onerror|alert\(2\)/);
    expect(JSON.parse(/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '').headline).toBe(HOSTILE);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe/);
  });

  it('is sent again only when it has changed, and kept for a minute [D-4.10]', async () => {
    const { headers } = await page();
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect(await page(uuid, 'amsel', known)).toMatchObject({ status: 304, text: '' });
    await change({ title: 'Sommerfest' });
    expect((await page(uuid, 'amsel', known)).status).toBe(200);
    await open({ public_news: false });
    expect((await page(uuid, 'amsel', known)).status).toBe(404);
  });
});

describe('the files of a public news item', () => {
  const PDF = Buffer.from('%PDF-1.4 <script>alert(4)</script>');
  const addressesIn = (text: string) =>
    [...text.matchAll(/href="([^"]+\/files\/[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  async function attach(): Promise<string[]> {
    const { id } = await kysely().selectFrom('news').select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow();
    const made = [];
    for (const name of ['Plan & Weg.pdf', 'Liste.pdf'])
      made.push(await buildFile(server, school.school.id, { name, mime: 'application/pdf', content: PDF }));
    const places = made.map((file, position) => ({
      school_id: school.school.id,
      news_id: id,
      file_id: file.id,
      position,
    }));
    await kysely().insertInto('news_files').values(places).execute();
    return made.map((file) => file.uuid);
  }
  afterEach(() => kysely().deleteFrom('news_files').where('school_id', '=', school.school.id).execute());

  it('stand on its page, in its feed and in what the element gets, at addresses that are served to be saved [D-2.03]', async () => {
    const uuids = await attach();
    const { text } = await page();
    expect(text).toContain('<h2 class="files">Angehängte Dateien</h2>');
    expect(text).toContain('>Plan &amp; Weg.pdf</a> <small>0,01 MB</small>');
    const onPage = addressesIn(text);
    expect(onPage.map((url) => uuids.findIndex((one) => url.includes(one)))).toEqual([0, 1]);
    const news = (await feed()).text;
    expect(news).toContain('&lt;ul&gt;&lt;li&gt;&lt;a href=&quot;');
    expect(news).toContain('&gt;Liste.pdf&lt;/a&gt;');
    const { data } = (await server.request('GET', '/v1/public/news/amsel')).body;
    const inElement = data.news.flatMap(({ attachments }: { attachments: { url: string }[] }) => attachments);
    for (const address of [onPage[0] ?? '', inElement[1]?.url]) {
      const answer = await fetch(address);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'|sandbox/);
    }
  });

  it('is the enclosure of the feed where there is no picture', async () => {
    const [first] = await attach();
    const item = kysely().updateTable('news').where('uuid', '=', uuid);
    const { preview_file_id } = await kysely()
      .selectFrom('news')
      .select('preview_file_id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    await item.set({ preview_file_id: null }).execute();
    const { text } = await feed();
    await item.set({ preview_file_id }).execute();
    const [, url = ''] = /<enclosure url="([^"]+)" length="34" type="application\/pdf"\/>/.exec(text) ?? [];
    expect(url).toContain(first);
    expect(text.match(/<enclosure /g)?.length).toBe(1);
  });

  it('answer 404 as soon as the item is not public any more, was deleted, or the school shows none [D-2.10]', async () => {
    await attach();
    const [address = ''] = addressesIn((await page()).text);
    const status = async () => (await fetch(address)).status;
    expect(await status()).toBe(200);
    for (const hidden of [
      { is_public: false },
      { deleted_at: '2026-11-18T09:00:00Z' },
      { publish_at: '2026-11-18T09:10:01Z' },
    ]) {
      await change(hidden);
      expect(await status(), JSON.stringify(hidden)).toBe(404);
      await change({ is_public: true, deleted_at: null, publish_at: '2026-11-17T08:00:00Z' });
    }
    await open({ public_news: false });
    expect(await status()).toBe(404);
    await open({ public_news: true });
    await kysely().deleteFrom('news_files').where('school_id', '=', school.school.id).execute();
    expect(await status()).toBe(404);
  });
});

describe('the feed of public news', () => {
  it('has each item with its page, day and picture, the newest first, and 50 at most [D-2.03]', async () => {
    const { status, headers, text } = await feed();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    for (const part of [
      '<title>Schule zimtstern: Neuigkeiten</title>',
      `<link>${server.url}/amsel/news/${uuid}</link>`,
      `<guid isPermaLink="false">${uuid}</guid>`,
      '<pubDate>Tue, 17 Nov 2026 08:00:00 GMT</pubDate>',
      '<description>&lt;p&gt;Fest&lt;/p&gt;</description>',
    ])
      expect(text).toContain(part);
    const [, url = '', length] = /<enclosure url="([^"]+)" length="(\d+)" type="image\/png"\/>/.exec(text) ?? [];
    const picture = await fetch(url.replaceAll('&amp;', '&'));
    expect((await picture.arrayBuffer()).byteLength).toBe(Number(length));
    expect(text).not.toContain('Intern');
    const many = Array.from({ length: 60 }, (_, index) => ({
      school_id: other.school.id,
      title: `Nr. ${index}`,
      content: '',
      content_rendered: '',
      excerpt: '',
      is_public: true,
      is_pinned: index === 0,
      publish_at: new Date(Date.UTC(2026, 10, 18, 9, 0, index - 60)).toISOString(),
    }));
    await kysely().insertInto('news').values(many).execute();
    const titles = [...(await feed({}, 'drossel')).text.matchAll(/<title>Nr\. (\d+)</g)].map(([, index]) =>
      Number(index),
    );
    expect(titles).toEqual([...Array.from({ length: 49 }, (_, index) => 59 - index), 0]);
  });

  it('is well-formed whatever a title holds [D-4.10]', async () => {
    await change({ title: HOSTILE, content_rendered: CONTENT });
    const { text } = await feed();
    expect(text).toContain(
      '<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;]]&gt; </title>',
    );
    expect(text).not.toContain('\u0007');
    expect(text).not.toMatch(/onerror|alert\(2\)/);
  });

  it('answers 304 to who has it, and 404 while the news are not public [D-2.10]', async () => {
    const { headers } = await feed();
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await feed(known)).status).toBe(304);
    await change({ title: 'Sommerfest' });
    expect((await feed(known)).status).toBe(200);
    expect((await feed({}, 'nirgends')).status).toBe(404);
    for (const closed of [{ public_news: false }, { public_news: true, is_locked: true }]) {
      await open(closed);
      expect((await feed(known)).status, JSON.stringify(closed)).toBe(404);
    }
  });
});
