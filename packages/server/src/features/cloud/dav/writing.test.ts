import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  api,
  authOf,
  dav,
  db,
  destination,
  idOf,
  listed,
  server,
  withDav,
} from '../../../../../../tests/support/dav.ts';
import { callDav } from '../../../../../../tests/support/dav-client.ts';

withDav({ env: { KREIDE_QUOTA_CHANNEL_MB: '90', KREIDE_QUOTA_PERSON_MB: '60' } });

const put = (who: string, path: string, body: string | Buffer = 'la la', headers: Record<string, string> = {}) =>
  dav(who, 'PUT', path, { body, headers });
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const fileOf = async (who: string, name: string) => (await api(who, 'GET', `/files?search=${name}`)).body.data[0];
const folder = (name: string, more = {}) => api('ada', 'POST', '/create-directory', { parent: null, name, ...more });

describe('a file that a program writes', () => {
  it('is one of the cloud as if it had been brought in the app: counted, told to the audit log, and its former content is a version', async () => {
    const first = await put('ben', '/Plan.txt', 'yesterday');
    expect([first.status, first.headers.etag]).toEqual([201, expect.stringMatching(/^"[\w-]{43}"$/)]);
    expect(await statusOf(put('ben', '/Plan.txt', 'today'))).toBe(204);
    const file = await fileOf('ben', 'Plan');
    const versions = (await api('ben', 'GET', `/files/${file.uuid}/versions`)).body.data;
    expect(versions).toMatchObject([{ size: 9 }]);
    expect(await statusOf(api('ben', 'PUT', `/files/${file.uuid}/versions/${versions[0].uuid}/restore`))).toBe(200);
    expect((await dav('ben', 'GET', '/Plan.txt')).text).toBe('yesterday');
    const { rows } = await server.test.database.pool.query(
      "select action from audit_log where user_id = $1 and action like 'cloud.%' order by seq desc limit 3",
      [idOf('ben')],
    );
    expect(rows.map(({ action }) => action)).toEqual(['cloud.restoreVersion', 'cloud.upload', 'cloud.upload']);
    expect((await api('ada', 'GET', '')).body.data).toMatchObject({ files_count: 1, uploads: 2 });
  });

  it('goes into the bin and not away, and a folder with all that is in it', async () => {
    await dav('ben', 'MKCOL', '/Noten');
    await put('ben', '/Noten/Lied.txt');
    expect(await statusOf(dav('ben', 'DELETE', '/Noten/', { headers: { depth: '0' } }))).toBe(400);
    expect(await statusOf(dav('ben', 'DELETE', '/Noten/'))).toBe(204);
    expect((await api('ben', 'GET', '/bin')).body.data).toMatchObject([{ name: 'Noten', files_count: 1 }]);
    expect(await listed('ben')).toEqual(['/']);
  });

  it('is not written by whoever could not in the app: another’s, in a protected folder, of a kind that is not taken, after the time', async () => {
    await put('ada', '/Regeln.txt');
    expect(await statusOf(put('ben', '/Regeln.txt', 'none'))).toBe(403);
    expect(await statusOf(dav('ben', 'DELETE', '/Regeln.txt'))).toBe(403);
    await folder('Fest', { is_protected_folder: true });
    expect(await statusOf(put('ben', '/Fest/a.txt'))).toBe(403);
    expect(await statusOf(dav('ben', 'MKCOL', '/Fest/Mein'))).toBe(403);
    await folder('Bilder', { allowed_extensions: ['png'] });
    const refused = await put('ada', '/Bilder/a.txt');
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('PNG')]);
    await put('ada', '/b.txt');
    expect(await statusOf(dav('ada', 'MOVE', '/b.txt', destination('/Bilder/b.txt')))).toBe(403);
    await folder('Vorbei', { upload_limited_at: '2026-11-18T09:00:00Z' });
    expect(await statusOf(put('ben', '/Vorbei/a.txt'))).toBe(403);
    expect(await statusOf(put('dora', '/a.txt'))).toBe(409);
    expect(await listed('ada', '/Fest/')).toEqual(['/Fest/']);
  });

  it('loses what a picture says of its place, and then has no ETag of what was sent', async () => {
    const { default: sharp } = await import('sharp');
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    const answer = await put('ben', '/Ausflug.jpg', picture);
    expect([answer.status, answer.headers.etag]).toEqual([201, undefined]);
    expect((await dav('ben', 'GET', '/Ausflug.jpg')).text).not.toContain('Exif');
  });

  it('is refused where there is no room, before its bytes have come', async () => {
    const answer = await put('ben', '/gross.bin', randomBytes(10), { 'content-length': String(80_000_000) }).catch(
      () => ({ status: 0 }),
    );
    expect([507, 0]).toContain(answer.status);
    const large = randomBytes(25_000_000);
    expect(await statusOf(put('ben', '/a.bin', large))).toBe(201);
    const { rows } = await server.test.database.pool.query(
      'select encode(sha256, $1) as hash from files where name = $2',
      ['hex', 'a.bin'],
    );
    expect(rows[0].hash).toBe(createHash('sha256').update(large).digest('hex'));
    expect(await statusOf(put('ben', '/b.bin', large))).toBe(201);
    const full = await put('ben', '/c.bin', large);
    expect([full.status, full.text]).toEqual([507, expect.stringContaining('<D:error')]);
    // Without a length, it is read no further than there is room for the person, and nothing of it stays.
    const unsaid = await put('ben', '/c.bin', large, { 'transfer-encoding': 'chunked' });
    expect([unsaid.status, unsaid.text]).toEqual([507, '']);
    expect(await readdir(join(server.dataFolder, 'uploads'))).toEqual([]);
    await db()
      .updateTable('files')
      .set({ deleted_at: '2026-11-18T09:00:00Z' })
      .where('name', 'in', ['a.bin', 'b.bin'])
      .execute();
  });

  it('leaves nothing where its sender goes away', async () => {
    const received = () => readdir(join(server.dataFolder, 'uploads'));
    const sent = request(`${server.url}/dav/files/amsel/Chor/halb.bin`, { method: 'PUT', headers: authOf('cem') });
    sent.on('error', () => undefined).write(randomBytes(1_000_000));
    await vi.waitFor(async () => expect(await received()).toHaveLength(1), 20_000);
    sent.destroy();
    await vi.waitFor(async () => expect(await received()).toEqual([]), 20_000);
    expect(await statusOf(dav('cem', 'GET', '/halb.bin'))).toBe(404);
  });

  it('is written only in the state that the program knows', async () => {
    const etag = String((await put('ben', '/Plan.txt', 'one')).headers.etag);
    expect(await statusOf(put('ben', '/Plan.txt', 'x', { 'if-none-match': '*' }))).toBe(412);
    expect(await statusOf(put('ben', '/Plan.txt', 'x', { 'if-match': '"else"' }))).toBe(412);
    expect(await statusOf(put('ben', '/Neu.txt', 'x', { 'if-match': '*' }))).toBe(412);
    expect(await statusOf(put('ben', '/Plan.txt', 'two', { 'if-match': etag }))).toBe(204);
    // A condition on what lies elsewhere is none on what has the same path here.
    const here = '/dav/files/amsel/Chor/Plan.txt';
    const now = String((await dav('ben', 'HEAD', '/Plan.txt')).headers.etag);
    const elsewhere = [`http://elsewhere.example${here}`, here.replace('amsel', 'drossel')];
    for (const at of elsewhere)
      expect([at, await statusOf(put('ben', '/Plan.txt', 'x', { if: `<${at}> ([${now}])` }))]).toEqual([at, 412]);
    const asked = (count: number) => Array.from({ length: count }, (_, at) => `<${here}${at}> (<urn:x>)`).join(' ');
    expect(await statusOf(put('ben', '/Plan.txt', 'x', { if: asked(20) }))).toBe(412);
    expect(await statusOf(put('ben', '/Plan.txt', 'x', { if: asked(21) }))).toBe(400);
    expect(await statusOf(put('ben', '/Plan.txt', 'two', { if: `<${server.url}${here}> ([${now}])` }))).toBe(204);
    expect(await statusOf(put('ben', '/Plan.txt', 'x', { 'content-range': 'bytes 0-0/3' }))).toBe(400);
    expect((await dav('ben', 'GET', '/Plan.txt')).text).toBe('two');
  });

  it('has the name that it was given, or is refused: signs, length, and twins of case and normalisation', async () => {
    for (const name of ['a  b.txt', ' a.txt', 'a.txt ', '...', 'a\u202eb.txt', 'x'.repeat(181), 'ü'.repeat(256)])
      expect([name, [400, 403].includes(await statusOf(put('ben', `/${encodeURIComponent(name)}`)))]).toEqual([
        name,
        true,
      ]);
    for (const name of ['CON', 'a:b?.txt', "It's #1 (50%) & more.txt", 'Ärger 😀.txt', '.hidden'])
      expect([name, await statusOf(put('ben', `/${encodeURIComponent(name)}`))]).toEqual([name, 201]);
    expect(await statusOf(put('ben', `/${encodeURIComponent('a\u0308.txt')}`, 'one'))).toBe(201);
    expect(await statusOf(put('ben', `/${encodeURIComponent('Ä.TXT')}`, 'two'))).toBe(204);
    expect((await dav('ben', 'GET', `/${encodeURIComponent('ä.txt')}`)).text).toBe('two');
    expect(await statusOf(dav('ben', 'MKCOL', '/con'))).toBe(405);
  });

  it('may be empty for the moment, and says what it is once it is written', async () => {
    expect(await statusOf(put('ben', '/Neu.docx', ''))).toBe(201);
    expect((await dav('ben', 'GET', '/Neu.docx')).headers['content-length']).toBe('0');
    expect(await statusOf(put('ben', '/Neu.docx', 'text'))).toBe(204);
    const { uuid } = await fileOf('ben', 'Neu');
    expect((await api('ben', 'GET', `/files/${uuid}/versions`)).body.data).toEqual([]);
  });

  it('does not come to where there is no folder, among the clouds, or into the files of the chat', async () => {
    expect(await statusOf(put('ben', '/none/a.txt'))).toBe(409);
    expect(await statusOf(dav('ben', 'MKCOL', '/none/sub'))).toBe(409);
    expect(await statusOf(put('ben', '/'))).toBe(405);
    await put('ben', '/a.txt');
    expect(await statusOf(put('ben', '/a.txt/b.txt'))).toBe(409);
    for (const method of ['PUT', 'MKCOL', 'DELETE'])
      expect([
        method,
        (await callDav(server.url, method, '/dav/files/amsel/Chor', { headers: authOf('ada') })).status,
      ]).toEqual([method, { PUT: 405, MKCOL: 405, DELETE: 403 }[method]]);
    expect(
      (await callDav(server.url, 'PUT', '/dav/files/amsel/x.txt', { headers: authOf('ada'), body: 'x' })).status,
    ).toBe(403);
  });
});
