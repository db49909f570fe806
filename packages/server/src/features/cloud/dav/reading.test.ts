import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildConversation } from '../../../../../../tests/support/channels.ts';
import {
  api,
  authOf,
  channel,
  dav,
  db,
  idOf,
  listed,
  school,
  server,
  withDav,
} from '../../../../../../tests/support/dav.ts';
import { basic, callDav, makeFilesPassword } from '../../../../../../tests/support/dav-client.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../../../../../tests/support/people.ts';

withDav();

const put = (who: string, path: string, body: string | Buffer = 'la la') => dav(who, 'PUT', path, { body });
const root = (headers: Record<string, string>, slink = 'amsel') =>
  callDav(server.url, 'PROPFIND', `/dav/files/${slink}/`, { headers: { depth: '1', ...headers } });

describe('the clouds as folders of a computer', () => {
  it('are opened by an app password that was made for files, and by nothing else [D-6.11]', async () => {
    const timetable = await makeFilesPassword(server, 'amsel', 'ben', 'program');
    const unsaid = await makeFilesPassword(server, 'amsel', 'ben', null);
    for (const password of [timetable, unsaid, PASSWORD]) {
      const { status, headers } = await root(basic('ben', password));
      expect([status, headers['www-authenticate']]).toEqual([401, 'Basic realm="Kreide", charset="UTF-8"']);
    }
    for (const authorization of ['', 'Basic', 'Basic !!', 'Bearer x', `Basic ${Buffer.from('ben').toString('base64')}`])
      expect((await root(authorization === '' ? {} : { authorization })).status).toBe(401);
    await db().deleteFrom('sign_in_failures').execute();
    expect((await root(authOf('ben'))).status).toBe(207);
    expect((await root(authOf('ben'), 'drossel')).status).toBe(401);
  });

  it('end at once for a password that was removed, in every process', async () => {
    const password = await makeFilesPassword(server, 'amsel', 'cem');
    expect((await root(basic('cem', password))).status).toBe(207);
    await db()
      .deleteFrom('app_passwords')
      .where('user_id', '=', idOf('cem'))
      .where('last_used_at', 'is not', null)
      .execute();
    expect((await root(basic('cem', password))).status).toBe(401);
    await db().deleteFrom('sign_in_failures').execute();
  });

  it('end for a wrong password, a lock and a second step that is due, however long the program has been in', async () => {
    const isIn = async () => (await root(authOf('ben'))).status;
    const person = (is_locked: boolean) =>
      db().updateTable('users').set({ is_locked }).where('id', '=', idOf('ben')).execute();
    const ofSchool = (values: {
      is_locked?: boolean;
      second_step_roles?: string[];
      second_step_from?: string | null;
    }) => db().updateTable('schools').set(values).where('id', '=', school.id).execute();
    expect(await isIn()).toBe(207);
    expect((await root(basic('ben', 'aaaaa-bbbbb-ccccc-ddddd'))).status).toBe(401);
    const doors = [
      [() => person(true), () => person(false)],
      [() => ofSchool({ is_locked: true }), () => ofSchool({ is_locked: false })],
      [
        () => ofSchool({ second_step_roles: ['STUDENT'], second_step_from: '2026-11-01' }),
        () => ofSchool({ second_step_roles: [], second_step_from: null }),
      ],
    ] as const;
    for (const [close, open] of doors) {
      await close();
      expect([await isIn(), await isIn()]).toEqual([403, 403]);
      await open();
      expect(await isIn()).toBe(207);
    }
    await db().deleteFrom('sign_in_failures').execute();
  });

  it('are told apart by the names of their channels, and show those of the person alone', async () => {
    await buildConversation(db(), school.id, idOf('ada'), idOf('dora'));
    const namesFor = async (who: string) =>
      [...(await root(authOf(who))).text.matchAll(/<D:displayname>([^<]*)</g)].map(([, name]) => name);
    expect(await namesFor('ben')).toContain('Chor');
    expect(await namesFor('dora')).toContainEqual(expect.stringContaining('ada'));
    expect(await namesFor('dora')).not.toContain('Chor');
    expect((await dav('dora', 'PROPFIND', '/', { headers: { depth: '0' } })).status).toBe(404);
  });

  it('show what lies in them with size, moment, kind and ETag, and no more than a folder at a time', async () => {
    await dav('ada', 'MKCOL', '/Noten');
    expect((await put('ben', '/Noten/Lied%20%26%20Tanz.txt')).status).toBe(201);
    expect(await listed('ben')).toEqual(['/', '/Noten/']);
    expect(await listed('cem', '/Noten/')).toEqual(['/Noten/', '/Noten/Lied & Tanz.txt']);
    const { text } = await dav('cem', 'PROPFIND', '/Noten/Lied%20%26%20Tanz.txt', { headers: { depth: '0' } });
    expect(text).toContain('<D:displayname>Lied &amp; Tanz.txt</D:displayname>');
    expect(text).toContain('<D:getcontentlength>5</D:getcontentlength>');
    expect(text).toContain('<D:getlastmodified>Wed, 18 Nov 2026 09:10:00 GMT</D:getlastmodified>');
    for (const headers of [{}, { depth: 'infinity' }]) {
      const refused = await dav('ben', 'PROPFIND', '/', { headers: headers as Record<string, string> });
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('<D:propfind-finite-depth>')]);
    }
    expect((await dav('ben', 'PROPFIND', '/', { headers: { depth: '2' } })).status).toBe(400);
  });

  it('give a file whole or in part, and nothing where it is known already', async () => {
    await put('ben', '/Lied.txt', '0123456789');
    const whole = await dav('cem', 'GET', '/Lied.txt');
    expect([whole.status, whole.text, whole.headers['cache-control']]).toEqual([
      200,
      '0123456789',
      'private, no-cache',
    ]);
    const etag = String(whole.headers.etag);
    // Pages of others show nothing of it, though the browser knows the password.
    expect(whole.headers['cross-origin-resource-policy']).toBe('same-origin');
    const part = await dav('cem', 'GET', '/Lied.txt', { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    expect((await dav('cem', 'GET', '/Lied.txt', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await dav('cem', 'GET', '/Lied.txt', { headers: { 'if-match': '"other"' } })).status).toBe(412);
    const head = await dav('cem', 'HEAD', '/Lied.txt');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10']);
    expect((await dav('dora', 'GET', '/Lied.txt')).status).toBe(404);
  });

  it('keep what was handed in from everybody but whoever brought it and those who review', async () => {
    await api('ada', 'POST', '/create-directory', {
      parent: null,
      name: 'Abgabe',
      upload_limited_at: '2026-11-20T07:00:00Z',
    });
    expect((await put('ben', '/Abgabe/Aufsatz.txt', 'von ben')).status).toBe(201);
    expect((await put('cem', '/Abgabe/Aufsatz.txt', 'von cem')).status).toBe(201);
    expect(await listed('ben', '/Abgabe/')).toEqual(['/Abgabe/', '/Abgabe/Aufsatz.txt']);
    expect((await dav('ben', 'GET', '/Abgabe/Aufsatz.txt')).text).toBe('von ben');
    const both = await listed('ada', '/Abgabe/');
    const nameOf = (who: string) => `of ${school.id} ${who}`;
    expect(both.toSorted()).toEqual(
      ['/Abgabe/', ...['ben', 'cem'].map((who) => `/Abgabe/Aufsatz (${nameOf(who)}).txt`)].toSorted(),
    );
    const theirs = await dav('ada', 'GET', `/Abgabe/${encodeURIComponent(`Aufsatz (${nameOf('cem')}).txt`)}`);
    expect(theirs.text).toBe('von cem');
    const forged = encodeURIComponent(`Aufsatz (${nameOf('cem')}).txt`);
    expect((await dav('ben', 'GET', `/Abgabe/${forged}`)).status).toBe(404);
    expect((await dav('ada', 'PUT', `/Abgabe/${forged}`, { body: 'anders' })).status).toBe(403);
  });

  it('are gone for whoever left the channel, and only read where it is archived', async () => {
    await put('ben', '/Lied.txt');
    await db().updateTable('channels').set({ is_disabled: true }).where('id', '=', channel.id).execute();
    expect((await dav('ben', 'GET', '/Lied.txt')).status).toBe(200);
    for (const [method, path] of [
      ['PUT', '/Lied.txt'],
      ['PUT', '/b.txt'],
      ['MKCOL', '/c'],
      ['DELETE', '/Lied.txt'],
    ] as const)
      expect([method, (await dav('ben', method, path, method === 'PUT' ? { body: 'x' } : {})).status]).toEqual([
        method,
        403,
      ]);
    await db().updateTable('channels').set({ is_disabled: false }).where('id', '=', channel.id).execute();
    await db()
      .updateTable('channel_members')
      .set({ left_at: '2026-11-18T09:00:00Z' })
      .where('channel_id', '=', channel.id)
      .where('user_id', '=', idOf('ben'))
      .execute();
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await dav('ben', method, '/Lied.txt')).status).toBe(method === 'PUT' ? 409 : 404);
  });

  it('are what the app makes of them where a school has switched channels off', async () => {
    await put('ben', '/Lied.txt');
    const use = (channels: boolean) =>
      db()
        .updateTable('schools')
        .set({ properties: JSON.stringify({ channels }) as never })
        .where('id', '=', school.id)
        .execute();
    await use(false);
    const form = new FormData();
    form.append('files[]', new Blob(['x']), 'x.txt');
    const inApp = [await api('ben', 'GET', '/files'), await api('ben', 'POST', '/upload', form)];
    const asDrive = [await dav('ben', 'GET', '/Lied.txt'), await put('ben', '/y.txt')];
    await use(true);
    const isLetIn = ({ status }: { status: number }) => status < 300;
    expect(asDrive.map(isLetIn)).toEqual(inApp.map(isLetIn));
  });

  it('show what the chat holds in a folder of its own, where nobody writes', async () => {
    const form = new FormData();
    form.append('uuid', randomUUID());
    form.append('files', new Blob(['bunt']), 'Foto.txt');
    const token = await signIn(server, 'amsel', 'ada');
    const sent = await server.request('POST', `/v1/channels/chats/${channel.chat_id}/messages`, { token, body: form });
    expect(sent.status).toBe(200);
    const chat = encodeURIComponent('Aus dem Chat');
    expect(await listed('ben', `/${chat}/`)).toEqual(['/Aus dem Chat/', '/Aus dem Chat/Foto.txt']);
    expect((await dav('ben', 'GET', `/${chat}/Foto.txt`)).text).toBe('bunt');
    for (const [method, path] of [
      ['PUT', '/x.txt'],
      ['MKCOL', '/x'],
      ['DELETE', '/Foto.txt'],
      ['DELETE', ''],
      ['PUT', '/Foto.txt'],
    ] as const)
      expect([method, (await dav('ada', method, `/${chat}${path}`)).status]).toEqual([method, 403]);
  });

  it('know nothing of another school, whatever an address says', async () => {
    const other = await buildSchool(db(), 'drossel');
    await buildUser(db(), other.id, 'eva', 'TEACHER');
    const password = await makeFilesPassword(server, 'drossel', 'eva');
    const eva = basic('eva', password);
    expect((await root(eva, 'drossel')).status).toBe(207);
    expect((await root(eva)).status).toBe(401);
    await put('ben', '/Lied.txt');
    const there = { ...eva, destination: `${server.url}/dav/files/amsel/Chor/a.txt` };
    expect((await callDav(server.url, 'COPY', '/dav/files/drossel/Chor/a.txt', { headers: there })).status).toBe(502);
  });

  it('refuse addresses and bodies that nobody means well, without an error of the server', async () => {
    for (const path of ['/..%2f..%2fx', '/../x', '/%2e%2e/x', '/a%00b', '/a%ff', '/a%5cb', '/%', `/${'x/'.repeat(60)}`])
      expect([path, (await dav('ben', 'GET', path)).status < 500]).toEqual([path, true]);
    expect((await dav('ben', 'GET', '/a%00b')).status).toBe(400);
    expect((await dav('ben', 'DELETE', '/Lied.txt#part')).status).toBe(400);
    const bomb =
      '<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><D:propfind xmlns:D="DAV:"><D:prop>&b;</D:prop></D:propfind>';
    for (const body of [bomb, '<a', '<a:b/>', `${'<a>'.repeat(100)}`, 'no xml', '<D:propfind xmlns:D="DAV:"/>'])
      expect([body, (await dav('ben', 'PROPFIND', '/', { headers: { depth: '0' }, body })).status]).toEqual([
        body,
        400,
      ]);
    for (const name of ['constructor', '__proto__', 'hasOwnProperty', 'toString']) {
      const body = `<D:propfind xmlns:D="DAV:"><D:prop><D:${name}/></D:prop></D:propfind>`;
      const { text } = await dav('ben', 'PROPFIND', '/', { headers: { depth: '0' }, body });
      expect(text).toContain(`<D:${name}/></D:prop><D:status>HTTP/1.1 404`);
    }
    const long = `<D:propfind xmlns:D="DAV:"><D:prop>${'<D:x/>'.repeat(20_000)}</D:prop></D:propfind>`;
    expect((await dav('ben', 'PROPFIND', '/', { headers: { depth: '0' }, body: long })).status).toBe(413);
  });

  it('say of what they are able to whoever asks', async () => {
    const answer = await callDav(server.url, 'OPTIONS', '/dav/files/amsel/');
    expect([answer.status, answer.headers.dav, answer.headers['ms-author-via']]).toEqual([200, '1, 2', 'DAV']);
    expect(
      (
        await dav('ben', 'PROPFIND', '/', {
          headers: { depth: '0' },
          body: '<D:propfind xmlns:D="DAV:"><D:prop><D:quota-used-bytes/></D:prop></D:propfind>',
        })
      ).text,
    ).toContain('<D:quota-used-bytes>0</D:quota-used-bytes>');
    // To the byte, it would tell that somebody has handed something in.
    await put('ben', '/Lied.txt');
    const body = '<D:propfind xmlns:D="DAV:"><D:prop><D:quota-used-bytes/></D:prop></D:propfind>';
    for (const [who, used] of [
      ['cem', 1_000_000],
      ['ada', 5],
    ] as const)
      expect((await dav(who, 'PROPFIND', '/', { headers: { depth: '0' }, body })).text).toContain(`bytes>${used}</D:`);
  });
});
