import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { buildEntry } from '../../../../../tests/support/clouds.ts';
import { type BuiltSchool, buildSchool } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { createLocalStore, type FileStore } from '../../kernel/files/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { resizeEntries } from '../cloud/index.ts';
import { cleanStoredFiles } from './clean-stored.ts';

let server: TestServer;
let school: BuiltSchool;
const db = () => server.test.database.kysely;
let store: FileStore;

beforeAll(async () => {
  server = await startTestServer();
  store = await createLocalStore(join(server.dataFolder, 'files'), server.clock.now());
  school = await buildSchool(db(), 'amsel');
});
afterAll(() => server.stop());

const aPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#00f' } })
    .withExif({ IFD0: { Make: 'a telephone' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .jpeg()
    .toBuffer();

/** A file as it was stored before uploads lost anything. */
async function stored(name: string, mime: string, content: Buffer | null): Promise<string> {
  const { uuid } = await db()
    .insertInto('files')
    .values({ school_id: school.id, name, mime, size: content?.length ?? 7, sha256: Buffer.alloc(32), is_kept: true })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  if (content) await store.put(uuid, Readable.from([content]), 1e9);
  return uuid;
}
const rowOf = (uuid: string) => db().selectFrom('files').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow();
const contentOf = async (uuid: string) => buffer(await store.open(uuid));
async function clean(signal = new AbortController().signal, by = store): Promise<void> {
  const context = { now: () => server.clock.now(), log: silentLog, signal, attempt: 1, isLastAttempt: true };
  await cleanStoredFiles({ database: server.server.database, store: by, resized: resizeEntries }).run({}, context);
}

it('stored pictures lose the place where they were taken, once; everything else stays as it is [D-4.14]', async () => {
  const picture = await aPicture();
  const text = Buffer.from('a telephone, 52.5');
  const uuids = [
    await stored('hof.jpg', 'image/jpeg', picture),
    await stored('text.txt', 'text/plain', text),
    await stored('weg.jpg', 'image/jpeg', null),
  ] as const;
  // More than one round, and none of them looks at what it has seen again.
  for (let index = 0; index < 60; index += 1) await stored(`${index}`, 'text/plain', Buffer.from(`${index}`));
  const stopped = new AbortController();
  stopped.abort();
  await clean(stopped.signal);
  expect((await contentOf(uuids[0])).equals(picture)).toBe(true);

  await clean();
  const left = await contentOf(uuids[0]);
  expect([picture.includes('a telephone'), left.includes('a telephone')]).toEqual([true, false]);
  expect((await sharp(left).metadata()).width).toBe(8);
  const sha256 = createHash('sha256').update(left).digest();
  expect(await rowOf(uuids[0])).toMatchObject({ is_clean: true, size: left.length, sha256 });
  expect((await contentOf(uuids[1])).equals(text)).toBe(true);
  expect(await rowOf(uuids[2])).toMatchObject({ is_clean: true, size: 7 });
  const rest = await db().selectFrom('files').select('id').where('is_clean', '=', false).execute();
  expect(rest).toEqual([]);
});

it('what cannot be read at the moment is not taken for gone: it is looked at another time, and holds up nothing [D-4.14]', async () => {
  const uuid = await stored('hof.txt', 'text/plain', Buffer.from('Hof'));
  const behind = await stored('tor.txt', 'text/plain', Buffer.from('Tor'));
  const open: FileStore['open'] = (one) =>
    one === uuid ? Promise.reject(new Error('the disk is away')) : store.open(one);
  await clean(undefined, { ...store, open });
  expect([(await rowOf(uuid)).is_clean, (await rowOf(behind)).is_clean]).toEqual([false, true]);
  await clean();
  expect((await rowOf(uuid)).is_clean).toBe(true);
});

it('the size that a cloud tells follows the sizes of its files, of those that are there [D-4.14]', async () => {
  const picture = await aPicture();
  const channel = await buildChannel(db(), school.id, {});
  const other = await buildChannel(db(), school.id, {});
  const put = async (of: { id: number }, name: string, values: object = {}) => {
    const entry = await buildEntry(db(), school.id, of.id, name, { size: picture.length, ...values });
    const { uuid, id } = await db()
      .updateTable('files')
      .set({ is_clean: false })
      .from('cloud_files')
      .whereRef('cloud_files.file_id', '=', 'files.id')
      .where('cloud_files.id', '=', entry.id)
      .returning(['files.uuid', 'files.id'])
      .executeTakeFirstOrThrow();
    await store.put(uuid, Readable.from([picture]), 1e9);
    return { uuid, id };
  };
  const { uuid } = await put(channel, 'hof.jpg');
  await put(channel, 'weg.jpg', { deleted_at: '2026-11-01T00:00:00Z' });
  await buildEntry(db(), school.id, other.id, 'liste.txt', { size: 5 });
  await clean();
  const { size } = await rowOf(uuid);
  expect(size).toBeLessThan(picture.length);
  const sizes = await db().selectFrom('cloud_files').select('size').where('channel_id', '=', channel.id).execute();
  expect(sizes).toEqual([{ size }, { size }]);
  const clouds = await db().selectFrom('clouds').select('size').orderBy('channel_id').execute();
  // The one that was deleted was built into the sum with its old size, and no longer belongs to it.
  expect(clouds.map((one) => one.size)).toEqual([picture.length + size, 5]);
});
