import type { FileEntry } from '@kreide/core/features/files';
import { newsEvents } from '@kreide/core/features/news';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, TEST_SECRET, type TestServer } from '../../../../../tests/support/server.ts';
import { signFileAddress, toFileKey } from '../../kernel/files/index.ts';

let server: TestServer;
let school: { id: number };
let choir: number;
let photo: Buffer<ArrayBuffer>;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

/** Ada leads the choir of Dana; Ben wrote there and has left; Cem manages news; Fay teaches at another school. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel', { public_news: true });
  const other = await buildSchool(db(), 'drossel', { public_news: true });
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'TEACHER'],
    ['cem', 'ADMIN'],
    ['dana', 'STUDENT'],
    ['fay', 'ADMIN'],
  ] as const) {
    const at = name === 'fay' ? other : school;
    ids[name] = (await buildUser(db(), at.id, name, role)).id;
    tokens[name] = await signIn(server, at === other ? 'drossel' : 'amsel', name);
  }
  const of = (...names: string[]) => names.map((name) => ids[name] as number);
  choir = (await buildChannel(db(), school.id, { admins: of('ada', 'cem'), members: of('dana') })).id;
  const shape = { width: 30, height: 20, channels: 3, background: '#205090' } as const;
  photo = Buffer.from(await sharp({ create: shape }).jpeg().toBuffer());
});
afterAll(() => server.stop());

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/news${path}`, { token: tokens[who], body });
async function upload(who: string): Promise<FileEntry> {
  const form = new FormData();
  form.append('files', new Blob([photo]), 'See.jpg');
  const { status, body, text } = await call(who, 'POST', '/upload', form);
  expect(status, text).toBe(200);
  return body.data[0];
}
const imageOf = ({ uuid, name }: { uuid: string; name: string }) => `<p>Look:<img src="/v1/files/${uuid}/${name}"></p>`;
const DRAFT = { title: 'Concert', publish_at: null, is_pinned: false, is_official: false, is_public: false };
const create = (who: string, values: object) => call(who, 'POST', '', { ...DRAFT, ...values });
const made = async (who: string, values: object) => {
  const { status, body, text } = await create(who, { channels: [choir], ...values });
  expect(status, text).toBe(200);
  return body.data;
};
const textOf = async (who: string, id: number): Promise<string> =>
  (await call(who, 'GET', `/${id}`)).body.data.content_rendered;
const sourceIn = (html: string) => /src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null;
const statusOf = async (url: string) => (await fetch(new URL(url, server.url))).status;
const userOf = (name: string) => `user:${ids[name] as number}` as const;
/** What stood in the table before anything was refused. */
const writeInto = (id: number, content_rendered: string) =>
  db().updateTable('news').set({ content_rendered }).where('id', '=', id).execute();
const addressFor = (file: { uuid: string; name: string }, audience: 'public' | `school:${number}` | `user:${number}`) =>
  signFileAddress(toFileKey(TEST_SECRET), { uuid: file.uuid, name: file.name, audience }, server.clock.now());
const shared = async (id: number): Promise<{ content_rendered: string; preview_image: { url: string } | null }> => {
  const rows = await db()
    .selectFrom('outbox')
    .select('payload')
    .where('event', '=', newsEvents.saved.name)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ payload }) => payload as never as { id: number }).find((one) => one.id === id) as never;
};

describe('a picture in the text of an item', () => {
  it('is its own: one of another item, of another school or that nobody attached is refused and told to whoever writes [D-4.14]', async () => {
    const file = await upload('ada');
    const hers = await made('ada', { content: '<p>x</p>', files: [{ uuid: file.uuid }] });
    const draft = { content: imageOf(file), user_ids: [ids.ben] };
    const refused = await create('ben', draft);
    expect([refused.status, refused.body.error.issues]).toEqual([
      422,
      [expect.objectContaining({ path: 'body.content', rule: 'pictureForeign' })],
    ]);
    expect((await create('fay', { ...draft, user_ids: [ids.fay] })).status).toBe(422);
    // Nor one that its author has uploaded and does not attach.
    const loose = await upload('ada');
    expect((await create('ada', { content: imageOf(loose), channels: [choir] })).status).toBe(422);
    const own = await made('ada', { content: imageOf(loose), files: [{ uuid: loose.uuid }], channels: [choir] });
    expect(await statusOf(sourceIn(own.content_rendered) ?? '')).toBe(200);
    const { publish_at, updated_at } = own;
    const change = { ...DRAFT, publish_at, updated_at, content: imageOf(file) };
    expect((await call('ada', 'PUT', `/${own.id}`, change)).body.error.issues[0].rule).toBe('pictureForeign');
    expect(await textOf('dana', own.id)).toContain(loose.uuid);
    await call('ada', 'DELETE', `/${hers.id}`);
  });

  it('gets an address for its own files alone, whoever reads and however they hear of it [D-4.14]', async () => {
    const file = await upload('ada');
    await made('ada', { content: '<p>x</p>', files: [{ uuid: file.uuid }] });
    const trap = await made('ben', { content: '<p>x</p>', user_ids: [ids.ben], channels: [] });
    await writeInto(trap.id, imageOf(file));
    expect(await textOf('ben', trap.id)).toBe('<p>Look:</p>');
    await call('cem', 'PUT', `/${trap.id}/pin`, { is_pinned: true });
    expect((await shared(trap.id)).content_rendered).toBe('<p>Look:</p>');
    await db().updateTable('news').set({ is_public: true }).where('id', '=', trap.id).execute();
    const { text } = await server.request('GET', '/v1/public/news/amsel');
    expect(text).toContain('Look:');
    expect(text).not.toContain(file.uuid);
    // Addresses that were signed before this was so.
    for (const audience of ['public', `school:${school.id}`, userOf('ben')] as const)
      expect(await statusOf(addressFor(file, audience)), audience).toBe(audience.startsWith('school') ? 200 : 404);
    expect(await statusOf(addressFor(file, `school:${school.id + 1}`))).toBe(404);
    await call('ben', 'DELETE', `/${trap.id}`);
  });

  it('ends with the item, and so does the picture above its title: deleted, put off or left, at every kind of address [D-4.14]', async () => {
    const file = await upload('ada');
    const item = await made('ada', {
      content: imageOf(file),
      files: [{ uuid: file.uuid }],
      preview: { uuid: file.uuid },
    });
    const read = (await call('dana', 'GET', `/${item.id}`)).body.data;
    const [inText, above] = [sourceIn(read.content_rendered) ?? '', read.preview_image.url];
    const told = await shared(item.id);
    const all = async () =>
      Promise.all([inText, above, sourceIn(told.content_rendered) ?? '', told.preview_image?.url ?? ''].map(statusOf));
    expect(await all()).toEqual([200, 200, 200, 200]);
    const dana = db()
      .updateTable('channel_members')
      .where('user_id', '=', ids.dana as number);
    await dana.set({ left_at: TEST_NOW }).execute();
    expect((await all()).slice(0, 2)).toEqual([404, 404]);
    await dana.set({ left_at: null }).execute();
    const { updated_at } = item;
    const later = { ...DRAFT, content: imageOf(file), publish_at: '2026-11-20T08:00:00.000Z', updated_at };
    const put = (await call('ada', 'PUT', `/${item.id}`, later)).body.data;
    expect(await all()).toEqual([404, 404, 404, 404]);
    // Whoever plans it sees it, also where they are told of it.
    expect(await statusOf(sourceIn(put.content_rendered) ?? '')).toBe(200);
    expect(await statusOf((await shared(item.id)).preview_image?.url ?? '')).toBe(200);
    const now = { ...later, publish_at: null, updated_at: put.updated_at };
    expect((await call('ada', 'PUT', `/${item.id}`, now)).status).toBe(200);
    expect(await all()).toEqual([200, 200, 200, 200]);
    await db().updateTable('schools').set({ is_locked: true }).where('id', '=', school.id).execute();
    expect((await all()).slice(2)).toEqual([404, 404]);
    await db().updateTable('schools').set({ is_locked: false }).where('id', '=', school.id).execute();
    await call('ada', 'DELETE', `/${item.id}`);
    expect(await all()).toEqual([404, 404, 404, 404]);
  });

  it('of an older item, that is shown above the title alone, ends with it too', async () => {
    const file = await upload('ada');
    const item = await made('ada', {
      content: '<p>x</p>',
      files: [{ uuid: file.uuid }],
      preview: { uuid: file.uuid },
    });
    await db().deleteFrom('news_files').where('news_id', '=', item.id).execute();
    const addresses = [addressFor(file, `school:${school.id}`), addressFor(file, userOf('dana'))];
    expect(await Promise.all(addresses.map(statusOf))).toEqual([200, 200]);
    await call('ada', 'DELETE', `/${item.id}`);
    expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 404]);
  });
});

describe('a file that is kept', () => {
  it('and says of nothing that it belongs to is read by nobody', async () => {
    const file = await upload('ada');
    expect(await statusOf(file.url)).toBe(200);
    await db().updateTable('files').set({ is_kept: true }).where('uuid', '=', file.uuid).execute();
    for (const audience of ['public', `school:${school.id}`, userOf('ada')] as const)
      expect(await statusOf(addressFor(file, audience)), audience).toBe(404);
  });
});
