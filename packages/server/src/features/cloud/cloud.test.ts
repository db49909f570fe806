import { randomUUID } from 'node:crypto';
import {
  CLOUD_ALT_MAXIMUM,
  CLOUD_DEPTH_MAXIMUM,
  CLOUD_MAXIMUM_ENTRIES,
  CLOUD_PAGE,
  type CloudFile,
} from '@kreide/core/features/cloud';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel, buildConversation } from '../../../../../tests/support/channels.ts';
import { type Clamd, EICAR, startClamd } from '../../../../../tests/support/clamd.ts';
import { buildEntry } from '../../../../../tests/support/clouds.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let clamd: Clamd;
let school: BuiltSchool;
let channel: BuiltChannel;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;

beforeAll(async () => {
  clamd = await startClamd();
  server = await startTestServer({ env: { KREIDE_CLAMD: `127.0.0.1:${clamd.port}` } });
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem', 'dora']) {
    people[name] = await buildUser(db(), school.id, name, 'STUDENT');
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(async () => {
  await server.stop();
  await clamd[Symbol.asyncDispose]();
});
beforeEach(async () => {
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] });
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/cloud/${channel.id}${path}`, { token: tokens[who], body });
const list = async (who: string, query = ''): Promise<CloudFile[]> =>
  (await call(who, 'GET', `/files${query}`)).body.data;
const namesOf = async (who: string, query = '') => (await list(who, query)).map(({ name }) => name);
const cloudOf = async (who = 'ada') => (await call(who, 'GET', '')).body.data;

function send(who: string, files: Record<string, string | Buffer>, fields: [string, string][] = []) {
  const form = new FormData();
  for (const [field, value] of fields) form.append(field, value);
  for (const [name, content] of Object.entries(files))
    form.append('files[]', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return call(who, 'POST', '/upload', form);
}
async function folder(who: string, name: string, parent: string | null = null, more = {}): Promise<CloudFile> {
  const { status, body } = await call(who, 'POST', '/create-directory', { name, parent, ...more });
  expect(status).toBe(200);
  return body.data;
}
const bring = async (who: string, name: string, parent?: string): Promise<CloudFile> =>
  (await send(who, { [name]: `von ${who}` }, parent ? [['parent', parent]] : [])).body.data[0];

describe('the cloud of a channel', () => {
  it('is there from the beginning, counts what is in it, and its members alone see it [C-7.57]', async () => {
    await db().updateTable('channels').set({ color: '#2e9e44' }).where('id', '=', channel.id).execute();
    expect(await cloudOf('ben')).toMatchObject({
      id: channel.id,
      channel_id: channel.id,
      size: 0,
      files_count: 0,
      folders_count: 0,
      is_locked: false,
      activity_at: null,
      meta: { displayname: 'Chor', color: '#2e9e44' },
      can: { view: 1, upload: 1, manage: 0 },
    });
    await folder('ada', 'Noten');
    await send('ben', { 'a.txt': '12345', 'b.txt': '123' });
    expect(await cloudOf()).toMatchObject({ size: 8, files_count: 2, folders_count: 1, can: { manage: 1 } });
    expect((await cloudOf()).activity_at).not.toBeNull();
    expect((await call('dora', 'GET', '')).status).toBe(403);
    await db().updateTable('channels').set({ is_disabled: true }).where('id', '=', channel.id).execute();
    expect(await cloudOf()).toMatchObject({ is_locked: true, can: { view: 1, upload: 0, manage: 0 } });
    expect((await send('ada', { 'c.txt': 'x' })).status).toBe(403);
  });

  it('is listed with those of groups alone, or with those of conversations alone, each page whole', async () => {
    const talk = await buildConversation(db(), school.id, idOf('ada'), idOf('dora'));
    const path = (group: string) => `/v1/channels/cloud?group=${group}`;
    const idsOf = async (group: string) => {
      const { body } = await server.request('GET', path(group), { token: tokens.ada });
      return body.data.map(({ id }: { id: number }) => id);
    };
    expect(await idsOf('conversations')).toEqual([talk.id]);
    expect(await idsOf('groups')).toContain(channel.id);
    expect(await idsOf('groups')).not.toContain(talk.id);
    expect((await server.request('GET', path('all'), { token: tokens.ada })).status).toBe(422);
  });

  it('stands in the list of the own clouds, the newest files first, found by its name', async () => {
    const late = await buildChannel(db(), school.id, { members: [idOf('ben')] }, { name: 'Orchester' });
    await buildChannel(db(), school.id, { members: [idOf('cem')] }, { name: 'Fremd' });
    await buildEntry(db(), school.id, late.id, 'x.txt');
    const own = async (search = '') =>
      (await server.request('GET', `/v1/channels/cloud${search}`, { token: tokens.ben })).body.data;
    const names = (await own()).map((one: { meta: { displayname: string } }) => one.meta.displayname);
    expect(names[0]).toBe('Orchester');
    expect(names).toContain('Chor');
    expect(names).not.toContain('Fremd');
    const found = await own('?search=orch');
    expect(found).toMatchObject([{ id: late.id, files_count: 1, can: { view: 1 } }]);
  });
});

describe('an upload', () => {
  it('is stored in its folder with its kind, its place, its description and who brought it [C-3.45] [T-3.77]', async () => {
    const { uuid } = await folder('ada', 'Noten');
    const shape = { width: 900, height: 600, channels: 3, background: '#205090' } as const;
    const photo = await sharp({ create: shape }).jpeg().toBuffer();
    const answer = await send('ben', { 'Chor.JPG': photo, 'Lied.txt': 'la la' }, [
      ['parent', uuid],
      ['alt_names[]', ' Der Chor '],
      ['alt_names[]', ''],
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.meta.warnings).toEqual([]);
    const [picture, text] = answer.body.data as CloudFile[];
    expect(picture).toMatchObject({
      name: 'Chor.JPG',
      extension: 'jpg',
      file_type: 'FILE',
      type: 'image/jpeg',
      size: photo.length,
      alt_name: 'Der Chor',
      can_show_preview: true,
      is_collaborative: false,
      user_id: idOf('ben'),
      parent: { uuid, name: 'Noten' },
      meta: { absolute_path: '/Noten/Chor.JPG', parent: '/Noten', has_thumbnail: true, has_wopi_support: false },
    });
    expect(text).toMatchObject({ name: 'Lied.txt', can_show_preview: false, meta: { thumbnail_uri: null } });
    expect((await list('ada'))[0]).toMatchObject({ file_type: 'DIR', size: photo.length + 5, children_count: 2 });

    const small = await fetch(server.url + picture!.meta.thumbnail_uri);
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
    });
    const whole = await fetch(server.url + picture!.meta.uri);
    expect(Buffer.from(await whole.arrayBuffer()).equals(photo)).toBe(true);
  });

  it('under a name that is taken gets a number, and the answer says so', async () => {
    await bring('ada', 'a.pdf');
    const { body } = await send('ben', { 'A.pdf': 'x' });
    expect(body.data[0]).toMatchObject({ name: 'A (2).pdf', extension: 'pdf' });
    expect(body.meta.warnings).toEqual(['A.pdf gibt es dort schon. Die neue Datei heißt A (2).pdf.']);
    expect((await send('cem', { 'a.pdf': 'x' })).body.data[0].name).toBe('a (3).pdf');
    expect(await namesOf('ben')).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf']);
  });

  it('is refused in words: a virus, nothing, too long a description, a full cloud, too many files [T-9.13] [T-5.01]', async () => {
    const issueOf = async (sent: ReturnType<typeof send>) => {
      const { status, body } = await sent;
      expect(status).toBe(422);
      return body.error.issues[0];
    };
    expect(await issueOf(send('ben', { 'v.txt': `x${EICAR}` }))).toMatchObject({ rule: 'virus' });
    expect(await issueOf(send('ben', { 'leer.txt': '' }))).toMatchObject({ rule: 'fileEmpty' });
    expect(await issueOf(send('ben', {}))).toMatchObject({ rule: 'filesRequired' });
    const alt = (length: number): [string, string][] => [['alt_names[]', 'ä'.repeat(length)]];
    expect(await issueOf(send('ben', { 'a.txt': 'x' }, alt(CLOUD_ALT_MAXIMUM + 1)))).toMatchObject({
      path: 'body.alt_names.0',
      rule: 'altMax',
      message: 'Höchstens 200 Zeichen.',
    });
    const described = await send('ben', { 'a.txt': 'x' }, alt(CLOUD_ALT_MAXIMUM));
    expect(described.body.data[0].alt_name).toHaveLength(200);

    const fill = (values: { size?: number; files_count?: number }) =>
      db().updateTable('clouds').set(values).where('channel_id', '=', channel.id).execute();
    await fill({ size: 2_000_000_000 - 3 });
    expect(await issueOf(send('ben', { 'b.txt': '1234' }))).toMatchObject({ rule: 'quota' });
    expect((await send('ben', { 'b.txt': '123' })).status).toBe(200);
    await fill({ size: 0, files_count: CLOUD_MAXIMUM_ENTRIES });
    expect(await issueOf(send('ben', { 'c.txt': '1' }))).toMatchObject({ rule: 'tooManyEntries' });
    expect(await namesOf('ben')).toEqual(['a.txt', 'b.txt']);
  });

  it('by several at once under one name leaves each a name of its own and counts all of them', async () => {
    const answers = await Promise.all(['ada', 'ben', 'cem'].map((who) => send(who, { 'x.txt': who })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await namesOf('ada')).toEqual(['x.txt', 'x (2).txt', 'x (3).txt']);
    expect(await cloudOf()).toMatchObject({ files_count: 3, size: 9 });
  });
});

describe('a folder', () => {
  it('that is protected, or whose time is over, takes nothing from members, and so does what is below it [C-7.59] [C-7.60]', async () => {
    const shut = await folder('ada', 'Ablage', null, { is_protected_folder: true });
    const below = await folder('ada', 'Alt', shut.uuid);
    const over = await folder('ada', 'Abgabe', null, { upload_limited_at: '2026-11-18T07:00:00Z' });
    const open = await folder('ada', 'Offen', null, { upload_limited_at: '2099-11-18T07:00:00Z' });
    const status = async (who: string, parent: string) =>
      (await send(who, { 'x.txt': 'x' }, [['parent', parent]])).status;
    for (const { uuid } of [shut, below, over])
      expect([await status('ben', uuid), await status('ada', uuid)]).toEqual([403, 200]);
    expect(await status('ben', open.uuid)).toBe(200);
    const canOf = async (who: string) =>
      Object.fromEntries((await list(who)).map(({ name, can }) => [name, can.upload]));
    expect(await canOf('ben')).toEqual({ Ablage: 0, Abgabe: 0, Offen: 1 });
    expect(await canOf('ada')).toEqual({ Ablage: 1, Abgabe: 1, Offen: 1 });
    expect((await call('ben', 'POST', '/create-directory', { name: 'x', parent: below.uuid })).status).toBe(403);

    // What somebody had handed in stays as it is, and nothing is moved in by a side door.
    const mine = await bring('ben', 'Heft.txt', open.uuid);
    const past = { upload_limited_at: '2026-11-18T07:00:00Z' };
    expect((await call('ben', 'PUT', `/files/${open.uuid}`, past)).status).toBe(403);
    expect((await call('ada', 'PUT', `/files/${open.uuid}`, past)).body.data).toMatchObject({
      upload_limited_at: '2026-11-18T07:00:00.000Z',
    });
    expect((await call('ben', 'DELETE', '/delete', { files: [mine.uuid] })).status).toBe(403);
    const outside = await bring('ben', 'Spaet.txt');
    expect((await call('ben', 'PUT', '/files/move', { files_uuid: [outside.uuid], parent: open.uuid })).status).toBe(
      403,
    );
  });

  it('has a name once, and a place that is not too deep', async () => {
    await folder('ben', 'Noten');
    const again = await call('ada', 'POST', '/create-directory', { name: 'noten', parent: null });
    expect(again.body.error.issues[0]).toMatchObject({ path: 'body.name', rule: 'nameTaken' });
    for (const [name, rule] of [
      ['  ', 'nameRequired'],
      ['..', 'nameRequired'],
      ['a/b', 'nameSign'],
      ['x'.repeat(181), 'nameMax'],
    ])
      expect(
        (await call('ada', 'POST', '/create-directory', { name, parent: null })).body.error.issues[0],
      ).toMatchObject({ rule });
    let parent: string | null = null;
    for (let level = 0; level < CLOUD_DEPTH_MAXIMUM; level += 1)
      parent = (await folder('ada', `Ebene ${level}`, parent)).uuid;
    const deeper = await call('ada', 'POST', '/create-directory', { name: 'x', parent });
    expect(deeper.body.error.issues[0]).toMatchObject({ rule: 'depth' });
    const [other] = await list('ada', '?search=noten');
    const moved = await call('ada', 'PUT', '/files/move', { files_uuid: [other!.uuid], parent });
    expect(moved.body.error.issues[0]).toMatchObject({ rule: 'depth' });
  });

  it('is saved as one ZIP with all that is below it, by its members while they are', async () => {
    const noten = await folder('ada', 'Noten');
    const inner = await folder('ada', 'Weihnachten', noten.uuid);
    await bring('ada', 'Plan.txt', noten.uuid);
    await bring('ben', 'Lied.txt', inner.uuid);
    const gone = await bring('ben', 'Alt.txt', inner.uuid);
    await call('ben', 'DELETE', '/delete', { files: [gone.uuid] });
    const address = (await list('ben'))[0]!.meta.download_uri ?? '';
    const answer = await fetch(server.url + address);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="Noten.zip"');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({
      'Plan.txt': 'von ada',
      'Weihnachten/Lied.txt': 'von ben',
    });
    expect((await fetch(server.url + address.replace('Noten.zip', 'Anders.zip'))).status).toBe(404);
    await db()
      .updateTable('channel_members')
      .set({ left_at: '2026-11-18T07:00:00Z' })
      .where('user_id', '=', idOf('ben'))
      .where('channel_id', '=', channel.id)
      .execute();
    expect((await fetch(server.url + address)).status).toBe(404);
  });
});

describe('files of a cloud', () => {
  it('are listed folders first in each order, by name as people count, 12 a page and one more [C-9.08] [T-3.96] [T-3.97] [T-9.20]', async () => {
    for (const [name, size, at] of [
      ['Blatt 10.pdf', 30, '03'],
      ['blatt 2.docx', 10, '01'],
      ['Ärger.txt', 20, '02'],
    ] as const)
      await buildEntry(db(), school.id, channel.id, name, { size, created_at: `2026-11-${at}T08:00:00Z` });
    await buildEntry(db(), school.id, channel.id, 'Zuletzt', { isFolder: true, created_at: '2026-11-01T08:00:00Z' });
    const names = ['Zuletzt', 'Ärger.txt', 'blatt 2.docx', 'Blatt 10.pdf'];
    expect(await namesOf('ben')).toEqual(names);
    const sorted = (orderBy: string, orderDir: string) => namesOf('ben', `?orderBy=${orderBy}&orderDir=${orderDir}`);
    expect(await sorted('name', 'asc')).toEqual(names);
    expect(await sorted('name', 'desc')).toEqual(['Zuletzt', 'Blatt 10.pdf', 'blatt 2.docx', 'Ärger.txt']);
    expect(await sorted('type', 'asc')).toEqual(['Zuletzt', 'blatt 2.docx', 'Blatt 10.pdf', 'Ärger.txt']);
    expect(await sorted('type', 'desc')).toEqual(['Zuletzt', 'Ärger.txt', 'Blatt 10.pdf', 'blatt 2.docx']);
    expect(await sorted('size', 'asc')).toEqual(['Zuletzt', 'blatt 2.docx', 'Ärger.txt', 'Blatt 10.pdf']);
    expect(await sorted('size', 'desc')).toEqual(['Zuletzt', 'Blatt 10.pdf', 'Ärger.txt', 'blatt 2.docx']);
    expect(await sorted('created_at', 'asc')).toEqual(['Zuletzt', 'blatt 2.docx', 'Ärger.txt', 'Blatt 10.pdf']);
    expect(await sorted('created_at', 'desc')).toEqual(['Zuletzt', 'Blatt 10.pdf', 'Ärger.txt', 'blatt 2.docx']);
    expect(await namesOf('ben', '?file_type=folder')).toEqual(['Zuletzt']);
    expect(await namesOf('ben', '?file_type=FILE')).toHaveLength(3);
    expect((await call('ben', 'GET', '/files?orderBy=user_id')).status).toBe(422);
    for (let n = 0; n < CLOUD_PAGE; n += 1) await buildEntry(db(), school.id, channel.id, `y${n}.txt`);
    expect(await list('ben')).toHaveLength(13);
    expect(await list('ben', '?page=2')).toHaveLength(4);
  });

  it('are found by their words anywhere below, listed by path too, and not sent again while nothing has changed [C-7.64] [T-7.68]', async () => {
    const noten = await folder('ada', 'Noten');
    const inner = await folder('ada', 'Weihnachten', noten.uuid);
    await bring('ada', 'Stille Nacht.txt', inner.uuid);
    await bring('ada', 'Nachtplan.txt');
    expect(await namesOf('ben', '?search=NACHT')).toEqual(['Weihnachten', 'Nachtplan.txt', 'Stille Nacht.txt']);
    expect(await namesOf('ben', `?search=nacht&parent=${noten.uuid}`)).toEqual(['Weihnachten', 'Stille Nacht.txt']);
    expect(await namesOf('ben', '?path=/Noten/Weihnachten')).toEqual(['Stille Nacht.txt']);
    expect((await call('ben', 'GET', '/files?path=/Noten/Ostern')).status).toBe(404);
    expect((await call('ben', 'GET', `/files?parent=${randomUUID()}`)).status).toBe(404);
    const first = await call('ben', 'GET', '/files');
    const etag = first.headers.get('etag') ?? '';
    const ask = () =>
      fetch(`${server.url}/v1/channels/cloud/${channel.id}/files`, {
        headers: { authorization: `Bearer ${tokens.ben}`, 'if-none-match': etag },
      });
    expect((await ask()).status).toBe(304);
    await bring('ada', 'Neu.txt');
    expect((await ask()).status).toBe(200);
  });

  it('say more of one: the folders above it and fresh addresses, by uuid and by number [C-7.65] [C-7.70] [T-7.75]', async () => {
    const noten = await folder('ada', 'Noten');
    const file = await bring('ada', 'Lied.txt', noten.uuid);
    const { body } = await server.request('GET', `/v1${file.meta.details_uri}`, { token: tokens.ben });
    expect(body.data).toMatchObject({
      uuid: file.uuid,
      parents: [{ uuid: noten.uuid, name: 'Noten' }],
      meta: { username: expect.any(String) },
    });
    expect((await call('ben', 'GET', `/files/${file.id}`)).body.data.uuid).toBe(file.uuid);
    const saved = await fetch(server.url + body.data.meta.download_uri);
    expect([await saved.text(), saved.headers.get('content-disposition')]).toEqual([
      'von ada',
      expect.stringContaining('attachment'),
    ]);
    const other = await buildChannel(db(), school.id, { members: [idOf('ben')] });
    expect(
      (await server.request('GET', `/v1/channels/cloud/${other.id}/files/${file.uuid}`, { token: tokens.ben })).status,
    ).toBe(404);
  });

  it('are read no longer by who has left, nor once they are deleted', async () => {
    const file = await bring('ada', 'Lied.txt');
    const addressOf = async (who: string) => server.url + (await list(who))[0]!.meta.uri;
    const [ben, cem] = [await addressOf('ben'), await addressOf('cem')];
    await db()
      .updateTable('channel_members')
      .set({ left_at: '2026-11-18T07:00:00Z' })
      .where('user_id', '=', idOf('ben'))
      .where('channel_id', '=', channel.id)
      .execute();
    expect([(await fetch(ben)).status, (await fetch(cem)).status]).toEqual([404, 200]);
    await call('ada', 'DELETE', '/delete', { files: [file.uuid] });
    expect((await fetch(cem)).status).toBe(404);
  });
});

it('a conversation tells neither of two by its moment what the other handed in: nobody reviews there', async () => {
  const { id } = await buildConversation(db(), school.id, idOf('ben'), idOf('cem'));
  await buildEntry(db(), school.id, id, 'x.txt', { user_id: idOf('ben') });
  await db().updateTable('channel_members').set({ is_admin: true }).where('channel_id', '=', id).execute();
  const moments = { activity_at: '2026-11-18T08:00:00.000Z', shown_at: '2026-11-18T07:00:00.000Z' };
  await db().updateTable('clouds').set(moments).where('channel_id', '=', id).execute();
  const { body } = await server.request('GET', `/v1/channels/cloud/${id}`, { token: tokens.cem });
  expect(body.data.activity_at).toBe(moments.shown_at);
});
