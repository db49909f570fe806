import type { Cloud, CloudFile, HandIn, HandInReturn } from '@kreide/core/features/cloud';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { buildEntry } from '../../../../../tests/support/clouds.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

const LIMIT = '2026-12-18T07:00:00.000Z';
const OVER = '2026-11-18T07:00:00.000Z';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
let handIn: CloudFile;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/cloud/${channel.id}${path}`, { token: tokens[who], body });
const list = async (who: string, query = ''): Promise<CloudFile[]> =>
  (await call(who, 'GET', `/files${query}`)).body.data;
const namesOf = async (who: string, query = '') => (await list(who, query)).map(({ name }) => name);
function send(who: string, name: string, parent?: string, content: string | Buffer = `von ${who}`) {
  const form = new FormData();
  if (parent) form.append('parent', parent);
  form.append('files[]', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return call(who, 'POST', '/upload', form);
}
const bring = async (who: string, name: string, parent?: string): Promise<CloudFile> =>
  (await send(who, name, parent)).body.data[0];
const folder = async (who: string, name: string, parent: string | null = null, more = {}): Promise<CloudFile> =>
  (await call(who, 'POST', '/create-directory', { name, parent, ...more })).body.data;
const move = (who: string, files: CloudFile[], parent: string | null) =>
  call(who, 'PUT', '/files/move', { files_uuid: files.map(({ uuid }) => uuid), parent });
const change = (who: string, file: CloudFile, body: object) => call(who, 'PUT', `/files/${file.uuid}`, body);
function giveBack(to: string, remark: string) {
  const form = new FormData();
  form.append('user_id', String(idOf(to)));
  form.append('remark', remark);
  form.append('files[]', new Blob(['Korrektur']), `${to}.txt`);
  return call('tina', 'POST', `/files/${handIn.uuid}/returns`, form);
}
const ruleOf = ({ body }: { body: { error: { issues: { rule: string }[] } } }) => body.error.issues[0]?.rule;
async function archiveOf(who: string, name: string): Promise<Record<string, string>> {
  const found = (await list(who)).find((one) => one.name === name);
  const answer = await fetch(server.url + found?.meta.download_uri);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role, lastname] of [
    ['tina', 'TEACHER', 'Lehr'],
    ['ben', 'STUDENT', 'Muster'],
    ['cem', 'STUDENT', 'Muster'],
    ['dora', 'STUDENT', 'Zahn'],
    ['pia', 'PARENT', 'Muster'],
    ['mia', 'PARENT', 'Muster'],
    ['olaf', 'PARENT', 'Muster'],
    ['emil', 'STUDENT', 'Muster'],
  ] as const) {
    people[name] = await buildUser(db(), school.id, name, role);
    const firstname = role === 'STUDENT' ? 'Kim' : name;
    await db().updateTable('users').set({ firstname, lastname }).where('id', '=', idOf(name)).execute();
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeAll(async () => {
  // Of Mia's children one is in the channel; the other one was, and is in another class now.
  for (const [child, parent] of [
    ['ben', 'mia'],
    ['emil', 'mia'],
    ['cem', 'olaf'],
  ] as const)
    await db()
      .insertInto('user_parents')
      .values({ school_id: school.id, user_id: idOf(child), parent_id: idOf(parent) })
      .execute();
});
beforeEach(async () => {
  const members = ['ben', 'cem', 'pia', 'mia', 'olaf'].map(idOf);
  const former = [idOf('emil')];
  channel = await buildChannel(db(), school.id, { admins: [idOf('tina')], members, former });
  handIn = await folder('tina', 'Abgabe', null, { upload_limited_at: LIMIT });
});

describe('a hand-in folder', () => {
  it('lists to everybody what they handed in themselves and when, and all of it to who administers the channel', async () => {
    const { uuid } = handIn;
    await bring('ben', 'Aufsatz.txt', uuid);
    await bring('cem', 'Gedicht.txt', (await folder('cem', 'Meins', uuid)).uuid);
    expect(await list('ben', `?parent=${uuid}`)).toMatchObject([
      { name: 'Aufsatz.txt', handed_in_at: server.clock.now().toISOString() },
    ]);
    expect(await namesOf('cem', `?parent=${uuid}`)).toEqual(['Meins']);
    expect(await namesOf('pia', `?parent=${uuid}`)).toEqual([]);
    expect(await namesOf('tina', `?parent=${uuid}`)).toEqual(['Meins', 'Aufsatz.txt']);
    expect((await list('tina'))[0]).toMatchObject({ name: 'Abgabe', handed_in_at: null });
  });

  it('is searched, walked by path, counted and measured by what its reader sees', async () => {
    const { uuid } = handIn;
    const hers = await folder('cem', 'Gedichte von Cem', uuid);
    await bring('cem', 'Gedicht.txt', hers.uuid);
    await bring('ben', 'Aufsatz.txt', uuid);
    expect(await namesOf('ben', '?search=gedicht')).toEqual([]);
    expect(await namesOf('ben', `?search=gedicht&parent=${uuid}`)).toEqual([]);
    expect(await namesOf('tina', '?search=gedicht')).toEqual(['Gedichte von Cem', 'Gedicht.txt']);
    expect((await call('ben', 'GET', '/files?path=/Abgabe/Gedichte von Cem')).status).toBe(404);
    expect((await call('ben', 'GET', `/files?parent=${hers.uuid}`)).status).toBe(404);
    expect(await namesOf('cem', '?path=/Abgabe/Gedichte von Cem')).toEqual(['Gedicht.txt']);
    const seen = async (who: string) => {
      const [{ size, children_count }] = (await list(who)) as [CloudFile];
      const cloud = (await call(who, 'GET', '')).body.data;
      const own = (await server.request('GET', '/v1/channels/cloud', { token: tokens[who] })).body.data;
      const listed = own.find(({ id }: { id: number }) => id === channel.id);
      const counts = ({ size, files_count, folders_count }: typeof cloud) => [size, files_count, folders_count];
      expect(counts(listed)).toEqual(counts(cloud));
      return [size, children_count, ...counts(cloud)];
    };
    expect(await seen('ben')).toEqual([7, 1, 7, 1, 1]);
    expect(await seen('pia')).toEqual([0, 0, 0, 0, 1]);
    expect(await seen('tina')).toEqual([14, 2, 14, 2, 2]);
  });

  it('opens, changes, moves and deletes nothing of somebody else, as if it were not there', async () => {
    const file = await bring('ben', 'Aufsatz.txt', handIn.uuid);
    const own = await bring('cem', 'Fremd.txt');
    const inner = await folder('ben', 'Ordner', handIn.uuid);
    for (const who of ['cem', 'pia'])
      expect([
        (await call(who, 'GET', `/files/${file.uuid}`)).status,
        (await call(who, 'GET', `/files/${file.id}`)).status,
        (await change(who, file, { alt_name: 'x' })).status,
        (await call(who, 'PUT', '/rename', { path: '/Abgabe/Aufsatz.txt', new_path: 'x.txt' })).status,
        (await call(who, 'DELETE', '/delete', { files: [file.uuid] })).status,
        (await move(who, [file], null)).status,
        (await send(who, 'x.txt', inner.uuid)).status,
        (await call(who, 'POST', '/create-directory', { name: 'x', parent: inner.uuid })).status,
        (await call(who, 'GET', `/files/${handIn.uuid}/hand-ins`)).status,
      ]).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 403]);
    expect((await move('cem', [own], inner.uuid)).status).toBe(404);
    expect((await call('dora', 'GET', `/files/${file.uuid}`)).status).toBe(403);
    // Who administers takes it away, and leaves its name and its words as they were handed in.
    expect((await call('tina', 'GET', `/files/${file.uuid}`)).body.data.can).toMatchObject({
      rename: 0,
      update: 0,
      move: 1,
      delete: 1,
    });
  });

  it('gives a file and its picture at an address to whom it is shown now only', async () => {
    const shape = { width: 60, height: 40, channels: 3, background: '#205090' } as const;
    const photo = await sharp({ create: shape }).png().toBuffer();
    const [file] = (await send('ben', 'Bild.png', undefined, photo)).body.data;
    const [seen] = await list('cem', '?file_type=FILE');
    const read = async () => {
      const addresses = [seen?.meta.uri, seen?.meta.thumbnail_uri, file.meta.uri];
      return Promise.all(addresses.map(async (address) => (await fetch(server.url + address)).status));
    };
    expect(await read()).toEqual([200, 200, 200]);
    expect((await move('ben', [file], handIn.uuid)).status).toBe(200);
    expect(await read()).toEqual([404, 404, 200]);
    const [ofTeacher] = await list('tina', `?parent=${handIn.uuid}`);
    expect((await fetch(server.url + ofTeacher?.meta.uri)).status).toBe(200);
  });

  it('never says that a name is taken by somebody else', async () => {
    for (const who of ['ben', 'cem']) {
      const answer = await send(who, 'Aufgabe 1.txt', handIn.uuid);
      expect(answer.body.data[0].name).toBe('Aufgabe 1.txt');
      expect(answer.body.meta.warnings).toEqual([]);
      expect((await call(who, 'POST', '/create-directory', { name: 'Teil 2', parent: handIn.uuid })).status).toBe(200);
      const moved = await move(who, [await bring(who, `${who}.txt`)], handIn.uuid);
      expect(moved.body.meta.warnings).toEqual([]);
      const renamed = { path: `/Abgabe/${who}.txt`, new_path: 'Aufgabe 2.txt' };
      expect((await call(who, 'PUT', '/rename', renamed)).status).toBe(200);
    }
    expect((await send('ben', 'Aufgabe 1.txt', handIn.uuid)).body.data[0].name).toBe('Aufgabe 1 (2).txt');
    expect((await call('ben', 'POST', '/create-directory', { name: 'teil 2', parent: handIn.uuid })).status).toBe(422);
  });

  it('is one archive under the names of the pupils, each once and safe, and for a pupil their own', async () => {
    await db().updateTable('users').set({ lastname: 'A/C: "D".' }).where('id', '=', idOf('pia')).execute();
    for (const who of ['ben', 'cem', 'pia']) await bring(who, 'Aufgabe.txt', handIn.uuid);
    await bring('ben', 'Lied?.txt', (await folder('ben', 'Noten', handIn.uuid)).uuid);
    expect(await archiveOf('tina', 'Abgabe')).toEqual({
      'A_C_ _D_. pia/Aufgabe.txt': 'von pia',
      'Muster Kim/Aufgabe.txt': 'von ben',
      'Muster Kim/Noten/Lied_.txt': 'von ben',
      'Muster Kim (2)/Aufgabe.txt': 'von cem',
    });
    expect(await archiveOf('cem', 'Abgabe')).toEqual({ 'Aufgabe.txt': 'von cem' });
    const outer = await folder('tina', 'Projekt');
    await move('tina', [handIn], outer.uuid);
    expect(Object.keys(await archiveOf('tina', 'Projekt'))).toContain('Abgabe/Muster Kim/Aufgabe.txt');
    expect(await archiveOf('cem', 'Projekt')).toEqual({ 'Abgabe/Aufgabe.txt': 'von cem' });
    expect(await list('cem')).toMatchObject([{ name: 'Projekt', size: 7, children_count: 1 }]);
    expect(await namesOf('cem', '?search=aufgabe')).toEqual(['Aufgabe.txt']);
  });

  it('says who of the pupils has handed something in, and who has not', async () => {
    await bring('cem', 'a.txt', (await folder('cem', 'Teil', handIn.uuid)).uuid);
    await bring('cem', 'b.txt', handIn.uuid);
    await bring('tina', 'Aufgabe.txt', handIn.uuid);
    const { body } = await call('tina', 'GET', `/files/${handIn.uuid}/hand-ins`);
    const told = (body.data as HandIn[]).map((one) => [one.user_id, one.files_count, one.handed_in_at]);
    expect(told).toEqual([
      [idOf('ben'), 0, null],
      [idOf('cem'), 2, server.clock.now().toISOString()],
    ]);
    const other = await folder('tina', 'Offen');
    expect((await call('tina', 'GET', `/files/${other.uuid}/hand-ins`)).status).toBe(404);
  });

  it('takes nothing after its time and says so, and shows what was handed in all the same', async () => {
    await bring('ben', 'Aufsatz.txt', handIn.uuid);
    await change('tina', handIn, { upload_limited_at: OVER });
    const late = await send('ben', 'Neu.txt', handIn.uuid);
    expect([late.status, late.body.error.code]).toEqual([403, 'hand_in_over']);
    expect((await move('ben', [await bring('ben', 'x.txt')], handIn.uuid)).body.error.code).toBe('hand_in_over');
    expect(await namesOf('ben', `?parent=${handIn.uuid}`)).toEqual(['Aufsatz.txt']);
    expect(await namesOf('cem', `?parent=${handIn.uuid}`)).toEqual([]);
    // A channel that is over still shows its administrator what was handed in.
    await db().updateTable('channels').set({ is_disabled: true }).where('id', '=', channel.id).execute();
    expect(await namesOf('tina', `?parent=${handIn.uuid}`)).toEqual(['Aufsatz.txt']);
  });

  it('is not opened to the class by moving, nor by taking its time away', async () => {
    const file = await bring('ben', 'Aufsatz.txt', handIn.uuid);
    const outer = await folder('tina', 'Offen');
    expect(ruleOf(await move('tina', [file], outer.uuid))).toBe('handInsStay');
    const inner = await folder('tina', 'Korrigiert', handIn.uuid);
    expect((await move('tina', [file], inner.uuid)).status).toBe(200);
    expect(await namesOf('ben', `?search=aufsatz`)).toEqual(['Aufsatz.txt']);
    expect((await call('ben', 'GET', `/files/${file.uuid}`)).body.data.parents).toHaveLength(2);
    expect(await namesOf('cem', `?parent=${handIn.uuid}`)).toEqual([]);
    expect(ruleOf(await move('tina', [inner], null))).toBe('handInsStay');
    expect(ruleOf(await change('tina', handIn, { upload_limited_at: null }))).toBe('handInsStay');
    expect((await change('tina', handIn, { upload_limited_at: OVER })).status).toBe(200);
    // The folder itself moves with all that it keeps; its own files everybody takes out again.
    expect((await move('tina', [handIn], outer.uuid)).status).toBe(200);
    expect(await namesOf('cem', '?search=aufsatz')).toEqual([]);
    await change('tina', handIn, { upload_limited_at: LIMIT });
    expect((await move('ben', [file], null)).status).toBe(200);
    expect(await list('cem', '?search=aufsatz')).toMatchObject([{ handed_in_at: null }]);
  });

  it('hides what others brought into a folder that becomes one, or is moved into one by who administers', async () => {
    const shared = await folder('ben', 'Gemeinsam');
    await buildEntry(db(), school.id, channel.id, 'Cem.txt', { parent_id: shared.id, user_id: idOf('cem') });
    expect(ruleOf(await move('ben', [shared], handIn.uuid))).toBe('othersInside');
    expect((await move('tina', [shared], handIn.uuid)).status).toBe(200);
    expect(await namesOf('ben', `?parent=${shared.uuid}`)).toEqual([]);
    expect(await namesOf('cem', `?parent=${shared.uuid}`)).toEqual(['Cem.txt']);
    const late = await folder('tina', 'Spaeter');
    await bring('ben', 'Ben.txt', late.uuid);
    await change('tina', late, { upload_limited_at: LIMIT });
    expect(await namesOf('cem', '?search=ben')).toEqual([]);
    expect((await list('tina', '?search=ben.txt'))[0]?.handed_in_at).not.toBeNull();
  });

  it('shows parents what their own child in this channel brought and was given back, to look at and for nothing else', async () => {
    const { uuid } = handIn;
    const file = await bring('ben', 'Aufsatz.txt', uuid);
    const inner = await folder('ben', 'Teil', uuid);
    await bring('ben', 'Anhang.txt', inner.uuid);
    await bring('cem', 'Gedicht.txt', uuid);
    const former = { parent_id: handIn.id, user_id: idOf('emil'), handed_in_at: OVER };
    const ofFormer = await buildEntry(db(), school.id, channel.id, 'Emil.txt', former);
    for (const who of ['ben', 'cem', 'emil']) {
      const answer = await giveBack(who, `Gut, ${who}`);
      if (who !== 'emil') expect(answer.status).toBe(200);
    }
    const returnsOf = async (who: string) =>
      (await call(who, 'GET', `/files/${uuid}/returns`)).body.data.map((one: HandInReturn) => [
        one.remark,
        one.returned_to,
      ]);
    expect(await namesOf('mia', `?parent=${uuid}`)).toEqual(['Teil', 'Aufsatz.txt', 'ben.txt']);
    expect(await namesOf('mia', `?parent=${inner.uuid}`)).toEqual(['Anhang.txt']);
    expect(await namesOf('olaf', `?parent=${uuid}`)).toEqual(['cem.txt', 'Gedicht.txt']);
    expect(await namesOf('pia', `?parent=${uuid}`)).toEqual([]);
    expect([await returnsOf('ben'), await returnsOf('mia'), await returnsOf('olaf'), await returnsOf('pia')]).toEqual([
      [['Gut, ben', null]],
      [['Gut, ben', 'Kim Muster']],
      [['Gut, cem', 'Kim Muster']],
      [],
    ]);
    expect(await archiveOf('mia', 'Abgabe')).toMatchObject({ 'Aufsatz.txt': 'von ben', 'Teil/Anhang.txt': 'von ben' });
    expect(await archiveOf('olaf', 'Abgabe')).not.toHaveProperty('Aufsatz.txt');
    const seen = (await call('mia', 'GET', `/files/${file.uuid}`)).body.data;
    expect((await fetch(server.url + seen.meta.uri)).status).toBe(200);
    expect(seen.can).toMatchObject({ download: 1, rename: 0, update: 0, move: 0, delete: 0 });
    expect((await call('mia', 'GET', `/files/${inner.uuid}`)).body.data.can).toMatchObject({ upload: 0, delete: 0 });
    expect([
      (await send('mia', 'x.txt', inner.uuid)).status,
      (await call('mia', 'POST', '/create-directory', { name: 'x', parent: inner.uuid })).status,
      (await move('mia', [await bring('mia', 'y.txt')], inner.uuid)).status,
      (await call('mia', 'DELETE', '/delete', { files: [file.uuid] })).status,
      (await call('mia', 'PUT', '/rename', { path: '/Abgabe/Aufsatz.txt', new_path: 'x.txt' })).status,
      (await call('mia', 'GET', `/files/${uuid}/hand-ins`)).status,
      (await call('mia', 'GET', `/files/${ofFormer.uuid}`)).status,
      (await call('olaf', 'GET', `/files/${file.uuid}`)).status,
      (await fetch(`${server.url}${seen.meta.uri}`.replace(`user%3A${idOf('mia')}`, `user%3A${idOf('olaf')}`))).status,
    ]).toEqual([403, 403, 403, 403, 403, 403, 404, 404, 404]);
    // In a folder of their own they lay what they like.
    expect((await send('mia', 'z.txt', (await folder('mia', 'Eigenes', uuid)).uuid)).status).toBe(200);
    // What they bring themselves is their own, and the child of theirs who leaves takes it along.
    expect((await send('mia', 'Brief.txt', uuid)).status).toBe(200);
    expect(await namesOf('ben', `?search=brief`)).toEqual([]);
    await db()
      .updateTable('channel_members')
      .set({ left_at: OVER })
      .where('channel_id', '=', channel.id)
      .where('user_id', '=', idOf('ben'))
      .execute();
    expect(await namesOf('mia', `?parent=${uuid}`)).toEqual(['Eigenes', 'Brief.txt']);
    expect((await fetch(server.url + seen.meta.uri)).status).toBe(404);
  });

  it('tells nobody by the moment and the place of a cloud in the list that somebody else has handed something in', async () => {
    const other = await buildChannel(db(), school.id, { admins: [idOf('ben')], members: ['cem', 'mia'].map(idOf) });
    server.clock.advance(60_000);
    const at = server.clock.now().toISOString();
    await buildEntry(db(), school.id, other.id, 'x.txt', { user_id: idOf('ben'), created_at: at, updated_at: at });
    const moments = { activity_at: at, shown_at: at };
    await db().updateTable('clouds').set(moments).where('channel_id', '=', other.id).execute();
    const seen = async (who: string) => {
      const listed: Cloud[] = (await server.request('GET', '/v1/channels/cloud', { token: tokens[who] })).body.data;
      const ids = listed.map(({ id }) => id).filter((id) => [channel.id, other.id].includes(id));
      const moment = listed.find(({ id }) => id === channel.id)?.activity_at;
      expect((await call(who, 'GET', '')).body.data.activity_at).toBe(moment);
      return [moment, ids[0] === channel.id];
    };
    const before = await seen('cem');
    expect(before[1]).toBe(false);
    const acts: (() => Promise<unknown>)[] = [
      () => bring('ben', 'Aufsatz.txt', handIn.uuid),
      () => call('ben', 'PUT', '/rename', { path: '/Abgabe/Aufsatz.txt', new_path: 'Text.txt' }),
      async () => move('ben', await list('ben', '?search=text'), (await folder('ben', 'Teil', handIn.uuid)).uuid),
      () => giveBack('ben', 'Gut'),
      async () => {
        const [one] = (await call('ben', 'GET', `/files/${handIn.uuid}/returns`)).body.data;
        return call('tina', 'DELETE', `/files/${handIn.uuid}/returns/${one.uuid}`);
      },
    ];
    for (const act of acts) {
      server.clock.advance(60_000);
      await act();
      expect(await seen('cem')).toEqual(before);
      expect(await seen('tina')).toEqual([server.clock.now().toISOString(), true]);
    }
    // Who has handed it in, and their parents, see when; a pupil is told of what was given back as well.
    for (const who of ['ben', 'mia']) expect((await seen(who))[1]).toBe(true);
    server.clock.advance(60_000);
    await giveBack('cem', 'Noch nichts da?');
    for (const who of ['cem', 'olaf']) expect(await seen(who)).toEqual([server.clock.now().toISOString(), true]);
    const [text] = await list('ben', '?search=text');
    server.clock.advance(60_000);
    const now = await seen('cem');
    expect((await call('ben', 'DELETE', '/delete', { files: [text?.uuid] })).status).toBe(204);
    expect(await seen('cem')).toEqual(now);
    // What everybody sees counts for everybody.
    await folder('tina', 'Offen');
    expect(await seen('cem')).toEqual([server.clock.now().toISOString(), true]);
    const was = await seen('ben');
    server.clock.advance(60_000);
    const brief = await bring('ben', 'Kurz.txt', handIn.uuid);
    expect((await seen('ben'))[0]).toBe(server.clock.now().toISOString());
    await call('ben', 'DELETE', '/delete', { files: [brief.uuid] });
    expect(await seen('ben')).toEqual(was);
    // What all could see and is handed in, or deleted together with something that was, all miss.
    const [shown, also] = [await bring('ben', 'Offen.txt'), await bring('ben', 'Auch.txt')];
    const handedIn = await bring('ben', 'Nur.txt', handIn.uuid);
    for (const act of [
      () => move('ben', [shown], handIn.uuid),
      () => call('ben', 'DELETE', '/delete', { files: [also.uuid, handedIn.uuid] }),
    ]) {
      server.clock.advance(60_000);
      expect((await act()).status).toBeLessThan(300);
      expect(await seen('cem')).toEqual([server.clock.now().toISOString(), true]);
    }
  });
});
