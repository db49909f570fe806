import type { CloudDetails, CloudFile, CloudFileDetails } from '@kreide/core/features/cloud';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let channel: BuiltChannel;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem']) {
    ids[name] = (await buildUser(db(), school.id, name, 'STUDENT')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const members = [ids.ben ?? 0, ids.cem ?? 0];
  channel = await buildChannel(db(), school.id, { admins: [ids.ada ?? 0], members }, { created_by: ids.ada ?? 0 });
});
afterAll(() => server.stop());

const cloud = () => `/v1/channels/cloud/${channel.id}`;
const get = async (who: string, path: string) => (await server.request('GET', path, { token: tokens[who] })).body.data;
const folder = async (name: string, body: object = {}): Promise<CloudFile> =>
  (
    await server.request('POST', `${cloud()}/create-directory`, {
      token: tokens.ada,
      body: { name, parent: null, ...body },
    })
  ).body.data;
async function bring(who: string, name: string, content: string | Buffer, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('files', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  const { body } = await server.request('POST', `${cloud()}/upload`, { token: tokens[who], body: form });
  return body.data[0] as CloudFile;
}
const aPicture = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .jpeg()
    .toBuffer();

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
/** The head of a film that lasts so many of its units. */
function film(units: number, length: number): Buffer {
  const head = Buffer.alloc(100);
  head.writeUInt32BE(units, 12);
  head.writeUInt32BE(length, 16);
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom')), box('moov', box('mvhd', head)), box('mdat')]);
}

it('a file tells who brought it, its path, how long it lasts and until when its addresses hold [C-3.43] [C-3.46]', async () => {
  const noten = await folder('Noten');
  const file = await bring('ben', 'Probe.mp4', film(600, 45_300), { parent: noten.uuid });
  expect(file).toMatchObject({
    path: '/Noten/Probe.mp4',
    user: { id: ids.ben, firstname: expect.any(String), lastname: expect.any(String) },
    duration_in_seconds: 76,
    thumbnail: null,
  });
  const end = Number(new URL(file.meta.uri ?? '', 'http://x').searchParams.get('expires')) * 1000;
  expect(Date.parse(file.expires_at)).toBe(end);
  expect((await bring('ben', 'Wort.txt', 'la')).duration_in_seconds).toBeNull();
  // What says nothing that can be true says nothing.
  expect((await bring('ben', 'leer.mp4', film(0, 9))).duration_in_seconds).toBeNull();
  expect((await bring('ben', 'endlos.mp4', film(1, 0xffff_ffff))).duration_in_seconds).toBeNull();
});

it('details tell each step from a file to the folder above, and of a folder what lies in it [C-3.48] [T-3.19] [C-3.43]', async () => {
  const top = await folder('Chor');
  const inner = await folder('Alt', { parent: top.uuid });
  const file = await bring('ada', 'Lied.txt', 'la', { parent: inner.uuid });
  const details: CloudFileDetails = await get('ben', `${cloud()}/files/${file.uuid}`);
  expect(details.parents).toEqual([
    { file_id: top.id, parent_id: null, uuid: top.uuid, name: 'Chor' },
    { file_id: inner.id, parent_id: top.id, uuid: inner.uuid, name: 'Alt' },
  ]);
  expect(details.children).toEqual([]);
  const opened: CloudFileDetails = await get('ben', `${cloud()}/files/${top.uuid}`);
  expect(opened.children).toEqual(await get('ben', `${cloud()}/files?parent=${top.uuid}`));
  expect(opened.children.map(({ name }) => name)).toEqual(['Alt']);
});

it('a cloud tells who made it, what lies at its top, its newest picture, and to who reviews what came and was fetched [C-3.42]', async () => {
  const before: CloudDetails = await get('ada', cloud());
  expect(before).toMatchObject({ user_id: ids.ada, thumbnail: null });
  expect(before.files).toEqual(await get('ada', `${cloud()}/files`));
  const picture = await bring('ben', 'Hof.jpg', await aPicture('#00f'));
  const shown: CloudDetails = await get('cem', cloud());
  const address = new URL(shown.thumbnail ?? '', 'http://x');
  expect(address.pathname).toBe(new URL(picture.thumbnail ?? '', 'http://x').pathname);
  expect((await server.request('GET', shown.thumbnail ?? '')).status).toBe(200);
  expect(shown).toMatchObject({ uploads: null, upstream: null, downloads: null, downstream: null });
  expect(Date.parse(shown.updated_at)).toBeGreaterThanOrEqual(Date.parse(shown.activity_at ?? ''));

  // What others hand in is no picture of the cloud to them.
  const handIn = await folder('Abgabe', { upload_limited_at: '2099-01-01T00:00:00Z' });
  server.clock.advance(1000);
  await bring('ben', 'Zeichnung.jpg', await aPicture('#f00'), { parent: handIn.uuid });
  const pathOf = async (who: string) => new URL((await get(who, cloud())).thumbnail, 'http://x').pathname;
  expect(await pathOf('cem')).toBe(address.pathname);
  expect(await pathOf('ben')).not.toBe(address.pathname);

  const after: CloudDetails = await get('ada', cloud());
  expect([(after.uploads ?? 0) - (before.uploads ?? 0), after.downloads]).toEqual([2, before.downloads]);
  const uri = picture.meta.uri ?? '';
  await server.request('GET', uri);
  await server.request('HEAD', uri);
  await server.request('GET', uri, { headers: { range: 'bytes=4-' } });
  const fetched: CloudDetails = await get('ada', cloud());
  expect(fetched.downloads).toBe((before.downloads ?? 0) + 1);
  expect(fetched.downstream).toBe((before.downstream ?? 0) + 2 * picture.size - 4);
  expect((fetched.upstream ?? 0) - (before.upstream ?? 0)).toBeGreaterThan(picture.size);
  const noten = await get('ada', `${cloud()}/files?search=Noten`);
  await server.request('GET', noten[0].meta.download_uri);
  expect((await get('ada', cloud())).downloads).toBe((fetched.downloads ?? 0) + 1);
  // Who asks for the head of a folder fetches nothing; a new content is one more.
  await server.request('HEAD', noten[0].meta.download_uri);
  await bring('ben', 'Hof.jpg', await aPicture('#0f0'), { is_replacing: 'true' });
  const last: CloudDetails = await get('ada', cloud());
  const more = (key: 'downloads' | 'uploads') => (last[key] ?? 0) - (fetched[key] ?? 0);
  expect([more('downloads'), more('uploads')]).toEqual([1, 1]);
});
