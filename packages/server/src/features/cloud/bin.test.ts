import type { BinEntry, CloudFile } from '@kreide/core/features/cloud';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { pruneClouds } from './prune.ts';
import { eraseOwner } from './queries/change.ts';
import { cloudData } from './queries/files-of.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_QUOTA_CHANNEL_MB: '1' } });
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem']) people[name] = await buildUser(db(), school.id, name, 'STUDENT');
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const name of Object.keys(people)) tokens[name] = await signIn(server, 'amsel', name);
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] });
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/cloud/${channel.id}${path}`, { token: tokens[who], body });
const binOf = async (who: string): Promise<BinEntry[]> => (await call(who, 'GET', '/bin')).body.data;
const binNames = async (who: string) => (await binOf(who)).map(({ name }) => name);
const list = async (who: string, query = ''): Promise<CloudFile[]> =>
  (await call(who, 'GET', `/files${query}`)).body.data;
const names = async (who: string, query = '') => (await list(who, query)).map(({ name }) => name);
async function bring(who: string, name: string, parent?: string, content = `von ${who}`): Promise<CloudFile> {
  const form = new FormData();
  if (parent) form.append('parent', parent);
  form.append('files', new Blob([content]), name);
  return (await call(who, 'POST', '/upload', form)).body.data[0];
}
const folder = async (who: string, name: string, parent: string | null = null, more = {}): Promise<CloudFile> =>
  (await call(who, 'POST', '/create-directory', { name, parent, ...more })).body.data;
const uuidsOf = (files: readonly { uuid: string }[]) => ({ files: files.map(({ uuid }) => uuid) });
const remove = (who: string, ...files: readonly { uuid: string }[]) => call(who, 'DELETE', '/delete', uuidsOf(files));
const restore = (who: string, ...files: readonly { uuid: string }[]) =>
  call(who, 'PUT', '/bin/restore', uuidsOf(files));
const purge = (who: string, ...files: readonly { uuid: string }[]) => call(who, 'DELETE', '/bin', uuidsOf(files));
const read = (address: string | null) => server.request('GET', address ?? '/nowhere');
const HAND_IN = { upload_limited_at: '2099-12-18T07:00:00.000Z' };
const days = (number: number) => number * 24 * 60 * 60 * 1000;
const later = (number: number) => new Date(server.clock.now().getTime() + days(number));

describe('the bin', () => {
  it('tells who deleted what, when, where it lay and when it goes; members see their own, administrators all, others nothing', async () => {
    const noten = await folder('ben', 'Noten');
    await bring('ben', 'Lied.txt', noten.uuid);
    const plan = await bring('ada', 'Plan.txt', noten.uuid);
    await bring('cem', 'Cems.txt');
    expect((await remove('ada', plan)).status).toBe(204);
    server.clock.advance(1000);
    expect((await remove('ben', noten)).status).toBe(204);
    const [own] = await binOf('ben');
    expect(own).toMatchObject({
      name: 'Noten',
      file_type: 'DIR',
      size: 7,
      files_count: 1,
      deleted_at: server.clock.now().toISOString(),
      expires_at: later(30).toISOString(),
      can: { restore: 1, purge: 1 },
      meta: { parent: '/', is_parent_gone: false },
    });
    expect([own?.meta.deleted_by, own?.meta.username]).toEqual(['ben of 1', 'ben of 1']);
    expect(await binNames('ada')).toEqual(['Noten', 'Plan.txt']);
    const [, last] = await binOf('ada');
    expect(last).toMatchObject({ meta: { parent: '/Noten', is_parent_gone: true } });
    expect(await binNames('cem')).toEqual([]);
    for (const act of [restore, purge]) expect((await act('cem', noten)).status).toBe(404);
    expect((await restore('ben', plan)).status).toBe(404);
    const stranger = await buildUser(db(), school.id, `frank${channel.id}`, 'STUDENT');
    tokens.frank = await signIn(server, 'amsel', stranger.username);
    expect((await call('frank', 'GET', '/bin')).status).toBe(403);
    expect((await restore('frank', noten)).status).toBe(403);
  });

  it('shows nobody what others had brought once they administer the channel no more', async () => {
    const noten = await folder('ada', 'Noten');
    await bring('ben', 'Lied.txt', noten.uuid);
    const own = await bring('ada', 'Adas.txt');
    const bens = await bring('ben', 'Bens.txt');
    await remove('ada', noten, own, bens);
    expect(await binNames('ada')).toHaveLength(3);
    await db()
      .updateTable('channel_members')
      .set({ is_admin: false })
      .where('channel_id', '=', channel.id)
      .where('user_id', '=', idOf('ada'))
      .execute();
    expect(await binNames('ada')).toEqual(['Adas.txt']);
    for (const one of [noten, bens]) expect((await restore('ada', one)).status).toBe(404);
  });

  it('opens no door to what lies in it: address, picture, ZIP, details, list, path, versions', async () => {
    const noten = await folder('ben', 'Noten');
    const paint = (background: string) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer();
    const form = new FormData();
    form.append('parent', noten.uuid);
    form.append('files', new Blob([new Uint8Array(await paint('#3b7a57'))]), 'Bild.png');
    const file: CloudFile = (await call('ben', 'POST', '/upload', form)).body.data[0];
    const again = new FormData();
    again.append('parent', noten.uuid);
    again.append('is_replacing', 'true');
    again.append('files', new Blob([new Uint8Array(await paint('#7a3b57'))]), 'Bild.png');
    const replaced: CloudFile = (await call('ben', 'POST', '/upload', again)).body.data[0];
    expect(replaced.uuid).toBe(file.uuid);
    const [version] = (await call('ben', 'GET', `/files/${file.uuid}/versions`)).body.data;
    const doors = [
      replaced.meta.uri,
      replaced.meta.thumbnail_uri,
      file.meta.thumbnail_uri,
      version.meta.download_uri,
      noten.meta.download_uri,
    ];
    for (const door of doors) expect([door, (await read(door)).status]).toEqual([door, 200]);
    await remove('ben', noten);
    for (const door of doors) expect([door, (await read(door)).status]).toEqual([door, 404]);
    for (const path of [
      `/files/${file.uuid}`,
      `/files/${file.id}`,
      `/files/${file.uuid}/versions`,
      `/files?path=/Noten`,
      `/files?parent=${noten.uuid}`,
    ])
      expect([path, (await call('ada', 'GET', path)).status]).toEqual([path, 404]);
    expect(await names('ada', '?search=bild')).toEqual([]);
    for (const [method, path, body] of [
      ['PUT', '/files/move', { files_uuid: [file.uuid], parent: null }],
      ['PUT', `/files/${file.uuid}`, { alt_name: 'x' }],
      ['DELETE', '/delete', { files: [file.uuid] }],
      ['PUT', `/files/${file.uuid}/versions/${version.uuid}/restore`, undefined],
    ] as const)
      expect([path, (await call('ada', method, path, body)).status]).toEqual([path, 404]);
    // What went with its folder comes back with it, not by itself.
    expect((await restore('ben', file)).status).toBe(404);
    const [back] = (await restore('ben', noten)).body.data;
    for (const door of [...doors, back.meta.download_uri])
      expect([door, (await read(door)).status]).toEqual([door, 200]);
  });

  it('counts against the room of the channel until it goes, and says how much of it', async () => {
    const big = await bring('ben', 'Film.mp4', undefined, 'x'.repeat(700_000));
    await remove('ben', big);
    const usage = async (who: string) =>
      (await server.request('GET', `/v1/channels/cloud/usage?channel_id=${channel.id}`, { token: tokens[who] })).body
        .data.channel;
    expect(await usage('ada')).toMatchObject({ used: 700_000, bin: 700_000, versions: 0 });
    expect(await usage('ben')).toMatchObject({ used: 1_000_000, bin: 700_000, versions: null });
    expect(await usage('cem')).toMatchObject({ bin: 0, versions: null });
    const form = new FormData();
    form.append('files', new Blob(['x'.repeat(700_000)]), 'Film.mp4');
    const refused = await call('ben', 'POST', '/upload', form);
    expect(refused.body.error.issues).toMatchObject([{ rule: 'quota' }]);
    expect((await call('ada', 'GET', '')).body.data).toMatchObject({ size: 0, files_count: 0 });
    expect((await purge('ben', big)).status).toBe(204);
    expect(await usage('ada')).toMatchObject({ used: 0, bin: 0 });
    expect((await call('ben', 'POST', '/upload', form)).status).toBe(200);
  });
});

describe('what is brought back', () => {
  it('lies where it was, with all that went with it, and is counted again; a name that is taken gets a number', async () => {
    const noten = await folder('ben', 'Noten');
    const inner = await folder('ben', 'Alt', noten.uuid);
    const song = await bring('ben', 'Lied.txt', inner.uuid);
    const before = (await call('ada', 'GET', '')).body.data;
    await remove('ben', song);
    await remove('ben', noten);
    expect(await names('ada')).toEqual([]);
    expect((await restore('ben', noten)).body.meta.warnings).toEqual([]);
    expect(await names('ben', `?parent=${inner.uuid}`)).toEqual([]);
    await bring('ben', 'lied.TXT', inner.uuid);
    const answer = await restore('ben', song);
    expect(answer.body.data).toMatchObject([
      { name: 'Lied (2).txt', meta: { absolute_path: '/Noten/Alt/Lied (2).txt' } },
    ]);
    expect(answer.body.meta.warnings).toEqual(['Lied.txt gibt es dort schon. Was zurückkam, heißt Lied (2).txt.']);
    const address: string = answer.body.data[0].meta.download_uri;
    expect([decodeURIComponent(address).includes('/Lied (2).txt'), (await read(address)).status]).toEqual([true, 200]);
    const after = (await call('ada', 'GET', '')).body.data;
    expect(after).toMatchObject({ files_count: before.files_count + 1, folders_count: 2, size: before.size + 7 });
    expect(await binNames('ada')).toEqual([]);
    expect((await restore('ben', song)).status).toBe(404);
  });

  it('may be named with what lies in it, as it was when both were deleted at once', async () => {
    const noten = await folder('ben', 'Noten');
    const song = await bring('ben', 'Lied.txt', noten.uuid);
    const other = await bring('cem', 'Cems.txt');
    await remove('ben', song, noten);
    expect(await binNames('ben')).toEqual(['Noten']);
    expect((await restore('ben', song, noten, other)).status).toBe(404);
    const back = await restore('ben', song, noten);
    expect(back.body.data.map((one: CloudFile) => one.meta.absolute_path)).toEqual(['/Noten', '/Noten/Lied.txt']);
  });

  it('lies in the nearest folder that is left, which is said; with its folder in one call it lies there', async () => {
    const noten = await folder('ada', 'Noten');
    const inner = await folder('ada', 'Alt', noten.uuid);
    const [one, two, three] = [
      await bring('ada', 'eins.txt', inner.uuid),
      await bring('ada', 'zwei.txt', inner.uuid),
      await bring('ada', 'drei.txt', inner.uuid),
    ];
    await remove('ada', one);
    await remove('ada', two);
    await remove('ada', three);
    await remove('ada', inner);
    const answer = await restore('ada', one);
    expect(answer.body.data).toMatchObject([{ meta: { parent: '/Noten' } }]);
    expect(answer.body.meta.warnings).toEqual([
      'Den Ordner von eins.txt gibt es nicht mehr. Es liegt jetzt hier: Noten.',
    ]);
    const both = await restore('ada', two, inner);
    expect(both.body.meta.warnings).toEqual([]);
    expect((await list('ada', `?parent=${inner.uuid}`)).map(({ name }) => name)).toEqual(['zwei.txt']);
    await remove('ada', noten);
    await purge('ada', noten);
    expect(await binOf('ada')).toMatchObject([{ name: 'drei.txt', meta: { parent: '/', is_parent_gone: true } }]);
    const last = await restore('ada', three);
    expect(last.body.data).toMatchObject([{ parent: null }]);
    expect(last.body.meta.warnings).toEqual([
      'Den Ordner von drei.txt gibt es nicht mehr. Es liegt jetzt hier: der obersten Ebene.',
    ]);
  });

  it('comes by whoever may delete it there now: not into a folder that is closed, nor into a channel where nobody writes', async () => {
    const noten = await folder('ada', 'Noten');
    const song = await bring('ben', 'Lied.txt', noten.uuid);
    await remove('ben', song);
    await call('ada', 'PUT', `/files/${noten.uuid}`, { is_protected_folder: true });
    expect((await binOf('ben'))[0]?.can).toEqual({ restore: 0, purge: 0 });
    for (const act of [restore, purge]) expect((await act('ben', song)).status).toBe(403);
    expect((await call('ben', 'DELETE', '/bin/all')).status).toBe(403);
    const free = await bring('ben', 'Frei.txt');
    await remove('ben', free);
    expect((await call('ben', 'DELETE', '/bin/all')).status).toBe(204);
    expect(await binNames('ben')).toEqual(['Lied.txt']);
    expect((await binOf('ada'))[0]?.can).toEqual({ restore: 1, purge: 1 });
    await db().updateTable('channels').set({ is_disabled: true }).where('id', '=', channel.id).execute();
    expect((await restore('ada', song)).status).toBe(403);
  });

  it('fits in: neither deeper nor more than there may be, all or none', async () => {
    let parent: string | null = null;
    let deepest: CloudFile | undefined;
    for (let depth = 1; depth <= 11; depth += 1) {
      deepest = await folder('ada', `Ebene ${depth}`, parent);
      parent = deepest.uuid;
    }
    const box = await folder('ada', 'Kiste');
    await folder('ada', 'Fach', box.uuid);
    const single = await bring('ada', 'Blatt.txt');
    await remove('ada', box, single);
    await db()
      .updateTable('cloud_files')
      .set({ parent_id: deepest?.id ?? 0 })
      .where('id', '=', box.id)
      .execute();
    const refused = await restore('ada', single, box);
    expect(refused.body.error.issues).toMatchObject([{ rule: 'depth' }]);
    expect(await binNames('ada')).toHaveLength(2);
    await db().updateTable('cloud_files').set({ parent_id: null }).where('id', '=', box.id).execute();
    await db().updateTable('clouds').set({ files_count: 4987 }).where('channel_id', '=', channel.id).execute();
    expect((await restore('ada', single, box)).body.error.issues).toMatchObject([{ rule: 'tooManyEntries' }]);
  });
});

describe('what was handed in', () => {
  it('is in the bin of its pupil alone and of who reviews, comes back among the hand-ins, and is not shown to others by it', async () => {
    const abgabe = await folder('ada', 'Abgabe', null, HAND_IN);
    const bens = await bring('ben', 'Arbeit.txt', abgabe.uuid);
    const cems = await bring('cem', 'Arbeit.txt', abgabe.uuid);
    await remove('ben', bens);
    expect([await binNames('ben'), await binNames('cem')]).toEqual([['Arbeit.txt'], []]);
    expect((await restore('cem', bens)).status).toBe(404);
    const back = await restore('ben', bens);
    expect(back.body.data).toMatchObject([{ name: 'Arbeit.txt', handed_in_at: bens.handed_in_at }]);
    expect((await list('cem', `?parent=${abgabe.uuid}`)).map(({ uuid }) => uuid)).toEqual([cems.uuid]);
    expect((await read(back.body.data[0].meta.uri)).status).toBe(200);
  });

  it('does not leave its folder through who reviews: when that is gone, or is none any more, it is brought back first', async () => {
    const abgabe = await folder('ada', 'Abgabe', null, HAND_IN);
    const bens = await bring('ben', 'Arbeit.txt', abgabe.uuid);
    // As what came before its moment was kept.
    await db().updateTable('cloud_files').set({ handed_in_at: null }).where('id', '=', bens.id).execute();
    await remove('ada', bens);
    expect(await binNames('ben')).toEqual([]);
    await remove('ada', abgabe);
    const refused = await restore('ada', bens);
    expect(refused.body.error.issues[0].message).toBe(
      'Der Abgabeordner von Arbeit.txt ist nicht mehr da. Hol zuerst ihn zurück, damit niemand die Arbeiten anderer sieht.',
    );
    expect((await restore('ada', abgabe)).status).toBe(200);
    await call('ada', 'PUT', `/files/${abgabe.uuid}`, { upload_limited_at: null });
    expect((await restore('ada', bens)).body.error.issues).toMatchObject([{ rule: 'handInsBack' }]);
    await call('ada', 'PUT', `/files/${abgabe.uuid}`, HAND_IN);
    expect((await restore('ada', bens)).status).toBe(200);
    expect(await names('cem', `?parent=${abgabe.uuid}`)).toEqual([]);
    expect(await names('ben', `?parent=${abgabe.uuid}`)).toEqual(['Arbeit.txt']);
    // A folder that has its hand-ins in itself takes them along, wherever it comes to lie.
    await remove('ada', abgabe);
    expect((await restore('ada', abgabe)).status).toBe(200);
    expect(await names('cem', `?parent=${abgabe.uuid}`)).toEqual([]);
  });

  it('is out of reach for its pupil once the time is over', async () => {
    const abgabe = await folder('ada', 'Abgabe', null, HAND_IN);
    const bens = await bring('ben', 'Arbeit.txt', abgabe.uuid);
    await remove('ben', bens);
    await call('ada', 'PUT', `/files/${abgabe.uuid}`, { upload_limited_at: '2026-11-01T08:00:00.000Z' });
    for (const act of [restore, purge]) expect((await act('ben', bens)).status).toBe(403);
    expect((await restore('ada', bens)).status).toBe(200);
  });
});

describe('what goes for good', () => {
  it('leaves neither row nor file, one or all; who sees only their own empties only that', async () => {
    const noten = await folder('ben', 'Noten');
    const song = await bring('ben', 'Lied.txt', noten.uuid);
    const cems = await bring('cem', 'Cems.txt');
    const other = await bring('ben', 'Plan.txt');
    await remove('ben', noten, other);
    await remove('cem', cems);
    const stored = () =>
      db().selectFrom('cloud_files').select('name').where('channel_id', '=', channel.id).orderBy('id').execute();
    expect((await purge('ben', noten)).status).toBe(204);
    expect((await stored()).map(({ name }) => name)).toEqual(['Cems.txt', 'Plan.txt']);
    const gone = await db()
      .selectFrom('files')
      .select(['name', 'deleted_at'])
      .where('uuid', '=', uuidIn(song))
      .execute();
    expect(gone).toMatchObject([{ name: '', deleted_at: expect.any(String) }]);
    expect((await call('ben', 'DELETE', '/bin/all')).status).toBe(204);
    expect((await stored()).map(({ name }) => name)).toEqual(['Cems.txt']);
    expect((await call('ben', 'DELETE', '/bin/all')).status).toBe(404);
    expect((await call('ada', 'DELETE', '/bin/all')).status).toBe(204);
    expect(await stored()).toEqual([]);
  });

  it('goes by itself after 30 days, not a moment earlier, and not when it was brought back', async () => {
    const [one, two] = [await bring('ben', 'eins.txt'), await bring('ben', 'zwei.txt')];
    await remove('ben', one, two);
    await restore('ben', two);
    const moment = later(30);
    await pruneClouds(db(), new Date(moment.getTime() - 1));
    expect(await binNames('ben')).toEqual(['eins.txt']);
    // To the millisecond, and what is brought back at the last moment stays.
    await pruneClouds(db(), moment);
    expect(await binNames('ben')).toEqual(['eins.txt']);
    await pruneClouds(db(), new Date(moment.getTime() + 1));
    expect(await binNames('ben')).toEqual([]);
    expect(await names('ben')).toEqual(['zwei.txt']);
  });

  it('forgets who deleted something when they are erased, and tells them before what of theirs lies there', async () => {
    const [song, plan] = [await bring('ben', 'Lied.txt'), await bring('cem', 'Plan.txt')];
    await remove('ben', song);
    await remove('ada', plan);
    const data = await cloudData.cloud_files?.(
      db(),
      { school_id: school.id, user_id: idOf('ben') },
      (() => '') as never,
    );
    expect(data?.at(-1)).toMatchObject({ name: 'Lied.txt', deleted_at: server.clock.now().toISOString() });
    await eraseOwner(db(), { school_id: school.id, user_id: idOf('ben') } as Parameters<typeof eraseOwner>[1]);
    const bin = await binOf('ada');
    expect(bin.map(({ name, meta }) => [name, meta.deleted_by, meta.username])).toEqual([
      ['Plan.txt', expect.stringMatching(/^ada/), expect.stringMatching(/^cem/)],
      ['Lied.txt', null, null],
    ]);
  });
});

const uuidIn = ({ meta }: CloudFile) => /\/files\/([0-9a-f-]{36})\//.exec(meta.uri ?? '')?.[1] ?? '';
