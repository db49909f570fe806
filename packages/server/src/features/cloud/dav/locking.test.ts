import { describe, expect, it } from 'vitest';
import { api, channel, dav, db, destination, idOf, server, withDav } from '../../../../../../tests/support/dav.ts';

withDav({ env: { KREIDE_QUOTA_CHANNEL_MB: '60', KREIDE_QUOTA_PERSON_MB: '60' } });

const put = (who: string, path: string, body: string | Buffer = 'la la', headers: Record<string, string> = {}) =>
  dav(who, 'PUT', path, { body, headers });
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const fileOf = async (who: string, name: string) => (await api(who, 'GET', `/files?search=${name}`)).body.data[0];

describe('what a program holds', () => {
  const INFO = (scope = 'exclusive') =>
    `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>me</D:owner></D:lockinfo>`;
  const lock = async (who: string, path: string, headers: Record<string, string> = {}, scope = 'exclusive') => {
    const answer = await dav(who, 'LOCK', path, { body: INFO(scope), headers });
    return { ...answer, token: String(answer.headers['lock-token'] ?? '') };
  };

  it('is written by nobody without its token, nor with that of somebody else, until it is let go or its time is over', async () => {
    await put('ada', '/Plan.txt', 'one');
    const { status, token, text } = await lock('ada', '/Plan.txt', { timeout: 'Second-120' });
    expect([status, token, text]).toEqual([
      200,
      expect.stringMatching(/^<urn:uuid:/),
      expect.stringContaining('Second-120'),
    ]);
    expect(await statusOf(put('ada', '/Plan.txt', 'two'))).toBe(423);
    expect(await statusOf(dav('ada', 'DELETE', '/Plan.txt'))).toBe(423);
    expect(await statusOf(dav('ada', 'MOVE', '/Plan.txt', destination('/b.txt')))).toBe(423);
    expect(await statusOf(put('ada', '/Plan.txt', 'two', { if: `(${token})` }))).toBe(204);
    expect(await statusOf(put('ada', '/Plan.txt', 'x', { if: `(${token} ["other"])` }))).toBe(412);
    expect(await statusOf(put('ada', '/Plan.txt', 'x', { if: '(<urn:uuid:0>' }))).toBe(400);
    expect((await lock('ada', '/Plan.txt')).status).toBe(423);
    expect(await statusOf(dav('ben', 'UNLOCK', '/Plan.txt', { headers: { 'lock-token': token } }))).toBe(403);
    server.clock.set(new Date('2026-11-18T09:12:30Z'));
    expect(await statusOf(put('ada', '/Plan.txt', 'three'))).toBe(204);
    server.clock.set(new Date('2026-11-18T09:10:00Z'));
  });

  it('is not held by whoever may not write it, and others cannot use the token', async () => {
    await put('ada', '/Regeln.txt');
    expect((await lock('ben', '/Regeln.txt')).status).toBe(403);
    await put('ben', '/Lied.txt');
    const { token } = await lock('ben', '/Lied.txt');
    // Who manages the cloud may write the file, but not over the lock of somebody else.
    expect(await statusOf(put('ada', '/Lied.txt', 'x', { if: `(${token})` }))).toBe(423);
    expect(await statusOf(dav('ada', 'DELETE', '/Lied.txt', { headers: { if: `(${token})` } }))).toBe(423);
    const again = dav('ada', 'LOCK', '/Lied.txt', { headers: { if: `(${token})` } });
    expect(await statusOf(again)).toBe(412);
    expect((await lock('ben', '/../Lied.txt')).status).toBe(400);
    expect(await statusOf(dav('ada', 'UNLOCK', '/Lied.txt', { headers: { 'lock-token': token } }))).toBe(204);
  });

  it('is not replaced in the app by others meanwhile', async () => {
    await put('ben', '/Lied.txt', 'one');
    await lock('ben', '/Lied.txt');
    const { uuid } = await fileOf('ben', 'Lied');
    await put('cem', '/other.txt');
    const { rows } = await server.test.database.pool.query(
      'update cloud_files set is_collaborative = true where uuid = $1 returning id',
      [uuid],
    );
    expect(rows).toHaveLength(1);
    const form = new FormData();
    form.append('files[]', new Blob(['two']), 'Lied.txt');
    form.append('is_replacing', 'true');
    expect((await api('ada', 'POST', '/upload', form)).body.error.code).toBe('document_open');
  });

  it('of a folder holds what is in it: nothing comes there, and nothing goes', async () => {
    await dav('ben', 'MKCOL', '/Noten');
    await put('ben', '/Noten/a.txt');
    const { token, status } = await lock('ben', '/Noten/');
    expect(status).toBe(200);
    for (const answer of [
      put('ben', '/Noten/b.txt'),
      put('ben', '/Noten/a.txt'),
      dav('ben', 'MKCOL', '/Noten/c'),
      dav('ben', 'DELETE', '/Noten/a.txt'),
      dav('ben', 'MOVE', '/Noten', destination('/Anders')),
    ])
      expect(await statusOf(answer)).toBe(423);
    expect(await statusOf(put('ben', '/Noten/b.txt', 'x', { if: `</dav/files/amsel/Chor/Noten/> (${token})` }))).toBe(
      201,
    );
    expect((await dav('ben', 'PROPFIND', '/Noten/a.txt', { headers: { depth: '0' } })).text).toContain(
      token.slice(1, -1),
    );
    expect(await statusOf(dav('ben', 'DELETE', '/Noten', { headers: { if: `(${token})` } }))).toBe(204);
    expect(await db().selectFrom('cloud_dav_locks').selectAll().execute()).toEqual([]);
  });

  it('of a folder alone holds what is in it by name, and not the files themselves', async () => {
    await dav('ben', 'MKCOL', '/Noten');
    await put('ben', '/Noten/a.txt');
    expect((await lock('ben', '/Noten/', { depth: '0' })).status).toBe(200);
    expect(await statusOf(put('ben', '/Noten/b.txt'))).toBe(423);
    expect(await statusOf(dav('ben', 'DELETE', '/Noten/a.txt'))).toBe(423);
    expect(await statusOf(put('ben', '/Noten/a.txt', 'two'))).toBe(204);
  });

  it('is held neither over what is held below it, nor while an office writes it, nor by 500 locks of one person', async () => {
    await dav('ben', 'MKCOL', '/Noten');
    await put('ben', '/Noten/a.txt');
    await put('ben', '/b.txt');
    await lock('ben', '/Noten/a.txt');
    expect((await lock('ben', '/Noten/')).status).toBe(423);
    const found = db()
      .selectFrom('cloud_files')
      .select(['school_id', 'id'])
      .where('channel_id', '=', channel.id)
      .where('name', '=', 'b.txt');
    const { school_id, id: cloud_file_id } = await found.executeTakeFirstOrThrow();
    const writing = { school_id, cloud_file_id, lock: 'x', expires_at: '2026-11-18T09:40:00Z' };
    await db().insertInto('cloud_locks').values(writing).execute();
    expect((await lock('ben', '/b.txt')).status).toBe(423);
    await db().deleteFrom('cloud_locks').execute();
    await server.test.database.pool.query(
      `insert into cloud_dav_locks (school_id, cloud_file_id, user_id, is_exclusive, is_deep, owner, expires_at)
       select school_id, cloud_file_id, user_id, false, false, '', expires_at from cloud_dav_locks, generate_series(1, 499)`,
    );
    expect((await lock('ben', '/b.txt')).status).toBe(507);
  });

  it('holds no longer than an hour, whatever a program wants', async () => {
    for (const [path, timeout] of [
      ['/a.txt', 'Infinite'],
      ['/b.txt', 'Second-4100000000'],
    ] as const)
      expect([timeout, (await lock('ben', path, { timeout })).text]).toEqual([
        timeout,
        expect.stringContaining('<D:timeout>Second-3600</D:timeout>'),
      ]);
  });

  it('is in the way of what moves: from its folder, into it, and with what is held below; once moved nobody holds it', async () => {
    await dav('ben', 'MKCOL', '/A');
    await dav('ben', 'MKCOL', '/B');
    await put('ben', '/A/a.txt');
    await put('ben', '/c.txt');
    const child = await lock('ben', '/A/a.txt');
    expect(await statusOf(dav('ben', 'MOVE', '/A', destination('/C')))).toBe(423);
    const folder = await lock('ben', '/B/', { depth: '0' });
    for (const method of ['MOVE', 'COPY'])
      expect([method, await statusOf(dav('ben', method, '/c.txt', destination('/B/c.txt')))]).toEqual([method, 423]);
    const both = `</dav/files/amsel/Chor/B/> (${folder.token}) </dav/files/amsel/Chor/A/a.txt> (${child.token})`;
    expect(await statusOf(dav('ben', 'MOVE', '/A/a.txt', destination('/B/a.txt', { if: both })))).toBe(201);
    expect(await db().selectFrom('cloud_dav_locks').select('token').execute()).toHaveLength(1);
    expect(await statusOf(dav('ben', 'MOVE', '/c.txt', destination('/A/c.txt')))).toBe(201);
  });

  it('is shared with others who hold it so too, and an empty file where there was nothing', async () => {
    expect((await lock('ben', '/Neu.txt', {}, 'shared')).status).toBe(201);
    expect((await lock('ben', '/Neu.txt', {}, 'shared')).status).toBe(200);
    expect((await lock('ben', '/Neu.txt')).status).toBe(423);
    expect((await dav('ben', 'GET', '/Neu.txt')).text).toBe('');
    expect(await statusOf(dav('ben', 'LOCK', '/Neu.txt', { body: '<D:lockinfo xmlns:D="DAV:"/>' }))).toBe(400);
    expect(await statusOf(dav('ben', 'LOCK', '/none/x.txt', { body: INFO() }))).toBe(409);
  });

  it('is noted with what the program says of it, which comes with a copy', async () => {
    await put('ben', '/a.txt');
    const patch = (inner: string, who = 'ben', path = '/a.txt') =>
      dav(who, 'PROPPATCH', path, {
        body: `<D:propertyupdate xmlns:D="DAV:" xmlns:x="urn:x">${inner}</D:propertyupdate>`,
      });
    const set = (prop: string) => `<D:set><D:prop>${prop}</D:prop></D:set>`;
    expect(await statusOf(patch(set('<x:mood>glad &amp; <x:b/></x:mood>')))).toBe(207);
    await dav('ben', 'COPY', '/a.txt', destination('/b.txt'));
    const asked = '<D:propfind xmlns:D="DAV:"><D:prop><x:mood xmlns:x="urn:x"/></D:prop></D:propfind>';
    const { text } = await dav('cem', 'PROPFIND', '/b.txt', { headers: { depth: '0' }, body: asked });
    expect(text).toContain('<mood xmlns="urn:x">glad &amp; <b xmlns="urn:x"/></mood>');
    const refused = await patch(set('<D:getetag>"x"</D:getetag>') + set('<x:mood>sad</x:mood>'));
    expect(refused.text).toContain('403 Forbidden');
    expect(refused.text).toContain('424 Failed Dependency');
    expect(await statusOf(patch(set('<x:mood>sad</x:mood>'), 'cem'))).toBe(403);
    expect((await patch(set(`<x:long>${'x'.repeat(5000)}</x:long>`))).text).toContain('507');
    const many = Array.from({ length: 61 }, (_, at) => `<x:p${at}/>`).join('');
    expect(await statusOf(patch(set(many)))).toBe(507);
    expect(await db().selectFrom('cloud_dav_properties').select('name').execute()).toHaveLength(2);
    // All that is noted in a cloud has an end too: a folder that is listed tells all of it.
    await server.test.database.pool.query(
      `insert into cloud_dav_properties (school_id, cloud_file_id, namespace, name, content)
       select school_id, id, 'urn:x', 'n' || at, repeat('x', 4000) from cloud_files, generate_series(1, 997) at
       where channel_id = $1 and name = 'b.txt'`,
      [channel.id],
    );
    expect(await statusOf(patch(set('<x:mood>sad</x:mood>')))).toBe(207);
    expect(await statusOf(patch(set(`<x:long>${'x'.repeat(3900)}</x:long>`)))).toBe(507);
    expect(await statusOf(dav('ben', 'COPY', '/b.txt', destination('/c.txt')))).toBe(507);
    expect(await statusOf(dav('ben', 'GET', '/c.txt'))).toBe(404);
  });
});

describe('a person who has left the school', () => {
  it('reads for a while and writes nothing', async () => {
    await put('cem', '/Lied.txt');
    await db()
      .updateTable('users')
      .set({ read_only_from: '2026-11-01', expire_at: '2027-01-01' })
      .where('id', '=', idOf('cem'))
      .execute();
    expect(await statusOf(dav('cem', 'GET', '/Lied.txt'))).toBe(200);
    for (const [method, request] of [
      ['PUT', { body: 'x' }],
      ['DELETE', {}],
      ['MOVE', destination('/b.txt')],
      ['COPY', destination('/b.txt')],
      [
        'LOCK',
        {
          body: '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>',
        },
      ],
      [
        'PROPPATCH',
        {
          body: '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="urn:x"/></D:prop></D:set></D:propertyupdate>',
        },
      ],
    ] as const)
      expect([method, await statusOf(dav('cem', method, '/Lied.txt', request))]).toEqual([method, 403]);
    expect(await statusOf(dav('cem', 'MKCOL', '/a'))).toBe(403);
    await db()
      .updateTable('users')
      .set({ read_only_from: null, expire_at: null })
      .where('id', '=', idOf('cem'))
      .execute();
  });
});
