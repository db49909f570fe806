import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signFileAddress, toFileKey } from '../../packages/server/src/kernel/files/index.ts';
import { buildFile, buildFullSchool, type FullSchool, PIXEL } from '../support/full-school.ts';
import { signIn } from '../support/people.ts';
import { startTestServer, TEST_NOW, TEST_SECRET, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: FullSchool;
/** Stores a file that the public item of the school carries. */
async function attach(values: Parameters<typeof buildFile>[2]) {
  const school_id = school.school.id;
  const file = await buildFile(server, school_id, values);
  const { kysely } = server.test.database;
  const news = kysely.selectFrom('news').select('id').where('school_id', '=', school_id).where('is_public', '=', true);
  const { id } = await news.executeTakeFirstOrThrow();
  await kysely.insertInto('news_files').values({ school_id, news_id: id, file_id: file.id, position: 1 }).execute();
  return file;
}
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildFullSchool(server, 'amsel', 'zimtstern', { public_news: true });
});
afterAll(() => server.stop());

async function pictureOf(path: string): Promise<string> {
  server.clock.set(TEST_NOW);
  token ??= await signIn(server, 'amsel', school.people.student.username);
  const { body } = await server.request('GET', path, { token });
  const items = body.data.news ?? body.data;
  return items.find((item: { preview_image: unknown }) => item.preview_image !== null).preview_image.url;
}
const feedPicture = () => pictureOf('/v1/users/self/feed/news');

describe('the picture of a news item', () => {
  it('is read at its signed address without a session, and kept by the browser until that ends [D-4.14]', async () => {
    const url = await feedPicture();
    const answer = await fetch(server.url + url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PIXEL);
    const { headers } = answer;
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="bild-zimtstern\.png"/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
  });

  it('keeps its address for an hour, so that it stays cacheable [D-4.14]', async () => {
    const url = await feedPicture();
    server.clock.advance(20 * 60_000);
    const { body } = await server.request('GET', '/v1/users/self/feed/news', { token });
    const later = body.data.find((item: { preview_image: unknown }) => item.preview_image).preview_image.url;
    expect(later).toBe(url);
  });

  it('is not found at an address that was tampered with in any part [D-4.14]', async () => {
    const url = await feedPicture();
    const other = await attach({ name: 'other.png', mime: 'image/png', content: PIXEL });
    const changed = [
      url.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? 'a' : '_'}`),
      url.replace(/signature=[^&]+/, 'signature='),
      url.replace(/&signature=[^&]+/, ''),
      url.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 3600}`),
      url.replace(/audience=[^&]+/, 'audience=public'),
      url.replace(school.file.uuid, other.uuid),
      url.replace(school.file.name, 'other.png'),
    ];
    for (const address of changed) {
      expect(address).not.toBe(url);
      expect(await server.request('GET', address), address).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    }
  });

  it('is not found any more when the address has expired [D-4.14]', async () => {
    const url = await feedPicture();
    server.clock.advance(24 * 3_600_000);
    expect((await server.request('GET', url)).status).toBe(200);
    server.clock.advance(2 * 3_600_000);
    expect((await server.request('GET', url)).status).toBe(404);
  });

  it('is not found any more when it was deleted', async () => {
    server.clock.set(TEST_NOW);
    const gone = await attach({ name: 'gone.png', mime: 'image/png', content: PIXEL });
    const url = signFileAddress(
      toFileKey(TEST_SECRET),
      { ...gone, audience: `school:${school.school.id}` },
      server.clock.now(),
    );
    expect((await server.request('GET', url)).status).toBe(200);
    await server.test.database.pool.query('update files set deleted_at = now() where uuid = $1', [gone.uuid]);
    expect((await server.request('GET', url)).status).toBe(404);
  });

  it('may be shown by a homepage, by an absolute address for the public [D-2.08] [D-4.14]', async () => {
    const url = await pictureOf('/v1/public/news/amsel');
    expect(url.startsWith(`${server.url}/v1/files/`)).toBe(true);
    const { headers } = await fetch(url, { headers: { origin: 'https://www.grammar-school.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('cache-control')).toMatch(/^public, /);
  });
});

describe('a file that could run', () => {
  it.each([
    ['image.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['page.html', 'text/html', '<script>alert(1)</script>'],
    ['script.js', 'text/javascript', 'alert(1)'],
    ['page.xhtml', 'application/xhtml+xml', '<html/>'],
  ])('%s is saved as plain bytes and never shown inline [D-4.10] [D-4.14]', async (name, mime, content) => {
    server.clock.set(TEST_NOW);
    const file = await attach({ name, mime, content: Buffer.from(content) });
    const url = signFileAddress(
      toFileKey(TEST_SECRET),
      { ...file, audience: `school:${school.school.id}` },
      server.clock.now(),
    );
    const answer = await server.request('GET', url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; /);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
