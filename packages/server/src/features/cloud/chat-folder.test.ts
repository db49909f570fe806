import type { CloudFile, CloudFileDetails } from '@kreide/core/features/cloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { buildEntry } from '../../../../../tests/support/clouds.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem', 'dora']) {
    ids[name] = (await buildUser(db(), school.id, name, 'TEACHER')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  channel = await buildChannel(db(), school.id, { admins: [ids.ada ?? 0], members: [ids.ben ?? 0, ids.cem ?? 0] });
});
afterAll(() => server.stop());

const cloud = (of = channel) => `/v1/channels/cloud/${of.id}`;
const get = (who: string, path: string) => server.request('GET', path, { token: tokens[who] });
const listOf = async (who: string, query = '', of = channel): Promise<CloudFile[]> =>
  (await get(who, `${cloud(of)}/files${query}`)).body.data;
async function say(who: string, name: string, content: string, of = channel) {
  const form = new FormData();
  form.append('uuid', crypto.randomUUID());
  form.append('files', new Blob([content]), name);
  const path = `/v1/channels/chats/${of.chat_id}/messages`;
  return (await server.request('POST', path, { token: tokens[who], body: form })).body.data;
}
const folderOf = async (who: string, of = channel) =>
  (await listOf(who, '', of)).find(({ reserved, file_type }) => reserved === 'chat_attachment' && file_type === 'DIR');

describe('the files of a chat', () => {
  it('lie in a folder of the cloud that says so, before all others, with who sent them and an address [C-3.44] [T-3.78]', async () => {
    await buildEntry(db(), school.id, channel.id, 'Aufgaben', { isFolder: true });
    expect(await folderOf('ada')).toBeUndefined();
    await say('ben', 'Lied 10.txt', 'la la');
    await say('ada', 'Lied 9.txt', 'la');
    const [folder, other] = await listOf('ben');
    expect(folder).toMatchObject({ name: 'Aus dem Chat', children_count: 2, size: 7, parent_id: null, hash: null });
    expect(other).toMatchObject({ name: 'Aufgaben', reserved: null });
    const files = await listOf('ben', `?parent=${folder?.uuid}`);
    expect(files.map(({ name }) => name)).toEqual(['Lied 9.txt', 'Lied 10.txt']);
    expect(files[1]).toMatchObject({
      reserved: 'chat_attachment',
      user: { id: ids.ben },
      size: 5,
      parent_id: folder?.id,
      path: '/Aus dem Chat/Lied 10.txt',
      can: { download: 1, rename: 0, move: 0, delete: 0, update: 0, replace: 0 },
    });
    expect((await server.request('GET', files[1]?.meta.download_uri ?? '')).status).toBe(200);
    const found = await listOf('ben', `?parent=${folder?.uuid}&search=9&orderBy=size&orderDir=desc`);
    expect(found.map(({ name }) => name)).toEqual(['Lied 9.txt']);
    expect((await listOf('ben', '?path=/Aus%20dem%20Chat')).length).toBe(2);
    const details: CloudFileDetails = (await get('ben', `${cloud()}/files/${files[0]?.uuid}`)).body.data;
    expect(details.parents).toEqual([{ file_id: folder?.id, parent_id: null, uuid: folder?.uuid, name: folder?.name }]);
    const opened: CloudFileDetails = (await get('ben', `${cloud()}/files/${folder?.uuid}`)).body.data;
    expect(opened.children.map(({ name }) => name)).toEqual(['Lied 9.txt', 'Lied 10.txt']);
    // Of a file that is somewhere else now, nothing is told.
    expect((await get('ben', `${cloud()}/files/${files[0]?.uuid}?source_id=999`)).status).toBe(404);
  });

  it('are for those who read the chat: from where they see it on, no longer when they have left, and never for others', async () => {
    const folder = await folderOf('ada');
    const [file] = await listOf('ada', `?parent=${folder?.uuid}`);
    const statusesOf = async (who: string) => [
      (await get(who, `${cloud()}/files?parent=${folder?.uuid}`)).status,
      (await get(who, `${cloud()}/files/${file?.uuid}`)).status,
    ];
    expect(await statusesOf('dora')).toEqual([403, 403]);
    const member = db()
      .updateTable('channel_members')
      .where('user_id', '=', ids.cem ?? 0);
    await member.set({ visible_from_seq: 1 }).execute();
    const seen = await listOf('cem', `?parent=${folder?.uuid}`);
    expect(seen.map(({ name }) => name)).toEqual(['Lied 9.txt']);
    expect((await folderOf('cem'))?.size).toBe(2);
    await member.set({ left_at: '2026-11-01T00:00:00Z' }).execute();
    expect(await statusesOf('cem')).toEqual([403, 403]);
    // The same number in another cloud leads nowhere.
    const beside = await buildChannel(db(), school.id, { admins: [ids.ben ?? 0] });
    expect((await get('ben', `${cloud(beside)}/files/${file?.uuid}`)).status).toBe(404);
    expect((await get('ben', `${cloud(beside)}/files?parent=${folder?.uuid}`)).status).toBe(404);
  });

  it('are written by nobody there, not even by who administers the channel', async () => {
    const folder = await folderOf('ada');
    const [file] = await listOf('ada', `?parent=${folder?.uuid}`);
    const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object) =>
      (await server.request(method, `${cloud()}/${path}`, { token: tokens.ada, body })).status;
    const form = new FormData();
    form.append('parent', folder?.uuid ?? '');
    form.append('files', new Blob(['x']), 'x.txt');
    expect([
      await ask('POST', 'upload', form),
      await ask('POST', 'create-directory', { name: 'Neu', parent: folder?.uuid }),
      await ask('PUT', 'files/move', { files_uuid: [file?.uuid], parent: null }),
      await ask('PUT', 'files/move', { files_uuid: [folder?.uuid], parent: null }),
      await ask('PUT', `files/${file?.uuid}`, { description: 'x' }),
      await ask('PUT', `files/${folder?.uuid}`, { is_protected_folder: true }),
      await ask('DELETE', 'delete', { files: [file?.uuid] }),
      await ask('DELETE', 'delete', { files: [folder?.uuid] }),
    ]).toEqual([403, 403, 403, 403, 403, 403, 403, 403]);
    expect((await listOf('ada', `?parent=${folder?.uuid}`)).length).toBe(2);
  });

  it('go with their message, and the folder goes with the last of them', async () => {
    const of = await buildChannel(db(), school.id, { admins: [ids.ada ?? 0] });
    const [first, last] = [await say('ada', 'a.txt', 'aa', of), await say('ada', 'b.txt', 'b', of)];
    const folder = await folderOf('ada', of);
    const back = ({ id }: { id: number }) =>
      server.request('DELETE', `/v1/channels/chats/${of.chat_id}/messages/${id}`, { token: tokens.ada });
    await back(first);
    expect((await listOf('ada', `?parent=${folder?.uuid}`, of)).map(({ name }) => name)).toEqual(['b.txt']);
    await back(last);
    expect(await listOf('ada', '', of)).toEqual([]);
  });

  it('take the place of one entry in the pages of the cloud: none is left out, none comes twice', async () => {
    const of = await buildChannel(db(), school.id, { admins: [ids.ada ?? 0] });
    for (let count = 10; count < 24; count += 1) await buildEntry(db(), school.id, of.id, `${count}.txt`);
    await say('ada', 'a.txt', 'a', of);
    const [first, second] = [await listOf('ada', '', of), await listOf('ada', '?page=2', of)];
    // A page has one more than it shows, which says that there is another.
    expect([first.length, first[0]?.reserved, first[11]?.name]).toEqual([13, 'chat_attachment', '20.txt']);
    expect(second.map(({ name }) => name)).toEqual(['21.txt', '22.txt', '23.txt']);
  });

  it('come by pages, in each order, and no folder is among them; theirs is neither a file, nor found, nor in another', async () => {
    const of = await buildChannel(db(), school.id, { admins: [ids.ada ?? 0], members: [ids.ben ?? 0] });
    const inner = await buildEntry(db(), school.id, of.id, 'Chor', { isFolder: true });
    const sent = [];
    for (const [name, content] of [
      ['b.txt', '333'],
      ['a.zip', '1'],
      ['c.pdf', '22'],
    ] as const) {
      server.clock.advance(1000);
      sent.push(await say('ada', name, content, of));
    }
    const folder = await folderOf('ben', of);
    expect(folder).toMatchObject({ created_at: sent[0].created_at, updated_at: sent[2].created_at });
    const at = `?parent=${folder?.uuid}`;
    const namesOf = async (query: string) =>
      (await listOf('ben', query, of)).map(({ name }) => name.slice(0, 1)).join('');
    const orders = ['size', 'created_at', 'type', 'name'].flatMap((by) => [
      `${by}&orderDir=asc`,
      `${by}&orderDir=desc`,
    ]);
    const inOrder = await Promise.all(orders.map((order) => namesOf(`${at}&orderBy=${order}`)));
    expect(inOrder.join(' ')).toBe('acb bca bac cab cba abc abc cba');
    expect(
      await Promise.all(
        [`${at}&file_type=folder`, '?file_type=FILE', '?search=Chat', `?parent=${inner.uuid}`].map(namesOf),
      ),
    ).toEqual(['', '', '', '']);
    expect(await namesOf('?file_type=folder')).toBe('AC');
    const both = `?path=/Aus%20dem%20Chat&parent=${inner.uuid}`;
    expect((await get('ben', `${cloud(of)}/files${both}`)).status).toBe(404);

    const updated_at = server.clock.now().toISOString();
    const spoken = { type: 'VOICE' as const, voice_seconds: 7, voice_wave: Buffer.alloc(64), updated_at };
    await db().updateTable('messages').set(spoken).where('uuid', '=', sent[0].uuid).execute();
    const [voice] = await listOf('ben', `${at}&search=b`, of);
    expect(voice).toMatchObject({ duration_in_seconds: 7, created_at: sent[0].created_at, updated_at });

    for (let count = 10; count < 21; count += 1) await say('ada', `${count}.txt`, 'x', of);
    const [first, second] = [await listOf('ben', at, of), await listOf('ben', `${at}&page=2`, of)];
    expect([first.length, second.map(({ name }) => name)]).toEqual([13, ['b.txt', 'c.pdf']]);
    // An address is for who was given it, also when who sent the file has left.
    const left = { left_at: '2026-11-01T00:00:00Z' };
    await db()
      .updateTable('channel_members')
      .set(left)
      .where('user_id', '=', ids.ada ?? 0)
      .where('channel_id', '=', of.id)
      .execute();
    expect((await server.request('GET', first[0]?.meta.uri ?? '')).status).toBe(200);
  });
});
