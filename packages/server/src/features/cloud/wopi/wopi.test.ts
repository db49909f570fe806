// The client is written from the protocol; these tests were not tried with Collabora.
import { createHash } from 'node:crypto';
import { EDIT_TOKEN_SECONDS } from '@kreide/core/features/cloud';
import { describe, expect, it } from 'vitest';
import {
  api,
  bring,
  db,
  details,
  edit,
  idOf,
  lockOf,
  office,
  server,
  share,
  withOffice,
} from '../../../../../../tests/support/wopi.ts';

withOffice();

describe('a file that an office server edits', () => {
  it('says so, and is opened by its owner and who manages the cloud; by others once it is collaborative [C-4.77] [T-4.59] [C-6.32]', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    const before = await Promise.all(['ada', 'ben', 'cem'].map((who) => details(who, uuid)));
    expect(before.map(({ can }) => can.collaborate)).toEqual([1, 1, 0]);
    expect(before[2]).toMatchObject({
      is_collaborative: false,
      meta: { has_wopi_support: true, edit_uri: null, edit_access_token: null, edit_expires_at: null },
    });
    const changed = await share('ben', uuid);
    expect(changed.body.data).toMatchObject({ is_collaborative: true });
    const after = await details('cem', uuid);
    expect(after.can).toMatchObject({ collaborate: 1, 'change-collaboration': 0, rename: 0, delete: 0 });
    expect(after.meta.edit_uri).toMatch(`${office.url}/editor/docx?`);
    expect(new URL(after.meta.edit_uri).searchParams.get('WOPISrc')).toBe(`${server.url}/wopi/files/${uuid}`);
    await share('ben', uuid, false);
    expect((await details('cem', uuid)).can.collaborate).toBe(0);
  });

  it('is shared by its owner and who manages the cloud, and by nobody else [C-6.33] [C-7.67]', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    expect((await share('cem', uuid)).status).toBe(403);
    expect((await share('dora', uuid)).status).toBe(403);
    expect((await share('ada', uuid)).status).toBe(200);
    const text = await bring('ben', 'Lied.txt');
    expect((await share('ben', text)).body.error.code).toBe('office_away');
    expect((await details('ben', text)).meta).toMatchObject({ has_wopi_support: false, edit_uri: null });
  });

  it('hands out no token in a list, and one for at most ten hours in the answer about it alone [C-9.28] [T-9.32]', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    const [listed] = (await api('ben', 'GET', '/files')).body.data;
    expect(listed.meta).toMatchObject({ edit_uri: expect.any(String), edit_access_token: null });
    const { meta } = await details('ben', uuid);
    const seconds = (Date.parse(meta.edit_expires_at) - server.clock.now().getTime()) / 1000;
    expect([seconds, EDIT_TOKEN_SECONDS]).toEqual([36_000, 36_000]);
  });

  it('is work of one person where it was handed in: nobody shares it, and others do not edit it', async () => {
    const folder = (
      await api('ada', 'POST', '/create-directory', {
        parent: null,
        name: 'Abgabe',
        upload_limited_at: '2026-11-20T07:00:00Z',
      })
    ).body.data.uuid;
    const uuid = await bring('ben', 'Arbeit.docx', 'mine', folder);
    expect((await details('ben', uuid)).can).toMatchObject({ collaborate: 1, 'change-collaboration': 0 });
    expect((await details('ada', uuid)).can).toMatchObject({ collaborate: 0, 'change-collaboration': 0 });
    const editor = await edit('ben', uuid);
    await editor.operate('LOCK', { 'x-wopi-lock': 'L' });
    await db()
      .updateTable('cloud_files')
      .set({ upload_limited_at: '2026-11-18T09:00:00Z' })
      .where('uuid', '=', folder)
      .execute();
    expect((await editor.put('too late', 'L')).status).toBe(403);
    expect((await editor.info()).body).toMatchObject({ UserCanWrite: false, ReadOnly: true });
  });
});

describe('the host', () => {
  it('tells an editor of the file and its person, and gives and takes its bytes, with a version for each', async () => {
    const uuid = await bring('ben', 'Plan.docx', 'first');
    const editor = await edit('ben', uuid);
    const info = await editor.info();
    expect(info.status).toBe(200);
    expect(info.headers.get('cache-control')).toBe('no-store');
    expect(info.body).toMatchObject({
      BaseFileName: 'Plan.docx',
      Size: 5,
      UserFriendlyName: 'ben of 1',
      UserCanWrite: true,
      UserCanNotWriteRelative: true,
      SupportsLocks: true,
      SupportsGetLock: true,
      SupportsRename: true,
      SHA256: createHash('sha256').update('first').digest('base64'),
      LastModifiedTime: expect.stringMatching(/Z$/),
    });
    const first = await editor.read();
    expect([first.status, first.bytes.toString()]).toEqual([200, 'first']);
    expect(first.headers.get('x-wopi-itemversion')).toBe(info.body.Version);
    expect(
      (await editor.call({ source: `${editor.source}/contents`, headers: { 'x-wopi-maxexpectedsize': '4' } })).status,
    ).toBe(412);
    const most = { source: `${editor.source}/contents`, headers: { 'x-wopi-maxexpectedsize': '5' } };
    expect((await editor.call(most)).status).toBe(200);

    const locked = await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    expect([locked.status, locked.headers.get('x-wopi-itemversion')]).toEqual([200, info.body.Version]);
    server.clock.advance(1000);
    const put = await editor.put('second text', 'A');
    expect(put.status).toBe(200);
    const after = await editor.info();
    expect(after.body).toMatchObject({ Size: 11, Version: put.headers.get('x-wopi-itemversion') });
    expect(after.body.Version).not.toBe(info.body.Version);
    expect(after.body.LastModifiedTime > info.body.LastModifiedTime).toBe(true);
    expect((await editor.read()).bytes.toString()).toBe('second text');
    const file = await details('ada', uuid);
    expect(file).toMatchObject({ size: 11, user_id: idOf('ben'), name: 'Plan.docx' });
    expect(await (await fetch(server.url + file.meta.uri)).text()).toBe('second text');
    expect((await api('ada', 'GET', '')).body.data.size).toBe(11);

    const again = await editor.put('second text', 'A');
    expect([again.status, again.headers.get('x-wopi-itemversion')]).toEqual([200, after.body.Version]);
    const log = await db()
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'after'])
      .where('action', '=', 'cloud.edit')
      .execute();
    expect(log).toMatchObject([{ user_id: idOf('ben') }]);
  });

  it('renames the file in its folder, with its extension, and says why a name cannot be taken', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    await bring('ben', 'Besetzt.docx', 'other');
    const editor = await edit('ben', uuid);
    // UTF-7: `Grüße & Übung` has signs of two bytes.
    const renamed = await editor.operate('RENAME_FILE', { 'x-wopi-requestedname': 'Gr+APwA3w-e +ACY- +ANw-bung' });
    expect([renamed.status, renamed.body]).toEqual([200, { Name: 'Grüße & Übung' }]);
    expect((await details('ben', uuid)).name).toBe('Grüße & Übung.docx');
    const taken = await editor.operate('RENAME_FILE', { 'x-wopi-requestedname': 'Besetzt' });
    expect([taken.status, taken.headers.get('x-wopi-invalidfilenameerror')]).toEqual([
      400,
      expect.stringMatching(/\w/),
    ]);
    // A path, and a sign of zero.
    for (const name of ['a/b', '+AAA-'])
      expect((await editor.operate('RENAME_FILE', { 'x-wopi-requestedname': name })).status, name).toBe(400);
    const log = await db()
      .selectFrom('audit_log')
      .select(['before', 'after', 'user_id'])
      .where('action', '=', 'cloud.rename')
      .execute();
    const names = { before: { path: '/Plan.docx' }, after: { path: '/Grüße & Übung.docx' } };
    expect(log).toMatchObject([{ ...names, user_id: idOf('ben') }]);
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    const held = await editor.operate('RENAME_FILE', { 'x-wopi-requestedname': 'Neu', 'x-wopi-lock': 'B' });
    expect([held.status, lockOf(held)]).toEqual([409, 'A']);
    // Whoever may edit what others have brought does not rename it.
    await share('ben', uuid);
    expect((await (await edit('cem', uuid)).operate('RENAME_FILE', { 'x-wopi-requestedname': 'Neu' })).status).toBe(
      403,
    );
  });

  it('makes no copies, deletes nothing, and says so to what it does not know', async () => {
    const editor = await edit('ben', await bring('ben', 'Plan.docx'));
    for (const override of ['PUT_RELATIVE', 'DELETE', 'PUT_USER_INFO', 'COBALT', ''])
      expect((await editor.operate(override)).status, override).toBe(501);
  });
});

describe('a lock', () => {
  it('holds a document for whoever has set it, names itself to everybody else, and ends after 30 minutes', async () => {
    const editor = await edit('ben', await bring('ben', 'Plan.docx'));
    const lock = (value: string, more = {}) => editor.operate('LOCK', { 'x-wopi-lock': value, ...more });
    const get = async () => lockOf(await editor.operate('GET_LOCK'));
    expect(await get()).toBe('');
    expect((await lock('A')).status).toBe(200);
    expect(await get()).toBe('A');
    for (const refused of [
      await lock('B'),
      await editor.operate('UNLOCK', { 'x-wopi-lock': 'B' }),
      await editor.operate('REFRESH_LOCK', { 'x-wopi-lock': 'B' }),
      await lock('C', { 'x-wopi-oldlock': 'B' }),
      await editor.put('other', 'B'),
      await editor.put('other'),
    ])
      expect([refused.status, lockOf(refused)]).toEqual([409, 'A']);
    expect((await lock('A')).status).toBe(200);
    expect((await lock('C', { 'x-wopi-oldlock': 'A' })).status).toBe(200);
    expect(await get()).toBe('C');
    server.clock.advance(29 * 60_000);
    expect((await editor.operate('REFRESH_LOCK', { 'x-wopi-lock': 'C' })).status).toBe(200);
    server.clock.advance(29 * 60_000);
    expect(await get()).toBe('C');
    server.clock.advance(60_000);
    expect(await get()).toBe('');
    const over = await editor.put('late', 'C');
    expect([over.status, lockOf(over)]).toEqual([409, '']);
    const refresh = await editor.operate('REFRESH_LOCK', { 'x-wopi-lock': 'C' });
    expect([refresh.status, lockOf(refresh)]).toEqual([409, '']);
    expect((await lock('D')).status).toBe(200);
    expect((await editor.operate('UNLOCK', { 'x-wopi-lock': 'D' })).status).toBe(200);
    expect(await get()).toBe('');
    expect((await editor.read()).bytes.toString()).toBe('first');
  });

  it('is shared by those who edit together, and one of two that come at once waits for the other', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    await share('ben', uuid);
    const [ben, cem] = [await edit('ben', uuid), await edit('cem', uuid)];
    const { file_id: firstFile } = await db()
      .selectFrom('cloud_files')
      .select('file_id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    const both = await Promise.all([
      ben.operate('LOCK', { 'x-wopi-lock': 'A' }),
      cem.operate('LOCK', { 'x-wopi-lock': 'B' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const held = lockOf(await ben.operate('GET_LOCK')) ?? '';
    const [one, other] = await Promise.all([ben.put('from ben', held), cem.put('from cem', held)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(['from ben', 'from cem']).toContain((await ben.read()).bytes.toString());
    const { file_id } = await db()
      .selectFrom('cloud_files')
      .select('file_id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    const kept = await db()
      .selectFrom('files')
      .select('id')
      .where('is_kept', '=', true)
      .where('deleted_at', 'is', null)
      .where('id', '>=', firstFile ?? 0)
      .orderBy('id')
      .execute();
    // What was there before is a version; what the first of the two wrote is not.
    expect(kept).toEqual([{ id: firstFile }, { id: file_id }]);
  });

  it('without a name, too long, or of other signs is no lock', async () => {
    const editor = await edit('ben', await bring('ben', 'Plan.docx'));
    expect((await editor.operate('LOCK')).status).toBe(400);
    expect((await editor.operate('LOCK', { 'x-wopi-lock': '' })).status).toBe(400);
    expect((await editor.operate('LOCK', { 'x-wopi-lock': 'x'.repeat(1025) })).status).toBe(400);
    expect((await editor.operate('LOCK', { 'x-wopi-lock': 'x'.repeat(1024) })).status).toBe(200);
  });
});
