import { ALT_NAME_MAXIMUM, type FileEntry } from '@kreide/core/features/files';
import { NEWS_FILES_MAXIMUM, NEWS_UPLOADS_MAXIMUM, type NewsItem } from '@kreide/core/features/news';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { buildFile } from '../../../../../tests/support/files.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let choir: number;
let photo: Buffer<ArrayBuffer>;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

/** Ada leads the choir of Dana; Cem manages news, Ben writes his own, Elif is in no channel. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel', { public_news: true });
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'TEACHER'],
    ['cem', 'ADMIN'],
    ['dana', 'STUDENT'],
    ['elif', 'STUDENT'],
  ] as const) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  choir = (
    await buildChannel(db(), school.id, {
      admins: [ids.ada as number, ids.cem as number],
      members: [ids.dana as number],
    })
  ).id;
  const shape = { width: 30, height: 20, channels: 3, background: '#205090' } as const;
  photo = Buffer.from(await sharp({ create: shape }).jpeg().toBuffer());
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  await db().deleteFrom('news').where('school_id', '=', school.id).execute();
});

const DRAFT = {
  title: 'Concert',
  content: '<p>On Friday.</p>',
  publish_at: null as string | null,
  is_pinned: false,
  is_official: false,
  is_public: false,
};
type Values = Partial<typeof DRAFT> & {
  files?: { uuid: string; alt_name?: string }[];
  preview?: { uuid: string } | null;
};
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/news${path}`, { token: tokens[who], body });
const post = (who: string, ...files: [string, Buffer<ArrayBuffer> | string][]) => {
  const form = new FormData();
  for (const [name, content] of files) form.append('files', new Blob([content]), name);
  return call(who, 'POST', '/upload', form);
};
const upload = async (who: string, ...files: [string, Buffer<ArrayBuffer> | string][]): Promise<FileEntry[]> => {
  const { status, body, text } = await post(who, ...files);
  expect(status, text).toBe(200);
  return body.data;
};
const create = (who: string, values: Values = {}) => call(who, 'POST', '', { ...DRAFT, channels: [choir], ...values });
const made = async (values: Values = {}, who = 'ada'): Promise<NewsItem> => {
  const { status, body, text } = await create(who, values);
  expect(status, text).toBe(200);
  return body.data;
};
const update = (who: string, { id, publish_at, updated_at }: NewsItem, values: Values) =>
  call(who, 'PUT', `/${id}`, { ...DRAFT, publish_at, updated_at, ...values });
const seen = async (who: string, { id }: NewsItem): Promise<NewsItem> => (await call(who, 'GET', `/${id}`)).body.data;
const named = (files: FileEntry[]) => files.map(({ uuid }) => ({ uuid }));
const statusOf = async (url: string) => (await fetch(server.url + url)).status;
const namesOf = ({ attachments }: Pick<NewsItem, 'attachments'>) => attachments.map(({ name }) => name);
const stored = () =>
  db()
    .selectFrom('files')
    .select(['uuid', 'is_kept', 'reserved', 'alt_name'])
    .where('school_id', '=', school.id)
    .where('deleted_at', 'is', null)
    .execute();
const publicOf = async () => (await server.request('GET', '/v1/public/news/amsel')).body.data.news;

describe('files that are uploaded for news', () => {
  it('are read by nobody else before an item carries them, and then by its readers, each at an address of their own [C-7.83] [C-3.26]', async () => {
    const files = await upload('ada', ['See.jpg', photo], ['Noten.txt', 'do re mi']);
    expect(files).toMatchObject([
      { name: 'See.jpg', type: 'image/jpeg', extension: 'jpg', size: photo.length, width: 30, height: 20 },

      { name: 'Noten.txt', type: 'application/octet-stream', extension: 'txt', size: 8, width: null, height: null },
    ]);
    const [own] = files;
    expect(await statusOf(own?.url ?? '')).toBe(200);
    expect(await stored()).toMatchObject([{ is_kept: false, reserved: null }, { is_kept: false }]);
    const [first, second] = named(files);
    const item = await made({
      files: [second as { uuid: string }, { uuid: first?.uuid ?? '', alt_name: ' Der\n See ' }],
    });
    expect(namesOf(item)).toEqual(['Noten.txt', 'See.jpg']);
    expect(item.files).toEqual([
      { uuid: second?.uuid, alt_name: '' },
      { uuid: first?.uuid, alt_name: 'Der See' },
    ]);
    expect(await stored()).toMatchObject([
      { is_kept: true, reserved: 'news_attachment', alt_name: 'Der See' },
      { is_kept: true, reserved: 'news_attachment' },
    ]);
    const read = await seen('dana', item);
    expect(read.attachments).toMatchObject([
      { type: 'application/octet-stream', uuid: second?.uuid, name: 'Noten.txt', size: 8, extension: 'txt' },
      { type: 'image/jpeg', uuid: first?.uuid, name: 'See.jpg', size: photo.length, extension: 'jpg' },
    ]);
    expect(read.attachments[1]?.url).not.toBe(item.attachments[1]?.url);
    const answer = await fetch(server.url + (read.attachments[1]?.url ?? ''));
    expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true);
  });

  it('are refused to whoever may not write, when they are empty, and when too many wait', async () => {
    expect((await post('dana', ['a.txt', 'x'])).status).toBe(403);
    const { status, body } = await post('ada', ['leer.txt', '']);
    expect([status, body.error.issues[0].rule]).toEqual([422, 'fileEmpty']);
    expect((await call('ada', 'POST', '/upload', new FormData())).status).toBe(422);
    const many = Array.from({ length: NEWS_FILES_MAXIMUM + 1 }, (_, at): [string, string] => [`${at}.txt`, 'x']);
    expect((await post('ada', ...many)).status).toBe(413);
    for (let at = 0; at < NEWS_UPLOADS_MAXIMUM; at += 1)
      await buildFile(db(), school.id, { created_by: ids.ben as number, is_kept: false });
    expect(await post('ben', ['a.txt', 'x'])).toMatchObject({ status: 429 });
    expect((await post('cem', ['a.txt', 'x'])).status).toBe(200);
  });

  it('belong to one item: neither another takes them, nor one of somebody else, nor the same twice', async () => {
    const files = named(await upload('ada', ['Noten.txt', 'x']));
    const refusedFor = async (who: string, value: Values) => {
      const { status, body } = await create(who, value);
      return [status, body.error?.issues?.[0]?.path, body.error?.issues?.[0]?.rule];
    };
    expect(await refusedFor('cem', { files })).toEqual([422, 'body.files.0.uuid', 'fileGone']);
    expect(await refusedFor('ada', { files: [...files, ...files] })).toEqual([422, 'body.files.1.uuid', 'fileGone']);
    const both = await Promise.all([create('ada', { files }), create('ada', { files })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await refusedFor('ada', { files })).toEqual([422, 'body.files.0.uuid', 'fileGone']);
    const long = [
      {
        ...(named(await upload('ada', ['b.txt', 'x']))[0] as { uuid: string }),
        alt_name: 'ä'.repeat(ALT_NAME_MAXIMUM + 1),
      },
    ];
    expect(await refusedFor('ada', { files: long })).toEqual([422, 'body.files.0.alt_name', 'altMax']);
    const many = Array.from({ length: NEWS_FILES_MAXIMUM + 1 }, () => ({ uuid: crypto.randomUUID() }));
    expect(await refusedFor('ada', { files: many })).toEqual([422, 'body.files', 'filesMax']);
  });

  it('can say it all: an item without a text needs one', async () => {
    const files = named(await upload('ada', ['Noten.txt', 'x']));
    expect((await create('ada', { content: '' })).status).toBe(422);
    const item = await made({ content: '', files });
    expect(item.content_rendered).toBe('');
    // Nor does it lose the last of them.
    expect((await update('ada', item, { content: '', files: [] })).status).toBe(422);
    const { status, body } = await call('ada', 'POST', '/attachments/delete', { attachments: [files[0]?.uuid] });
    expect([status, body.error.issues[0].path]).toEqual([422, 'body.attachments']);
    expect(namesOf(await seen('dana', item))).toEqual(['Noten.txt']);
  });
});

describe('the address of a file of an item', () => {
  const urlFor = async (who: string, item: NewsItem) => (await seen(who, item)).attachments[0]?.url ?? '';
  const withFile = async (values: Values = {}) =>
    made({ files: named(await upload('ada', ['Noten.txt', 'do re mi'])), ...values });

  it('ends with the membership, with the deletion, and with putting it off; its author and who manages news keep it', async () => {
    const item = await withFile();
    const [dana, ada, cem] = [await urlFor('dana', item), await urlFor('ada', item), await urlFor('cem', item)];
    const all = () => Promise.all([dana, ada, cem].map(statusOf));
    expect(await all()).toEqual([200, 200, 200]);
    await db().updateTable('channel_members').set({ left_at: TEST_NOW }).where('channel_id', '=', choir).execute();
    expect(await all()).toEqual([404, 200, 200]);
    await db().updateTable('channel_members').set({ left_at: null }).where('channel_id', '=', choir).execute();
    const later = (await update('ada', item, { publish_at: '2026-11-20T08:00:00.000Z' })).body.data;
    expect(await all()).toEqual([404, 200, 200]);
    const back = (await update('ada', later, { publish_at: null })).body.data;
    expect(await all()).toEqual([200, 200, 200]);
    await call('ada', 'DELETE', `/${back.id}`);
    expect(await all()).toEqual([404, 404, 404]);
    await call('ada', 'POST', `/${back.id}/restore`);
    expect(await all()).toEqual([200, 200, 200]);
  });

  it('does not work for another account, and for everybody only while the item is public and published [C-3.30]', async () => {
    const item = await withFile();
    const url = await urlFor('dana', item);
    expect(await statusOf(url.replace(`${ids.dana}`, `${ids.elif}`))).toBe(404);
    expect(await publicOf()).toEqual([]);
    const shown = (await update('cem', item, { is_public: true })).body.data;
    const [news] = await publicOf();
    expect(news).toMatchObject({ attachments: [{ name: 'Noten.txt', size: 8, type: 'application/octet-stream' }] });
    const open = new URL(news.attachments[0].url).pathname + new URL(news.attachments[0].url).search;
    expect(await statusOf(open)).toBe(200);
    await update('cem', shown, { is_public: false });
    expect(await publicOf()).toEqual([]);
    expect(await statusOf(open)).toBe(404);
  });
});

describe('the files of an item that is there', () => {
  it('change with it: what it names no more is gone, what is left out stays, in the order that it says', async () => {
    const files = await upload('ada', ['a.txt', 'a'], ['b.txt', 'b'], ['c.txt', 'c']);
    const [a, b, c] = named(files) as [{ uuid: string }, { uuid: string }, { uuid: string }];
    const item = await made({ files: [a, b] });
    const kept = (await update('ada', item, { title: 'Other' })).body.data;
    expect(namesOf(kept)).toEqual(['a.txt', 'b.txt']);
    const urlOfA = kept.attachments[0].url;
    const changed = (await update('ada', kept, { files: [c, { ...b, alt_name: 'B' }] })).body.data;
    expect([namesOf(changed), changed.attachments[1].alt_name]).toEqual([['c.txt', 'b.txt'], 'B']);
    expect(await statusOf(urlOfA)).toBe(404);
    // Who manages news changes the text of an item whose files somebody else has brought.
    expect(namesOf((await update('cem', changed, { files: changed.files })).body.data)).toEqual(['c.txt', 'b.txt']);
  });

  it('are deleted by who may change the item, all or none; everybody who sees it is told [C-7.84]', async () => {
    const files = await upload('ada', ['a.txt', 'a'], ['b.txt', 'b'], ['c.txt', 'c']);
    const [a, b, c] = files as [FileEntry, FileEntry, FileEntry];
    const item = await made({ files: named([a, b]) });
    const remove = async (who: string, ...attachments: string[]) =>
      (await call(who, 'POST', '/attachments/delete', { attachments })).status;
    expect(await remove('dana', a.uuid)).toBe(403);
    expect(await remove('elif', a.uuid)).toBe(404);
    expect(await remove('ada', a.uuid, crypto.randomUUID())).toBe(404);
    expect(await remove('cem', a.uuid, c.uuid)).toBe(404);
    expect(namesOf(await seen('dana', item))).toEqual(['a.txt', 'b.txt']);
    expect(await remove('ada', a.uuid, c.uuid, a.uuid)).toBe(204);
    const left = await seen('dana', item);
    expect(namesOf(left)).toEqual(['b.txt']);
    expect(Date.parse(left.updated_at)).toBeGreaterThan(Date.parse(item.updated_at));
    expect(await statusOf(a.url)).toBe(404);
    expect((await create('ada', { files: named([c]) })).status).toBe(422);
    expect(await remove('cem', b.uuid)).toBe(204);
  });

  it('are described anew by who may change the item [C-7.91]', async () => {
    const [file] = await upload('ada', ['See.jpg', photo]);
    const item = await made({ files: named([file as FileEntry]), preview: { uuid: file?.uuid ?? '' } });
    const describing = (who: string, alt_name: string, uuid = file?.uuid) =>
      call(who, 'PUT', `/${item.id}/attachments/${uuid}`, { alt_name });
    expect((await describing('dana', 'x')).status).toBe(403);
    expect((await describing('elif', 'x')).status).toBe(404);
    expect((await describing('ada', 'x', crypto.randomUUID())).status).toBe(404);
    expect((await describing('ada', 'ä'.repeat(ALT_NAME_MAXIMUM + 1))).status).toBe(422);
    const { status, body } = await describing('ada', ' Der\tSee ');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ attachments: [{ alt_name: 'Der See' }], preview_image: { alt: 'Der See' } });
    expect((await seen('dana', item)).attachments[0]?.alt_name).toBe('Der See');
  });

  it('give it the picture above its title, which goes when the file does [C-3.25]', async () => {
    const [see, paper] = (await upload('ada', ['See.jpg', photo], ['a.txt', 'a'])) as [FileEntry, FileEntry];
    const wrong = await create('ada', { files: named([see, paper]), preview: { uuid: paper.uuid } });
    expect([wrong.status, wrong.body.error.issues[0].path]).toEqual([422, 'body.preview.uuid']);
    const item = await made({
      files: [{ uuid: see.uuid, alt_name: 'Der See' }, { uuid: paper.uuid }],
      preview: { uuid: see.uuid },
    });
    const picture = { preview: { uuid: see.uuid }, preview_image: { width: 30, height: 20, alt: 'Der See' } };
    expect(await seen('dana', item)).toMatchObject(picture);
    expect((await update('ada', item, {})).body.data).toMatchObject(picture);
    const without = (await update('ada', await seen('ada', item), { preview: null })).body.data;
    expect(without).toMatchObject({ preview: null, preview_image: null, attachments: [{}, {}] });
    const again = (await update('ada', without, { preview: { uuid: see.uuid } })).body.data;
    expect(again.preview).toEqual({ uuid: see.uuid });
    await call('ada', 'POST', '/attachments/delete', { attachments: [see.uuid] });
    expect(await seen('dana', item)).toMatchObject({ preview: null, preview_image: null });
  });
});
