import { createHash } from 'node:crypto';
import type { CloudFile } from '@kreide/core/features/cloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let channel: BuiltChannel;
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(db(), 'amsel');
  const ids: Record<string, number> = {};
  for (const name of ['ada', 'ben']) {
    ids[name] = (await buildUser(db(), school.id, name, 'STUDENT')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  channel = await buildChannel(db(), school.id, { admins: [ids.ada ?? 0], members: [ids.ben ?? 0] });
});
afterAll(() => server.stop());

const cloud = () => `/v1/channels/cloud/${channel.id}`;
const folder = async (who: string, name: string): Promise<CloudFile> =>
  (await server.request('POST', `${cloud()}/create-directory`, { token: tokens[who], body: { name, parent: null } }))
    .body.data;
async function bring(who: string, name: string, content: string, parent: string): Promise<CloudFile> {
  const form = new FormData();
  form.append('parent', parent);
  form.append('files', new Blob([content]), name);
  return (await server.request('POST', `${cloud()}/upload`, { token: tokens[who], body: form })).body.data[0];
}

describe('a file', () => {
  it('travels with its content’s purpose and print, its folder, and every address of its reader [T-3.76] [T-3.79] [C-3.47]', async () => {
    const noten = await folder('ada', 'Noten');
    const file = await bring('ben', 'Lied.txt', 'la la', noten.uuid);
    expect(noten).toMatchObject({ parent_id: null, reserved: null, hash: null, type: '', extension: '' });
    expect(file).toMatchObject({
      cloud_id: channel.id,
      parent_id: noten.id,
      reserved: 'cloud_file',
      hash: createHash('sha256').update('la la').digest('hex'),
      name: 'Lied.txt',
      extension: 'txt',
      file_type: 'FILE',
      type: 'application/octet-stream',
      size: 5,
      alt_name: '',
      can_show_preview: false,
      is_collaborative: false,
      upload_limited_at: null,
      is_protected_folder: false,
      created_at: file.updated_at,
      meta: {
        details_uri: `/channels/cloud/${channel.id}/files/${file.uuid}`,
        absolute_path: '/Noten/Lied.txt',
        parent: '/Noten',
        subtitle: 'ben of 1',
        username: 'ben of 1',
        thumbnail_uri: null,
        has_thumbnail: false,
        has_wopi_support: false,
        edit_uri: null,
        edit_access_token: null,
      },
    });
    for (const address of [file.meta.uri, file.meta.download_uri])
      expect((await server.request('GET', address ?? '')).text).toBe('la la');
    expect((await server.request('GET', `/v1${file.meta.details_uri}`, { token: tokens.ben })).body.data.id).toBe(
      file.id,
    );
    expect((await server.request('GET', noten.meta.download_uri ?? '')).headers.get('content-type')).toBe(
      'application/zip',
    );
  });

  it('is told of by its uuid, its cloud, its number and where it was found, and by nothing that does not fit [C-7.71]', async () => {
    const noten = await folder('ada', 'Texte');
    const file = await bring('ben', 'Lied.txt', 'la la', noten.uuid);
    const ask = (path: string) =>
      server.request('GET', `/v1/channels/cloud/${channel.id}/files/${path}`, { token: tokens.ben });
    const found = await ask(`${file.uuid}?id=${file.id}&source_id=${noten.id}`);
    expect((await server.request('GET', found.body.data.meta.download_uri)).text).toBe('la la');
    expect((await server.request('GET', found.body.data.meta.uri)).text).toBe('la la');
    expect((await ask(`${noten.uuid}?id=${noten.id}&source_id=${channel.id}`)).status).toBe(200);
    for (const query of [`id=${noten.id}`, `source_id=${channel.id}`, `id=${file.id}&source_id=${file.id}`])
      expect([query, (await ask(`${file.uuid}?${query}`)).status]).toEqual([query, 404]);
    // Its content alone is gone: there is no address for it, and none of a folder in its place.
    await db()
      .updateTable('files')
      .set({ deleted_at: server.clock.now().toISOString() })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('cloud_files')
          .select('file_id')
          .where('uuid', '=', file.uuid ?? ''),
      )
      .execute();
    expect((await ask(`${file.uuid}`)).body.data.meta).toMatchObject({ uri: null, download_uri: null });
  });
});
