import type { CloudFile, HandIn, HandInReturn } from '@kreide/core/features/cloud';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { LIMITS } from '../auth/failures.ts';
import { cloudData } from './queries/files-of.ts';
import { eraseReturns } from './queries/returns.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
let handIn: CloudFile;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => ids[who] ?? 0;

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/cloud/${channel.id}${path}`, { token: tokens[who], body });
const list = async (who: string, query = `?parent=${handIn.uuid}`): Promise<CloudFile[]> =>
  (await call(who, 'GET', `/files${query}`)).body.data;
const namesOf = async (who: string, query?: string) => (await list(who, query)).map(({ name }) => name);
const returnsOf = async (who: string): Promise<HandInReturn[]> =>
  (await call(who, 'GET', `/files/${handIn.uuid}/returns`)).body.data;
function send(who: string, path: string, values: Record<string, string>, ...names: string[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  for (const name of names) form.append('files[]', new Blob([`${who}: ${name}`]), name);
  return call(who, 'POST', path, form);
}
const give = (to: string, remark: string, ...names: string[]) =>
  send('tina', `/files/${handIn.uuid}/returns`, { user_id: `${idOf(to)}`, remark }, ...names);
/** The notifications of somebody. */
const toldTo = async (who: string): Promise<string[]> => {
  const rows = await db()
    .selectFrom('messages')
    .innerJoin('chats', 'chats.id', 'messages.chat_id')
    .innerJoin('channels', 'channels.id', 'chats.channel_id')
    .select('messages.content')
    .where('channels.owner_id', '=', idOf(who))
    .where('messages.type', '=', 'NC_EVENT')
    .execute();
  return rows.map(({ content }) => content);
};
const ruleOf = ({ body }: { body: { error: { issues: { rule: string }[] } } }) => body.error.issues[0]?.rule;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['tina', 'TEACHER'],
    ['ben', 'STUDENT'],
    ['cem', 'STUDENT'],
    ['dora', 'STUDENT'],
    ['pia', 'PARENT'],
  ] as const) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    await db().updateTable('users').set({ firstname: name, lastname: 'M' }).where('id', '=', idOf(name)).execute();
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  await db().deleteFrom('messages').execute();
  const members = ['ben', 'cem', 'pia'].map(idOf);
  channel = await buildChannel(db(), school.id, { admins: [idOf('tina')], members });
  const limit = { name: 'Abgabe', parent: null, upload_limited_at: '2026-12-18T07:00:00.000Z' };
  handIn = (await call('tina', 'POST', '/create-directory', limit)).body.data;
  await send('ben', '/upload', { parent: handIn.uuid }, 'Aufsatz.txt');
});

describe('work that is given back', () => {
  it('is shown to this pupil and to who reviews, with remark, time and files, and to nobody else', async () => {
    expect((await give('ben', ' Gut!\r\nBis auf Seite 2. ', 'Aufsatz.txt')).status).toBe(200);
    const now = server.clock.now().toISOString();
    const [own] = await returnsOf('ben');
    expect(own).toMatchObject({ remark: 'Gut!\nBis auf Seite 2.', returned_at: now, returned_by: 'tina M' });
    expect(await (await fetch(`${server.url}${own?.files[0]?.uri}`)).text()).toBe('tina: Aufsatz.txt');
    const shown = (await list('ben')).map(({ handed_in_at, returned_at, meta, can }) => [
      handed_in_at !== null,
      returned_at,
      meta.returned_to,
      can.delete + can.move + can.rename,
    ]);
    expect(shown.toSorted()).toEqual([
      [false, now, null, 0],
      [true, null, null, 3],
    ]);
    expect(await returnsOf('tina')).toMatchObject([{ user_id: idOf('ben') }]);
    const ofTeacher = (await list('tina')).map(({ meta }) => meta.returned_to);
    expect(ofTeacher.toSorted()).toEqual(['ben M', null]);
    for (const who of ['cem', 'pia']) {
      expect([await returnsOf(who), await namesOf(who), await namesOf(who, '?search=aufsatz')]).toEqual([[], [], []]);
      const file = await call(who, 'GET', `/files/${own?.files[0]?.uuid}`);
      expect([file.status, (await give('ben', 'x')).status]).toEqual([404, 200]);
      expect(
        (await send(who, `/files/${handIn.uuid}/returns`, { user_id: `${idOf('ben')}`, remark: 'x' })).status,
      ).toBe(403);
    }
    // An address that was made for somebody else is not enough.
    const [forTeacher] = await returnsOf('tina').then((all) => all.filter(({ files }) => files.length > 0));
    const address = new URL(`${server.url}${forTeacher?.files[0]?.uri}`);
    address.searchParams.set('audience', `user:${idOf('cem')}`);
    expect((await fetch(address)).status).toBe(404);
  });

  it('is told to this pupil alone, without its words, and no longer when it is taken back or its folder is gone', async () => {
    const { uuid } = (await give('cem', 'Bitte neu', 'Gedicht.txt')).body.data as HandInReturn;
    expect(await toldTo('cem')).toEqual([
      expect.stringMatching(/^Du hast eine Arbeit zurückbekommen\nAbgabe\ntina M$/),
    ]);
    expect([await toldTo('ben'), await toldTo('tina')]).toEqual([[], []]);
    // It says who gave back, and goes with them.
    const named = await db().selectFrom('messages').select('named_id').where('type', '=', 'NC_EVENT').execute();
    expect(new Set(named.map(({ named_id }) => named_id))).toEqual(new Set([idOf('tina')]));
    const [file] = await list('cem');
    const filling = async () =>
      db()
        .selectFrom('clouds')
        .select(['files_count', 'size'])
        .where('channel_id', '=', channel.id)
        .executeTakeFirstOrThrow();
    const before = await filling();
    expect((await call('cem', 'DELETE', `/files/${handIn.uuid}/returns/${uuid}`)).status).toBe(403);
    expect((await call('tina', 'DELETE', `/files/${handIn.uuid}/returns/${uuid}`)).status).toBe(204);
    expect([await toldTo('cem'), await namesOf('cem'), await returnsOf('tina')]).toEqual([[], [], []]);
    expect((await fetch(server.url + file?.meta.uri)).status).toBe(404);
    const size = Number(before.size) - 'tina: Gedicht.txt'.length;
    const after = await filling();
    expect([after.files_count, Number(after.size)]).toEqual([before.files_count - 1, size]);
    await give('cem', 'Bitte neu');
    expect(await toldTo('cem')).toHaveLength(1);
    await call('tina', 'DELETE', '/delete', { files: [handIn.uuid] });
    expect(await toldTo('cem')).toEqual([]);
  });

  it('needs words or a file, a pupil of the channel, and a hand-in folder', async () => {
    expect(ruleOf(await give('ben', ' \n '))).toBe('returnEmpty');
    expect(ruleOf(await give('ben', 'x'.repeat(2001)))).toBe('remarkMax');
    for (const who of ['dora', 'pia', 'tina']) expect((await give(who, 'x')).status).toBe(404);
    const open = (await call('tina', 'POST', '/create-directory', { name: 'Offen', parent: null })).body.data;
    const answer = await send('tina', `/files/${open.uuid}/returns`, { user_id: `${idOf('ben')}`, remark: 'x' });
    expect(answer.status).toBe(404);
  });

  it('counts as handed in by nobody, and lies in the archive with what its receiver handed in', async () => {
    await give('cem', '', 'Aufsatz.txt');
    const first = server.clock.now().toISOString();
    server.clock.advance(60_000);
    await give('ben', '', 'Aufsatz.txt', 'Aufsatz.txt');
    await give('cem', 'Noch etwas');
    expect((await returnsOf('cem')).map(({ remark }) => remark)).toEqual(['Noch etwas', '']);
    const { body } = await call('tina', 'GET', `/files/${handIn.uuid}/hand-ins`);
    const now = server.clock.now().toISOString();
    expect((body.data as HandIn[]).map((one) => [one.files_count, one.handed_in_at, one.returned_at])).toEqual([
      [1, first, now],
      [0, null, now],
    ]);
    const archiveOf = async (who: string) => {
      const [folder] = await list(who, '');
      const answer = await fetch(server.url + folder?.meta.download_uri);
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      return Object.entries(files).map(([path, bytes]) => `${path} ${strFromU8(bytes).split(':')[0]}`);
    };
    expect((await archiveOf('tina')).toSorted()).toEqual([
      'M ben/Aufsatz.txt ben',
      'M ben/Zurückgegeben/Aufsatz (2).txt tina',
      'M ben/Zurückgegeben/Aufsatz.txt tina',
      'M cem/Zurückgegeben/Aufsatz.txt tina',
    ]);
    expect(await archiveOf('cem')).toEqual(['Zurückgegeben/Aufsatz.txt tina']);
  });

  it('is opened to the class neither by moving it, nor by taking the time of its folder away', async () => {
    await give('ben', '', 'Korrektur.txt');
    const [file] = await list('tina', '?search=korrektur');
    const files_uuid = [file?.uuid];
    expect((await call('tina', 'PUT', '/files/move', { files_uuid, parent: null })).status).toBe(403);
    const [aufsatz] = await list('ben', '?search=aufsatz');
    expect((await call('ben', 'DELETE', '/delete', { files: [aufsatz?.uuid] })).status).toBe(204);
    // Only the teacher's own file is left, which is for one pupil.
    const ending = await call('tina', 'PUT', `/files/${handIn.uuid}`, { upload_limited_at: null });
    expect(ruleOf(ending)).toBe('handInsStay');
    expect(await namesOf('cem', '?search=korrektur')).toEqual([]);
  });

  it('waits after so many by one teacher', async () => {
    await give('ben', 'Gut!');
    const { rows } = await server.test.database.pool.query(
      "update sign_in_failures set failures = $1 where scope = 'returned' returning 1",
      [LIMITS.returned.free + 3],
    );
    expect(rows).toHaveLength(1);
    expect((await give('ben', 'Gut!')).body.error.code).toBe('too_many');
    await server.test.database.pool.query("delete from sign_in_failures where scope = 'returned'");
  });

  it('keeps neither words nor name of a pupil who is erased, and is told to whoever gave it', async () => {
    await give('ben', 'Gut!');
    const tina = { school_id: school.id, user_id: idOf('tina') } as never;
    expect(await cloudData.cloud_returns?.(db(), tina, ((key: string) => key) as never)).toContainEqual(
      expect.objectContaining({ remark: 'Gut!' }),
    );
    await eraseReturns(db(), { school_id: school.id, user_id: idOf('ben') } as never);
    const rows = await db()
      .selectFrom('cloud_returns')
      .select(['user_id', 'remark'])
      .where('folder_id', '=', handIn.id)
      .execute();
    expect(rows).toEqual([{ user_id: null, remark: '' }]);
  });
});
