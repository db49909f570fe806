import { EDIT_VERSION_MINUTES, type FileVersion } from '@kreide/core/features/cloud';
import { describe, expect, it } from 'vitest';
import {
  api,
  bring,
  channel,
  db,
  details,
  edit,
  idOf,
  school,
  server,
  share,
  tokens,
  withOffice,
} from '../../../../../tests/support/wopi.ts';
import { pruneVersions } from './prune.ts';
import { eraseOwner } from './queries/change.ts';
import { cloudData } from './queries/files-of.ts';

withOffice();

const versionsOf = async (who: string, uuid: string): Promise<FileVersion[]> =>
  (await api(who, 'GET', `/files/${uuid}/versions`)).body.data;
const textOf = async (address: string) => (await server.request('GET', address)).text;
async function replace(who: string, name: string, content: string, parent?: string) {
  const form = new FormData();
  if (parent) form.append('parent', parent);
  form.append('is_replacing', 'true');
  form.append('files', new Blob([content]), name);
  return server.request('POST', `/v1/channels/cloud/${channel.id}/upload`, { token: tokens[who], body: form });
}
const bringBack = (who: string, uuid: string, version: string) =>
  api(who, 'PUT', `/files/${uuid}/versions/${version}/restore`);
const sizeOfCloud = async () => (await api('ada', 'GET', '')).body.data.size;
const usage = async (who: string) =>
  (await server.request('GET', `/v1/channels/cloud/usage?channel_id=${channel.id}`, { token: tokens[who] })).body.data
    .channel;

describe('a file that is replaced', () => {
  it('keeps what it was as a version: who wrote it, when, how much; in any case of its name, and without a second file', async () => {
    const uuid = await bring('ben', 'Plan.txt', 'first');
    const written = server.clock.now().toISOString();
    server.clock.advance(60_000);
    const answer = await replace('ada', 'PLAN.txt', 'second!');
    expect(answer.body.data).toMatchObject([{ uuid, name: 'Plan.txt', size: 7 }]);
    server.clock.advance(60_000);
    await replace('ben', 'Plan.txt', 'third');
    const versions = await versionsOf('cem', uuid);
    expect(versions).toMatchObject([
      { size: 7, written_by: expect.stringMatching(/^ada/), replaced_at: server.clock.now().toISOString() },
      { size: 5, written_by: expect.stringMatching(/^ben/), written_at: written },
    ]);
    expect(Date.parse(versions[0]?.expires_at ?? '') - server.clock.now().getTime()).toBe(30 * 24 * 3600 * 1000);
    expect(await Promise.all(versions.map(({ meta }) => textOf(meta.download_uri)))).toEqual(['second!', 'first']);
    expect(await textOf((await details('cem', uuid)).meta.download_uri)).toBe('third');
    expect((await api('ada', 'GET', '')).body.data).toMatchObject({ files_count: 1, size: 5 });
    expect(await usage('ada')).toMatchObject({ used: 17, versions: 12 });
  });

  it('is one that its bringer may write; of others a new file comes with a number, and so it does where nobody asks for it', async () => {
    const uuid = await bring('ben', 'Plan.txt', 'first');
    expect((await replace('cem', 'Plan.txt', 'other')).body.data).toMatchObject([{ name: 'Plan (2).txt' }]);
    await bring('ben', 'Plan.txt', 'again');
    expect((await versionsOf('ben', uuid)).length).toBe(0);
    await share('ben', await bring('ben', 'Text.docx', 'shared'));
    expect((await replace('cem', 'Text.docx', 'by cem')).body.data).toMatchObject([{ name: 'Text.docx', size: 6 }]);
    const form = new FormData();
    form.append('is_replacing', 'true');
    for (const content of ['one', 'two']) form.append('files', new Blob([content]), 'Plan.txt');
    const both = await server.request('POST', `/v1/channels/cloud/${channel.id}/upload`, {
      token: tokens.ben,
      body: form,
    });
    expect(both.body.data.map((one: { name: string }) => one.name)).toEqual(['Plan.txt', 'Plan (4).txt']);
  });

  it('among hand-ins is one’s own, and counts as handed in when it was replaced', async () => {
    const parent = (
      await api('ada', 'POST', '/create-directory', {
        parent: null,
        name: 'Abgabe',
        upload_limited_at: '2099-11-20T07:00:00Z',
      })
    ).body.data.uuid;
    const [bens, cems] = [
      await bring('ben', 'Arbeit.txt', 'bens', parent),
      await bring('cem', 'Arbeit.txt', 'cems', parent),
    ];
    server.clock.advance(60_000);
    expect((await replace('ben', 'Arbeit.txt', 'better', parent)).body.data).toMatchObject([
      { uuid: bens, handed_in_at: server.clock.now().toISOString() },
    ]);
    expect((await api('cem', 'GET', `/files/${bens}/versions`)).status).toBe(404);
    expect(await versionsOf('cem', cems)).toEqual([]);
    const [version] = await versionsOf('ben', bens);
    expect((await bringBack('ada', bens, version?.uuid ?? '')).status).toBe(403);
    const reader = version?.meta.download_uri ?? '';
    expect(await textOf(reader)).toBe('bens');
    server.clock.advance(60_000);
    expect((await bringBack('ben', bens, version?.uuid ?? '')).body.data.handed_in_at).toBe(
      server.clock.now().toISOString(),
    );
  });

  it('has 20 versions at most, and none for longer than 30 days; what goes is gone for every address', async () => {
    const uuid = await bring('ben', 'Plan.txt', 'v0');
    const first = await (async () => {
      await replace('ben', 'Plan.txt', 'v1');
      return (await versionsOf('ben', uuid))[0];
    })();
    for (let number = 2; number <= 20; number += 1) await replace('ben', 'Plan.txt', `v${number}`);
    expect(await versionsOf('ben', uuid)).toHaveLength(20);
    expect(await textOf(first?.meta.download_uri ?? '')).toBe('v0');
    await replace('ben', 'Plan.txt', 'v21');
    const left = await versionsOf('ben', uuid);
    expect(left).toHaveLength(20);
    expect(left.map(({ uuid: one }) => one)).not.toContain(first?.uuid);
    expect((await server.request('GET', first?.meta.download_uri ?? '')).status).toBe(404);
    const end = new Date(server.clock.now().getTime() + 30 * 24 * 3600 * 1000);
    await pruneVersions(db(), end);
    expect(await versionsOf('ben', uuid)).toHaveLength(20);
    await pruneVersions(db(), new Date(end.getTime() + 1));
    expect(await versionsOf('ben', uuid)).toEqual([]);
    expect((await server.request('GET', left[0]?.meta.download_uri ?? '')).status).toBe(404);
    expect(await textOf((await details('ben', uuid)).meta.download_uri)).toBe('v21');
  });
});

describe('a version', () => {
  it('becomes the content again by whoever may write the file, and makes a version of what was there', async () => {
    const uuid = await bring('ben', 'Plan.txt', 'first');
    await replace('ben', 'Plan.txt', 'second text');
    await api('ben', 'PUT', '/rename', { path: '/Plan.txt', new_path: 'Neu.txt' });
    const [version] = await versionsOf('cem', uuid);
    expect(version?.meta.download_uri).toContain('Neu.txt');
    expect((await bringBack('cem', uuid, version?.uuid ?? '')).status).toBe(403);
    expect((await bringBack('dora', uuid, version?.uuid ?? '')).status).toBe(403);
    server.clock.advance(1000);
    const answer = await bringBack('ada', uuid, version?.uuid ?? '');
    expect(answer.body.data).toMatchObject({ uuid, name: 'Neu.txt', size: 5 });
    expect(await textOf(answer.body.data.meta.download_uri)).toBe('first');
    expect(await versionsOf('ben', uuid)).toMatchObject([{ size: 11, written_by: expect.stringMatching(/^ben/) }]);
    expect(await sizeOfCloud()).toBe(5);
    expect((await bringBack('ada', uuid, version?.uuid ?? '')).status).toBe(404);
    const other = await bring('ben', 'Anderes.txt', 'other');
    const [kept] = await versionsOf('ben', uuid);
    expect((await bringBack('ben', other, kept?.uuid ?? '')).status).toBe(404);
  });

  it('goes for good by whoever may delete the file, with it, and with who wrote it forgotten', async () => {
    const uuid = await bring('ben', 'Plan.txt', 'first');
    await replace('ben', 'Plan.txt', 'second');
    await replace('ben', 'Plan.txt', 'third');
    const [second, first] = await versionsOf('cem', uuid);
    const path = `/files/${uuid}/versions/${second?.uuid}`;
    expect((await api('cem', 'DELETE', path)).status).toBe(403);
    expect((await api('ben', 'DELETE', path)).status).toBe(204);
    expect((await server.request('GET', second?.meta.download_uri ?? '')).status).toBe(404);
    const gone = /\/files\/([0-9a-f-]{36})\//.exec(second?.meta.download_uri ?? '')?.[1] ?? '';
    const rows = await db().selectFrom('files').select(['name', 'deleted_at']).where('uuid', '=', gone).execute();
    expect(rows).toEqual([{ name: '', deleted_at: expect.any(String) }]);
    const person = { school_id: school.id, user_id: idOf('ben') };
    const told = (await cloudData.cloud_versions?.(db(), person, (() => '') as never)) ?? [];
    expect(told.at(-1)).toMatchObject({ name: 'Plan.txt', size: 5 });
    await api('ben', 'DELETE', '/delete', { files: [uuid] });
    expect((await server.request('GET', first?.meta.download_uri ?? '')).status).toBe(404);
    await api('ben', 'DELETE', '/bin', { files: [uuid] });
    const ids = await db()
      .selectFrom('cloud_versions')
      .innerJoin('cloud_files', 'cloud_files.id', 'cloud_versions.cloud_file_id')
      .select('cloud_versions.id')
      .where('cloud_files.channel_id', '=', channel.id)
      .execute();
    expect(ids).toEqual([]);
    const kept = await bring('ben', 'Lied.txt', 'first');
    await replace('ben', 'Lied.txt', 'second');
    await eraseOwner(db(), person as Parameters<typeof eraseOwner>[1]);
    expect(await versionsOf('ada', kept)).toMatchObject([{ written_by: null }]);
  });
});

describe('an office server', () => {
  it('makes a version when a session begins and one in ten minutes, whoever of the session writes', async () => {
    const uuid = await bring('ben', 'Plan.docx', 'first');
    await share('ben', uuid);
    const [ben, cem] = [await edit('ben', uuid), await edit('cem', uuid)];
    await ben.operate('LOCK', { 'x-wopi-lock': 'A' });
    for (const content of ['a1', 'a2']) await ben.put(content, 'A');
    await cem.put('a3', 'A');
    expect(await versionsOf('ben', uuid)).toMatchObject([{ size: 5 }]);
    server.clock.advance(EDIT_VERSION_MINUTES * 60_000 - 1);
    await cem.put('a4', 'A');
    expect(await versionsOf('ben', uuid)).toHaveLength(1);
    server.clock.advance(1);
    await ben.put('a5 and more', 'A');
    const [second] = await versionsOf('ben', uuid);
    expect([second?.written_by, await textOf(second?.meta.download_uri ?? '')]).toEqual([
      expect.stringMatching(/^cem/),
      'a4',
    ]);
    await ben.operate('UNLOCK', { 'x-wopi-lock': 'A' });
    await cem.operate('LOCK', { 'x-wopi-lock': 'B' });
    await cem.put('b1', 'B');
    expect(await versionsOf('ben', uuid)).toHaveLength(3);
    expect(await sizeOfCloud()).toBe(2);
    expect(await usage('ada')).toMatchObject({ used: 2 + 5 + 2 + 11, versions: 18 });
    const rows = await db().selectFrom('cloud_files').select('edit_session').where('uuid', '=', uuid).execute();
    expect(rows[0]?.edit_session).toMatch(/^[0-9a-f]{64}$/);
  });

  it('that holds a document lets nobody put another content below it', async () => {
    const uuid = await bring('ben', 'Plan.docx', 'first');
    await replace('ben', 'Plan.docx', 'second');
    const [version] = await versionsOf('ben', uuid);
    const editor = await edit('ben', uuid);
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    for (const answer of [await bringBack('ben', uuid, version?.uuid ?? ''), await replace('ben', 'Plan.docx', 'x')])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'document_open']);
    await editor.operate('UNLOCK', { 'x-wopi-lock': 'A' });
    expect((await bringBack('ben', uuid, version?.uuid ?? '')).status).toBe(200);
  });

  it('finds nothing of what lies in the bin, and goes on when it is back', async () => {
    const uuid = await bring('ben', 'Plan.docx', 'first');
    const editor = await edit('ben', uuid);
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    await api('ben', 'DELETE', '/delete', { files: [uuid] });
    for (const answer of [await editor.info(), await editor.read(), await editor.put('late', 'A')])
      expect(answer.status).toBe(404);
    await api('ben', 'PUT', '/bin/restore', { files: [uuid] });
    expect((await editor.read()).bytes.toString()).toBe('first');
  });

  it('is refused what the versions leave no room for', async () => {
    const uuid = await bring('ben', 'Plan.docx', 'x'.repeat(900_000));
    const editor = await edit('ben', uuid);
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    expect((await editor.put('y'.repeat(900_000), 'A')).status).toBe(200);
    // The second save of a session takes the place of the first.
    expect((await editor.put('z'.repeat(900_000), 'A')).status).toBe(200);
    server.clock.advance(EDIT_VERSION_MINUTES * 60_000);
    expect((await editor.put('w'.repeat(900_000), 'A')).status).toBeGreaterThanOrEqual(400);
    expect(await versionsOf('ben', uuid)).toHaveLength(1);
  });
});
