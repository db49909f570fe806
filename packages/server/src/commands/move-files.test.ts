import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildChannel } from '../../../../tests/support/channels.ts';
import { createEmptyDatabase } from '../../../../tests/support/database.ts';
import { buildSchool, buildUser, signIn } from '../../../../tests/support/people.ts';
import { contentsOf, type S3Service, startS3Service } from '../../../../tests/support/s3-service.ts';
import { requestAt, startTestServer } from '../../../../tests/support/server.ts';
import { type FileStore, openStore } from '../kernel/files/index.ts';
import { readBackup } from './backup/read.ts';
import { writeBackup } from './backup/write.ts';
import { copyContents } from './move-files.ts';
import { createProgram } from './program.ts';

const NOW = new Date('2026-11-18T07:00:00Z');
let service: S3Service;
let place: string;
let local: FileStore;
let bucket: FileStore;

beforeAll(async () => {
  service = await startS3Service();
  place = await mkdtemp(join(tmpdir(), 'kreide-move-'));
  const folder = join(place, 'files');
  local = await openStore({ folder, s3: null }, NOW);
  bucket = await openStore({ folder, s3: service.settings }, NOW);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service[Symbol.asyncDispose]();
  await rm(place, { recursive: true, force: true });
});

async function put(store: FileStore, content: string, uuid: string = randomUUID()): Promise<string> {
  const bytes = (async function* () {
    yield Buffer.from(content);
  })();
  await store.put(uuid, bytes, Buffer.byteLength(content));
  return uuid;
}
const uuidsIn = async (store: FileStore) => (await contentsOf(store)).map(({ uuid }) => uuid).sort();
const silent = () => {};

it('contents are copied there and back, each once, and what is half there is copied again', async () => {
  const uuids = [];
  for (let index = 0; index < 9; index += 1) uuids.push(await put(local, `Blatt ${index}`));
  const [first = '', second = ''] = uuids;
  const told: number[] = [];
  await put(bucket, 'half', first);
  await put(bucket, 'Blatt 1', second);
  expect(await copyContents(local, bucket, (count) => told.push(count))).toMatchObject({ count: 8, there: 1 });
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await uuidsIn(bucket)).toEqual([...uuids].sort());
  expect(await text(await bucket.open(first))).toBe('Blatt 0');
  const late = await put(local, 'spät');
  expect(await copyContents(local, bucket, silent)).toEqual({ count: 1, bytes: 5, there: 9, alone: [] });
  const deleted = uuids.pop() ?? '';
  await local.remove(deleted);
  expect((await copyContents(local, bucket, silent)).alone, 'deleted between two calls').toEqual([deleted]);
  await bucket.remove(deleted);
  for (const uuid of uuids) await local.remove(uuid);
  expect(await copyContents(bucket, local, silent)).toMatchObject({ count: 8, there: 1 });
  expect(await uuidsIn(local)).toEqual([...uuids, late].sort());
  for (const uuid of await uuidsIn(local)) for (const store of [local, bucket]) await store.remove(uuid);
});

it('a bucket that goes away is told with how far it was, and the next call goes on from there', async () => {
  const uuids = [];
  for (let index = 0; index < 40; index += 1) uuids.push(await put(local, `Blatt ${index}`));
  let left = 20;
  const failing: FileStore = {
    ...bucket,
    put: async (...content) => {
      left -= 1;
      if (left === 0) await service.stop();
      return bucket.put(...content);
    },
  };
  const cut = copyContents(local, failing, silent);
  await expect(cut).rejects.toThrow(
    /^The bucket is out of reach \(.+\)\. 1[5-9] files were copied; the same command goes on from there\.$/,
  );
  await service.start();
  // Whatever the service had of the last ones when it was cut off.
  const { count, there } = await copyContents(local, bucket, silent);
  expect(count + there).toBe(40);
  expect(there).toBeGreaterThanOrEqual(15);
  expect(await uuidsIn(bucket)).toEqual([...uuids].sort());
  for (const uuid of uuids) for (const store of [local, bucket]) await store.remove(uuid);
});

it('what is removed meanwhile is left out, and what fails ends the others too', async () => {
  const uuids = [];
  for (let index = 0; index < 40; index += 1) uuids.push(await put(local, `Blatt ${index}`));
  const [removed = '', broken = ''] = await uuidsIn(local);
  const from = (open: FileStore['open']): FileStore => ({ ...local, open });
  const gone = from(async (uuid) => {
    if (uuid === removed) await local.remove(uuid);
    return local.open(uuid);
  });
  expect(await copyContents(gone, bucket, silent)).toMatchObject({ count: 39, there: 0 });
  expect(await uuidsIn(bucket)).not.toContain(removed);
  // Of another length than the list says.
  for (const uuid of await uuidsIn(bucket)) await bucket.remove(uuid);
  const short = from(async (uuid) => (uuid === broken ? Readable.from([Buffer.from('half')]) : local.open(uuid)));
  let stored = 0;
  const slow: FileStore = {
    ...bucket,
    put: async (uuid, ...content) => {
      if (uuid !== broken) await setTimeout(20);
      stored += 1;
      return bucket.put(uuid, ...content);
    },
  };
  await expect(copyContents(short, slow, silent)).rejects.toThrow(`${broken} has 4 bytes instead of`);
  const atOnce = stored;
  expect(atOnce).toBeLessThan(10);
  await setTimeout(100);
  expect(stored, 'after it was told').toBe(atOnce);
  for (const uuid of uuids) for (const store of [local, bucket]) await store.remove(uuid);
});

it('a server on a bucket stores and serves there, and a backup of it fills a folder', async () => {
  await using server = await startTestServer({ env: service.env });
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  const ada = await buildUser(db, school.id, 'ada', 'STUDENT');
  const channel = await buildChannel(db, school.id, { admins: [ada.id] });
  const token = await signIn(server, 'amsel', 'ada');
  const form = new FormData();
  form.append('files', new Blob(['Do Re Mi Fa']), 'Lied.txt');
  const path = `/v1/channels/cloud/${channel.id}`;
  const { body } = await server.request('POST', `${path}/upload`, { token, body: form });
  const [uuid] = await uuidsIn(bucket);
  expect(await text(await bucket.open(String(uuid)))).toBe('Do Re Mi Fa');
  const { uri } = body.data[0].meta;
  const part = await fetch(new URL(uri, server.url), { headers: { range: 'bytes=3-4' } });
  expect([part.status, await part.text()]).toEqual([206, 'Re']);

  const file = join(place, 'school.kreide');
  const { dataFolder } = server;
  const connectionString = server.test.ownerConnectionString;
  const written = await writeBackup({ connectionString, dataFolder, store: bucket, file, now: NOW });
  expect(written.files).toBe(1);
  const empty = await createEmptyDatabase();
  try {
    await readBackup({ owner: empty.connectionString, dataFolder: join(place, 'other'), store: local, file });
    expect((await buffer(await local.open(String(uuid)))).toString()).toBe('Do Re Mi Fa');
  } finally {
    await empty.drop();
  }

  await service.stop();
  const refused = await server.request('POST', `${path}/upload`, { token, body: form });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'not_ready']);
  expect((await server.request('GET', `${path}/files`, { token })).status, 'what needs no content').toBe(200);
  expect((await requestAt(server.url)('GET', '/readyz')).status).toBe(200);
  await service.start();
});

it('the command says what it has copied, and nothing without a bucket', async () => {
  const empty = await createEmptyDatabase();
  const said: string[] = [];
  const command = (...words: string[]) =>
    createProgram((line) => said.push(line)).parseAsync(['node', 'kreide-server', ...words]);
  try {
    vi.stubEnv('KREIDE_DATA', place);
    vi.stubEnv('DATABASE_URL', empty.connectionString);
    await command('migrate', '--new');
    await expect(command('files', 'copy', '--to', 'bucket')).rejects.toThrow('KREIDE_S3_BUCKET is not set');
    for (const [name, value] of Object.entries(service.env)) vi.stubEnv(name, value);
    await expect(command('files', 'copy', '--to', 'elsewhere')).rejects.toThrow('--to is bucket or folder.');
    for (const store of [local, bucket]) for (const uuid of await uuidsIn(store)) await store.remove(uuid);
    const uuid = await put(local, 'Kreide');
    said.length = 0;
    await command('files', 'copy', '--to', 'bucket');
    expect(said).toEqual([
      '1 files (1 MB) were copied to the bucket, 0 were there already.',
      'Nothing was removed from the folder. Stop the server, copy the rest by the same command, adopt, and start.',
    ]);
    expect([await uuidsIn(bucket), await uuidsIn(local)]).toEqual([[uuid], [uuid]]);
    await local.remove(uuid);
    await command('files', 'copy', '--to', 'folder');
    expect(said.at(-1)).toMatch(/^Nothing was removed from the bucket\./);
    expect(await uuidsIn(local)).toEqual([uuid]);
    // Backup and restore are of the bucket too.
    await local.remove(uuid);
    const file = join(place, 'of-the-bucket.kreide');
    await command('backup', file);
    expect(said.at(-1)).toMatch(/\b1 files?\b/);
  } finally {
    await empty.drop();
  }
});
