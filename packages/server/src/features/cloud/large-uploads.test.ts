import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { join } from 'node:path';
import type { CloudFile, PartialUpload } from '@kreide/core/features/cloud';
import { LARGE_UPLOAD_MS } from '@kreide/core/features/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { buildEntry } from '../../../../../tests/support/clouds.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { tidy } from '../../housekeeping.ts';

const MB = 1024 * 1024;
let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_QUOTA_PERSON_MB: '200', KREIDE_QUOTA_CHANNEL_MB: '300' } });
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem']) {
    ids[name] = (await buildUser(db(), school.id, name, 'STUDENT')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());

const fresh = async () => {
  channel = await buildChannel(db(), school.id, { admins: [ids.ada ?? 0], members: [ids.ben ?? 0, ids.cem ?? 0] });
};
const cloud = () => `/v1/channels/cloud/${channel.id}`;
const call = (who: string, method: string, path: string, body?: object) =>
  server.request(method, path, { token: tokens[who], body });
const begin = (who: string, name: string, size: number, parent: string | null = null) =>
  call(who, 'POST', `${cloud()}/uploads`, { parent, name, size });
const finish = (who: string, uuid: string, body: object = {}) =>
  call(who, 'POST', `${cloud()}/uploads/${uuid}`, { parent: null, ...body });
const used = async (who: string) => (await call(who, 'GET', '/v1/channels/cloud/usage')).body.data.person.used;
const partial = (): Promise<string[]> => readdir(join(server.dataFolder, 'files', 'partial')).catch(() => []);

const headers = (who: string, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${tokens[who]}`,
  'tus-resumable': '1.0.0',
  ...more,
});
const headOf = (who: string, uri: string) => fetch(server.url + uri, { method: 'HEAD', headers: headers(who) });
const offsetOf = async (who: string, uri: string) => Number((await headOf(who, uri)).headers.get('upload-offset'));
const part = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
});
const send = (who: string, uri: string, offset: number, bytes: Buffer) =>
  fetch(server.url + uri, { method: 'PATCH', headers: headers(who, part(offset)), body: new Uint8Array(bytes) });

/** Sends what is announced to be more, and breaks off once so many bytes have gone out. */
async function breakOff(who: string, uri: string, content: Buffer, after: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sending = ask(server.url + uri, {
    method: 'PATCH',
    headers: headers(who, { ...part(0), 'content-length': String(content.length) }),
  });
  sending.on('error', () => resolve());
  sending.on('close', () => resolve());
  sending.write(content.subarray(0, after), () => setTimeout(() => sending.destroy(), 50));
  await promise;
}

function piecesOf(content: Buffer): string {
  const all = createHash('sha256');
  for (let at = 0; at < content.length; at += 8 * MB)
    all.update(
      createHash('sha256')
        .update(content.subarray(at, at + 8 * MB))
        .digest(),
    );
  return all.digest('hex');
}
const contentOf = async ({ meta }: CloudFile) =>
  Buffer.from(await (await fetch(server.url + meta.download_uri)).arrayBuffer());

describe('a large file', () => {
  it('that breaks off at 40 percent goes on where it was, and is the same byte for byte', async () => {
    await fresh();
    const content = randomBytes(30 * MB + 17);
    const begun = await begin('ben', 'Film.bin', content.length);
    expect([begun.status, begun.body.data]).toMatchObject([200, { name: 'Film.bin', offset: 0, size: content.length }]);
    const { uri, uuid } = begun.body.data as PartialUpload;
    await breakOff('ben', uri, content, 12 * MB);
    const there = await offsetOf('ben', uri);
    expect(there).toBeGreaterThan(0);
    expect(there).toBeLessThanOrEqual(12 * MB);
    expect((await finish('ben', uuid)).body.error.issues).toMatchObject([{ rule: 'uploadIncomplete' }]);
    expect((await send('ben', uri, there + 1, content.subarray(there + 1))).status).toBe(409);
    expect((await send('ben', uri, there, content.subarray(there))).status).toBe(204);
    expect((await call('ben', 'GET', `${cloud()}/uploads/${uuid}`)).body.data.offset).toBe(content.length);
    const done = await finish('ben', uuid, { pieces: piecesOf(content), alt_name: '' });
    expect([done.status, done.body.data]).toMatchObject([
      200,
      { name: 'Film.bin', size: content.length, hash: createHash('sha256').update(content).digest('hex') },
    ]);
    expect((await contentOf(done.body.data)).equals(content)).toBe(true);
    // Once a file, it is no upload any more.
    expect([(await finish('ben', uuid)).status, (await headOf('ben', uri)).status]).toEqual([404, 404]);
    expect([await partial(), await used('ben')]).toEqual([[], content.length]);
  });

  it('is nobody else’s: another person neither sees, continues, finishes nor reads it, and nobody does without a session', async () => {
    await fresh();
    const { uri, uuid } = (await begin('ben', 'Film.bin', 100)).body.data as PartialUpload;
    expect((await send('ben', uri, 0, Buffer.alloc(40, 'b'))).status).toBe(204);
    expect((await headOf('cem', uri)).status).toBe(404);
    expect((await send('cem', uri, 40, Buffer.alloc(60, 'c'))).status).toBe(404);
    for (const [method, path] of [
      ['GET', `${cloud()}/uploads/${uuid}`],
      ['POST', `${cloud()}/uploads/${uuid}`],
      ['DELETE', `${cloud()}/uploads/${uuid}`],
    ] as const)
      expect((await call('cem', method, path, method === 'POST' ? { parent: null } : undefined)).status).toBe(404);
    expect((await fetch(server.url + uri, { headers: headers('ben') })).status).toBe(404);
    expect((await fetch(server.url + uri, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(401);
    expect(
      (await fetch(`${server.url}/v1/uploads/..%2F${uuid}`, { method: 'HEAD', headers: headers('ben') })).status,
    ).toBe(404);
    expect(await offsetOf('ben', uri)).toBe(40);
    expect((await call('ben', 'DELETE', `${cloud()}/uploads/${uuid}`)).status).toBe(204);
    expect([(await headOf('ben', uri)).status, (await partial()).includes(uuid)]).toEqual([404, false]);
  });

  it('never grows beyond what it was begun with, and is refused where its bytes are others', async () => {
    await fresh();
    const content = randomBytes(50);
    const { uri, uuid } = (await begin('ben', 'Film.bin', 50)).body.data as PartialUpload;
    expect((await send('ben', uri, 0, Buffer.concat([content, content]))).status).toBeGreaterThanOrEqual(400);
    expect(await offsetOf('ben', uri)).toBeLessThanOrEqual(50);
    const left = await offsetOf('ben', uri);
    if (left < 50) await send('ben', uri, left, content.subarray(left));
    const refused = await finish('ben', uuid, { pieces: piecesOf(randomBytes(50)) });
    expect([refused.status, refused.body.error.issues[0]]).toMatchObject([
      422,
      { rule: 'fileDiffers', message: expect.stringContaining('Film.bin') },
    ]);
    expect([(await headOf('ben', uri)).status, (await partial()).includes(uuid)]).toEqual([404, false]);
  });

  it('has its room from the beginning: neither its person nor its channel gives it to another, until it is let go of', async () => {
    await fresh();
    const before = await used('cem');
    const first = await begin('cem', 'a.bin', 150 * 1_000_000);
    expect([first.status, await used('cem')]).toEqual([200, before + 150_000_000]);
    const second = await begin('cem', 'b.bin', 60_000_000);
    expect([second.status, second.body.error.issues[0].rule]).toEqual([422, 'quotaPerson']);
    const ofChannel = await begin('ada', 'c.bin', 160_000_000);
    expect([ofChannel.status, ofChannel.body.error.issues[0].rule]).toEqual([422, 'quota']);
    const both = await Promise.all([begin('ada', 'd.bin', 100_000_000), begin('ada', 'e.bin', 101_000_000)]);
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    await call('cem', 'DELETE', `${cloud()}/uploads/${first.body.data.uuid}`);
    expect(await used('cem')).toBe(before);
    expect((await begin('ben', 'f.bin', 3 * 1024 * MB)).status).toBe(413);
  });

  it('comes only where its person may bring it, when it is begun and when it is finished', async () => {
    await fresh();
    const folder = await buildEntry(db(), school.id, channel.id, 'Noten', {
      isFolder: true,
      allowed_extensions: ['pdf'],
    });
    expect((await begin('ben', 'Film.bin', 9, folder.uuid)).body.error.issues[0].rule).toBe('fileExtension');
    const { uri, uuid } = (await begin('ben', 'Film.pdf', 9, folder.uuid)).body.data as PartialUpload;
    await send('ben', uri, 0, Buffer.from('123456789'));
    const closed = (is_protected_folder: boolean) =>
      db().updateTable('cloud_files').set({ is_protected_folder }).where('id', '=', folder.id).execute();
    await closed(true);
    expect((await finish('ben', uuid, { parent: folder.uuid })).status).toBe(403);
    await closed(false);
    const elsewhere = await buildChannel(db(), school.id, { admins: [ids.ben ?? 0] });
    expect(
      (await call('ben', 'POST', `/v1/channels/cloud/${elsewhere.id}/uploads/${uuid}`, { parent: null })).status,
    ).toBe(404);
    const both = await Promise.all([
      finish('ben', uuid, { parent: folder.uuid }),
      finish('ben', uuid, { parent: folder.uuid }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const files = (await call('ben', 'GET', `${cloud()}/files?parent=${folder.uuid}`)).body.data;
    expect(files.map(({ name }: CloudFile) => name)).toEqual(['Film.pdf']);
  });

  it('loses the place where it was filmed, however large it is', async () => {
    await fresh();
    const box = (type: string, ...content: Buffer[]) => {
      const body = Buffer.concat(content);
      const head = Buffer.alloc(8);
      head.writeUInt32BE(body.length + 8);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, body]);
    };
    const mvhd = Buffer.alloc(100);
    mvhd.writeUInt32BE(1000, 12);
    mvhd.writeUInt32BE(62_000, 16);
    const film = Buffer.concat([
      box('ftyp', Buffer.from('isom\0\0\0\0isom')),
      box('uuid', Buffer.from('maker: +52.5200+013.4050/')),
      box('mdat', randomBytes(27 * MB)),
      box('moov', box('mvhd', mvhd), box('udta', Buffer.from('xyz +52.5200+013.4050/'))),
      Buffer.from('tail +52.5200'),
    ]);
    const { uri, uuid } = (await begin('ada', 'Ausflug.mp4', film.length)).body.data as PartialUpload;
    await send('ada', uri, 0, film);
    const { data } = (await finish('ada', uuid, { pieces: piecesOf(film) })).body;
    expect(data).toMatchObject({ size: film.length, duration_in_seconds: 62 });
    const stored = await contentOf(data);
    expect([stored.includes('+52.52'), film.includes('+52.52')]).toEqual([false, true]);
    expect(createHash('sha256').update(stored).digest('hex')).toBe(data.hash);
    expect(stored.subarray(60, 27 * MB).equals(film.subarray(60, 27 * MB))).toBe(true);
  });
});

it('what is not finished within three days is forgotten at night with its bytes, as is what belongs to nothing', async () => {
  await fresh();
  const { uri, uuid } = (await begin('ben', 'Film.bin', 100)).body.data as PartialUpload;
  await send('ben', uri, 0, Buffer.alloc(40));
  const start = server.clock.now();
  const { database, clock, features } = server.server;
  const night = () =>
    tidy({ database, clock, features: features.all, temporaryFolder: join(server.dataFolder, 'uploads') } as never);
  await night();
  expect(await partial()).toContain(uuid);
  server.clock.set(new Date(start.getTime() + LARGE_UPLOAD_MS + 1));
  const token = await signIn(server, 'amsel', 'ben');
  const late = await fetch(server.url + uri, {
    method: 'PATCH',
    headers: { ...part(40), 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` },
    body: new Uint8Array(60),
  });
  expect(late.status).toBe(404);
  await night();
  server.clock.set(start);
  expect([
    (await partial()).includes(uuid),
    await db().selectFrom('file_uploads').select('uuid').where('uuid', '=', uuid).execute(),
  ]).toEqual([false, []]);
});
