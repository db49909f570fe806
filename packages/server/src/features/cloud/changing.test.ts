import type { CloudFile } from '@kreide/core/features/cloud';
import { sql } from 'kysely';
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
import { eraseBringer } from '../files/queries.ts';
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
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem']) {
    people[name] = await buildUser(db(), school.id, name, 'STUDENT');
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] });
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/cloud/${channel.id}${path}`, { token: tokens[who], body });
const list = async (who: string, query = ''): Promise<CloudFile[]> =>
  (await call(who, 'GET', `/files${query}`)).body.data;
const namesOf = async (query = '') => (await list('ada', query)).map(({ name }) => name);
async function bring(who: string, name: string, parent?: string): Promise<CloudFile> {
  const form = new FormData();
  if (parent) form.append('parent', parent);
  form.append('files', new Blob([`von ${who}`]), name);
  return (await call(who, 'POST', '/upload', form)).body.data[0];
}
const folder = async (who: string, name: string, parent: string | null = null): Promise<CloudFile> =>
  (await call(who, 'POST', '/create-directory', { name, parent })).body.data;
const rename = (who: string, path: string, new_path: string) => call(who, 'PUT', '/rename', { path, new_path });
const move = (who: string, files: readonly CloudFile[], parent: string | null) =>
  call(who, 'PUT', '/files/move', { files_uuid: files.map(({ uuid }) => uuid), parent });
const remove = (who: string, ...files: readonly CloudFile[]) =>
  call(who, 'DELETE', '/delete', { files: files.map(({ uuid }) => uuid) });

describe('renaming', () => {
  it('takes a new name or the same path with it, and keeps the extension whatever is entered [C-7.62] [T-7.71]', async () => {
    const noten = await folder('ben', 'Noten');
    const file = await bring('ben', 'Lied.PDF', noten.uuid);
    const renamed = await rename('ben', '/Noten/Lied.PDF', 'Kanon');
    expect(renamed.body.data).toMatchObject({ uuid: file.uuid, name: 'Kanon.PDF', extension: 'pdf' });
    expect((await rename('ben', '/noten/kanon.pdf', '/Noten/Kanon 2.pdf')).body.data.name).toBe('Kanon 2.pdf');
    expect((await rename('ben', '/Noten/Kanon 2.pdf', 'Kanon.exe')).body.data.name).toBe('Kanon.exe.pdf');
    const saved = await fetch(server.url + (await list('cem', `?parent=${noten.uuid}`))[0]?.meta.download_uri);
    expect(saved.headers.get('content-disposition')).toContain('filename="Kanon.exe.pdf"');
    expect((await rename('ben', '/Noten', 'Lieder v1.2')).body.data).toMatchObject({
      name: 'Lieder v1.2',
      extension: '',
    });
    expect(await namesOf('?path=/Lieder v1.2')).toEqual(['Kanon.exe.pdf']);
  });

  it('changes nothing where the name is taken, empty, or leads elsewhere', async () => {
    await folder('ben', 'Noten');
    await bring('ben', 'a.txt');
    await bring('ben', 'b.txt');
    for (const [entered, rule] of [
      ['B', 'nameTaken'],
      [' ', 'nameRequired'],
      ['Noten/a.txt', 'nameSign'],
      ['x'.repeat(178), 'nameMax'],
    ] as const)
      expect((await rename('ben', '/a.txt', entered)).body.error.issues[0]).toMatchObject({
        path: 'body.new_path',
        rule,
      });
    expect((await rename('ben', '/a.txt', 'A')).body.data.name).toBe('A.txt');
    expect((await rename('ben', '/c.txt', 'd')).status).toBe(404);
    expect(await namesOf()).toEqual(['Noten', 'A.txt', 'b.txt']);
  });
});

describe('moving', () => {
  it('puts all of them into the folder or none, with a number where a name is taken, which is said [C-7.68] [T-7.73]', async () => {
    const [noten, plan] = [await folder('ada', 'Noten'), await folder('ada', 'Plan')];
    await bring('ada', 'a.txt', noten.uuid);
    const [a, b] = [await bring('ben', 'a.txt'), await bring('ben', 'b.txt')];
    const foreign = await bring('cem', 'c.txt');
    expect((await move('ben', [a, foreign], noten.uuid)).status).toBe(403);
    expect(await namesOf(`?parent=${noten.uuid}`)).toEqual(['a.txt']);
    const { body } = await move('ben', [a, b], noten.uuid);
    expect(body.data.map((one: CloudFile) => [one.name, one.parent?.uuid])).toEqual([
      ['a (2).txt', noten.uuid],
      ['b.txt', noten.uuid],
    ]);
    expect(body.meta.warnings).toEqual(['a.txt gibt es dort schon. Die neue Datei heißt a (2).txt.']);
    expect((await move('ada', [noten], plan.uuid)).status).toBe(200);
    expect(await namesOf('?path=/Plan/Noten')).toEqual(['a.txt', 'a (2).txt', 'b.txt']);
    expect((await move('ada', [a], null)).body.data[0]).toMatchObject({ name: 'a (2).txt', parent: null });
    // Where they are already nothing changes.
    expect((await move('ada', [a], null)).body.data[0]).toMatchObject({ name: 'a (2).txt', parent: null });
    expect((await move('ada', [a], b.uuid)).status).toBe(404);
  });

  it('never puts a folder into itself or below, also when two do it at once', async () => {
    const upper = await folder('ada', 'Oben');
    const lower = await folder('ada', 'Unten', upper.uuid);
    for (const parent of [upper.uuid, lower.uuid])
      expect((await move('ada', [upper], parent)).body.error.issues[0]).toMatchObject({ rule: 'intoItself' });
    const [one, other] = [await folder('ada', 'Eins'), await folder('ada', 'Zwei')];
    const answers = await Promise.all([move('ada', [one], other.uuid), move('ada', [other], one.uuid)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await list('ada', '?search=eins')).toHaveLength(1);
  });
});

describe('deleting', () => {
  it('takes own files, and folders with all that is in them, all or none; those of others stay [C-7.63] [T-7.74]', async () => {
    const noten = await folder('ben', 'Noten');
    const inner = await folder('ben', 'Alt', noten.uuid);
    await bring('ben', 'a.txt', inner.uuid);
    const foreign = await bring('cem', 'c.txt', inner.uuid);
    const own = await bring('ben', 'b.txt');
    expect((await remove('ben', own, foreign)).status).toBe(403);
    expect((await remove('ben', own, noten)).body.error.issues[0]).toMatchObject({
      path: 'body.files',
      rule: 'othersInside',
    });
    expect((await list('ada')).map(({ name, size }) => [name, size])).toEqual([
      ['Noten', 14],
      ['b.txt', 7],
    ]);
    expect((await remove('cem', foreign)).status).toBe(204);
    expect((await remove('ben', noten, own)).status).toBe(204);
    expect(await list('ada', '?search=.txt')).toEqual([]);
    const { body } = await call('ada', 'GET', '');
    expect(body.data).toMatchObject({ size: 0, files_count: 0, folders_count: 0 });
    expect((await remove('ben', own)).status).toBe(404);
    // The name is free again.
    expect((await bring('ben', 'b.txt')).name).toBe('b.txt');
  });

  it('by an administrator of the channel takes what anybody has brought', async () => {
    const noten = await folder('ben', 'Noten');
    await bring('cem', 'c.txt', noten.uuid);
    expect((await remove('ada', noten)).status).toBe(204);
    expect(await list('ada')).toEqual([]);
  });

  it('lets nothing go that is brought back in the same moment', async () => {
    const file = await bring('ben', 'Lied.txt');
    await remove('ben', file);
    const night = new Date(server.clock.now().getTime() + 31 * 24 * 60 * 60 * 1000);
    let pruned: Promise<number> | undefined;
    await db()
      .transaction()
      .execute(async (trx) => {
        const back = { deleted_at: null, deleted_by: null, bin_id: null };
        await trx.updateTable('cloud_files').set(back).where('uuid', '=', file.uuid).execute();
        pruned = pruneClouds(db(), night);
        const waiting = () =>
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            db(),
          );
        await expect.poll(async () => (await waiting()).rows.length, { timeout: 20_000 }).toBeGreaterThan(0);
      });
    await pruned;
    expect(await namesOf()).toEqual(['Lied.txt']);
  });

  it('keeps contents for 30 days, then lets go of them, whatever lay in which folder', async () => {
    const noten = await folder('ada', 'Noten');
    await bring('ada', 'a.txt', noten.uuid);
    const stays = await bring('ada', 'b.txt');
    await remove('ada', noten);
    const now = server.clock.now().getTime();
    const rows = () => db().selectFrom('cloud_files').select(['uuid']).where('channel_id', '=', channel.id).execute();
    await pruneClouds(db(), new Date(now + 29 * 24 * 3_600_000));
    expect(await rows()).toHaveLength(3);
    await pruneClouds(db(), new Date(now + 31 * 24 * 3_600_000));
    expect(await rows()).toEqual([{ uuid: stays.uuid }]);
    const kept = await db()
      .selectFrom('files')
      .select(['name', 'deleted_at'])
      .where('school_id', '=', school.id)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(kept.map(({ name, deleted_at }) => [name, deleted_at !== null])).toEqual([
      ['b.txt', false],
      // What it was called is forgotten.
      ['', true],
    ]);
  });
});

describe('describing', () => {
  it('changes the text for those who cannot see it, up to 200 characters, by uuid and by number [C-5.25] [C-7.66] [C-7.69] [C-9.29] [T-7.72]', async () => {
    const file = await bring('ben', 'a.txt');
    const describe_ = (who: string, alt_name: string, ref: string | number = file.uuid) =>
      call(who, 'PUT', `/files/${ref}`, { alt_name });
    expect((await describe_('ben', ' Der\n Chor ')).body.data).toMatchObject({ alt_name: 'Der Chor' });
    expect((await describe_('ada', 'Am See', file.id)).body.data).toMatchObject({ alt_name: 'Am See' });
    expect((await describe_('cem', 'x')).status).toBe(403);
    expect((await describe_('ben', 'ä'.repeat(200))).status).toBe(200);
    expect((await describe_('ben', 'ä'.repeat(201))).body.error.issues[0]).toMatchObject({
      path: 'body.alt_name',
      rule: 'altMax',
    });
  });
});

describe('what may be done', () => {
  it('travels with each file, matches what the server allows, and never promises online editing [T-6.20]', async () => {
    await bring('ben', 'a.txt');
    const canOf = async (who: string) => (await list(who))[0]?.can;
    const closed = { upload: 0, restrict: 0, collaborate: 0, 'change-collaboration': 0 };
    const open = { rename: 1, move: 1, delete: 1, update: 1, replace: 1, download: 1, ...closed };
    expect(await canOf('ben')).toEqual(open);
    expect(await canOf('ada')).toEqual(open);
    const reading = { rename: 0, move: 0, delete: 0, update: 0, replace: 0, download: 1, ...closed };
    expect(await canOf('cem')).toEqual(reading);
    // In a channel where administrators alone write, members read.
    await db().updateTable('channels').set({ is_twoway: false }).where('id', '=', channel.id).execute();
    expect(await canOf('ben')).toEqual(reading);
    expect(await canOf('ada')).toEqual(open);
  });
});

describe('somebody who is erased', () => {
  it('takes their name along and leaves the files; before, they get a list of them', async () => {
    await bring('cem', 'c.txt');
    const person = { school_id: school.id, user_id: idOf('cem') };
    const rows = await cloudData.cloud_files?.(db(), person as never, ((key: string) => key) as never);
    expect(rows).toContainEqual({ name: 'c.txt', size: 7, created_at: expect.any(String), deleted_at: null });
    await eraseOwner(db(), person);
    await eraseBringer(db(), person);
    expect(await list('ada')).toMatchObject([{ name: 'c.txt', user_id: null, meta: { username: null } }]);
  });
});
