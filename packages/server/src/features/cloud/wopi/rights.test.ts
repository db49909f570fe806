// The client is written from the protocol; these tests were not tried with Collabora.
import { EDIT_TOKEN_SECONDS } from '@kreide/core/features/cloud';
import { describe, expect, it } from 'vitest';
import type { WopiCall } from '../../../../../../tests/support/office-server.ts';
import { buildSchool } from '../../../../../../tests/support/people.ts';
import {
  api,
  bring,
  channel,
  db,
  edit,
  idOf,
  office,
  school,
  server,
  share,
  tokens,
  withOffice,
} from '../../../../../../tests/support/wopi.ts';

withOffice();

/** A body whose end waits; it has begun once somebody reads it. */
function slowly(text: string) {
  const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = new ReadableStream({
    async pull(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      begun.resolve();
      await rest.promise;
      controller.close();
    },
  });
  return { slow, begun: begun.promise, goOn: () => rest.resolve() };
}

describe('the right to a file', () => {
  it('is asked for with every request: what was lost meanwhile writes nothing more [C-9.28]', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    await share('ben', uuid);
    const editor = await edit('cem', uuid);
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    await share('ben', uuid, false);
    expect((await editor.put('after', 'A')).status).toBe(403);
    expect((await editor.operate('REFRESH_LOCK', { 'x-wopi-lock': 'A' })).status).toBe(403);
    expect((await editor.info()).body.UserCanWrite).toBe(false);
    // What they hold they let go of.
    expect((await editor.operate('UNLOCK', { 'x-wopi-lock': 'A' })).status).toBe(200);

    await share('ben', uuid);
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    await db()
      .updateTable('channel_members')
      .set({ left_at: '2026-11-18T09:00:00Z' })
      .where('channel_id', '=', channel.id)
      .where('user_id', '=', idOf('cem'))
      .execute();
    expect([
      (await editor.put('after', 'A')).status,
      (await editor.read()).status,
      (await editor.info()).status,
    ]).toEqual([404, 404, 404]);
    expect((await (await edit('ben', uuid)).read()).bytes.toString()).toBe('first');
  });

  it('ends with the session, the file and the account [C-9.28]', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    const [ben, ada] = [await edit('ben', uuid), await edit('ada', uuid)];
    expect((await server.request('POST', '/v1/logout', { token: tokens.ben, body: {} })).status).toBeLessThan(300);
    expect((await ben.info()).status).toBe(401);
    expect((await ada.info()).status).toBe(200);
    await db().updateTable('users').set({ is_locked: true }).where('id', '=', idOf('ada')).execute();
    expect((await ada.info()).status).toBe(401);
    await db().updateTable('users').set({ is_locked: false }).where('id', '=', idOf('ada')).execute();
    await api('ada', 'DELETE', '/delete', { files: [uuid] });
    expect([(await ada.info()).status, (await ada.read()).status]).toEqual([404, 404]);
  });

  it('does not outlive a write that takes longer than it does', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    await share('ben', uuid);
    const editor = await edit('cem', uuid);
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    const { slow, begun, goOn } = slowly('half');
    const writing = editor.put(slow, 'A');
    await begun;
    await share('ben', uuid, false);
    goOn();
    expect((await writing).status).toBe(403);
    expect((await (await edit('ben', uuid)).read()).bytes.toString()).toBe('first');
  });
});

describe('a write', () => {
  it('ends where there is no room for it, for the file, the person and the channel; and what it replaces does not count', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    const editor = await edit('ben', uuid);
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    expect((await editor.put(Buffer.alloc(1_500_000, 'a'), 'A')).status).toBe(200);
    // Twice as much would be too much, were the former one still there.
    expect((await editor.put(Buffer.alloc(1_500_000, 'b'), 'A')).status).toBe(200);
    const full = await editor.put(Buffer.alloc(2_100_000, 'c'), 'A');
    expect([full.status, full.headers.get('x-wopi-servererror')]).toEqual([413, 'quotaPerson']);
    const share = await editor.put(Buffer.alloc(3_100_000, 'c'), 'A');
    expect([share.status, share.headers.get('x-wopi-servererror')]).toEqual([413, 'quota']);
    expect((await editor.put(Buffer.alloc(26_300_000, 'c'), 'A')).status).toBe(413);
    expect((await editor.put('', 'A')).status).toBe(400);
    expect((await editor.read()).bytes.equals(Buffer.alloc(1_500_000, 'b'))).toBe(true);
    expect((await api('ada', 'GET', '')).body.data.size).toBe(1_500_000);
  });
});

describe('who writes together', () => {
  it('loses nothing: a content that was there before is written again over what came meanwhile', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    await share('ben', uuid);
    const [ben, cem] = [await edit('ben', uuid), await edit('cem', uuid)];
    await ben.operate('LOCK', { 'x-wopi-lock': 'A' });
    const { slow, begun, goOn } = slowly('first');
    const writing = ben.put(slow, 'A');
    await begun;
    expect((await cem.put('of cem', 'A')).status).toBe(200);
    goOn();
    expect((await writing).status).toBe(200);
    expect((await ben.read()).bytes.toString()).toBe('first');
    expect((await ben.info()).body.Version).toBe((await writing).headers.get('x-wopi-itemversion'));
    // What somebody else writes stays a file of whoever brought it.
    expect((await cem.put('of cem', 'A')).status).toBe(200);
    const file = await db()
      .selectFrom('cloud_files')
      .innerJoin('files', 'files.id', 'cloud_files.file_id')
      .select('files.created_by')
      .where('cloud_files.uuid', '=', uuid)
      .executeTakeFirst();
    expect(file).toEqual({ created_by: idOf('ben') });
  });

  it('writes nothing without the lock, whatever is sent, and not at all where it is not said to be a write', async () => {
    const editor = await edit('ben', await bring('ben', 'Plan.docx'));
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    // Refused for the lock, and not for a body that nobody has read yet.
    expect((await editor.put('', 'B')).status).toBe(409);
    expect((await editor.put('x', 'A', { method: 'POST' })).status).toBe(200);
    const source = `${editor.source}/contents`;
    const silent = await editor.call({ source, method: 'POST', body: 'y', headers: { 'x-wopi-lock': 'A' } });
    expect(silent.status).toBe(400);
    expect((await editor.read()).bytes.toString()).toBe('x');
  });
});

describe('a request', () => {
  it('needs a token of this file, this school and this time', async () => {
    const [one, other] = [await bring('ben', 'Plan.docx'), await bring('ben', 'Andere.docx')];
    const [editor, elsewhere] = [await edit('ben', one), await edit('ben', other)];
    const statusOf = async (request: Partial<WopiCall>) => (await editor.call(request)).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ token: elsewhere.token })).toBe(401);
    expect(await statusOf({ source: elsewhere.source })).toBe(401);
    expect(await statusOf({ token: '' })).toBe(401);
    expect(await statusOf({ token: `${editor.token.slice(0, -2)}AA` })).toBe(401);
    expect(await statusOf({ token: tokens.ben ?? '' })).toBe(401);
    const [text = '', signature = ''] = editor.token.split('.');
    const forged = Buffer.from(text, 'base64url').toString().replace(/^\d+/, '999999');
    expect(await statusOf({ token: `${Buffer.from(forged).toString('base64url')}.${signature}` })).toBe(401);
    expect((await fetch(editor.source)).status).toBe(401);
    expect((await fetch(editor.source, { headers: { authorization: `Bearer ${tokens.ben}` } })).status).toBe(401);
    server.clock.advance((EDIT_TOKEN_SECONDS - 1) * 1000);
    expect(await statusOf({})).toBe(200);
    server.clock.advance(1000);
    expect(await statusOf({})).toBe(401);
  });

  it('is none of another school, even with a token that was signed for it', async () => {
    const uuid = await bring('ben', 'Plan.docx');
    const editor = await edit('ben', uuid);
    const foreign = await buildSchool(db(), `drossel${channel.id}`);
    const { toEditKey, createEditToken } = await import('./token.ts');
    const { TEST_SECRET } = await import('../../../../../../tests/support/server.ts');
    const { id } = await db().selectFrom('cloud_files').select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow();
    const session = await db()
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', idOf('ben'))
      .executeTakeFirstOrThrow();
    const grant = {
      school_id: foreign.id,
      session_id: session.id,
      user_id: idOf('ben'),
      channel_id: channel.id,
      id,
      uuid,
    };
    const token = createEditToken(toEditKey(TEST_SECRET), { ...grant, expires: new Date('2026-11-30T00:00:00Z') });
    expect((await editor.call({ token })).status).toBe(401);
    // Nor is it another file of the own school under the address of this one.
    const other = await bring('ben', 'Andere.docx');
    const expires = new Date('2026-11-30T00:00:00Z');
    const mixed = createEditToken(toEditKey(TEST_SECRET), { ...grant, school_id: school.id, uuid: other, expires });
    const source = editor.source.replace(uuid, other);
    expect((await editor.call({ token: mixed, source })).status).toBe(404);
  });

  it('is signed by the office server, with its key or the one before, for this address and the last 20 minutes', async () => {
    const editor = await edit('ben', await bring('ben', 'Plan.docx'));
    const statusOf = async (request: Partial<WopiCall>) => (await editor.call(request)).status;
    expect(await statusOf({ signing: { only: 'new' } })).toBe(200);
    expect(await statusOf({ signing: { none: true } })).toBe(401);
    expect(await statusOf({ signing: { url: `${editor.source}/contents` } })).toBe(401);
    expect(await statusOf({ signing: { token: 'another' } })).toBe(401);
    expect(await statusOf({ headers: { 'x-wopi-proof': 'AAAA', 'x-wopi-proofold': 'AAAA' } })).toBe(401);
    expect(await statusOf({ headers: { 'x-wopi-timestamp': 'soon' } })).toBe(401);
    const at = (minutes: number, seconds = 0) =>
      new Date(server.clock.now().getTime() + (minutes * 60 + seconds) * 1000);
    expect(await statusOf({ now: at(-20) })).toBe(200);
    expect(await statusOf({ now: at(-20, -1) })).toBe(401);
    expect(await statusOf({ now: at(20, 1) })).toBe(401);
  });

  it('is known by the old key while the office server changes its keys, whichever of both we have read', async () => {
    const editor = await edit('ben', await bring('ben', 'Plan.docx'));
    const statusOf = async (request: Partial<WopiCall> = {}) => (await editor.call(request)).status;
    expect(await statusOf()).toBe(200);
    // It signs with a new key before its discovery was read again: the old signature fits what we know.
    office.changeKey({ isTold: false });
    expect(await statusOf()).toBe(200);
    expect(await statusOf({ signing: { only: 'old' } })).toBe(200);
    // Its discovery has the new key now: a request signed with that alone makes us ask for it.
    office.changeKey();
    server.clock.advance(10_000);
    const before = office.asked;
    expect(await statusOf({ signing: { only: 'new' } })).toBe(200);
    expect(office.asked).toBe(before + 1);
    // A signature of nobody does not make us ask without end.
    expect(await statusOf({ signing: { token: 'x' } })).toBe(401);
    expect(await statusOf({ signing: { token: 'x' } })).toBe(401);
    expect(office.asked).toBe(before + 1);
  });
});
