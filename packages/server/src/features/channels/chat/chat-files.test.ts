import { randomUUID } from 'node:crypto';
import { ALT_NAME_MAXIMUM, FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
import { hear } from '../../../../../../tests/support/chats.ts';
import { type Clamd, EICAR, startClamd } from '../../../../../../tests/support/clamd.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/server.ts';

let server: TestServer;
let clamd: Clamd;
let school: BuiltSchool;
let channel: BuiltChannel;
let photo: Buffer<ArrayBuffer>;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;

beforeAll(async () => {
  clamd = await startClamd();
  server = await startTestServer({ env: { KREIDE_CLAMD: `127.0.0.1:${clamd.port}` } });
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem']) {
    people[name] = await buildUser(db(), school.id, name, 'TEACHER');
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const shape = { width: 30, height: 20, channels: 3, background: '#205090' } as const;
  photo = Buffer.from(await sharp({ create: shape }).jpeg().toBuffer());
});
afterAll(async () => {
  await server.stop();
  await clamd[Symbol.asyncDispose]();
});
beforeEach(async () => {
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
  await db().deleteFrom('messages').where('type', '!=', 'NC_EVENT').execute();
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
const inChat = (who: string, method: string, path: string, body?: unknown) =>
  call(who, method, `chats/${channel.chat_id}${path}`, body);

function formOf(fields: Record<string, string>, content: Blob | null, name = 'Foto.jpg'): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries({ uuid: randomUUID(), ...fields })) form.append(field, value);
  if (content) form.append('file', content, name);
  return form;
}
const bytes = (content: string | Buffer<ArrayBuffer>) => new Blob([content]);
const send = (who: string, fields: Record<string, string> = {}, content: Blob | null = bytes(photo), name?: string) =>
  inChat(who, 'POST', '/messages', formOf(fields, content, name));
const list = async (who: string) => (await inChat(who, 'GET', '/messages')).body.data;
const get = (url: string) => server.request('GET', url);
const filesOf = () => db().selectFrom('files').select(['id', 'uuid', 'is_kept', 'deleted_at']).execute();

describe('a message with a file', () => {
  it('is one message for everybody there, each with an address of their own [C-7.48]', async () => {
    using listening = await hear(server.url, tokens.ben ?? '', ['message.created']);
    const first = (await inChat('ben', 'POST', '/messages', { uuid: randomUUID(), content: 'Ein Foto?' })).body.data;
    const { status, body } = await send('ada', {
      content: ' Vom Ausflug ',
      reply_uuid: first.uuid,
      file_alt_name: 'Der See',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const file = {
      name: 'Foto.jpg',
      type: 'image/jpeg',
      extension: 'jpg',
      size: photo.length,
      width: 30,
      height: 20,
      alt_name: 'Der See',
    };
    const message = { type: 'MESSAGE', content: 'Vom Ausflug', reply_uuid: first.uuid, original_id: first.id, file };
    expect(body.data).toMatchObject(message);
    expect(body.data.file_uuid).toBe(body.data.file.uuid);
    const [read] = await list('ben');
    expect(read).toMatchObject({ ...message, file_uuid: body.data.file_uuid, is_read: false });
    expect(read.file.url).not.toBe(body.data.file.url);
    for (const { url } of [read.file, body.data.file])
      expect(Buffer.from(await (await fetch(server.url + url)).arrayBuffer()).equals(photo)).toBe(true);
    await expect.poll(() => listening.events.length).toBe(2);
    expect((await call('ben', 'GET', `${channel.id}/metrics`)).body.data).toMatchObject({ files_count: 1 });
    expect((await inChat('ben', 'GET', '')).body.data.last_unread_count).toBe(1);
  });

  it('and its chat carry what they are known by [C-3.10] [C-3.11]', async () => {
    const { uuid } = (await send('ben')).body.data;
    const { data } = (await send('ada', { reply_uuid: uuid })).body;
    const keys = { id: 2, chat_id: channel.chat_id, user_id: idOf('ada'), reply_uuid: uuid, original_id: 1 };
    expect(data).toMatchObject({ ...keys, uuid: expect.any(String), file_uuid: expect.any(String) });
    const chat = (await inChat('ada', 'GET', '')).body.data;
    const [created_at, updated_at] = [expect.any(String), data.updated_at];
    expect(chat).toMatchObject({ id: channel.chat_id, messages_sent: 2, created_at, updated_at });
  });

  it('needs no text, but a text that is too long or a description that is too long is refused [C-7.48]', async () => {
    expect((await send('ada')).body.data).toMatchObject({ content: '', file: { alt_name: '' } });
    expect((await send('ada', { content: 'a'.repeat(10_001) })).body.error.issues).toMatchObject([
      { path: 'body.content', rule: 'contentMax' },
    ]);
    expect((await send('ada', { file_alt_name: 'ä'.repeat(ALT_NAME_MAXIMUM + 1) })).body.error.issues).toMatchObject([
      { path: 'body.file_alt_name', rule: 'altMax' },
    ]);
    expect((await send('ada', {}, null)).body.error.issues).toMatchObject([{ rule: 'contentRequired' }]);
    expect(await list('ada')).toHaveLength(1);
  });

  it('is one however often its uuid comes, and its file is stored once [C-4.18] [C-7.48]', async () => {
    const uuid = randomUUID();
    const before = (await filesOf()).length;
    const first = (await send('ada', { uuid })).body.data;
    const again = (await send('ada', { uuid }, bytes('another'))).body.data;
    expect(again.file_uuid).toBe(first.file_uuid);
    expect(await list('ada')).toHaveLength(1);
    expect((await filesOf()).length).toBe(before + 1);
    expect((await send('ben', { uuid })).body.error.code).toBe('duplicate');
  });

  it('is taken from nobody who may not write there: nothing is stored [C-4.09] [C-4.13] [C-7.48]', async () => {
    const before = (await filesOf()).length;
    expect((await send('cem')).body.error.code).toBe('chat_no_member');
    await db().updateTable('channels').set({ is_twoway: false }).where('id', '=', channel.id).execute();
    expect((await send('ben')).body.error.code).toBe('chat_oneway');
    expect((await filesOf()).length).toBe(before);
    expect((await send('ada')).status).toBe(200);
  });

  it('is refused in words when it is too large, two at once, or carries a virus [C-7.48]', async () => {
    const before = (await filesOf()).length;
    const large = await send('ada', {}, new Blob([Buffer.alloc(FILE_MAXIMUM_BYTES + 1)]));
    expect([large.status, large.body.error.code]).toEqual([413, 'too_large']);
    const two = formOf({}, bytes(photo));
    two.append('file', bytes('x'), 'zwei.txt');
    expect((await inChat('ada', 'POST', '/messages', two)).status).toBe(413);
    const virus = await send('ada', {}, bytes(`x${EICAR}`), 'Lösung.doc');
    expect([virus.status, virus.body.error.issues[0].rule]).toEqual([422, 'virus']);
    clamd.says = 'broken ERROR';
    const away = await send('ada', {}, bytes('x'));
    clamd.says = undefined;
    expect([away.status, away.body.error.issues[0].rule]).toEqual([503, 'scannerAway']);
    expect((await filesOf()).length).toBe(before);
    expect(await list('ada')).toEqual([]);
  });

  it('goes with its file when it is taken back, for everybody and at once [C-7.53] [D-6.12]', async () => {
    const { id, file } = (await send('ada', { content: 'Vom Ausflug' })).body.data;
    const reply = { uuid: randomUUID(), content: 'Schön', reply_uuid: (await list('ben'))[0].uuid };
    await inChat('ben', 'POST', '/messages', reply);
    const [answer, theirs] = await list('ben');
    expect(answer.reply.excerpt).toBe('Vom Ausflug');
    expect((await get(theirs.file.url)).status).toBe(200);
    const taken = (await inChat('ada', 'DELETE', `/messages/${id}`)).body.data;
    expect(taken).toMatchObject({ is_unset: true, file: null, file_uuid: null });
    expect((await get(theirs.file.url)).status).toBe(404);
    expect((await filesOf()).find(({ uuid }) => uuid === file.uuid)?.deleted_at).not.toBeNull();
    expect((await call('ben', 'GET', `${channel.id}/metrics`)).body.data.files_count).toBe(0);
  });
});

describe('the file of a message', () => {
  it('is read by nobody who has left the channel, or for whom its chat was cleared [C-6.42] [C-7.18]', async () => {
    await send('ada');
    const [{ file }] = await list('ben');
    const members = db().updateTable('channel_members').where('user_id', '=', idOf('ben'));
    await members.set({ left_at: new Date().toISOString() }).execute();
    expect((await get(file.url)).status).toBe(404);
    await members.set({ left_at: null }).execute();
    expect((await get(file.url)).status).toBe(200);
    await call('ada', 'POST', `${channel.id}/clear-messages`);
    expect((await get(file.url)).status).toBe(404);
    expect((await call('ada', 'GET', `${channel.id}/metrics`)).body.data.files_count).toBe(0);
  });

  it('is quoted by its name where there is no text', async () => {
    const { uuid } = (await send('ada')).body.data;
    await inChat('ben', 'POST', '/messages', { uuid: randomUUID(), content: 'Schön', reply_uuid: uuid });
    expect((await list('ada'))[0].reply.excerpt).toBe('Foto.jpg');
  });

  it('goes with its author when they are erased; what they wrote beside it too [P-6.13]', async () => {
    await send('ben', { content: 'Ich am See' });
    const [{ file }] = await list('ada');
    const person = { school_id: school.id, user_id: idOf('ben') };
    const own = [];
    for (const feature of server.server.features.all)
      own.push(...((await feature.personalFiles?.(db(), person)) ?? []));
    expect(own).toContainEqual({ uuid: file.uuid, name: 'Foto.jpg' });
    await db()
      .transaction()
      .execute(async (trx) => {
        for (const feature of server.server.features.all) await feature.erase?.(trx, person, server.server.clock.now());
      });
    expect((await get(file.url)).status).toBe(404);
    expect((await list('ada'))[0]).toMatchObject({ content: '', file: null, is_unset: true });
  });
});
