import { createHash, randomUUID } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALT_NAME_MAXIMUM, FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clamd, EICAR, startClamd } from '../../../../../tests/support/clamd.ts';
import { anHeic } from '../../../../../tests/support/heic.ts';
import { type BuiltSchool, type BuiltUser, buildSchool, buildUser } from '../../../../../tests/support/people.ts';
import { ROOT, startTestServer, TEST_SECRET, type TestServer } from '../../../../../tests/support/server.ts';
import { createLocalStore, createScanner, type FileStore, toFileKey } from '../../kernel/files/index.ts';
import type { ReceivedFile } from '../../kernel/http/context.ts';
import { silentLog } from '../../kernel/log.ts';
import { readTexts } from '../../kernel/text/texts.ts';
import { toContent } from './content.ts';
import { filesPart, keepUploads, removeFiles, type StoredUpload, storeUpload, toFileEntry } from './index.ts';
import { pruneFiles } from './prune.ts';

let server: TestServer;
let store: FileStore;
let clamd: Clamd;
let school: BuiltSchool;
let ada: BuiltUser;
const QUOTAS = { person: 1e12, channel: 1e12, school: 1e12 };
const t = readTexts(join(ROOT, 'locales')).for('de');
const db = () => server.test.database.kysely;
const now = () => server.clock.now();

beforeAll(async () => {
  server = await startTestServer();
  clamd = await startClamd();
  store = await createLocalStore(join(server.dataFolder, 'files'), now());
  school = await buildSchool(db(), 'amsel');
  ada = await buildUser(db(), school.id, 'ada', 'TEACHER');
});
afterAll(async () => {
  await clamd[Symbol.asyncDispose]();
  await server.stop();
});

async function receive(name: string, content: string | Buffer): Promise<ReceivedFile> {
  const bytes = Buffer.from(content);
  const path = join(server.dataFolder, randomUUID());
  await writeFile(path, bytes);
  return { name, path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
}
const parts = (scanner: { host: string; port: number } | null = null) => {
  const { database } = server.server;
  return { database, store, log: silentLog, quotas: QUOTAS, scanner: scanner && createScanner(scanner, 500) };
};
const bringing = () => ({ school_id: school.id, user_id: ada.id, now: now(), language: 'de' as const, t });
const upload = async (name: string, content: string | Buffer, values: { alt_name?: string } = {}) =>
  storeUpload(parts(), await receive(name, content), { ...bringing(), ...values });
const rowsOf = () => db().selectFrom('files').selectAll().where('school_id', '=', school.id).execute();
/** As the file of an item that Ada has written, and some others receive. */
async function keep({ id }: StoredUpload, ...readers: BuiltUser[]): Promise<void> {
  const school_id = school.id;
  const text = { title: 'x', content: '', content_rendered: '', excerpt: '' };
  const item = await db()
    .insertInto('news')
    .values({ school_id, user_id: ada.id, ...text, publish_at: now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db().insertInto('news_files').values({ school_id, news_id: item.id, file_id: id, position: 1 }).execute();
  for (const { id: user_id } of readers)
    await db().insertInto('news_users').values({ school_id, news_id: item.id, user_id }).execute();
  await keepUploads(db(), school_id, [id], 'news_attachment');
}
const entryOf = (file: StoredUpload, audience: 'public' | `user:${number}` = `user:${ada.id}`) =>
  toFileEntry(file, { audience, key: toFileKey(TEST_SECRET), now: now() });
const get = (url: string) => server.request('GET', url);
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#205090' } });

describe('an upload', () => {
  it('of a school that ends while it is stored leaves no content behind', async () => {
    let uuid = '';
    const late: FileStore = {
      ...store,
      async put(...content) {
        [uuid] = content;
        await db().deleteFrom('files').where('uuid', '=', uuid).execute();
        return store.put(...content);
      },
    };
    const stored = storeUpload({ ...parts(), store: late }, await receive('a.txt', 'x'), bringing());
    await expect(stored).rejects.toMatchObject({ code: 'unauthenticated' });
    expect([uuid !== '', await store.has(uuid)]).toEqual([true, false]);
  });

  it('is a file with its type by its bytes, a picture with its size as it is looked at', async () => {
    const jpeg = await picture(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const stored = await upload('../Ausflug  1.JPEG', jpeg, { alt_name: ' Am\n See ' });
    // Nobody has to look at it again for the place where it was taken.
    expect(await rowsOf()).toMatchObject([{ is_clean: true }]);
    await keep(stored);
    const entry = entryOf(stored);
    const shape = { type: 'image/jpeg', width: 40, height: 60 };
    expect(entry).toMatchObject({ name: 'Ausflug 1.JPEG', extension: 'jpeg', alt_name: 'Am See', ...shape });
    const answer = await fetch(server.url + entry.url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([bytes.length, (await sharp(bytes).metadata()).orientation]).toEqual([entry.size, 6]);
    expect(await db().selectFrom(filesPart(db()).as('file')).select('id').execute()).toContainEqual({ id: stored.id });
  });

  it('is stored without the place and the device that a camera has written into it, of whatever kind', async () => {
    const exif = { IFD0: { Make: 'Camera of Ada' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
    const tagged = picture(60, 40).withExif(exif).withMetadata({ orientation: 6, exif });
    for (const [name, bytes] of [
      ['a.jpg', await tagged.clone().jpeg().toBuffer()],
      ['a.png', await tagged.clone().png().toBuffer()],
      ['a.webp', await tagged.clone().webp().toBuffer()],
      ['a.avif', await tagged.clone().avif().toBuffer()],
      ['a.heic', anHeic(Buffer.from('Camera of Ada'))],
    ] as const) {
      expect(bytes.includes('Camera of Ada'), name).toBe(true);
      const stored = await upload(name, bytes);
      await keep(stored);
      const answer = await fetch(server.url + entryOf(stored).url);
      const sent = Buffer.from(await answer.arrayBuffer());
      expect(sent.includes('Camera of Ada'), name).toBe(false);
      expect(sent.length, name).toBe(stored.size);
      const { sha256 } = await db()
        .selectFrom('files')
        .select('sha256')
        .where('id', '=', stored.id)
        .executeTakeFirstOrThrow();
      expect(createHash('sha256').update(sent).digest().equals(sha256), name).toBe(true);
      // Browsers show no HEIC: the original is there to be saved.
      if (name !== 'a.heic') expect(stored, name).toMatchObject({ width: 40, height: 60 });
      else expect(answer.headers.get('content-type')).toBe('image/heic');
    }
  });

  it('is refused where it is a picture that nobody can look into', async () => {
    const broken = anHeic(Buffer.from('Camera of Ada'), 1_000_000);
    await expect(upload('a.heic', broken)).rejects.toMatchObject({
      code: 'invalid',
      issues: [{ path: 'files', rule: 'pictureDamaged', message: expect.stringContaining('a.heic') }],
    });
  });

  it.each([
    ['page.jpg', '<!doctype html><script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['code.js', 'alert(1)'],
    ['broken.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('that is no safe picture is only saved, never shown: %s', async (name, content) => {
    const stored = await upload(name, content);
    await keep(stored);
    expect(stored).toMatchObject({ mime: 'application/octet-stream', width: null, height: null });
    const { headers } = await get(entryOf(stored).url);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is refused with a reason when it is empty, too large or described at too much length', async () => {
    const before = (await rowsOf()).length;
    await expect(upload('leer.txt', '')).rejects.toMatchObject({
      code: 'invalid',
      issues: [{ path: 'files', rule: 'fileEmpty', message: 'Die Datei leer.txt ist leer.' }],
    });
    const large = { ...(await receive('gross.bin', 'x')), size: FILE_MAXIMUM_BYTES + 1 };
    await expect(storeUpload(parts(), large, bringing())).rejects.toMatchObject({ code: 'too_large' });
    const alt_name = 'ä'.repeat(ALT_NAME_MAXIMUM + 1);
    await expect(upload('bild.txt', 'x', { alt_name })).rejects.toMatchObject({ issues: [{ rule: 'altMax' }] });
    expect(await upload('bild.txt', 'x', { alt_name: alt_name.slice(1) })).toMatchObject({ name: 'bild.txt' });
    expect((await rowsOf()).length).toBe(before + 1);
  });

  it('is shown to the virus scanner: a virus is refused, and without its word nothing is stored', async () => {
    const before = (await rowsOf()).length;
    const scanner = { host: '127.0.0.1', port: clamd.port };
    await expect(
      storeUpload(parts(scanner), await receive('Lösung.doc', `x${EICAR}`), bringing()),
    ).rejects.toMatchObject({
      code: 'invalid',
      status: 422,
      issues: [{ rule: 'virus', message: expect.stringContaining('Lösung.doc wurde ein Virus gefunden') }],
    });
    clamd.says = 'INSTREAM size limit exceeded. ERROR';
    const refused = storeUpload(parts(scanner), await receive('a.txt', 'x'), bringing());
    await expect(refused).rejects.toMatchObject({ code: 'not_ready', status: 503, issues: [{ rule: 'scannerAway' }] });
    clamd.says = undefined;
    expect((await rowsOf()).length).toBe(before);
    await storeUpload(parts(scanner), await receive('a.txt', 'ganz sauber'), bringing());
    expect(clamd.seen.at(-1)?.toString()).toBe('ganz sauber');
  });
});

describe('a stored file', () => {
  it('that belongs to nothing yet is read by who has brought it, and by nobody else', async () => {
    const dora = await buildUser(db(), school.id, 'dora', 'TEACHER');
    const stored = await upload('a.txt', 'Text');
    const statuses = async () => {
      const readers = [`user:${ada.id}`, `user:${dora.id}`] as const;
      return Promise.all(readers.map(async (reader) => (await get(entryOf(stored, reader).url)).status));
    };
    expect(await statuses()).toEqual([200, 404]);
    await keep(stored, dora);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('is read by whom its address was made for, while they are there, and until it ends [D-4.14]', async () => {
    const cem = await buildUser(db(), school.id, 'cem', 'TEACHER');
    const stored = await upload('a.txt', 'Text');
    await keep(stored, cem);
    const mine = entryOf(stored, `user:${cem.id}`).url;
    expect((await get(mine)).status).toBe(200);
    expect((await get(mine.replace(`user%3A${cem.id}`, `user%3A${ada.id}`))).status).toBe(404);
    await db().updateTable('users').set({ is_locked: true }).where('id', '=', cem.id).execute();
    expect((await get(mine)).status).toBe(404);
    const hers = entryOf(stored).url;
    const start = now();
    server.clock.set(new Date(start.getTime() + 26 * 3_600_000));
    expect((await get(hers)).status).toBe(404);
    server.clock.set(start);
    expect((await get(hers)).status).toBe(200);
  });

  it('goes with its content a day after nobody kept it or it was removed, and not before', async () => {
    const [kept, forgotten, removed] = [await upload('1', '1'), await upload('2', '2'), await upload('3', '3')];
    await keepUploads(db(), school.id, [kept.id, removed.id], 'news_attachment');
    expect(await removeFiles(db(), school.id, [removed.id], now())).toEqual([removed.uuid]);
    expect((await get(entryOf(removed).url)).status).toBe(404);
    const start = now();
    await pruneFiles(parts(), new Date(start.getTime() + 23 * 3_600_000));
    expect(await Promise.all([kept, forgotten, removed].map(({ uuid }) => store.has(uuid)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(await pruneFiles(parts(), new Date(start.getTime() + 25 * 3_600_000))).toBeGreaterThanOrEqual(2);
    expect(await Promise.all([kept, forgotten, removed].map(({ uuid }) => store.has(uuid)))).toEqual([
      true,
      false,
      false,
    ]);
    const left = (await rowsOf()).map(({ id }) => id);
    expect(left).toContain(kept.id);
    expect(left).not.toContain(removed.id);
  });
});

it('a picture that is too large for memory is refused as such, and a film whose tables are is damaged', async () => {
  const sparse = async (head: Buffer, size: number) => {
    const received = await receive('x', head);
    await truncate(received.path, size);
    return toContent({ ...received, size });
  };
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), Buffer.from('JFIF\0'), Buffer.alloc(40)]);
  await expect(sparse(jpeg, FILE_MAXIMUM_BYTES + 1)).rejects.toMatchObject({ code: 'too_large' });
  const head = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\xff\xff\xff\xffmoov', 'latin1');
  expect(await sparse(head, 70 * 1024 * 1024)).toBeNull();
});
