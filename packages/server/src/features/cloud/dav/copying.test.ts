import { describe, expect, it } from 'vitest';
import {
  api,
  authOf,
  channel,
  dav,
  db,
  destination,
  idOf,
  listed,
  school,
  server,
  withDav,
} from '../../../../../../tests/support/dav.ts';
import { callDav } from '../../../../../../tests/support/dav-client.ts';

withDav({ env: { KREIDE_QUOTA_CHANNEL_MB: '60', KREIDE_QUOTA_PERSON_MB: '60' } });

const put = (who: string, path: string, body: string | Buffer = 'la la', headers: Record<string, string> = {}) =>
  dav(who, 'PUT', path, { body, headers });
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const folder = (name: string, more = {}) => api('ada', 'POST', '/create-directory', { parent: null, name, ...more });
const fileOf = async (who: string, name: string) => (await api(who, 'GET', `/files?search=${name}`)).body.data[0];

describe('what a program moves or copies', () => {
  it('stays the same file with its versions, also under another extension', async () => {
    await put('ben', '/a.tmp', 'one');
    await put('ben', '/a.tmp', 'two');
    const { uuid } = await fileOf('ben', 'a.tmp');
    await dav('ben', 'MKCOL', '/Noten');
    expect(await statusOf(dav('ben', 'MOVE', '/a.tmp', destination('/Noten/Lied.txt')))).toBe(201);
    const file = (await api('ben', 'GET', `/files/${uuid}`)).body.data;
    expect(file).toMatchObject({ name: 'Lied.txt', extension: 'txt', path: '/Noten/Lied.txt' });
    expect((await api('ben', 'GET', `/files/${uuid}/versions`)).body.data).toHaveLength(1);
    expect(await statusOf(dav('ben', 'MOVE', '/Noten/Lied.txt', destination('/Noten/LIED.txt')))).toBe(201);
    expect(await listed('ben', '/Noten/')).toEqual(['/Noten/', '/Noten/LIED.txt']);
  });

  it('takes the place of something only where the program says so, and that goes into the bin', async () => {
    await put('ben', '/a.txt', 'a');
    await put('ben', '/b.txt', 'b');
    expect(await statusOf(dav('ben', 'MOVE', '/a.txt', destination('/b.txt', { overwrite: 'F' })))).toBe(412);
    expect(await statusOf(dav('ben', 'MOVE', '/a.txt', destination('/b.txt')))).toBe(204);
    expect((await dav('ben', 'GET', '/b.txt')).text).toBe('a');
    expect((await api('ben', 'GET', '/bin')).body.data).toMatchObject([{ name: 'b.txt', size: 1 }]);
    expect(await statusOf(dav('ben', 'COPY', '/b.txt', destination('/a.txt', { overwrite: 'X' })))).toBe(400);
  });

  it('comes neither into itself, nor to another host or school, nor over what others own, and then nothing has changed', async () => {
    await dav('ben', 'MKCOL', '/A');
    await dav('ben', 'MKCOL', '/A/B');
    for (const method of ['MOVE', 'COPY']) {
      for (const to of ['/A', '/A/B/C', '/a/b/C'])
        expect([method, to, await statusOf(dav('ben', method, '/A', destination(to)))]).toEqual([method, to, 403]);
      expect(await statusOf(dav('ben', method, '/A/B', destination('/A')))).toBe(403);
      for (const there of [
        'http://elsewhere.example/dav/files/amsel/Chor/x',
        '/v1/users',
        `${server.url}/dav/files/drossel/Chor/x`,
      ])
        expect([there, await statusOf(dav('ben', method, '/A', { headers: { destination: there } }))]).toEqual([
          there,
          502,
        ]);
      for (const there of ['nonsense', `${server.url}/dav/files/amsel/Chor/../x`, '/dav/files/amsel/Chor/a%00'])
        expect([
          there,
          [400, 502].includes(await statusOf(dav('ben', method, '/A', { headers: { destination: there } }))),
        ]).toEqual([there, true]);
      expect(await statusOf(dav('ben', method, '/A'))).toBe(400);
    }
    await put('ada', '/Regeln.txt', 'rules');
    await put('ben', '/x.txt', 'mine');
    expect(await statusOf(dav('ben', 'MOVE', '/x.txt', destination('/Regeln.txt')))).toBe(403);
    expect(await statusOf(dav('ben', 'COPY', '/x.txt', destination('/Regeln.txt')))).toBe(403);
    expect(await statusOf(dav('ben', 'MOVE', '/Regeln.txt', destination('/y.txt')))).toBe(403);
    expect((await dav('ada', 'GET', '/Regeln.txt')).text).toBe('rules');
    expect((await dav('ben', 'GET', '/x.txt')).text).toBe('mine');
    const unkept = await db()
      .selectFrom('files')
      .select('id')
      .where('is_kept', '=', false)
      .where('deleted_at', 'is', null)
      .execute();
    expect(unkept).toEqual([]);
  });

  it('moved by two at once, is in one place and whole', async () => {
    await dav('ada', 'MKCOL', '/A');
    await dav('ada', 'MKCOL', '/B');
    await put('ada', '/A/x.txt');
    const both = await Promise.all([
      dav('ada', 'MOVE', '/A', destination('/B/A')),
      dav('ada', 'MOVE', '/B', destination('/A/B')),
    ]);
    expect(
      both
        .map(({ status }) => status)
        .toSorted()
        .at(0),
    ).toBe(201);
    expect(both.every(({ status }) => status < 500)).toBe(true);
    const { rows } = await server.test.database.pool.query(
      'select count(*)::int as count from cloud_files where channel_id = $1 and deleted_at is null',
      [channel.id],
    );
    expect(rows[0].count).toBe(3);
    expect(await listed('ada')).toHaveLength(2);
  });

  it('is copied with all that is in it, as something new of whoever copies, and into another cloud as well', async () => {
    await dav('ada', 'MKCOL', '/Noten');
    await put('ada', '/Noten/Lied.txt', 'la');
    expect(await statusOf(dav('ben', 'COPY', '/Noten', destination('/Kopie')))).toBe(201);
    expect(await listed('ben', '/Kopie/')).toEqual(['/Kopie/', '/Kopie/Lied.txt']);
    expect(await fileOf('ben', 'Kopie')).toMatchObject({ user_id: idOf('ben') });
    expect(await statusOf(dav('ben', 'COPY', '/Noten', destination('/Leer', { depth: '0' })))).toBe(201);
    expect(await listed('ben', '/Leer/')).toEqual(['/Leer/']);
    const { buildChannel } = await import('../../../../../../tests/support/channels.ts');
    await buildChannel(db(), school.id, { members: [idOf('ben')] }, { name: 'Orchester' });
    const there = { headers: { destination: `${server.url}/dav/files/amsel/Orchester/Kopie` } };
    expect(await statusOf(dav('ben', 'MOVE', '/Kopie', there))).toBe(201);
    const moved = await callDav(server.url, 'GET', '/dav/files/amsel/Orchester/Kopie/Lied.txt', {
      headers: authOf('ben'),
    });
    expect([moved.status, moved.text]).toEqual([200, 'la']);
    expect(await statusOf(dav('ben', 'GET', '/Kopie/Lied.txt'))).toBe(404);
    const foreign = { headers: { destination: `${server.url}/dav/files/amsel/Orchester/x.txt` } };
    expect(await statusOf(dav('cem', 'COPY', '/Noten/Lied.txt', foreign))).toBe(409);
  });

  it('is copied only where it has room, and into a channel that still takes something', async () => {
    await put('ben', '/a.bin', Buffer.alloc(31_000_000, 1));
    expect(await statusOf(dav('ben', 'COPY', '/a.bin', destination('/b.bin')))).toBe(507);
    const { buildChannel } = await import('../../../../../../tests/support/channels.ts');
    const { id } = await buildChannel(db(), school.id, { members: [idOf('ben')] }, { name: 'Archiv' });
    await db().updateTable('channels').set({ is_disabled: true }).where('id', '=', id).execute();
    await put('ben', '/a.txt');
    const there = { headers: { destination: `${server.url}/dav/files/amsel/Archiv/a.txt` } };
    for (const method of ['COPY', 'MOVE'])
      expect([method, await statusOf(dav('ben', method, '/a.txt', there))]).toEqual([method, 403]);
    await dav('ada', 'MKCOL', '/Viele');
    await server.test.database.pool.query(
      `insert into cloud_files (school_id, channel_id, parent_id, user_id, name, name_key, created_at, updated_at)
       select school_id, channel_id, id, user_id, 'f' || at, 'f' || at, created_at, updated_at
       from cloud_files, generate_series(1, 500) at where channel_id = $1 and name = 'Viele'`,
      [channel.id],
    );
    expect(await statusOf(dav('ada', 'COPY', '/Viele', destination('/Mehr')))).toBe(403);
  });

  it('shows nobody what others have handed in', async () => {
    await folder('Abgabe', { upload_limited_at: '2026-11-20T07:00:00Z' });
    await put('ben', '/Abgabe/Aufsatz.txt', 'von ben');
    for (const method of ['MOVE', 'COPY'])
      expect([method, await statusOf(dav('ada', method, '/Abgabe/Aufsatz.txt', destination('/Aufsatz.txt')))]).toEqual([
        method,
        403,
      ]);
    expect(await statusOf(dav('ada', 'COPY', '/Abgabe', destination('/Offen')))).toBe(403);
    expect(await statusOf(dav('ben', 'COPY', '/Abgabe/Aufsatz.txt', destination('/Meins.txt')))).toBe(201);
  });
});
