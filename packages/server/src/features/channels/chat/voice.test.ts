import { randomUUID } from 'node:crypto';
import { MESSAGE_TYPES, VOICE_MAXIMUM_BYTES, VOICE_MAXIMUM_SECONDS } from '@kreide/core/features/channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel, buildConversation } from '../../../../../../tests/support/channels.ts';
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
import { RECORDINGS, WAVE } from '../../../../../../tests/support/voices.ts';

let server: TestServer;
let clamd: Clamd;
let school: BuiltSchool;
let channel: BuiltChannel;
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
});
afterAll(async () => {
  await server.stop();
  await clamd[Symbol.asyncDispose]();
});
beforeEach(async () => {
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
  await db().deleteFrom('messages').where('type', '!=', 'NC_EVENT').execute();
});

const inChat = (who: string, method: string, path: string, body?: unknown, chat = channel) =>
  server.request(method, `/v1/channels/chats/${chat.chat_id}${path}`, { token: tokens[who], body });
type Fields = Record<string, string | undefined>;
function speak(who: string, fields: Fields = {}, content: Buffer | null = RECORDINGS.webm, chat = channel) {
  const form = new FormData();
  const all = { uuid: randomUUID(), duration_in_seconds: '7', wave: WAVE, ...fields };
  for (const [field, value] of Object.entries(all)) if (value !== undefined) form.append(field, value);
  if (content) form.append('file', new Blob([new Uint8Array(content)]), 'Stimme.webm');
  return inChat(who, 'POST', '/messages/voice', form, chat);
}
const list = async (who: string) => (await inChat(who, 'GET', '/messages')).body.data;
const get = (url: string) => server.request('GET', url);
const countFiles = async () => (await db().selectFrom('files').select('id').execute()).length;

describe('a voice message', () => {
  it('is one message for everybody there, with its length and wave form, and told at once [C-7.51]', async () => {
    using listening = await hear(server.url, tokens.ben ?? '', ['message.created']);
    const asked = (await inChat('ben', 'POST', '/messages', { uuid: randomUUID(), content: 'Sag mal' })).body.data;
    const { status, body } = await speak('ada', { content: ' Bis morgen ', reply_uuid: asked.uuid });
    expect(status, JSON.stringify(body)).toBe(200);
    const file = { type: 'audio/webm', name: 'Stimme.webm', size: RECORDINGS.webm.length, width: null };
    const message = { type: 'VOICE', content: 'Bis morgen', duration_in_seconds: 7, wave: WAVE, file };
    expect(body.data).toMatchObject({ ...message, reply_uuid: asked.uuid, can: { edit: 0, delete: 1 } });
    const [read] = await list('ben');
    expect(read).toMatchObject({ ...message, is_read: false, user_id: idOf('ada') });
    const answer = await fetch(server.url + read.file.url);
    expect(answer.headers.get('content-type')).toBe('audio/webm');
    expect(Buffer.from(await answer.arrayBuffer()).equals(RECORDINGS.webm)).toBe(true);
    const part = await fetch(server.url + read.file.url, { headers: { range: 'bytes=4-7' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
    await expect.poll(() => listening.events.length).toBe(2);
    // What is written has neither.
    expect((await list('ada'))[1]).toMatchObject({ type: 'MESSAGE', duration_in_seconds: null, wave: null });
    // What is only spoken has no words in a list or above the others: the name of its file is none.
    const { id } = (await speak('ada')).body.data;
    const { data } = (await inChat('ada', 'PUT', '/pinned-message', { message_id: id })).body;
    const own = await server.request('GET', '/v1/users/self/channels', { token: tokens.ben });
    const line = own.body.data.find((one: { id: number }) => one.id === channel.id).last_message;
    expect([data.pinned_message, line]).toMatchObject([
      { id, excerpt: '' },
      { id, excerpt: '' },
    ]);
  });

  it('is of a kind that browsers record, by its bytes; anything else is refused and not stored [C-7.51]', async () => {
    const kinds = [];
    for (const content of [RECORDINGS.webm, RECORDINGS.mp4, RECORDINGS.m4a, RECORDINGS.ogg])
      kinds.push((await speak('ada', {}, content)).body.data?.file.type);
    expect(kinds).toEqual(['audio/webm', 'audio/mp4', 'audio/mp4', 'audio/ogg']);
    const before = await countFiles();
    const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(64)]);
    for (const content of [Buffer.from('<!doctype html><script>alert(1)</script>'), mp3]) {
      const { status, body } = await speak('ada', {}, content);
      expect([status, body.error.issues[0]]).toMatchObject([
        422,
        { rule: 'fileKind', message: expect.stringContaining('Stimme.webm') },
      ]);
    }
    expect(await countFiles()).toBe(before);
    expect(await list('ada')).toHaveLength(4);
  });

  it('is from one second to five minutes long, and has 64 heights: all else is refused with its field [C-7.51]', async () => {
    const before = await countFiles();
    const wrong: [Fields, string][] = [
      ...['0', `${VOICE_MAXIMUM_SECONDS + 1}`, '-1', '1.5', '', 'NaN', '1e2', undefined].map(
        (duration_in_seconds): [Fields, string] => [{ duration_in_seconds }, 'body.duration_in_seconds'],
      ),
      ...[63, 65, 0].map((length): [Fields, string] => [
        { wave: Buffer.alloc(length).toString('base64') },
        'body.wave',
      ]),
      [{ wave: WAVE.replace(/^./, '-') }, 'body.wave'],
      [{ wave: undefined }, 'body.wave'],
      [{ uuid: 'x' }, 'body.uuid'],
      [{ content: 'a'.repeat(10_001) }, 'body.content'],
      [{ file_alt_name: 'x' }, 'body'],
    ];
    for (const [fields, path] of wrong) {
      const { status, body } = await speak('ada', fields);
      expect([status, body.error.issues[0].path], JSON.stringify(fields)).toEqual([422, path]);
    }
    const none = await speak('ada', {}, null);
    expect([none.status, none.body.error.issues]).toMatchObject([422, [{ path: 'files', rule: 'required' }]]);
    expect(await countFiles()).toBe(before);
    for (const seconds of [1, VOICE_MAXIMUM_SECONDS]) {
      const answer = await speak('ada', { duration_in_seconds: `${seconds}` });
      expect(answer.body.data.duration_in_seconds).toBe(seconds);
    }
  });

  it('is refused in words when it is too large, empty, or carries a virus [C-7.51]', async () => {
    const before = await countFiles();
    const large = await speak('ada', {}, Buffer.concat([RECORDINGS.webm, Buffer.alloc(VOICE_MAXIMUM_BYTES)]));
    expect([large.status, large.body.error.code]).toEqual([413, 'too_large']);
    const virus = await speak('ada', {}, Buffer.concat([RECORDINGS.webm, Buffer.from(EICAR)]));
    expect([virus.status, virus.body.error.issues[0].rule]).toEqual([422, 'virus']);
    expect((await speak('ada', {}, Buffer.alloc(0))).body.error.issues[0].rule).toBe('fileEmpty');
    expect(await countFiles()).toBe(before);
    expect(await list('ada')).toEqual([]);
  });

  it('is one however often its uuid comes, and its recording is stored once [C-4.18] [C-7.51]', async () => {
    const uuid = randomUUID();
    const before = await countFiles();
    const first = (await speak('ada', { uuid })).body.data;
    const again = (await speak('ada', { uuid, duration_in_seconds: '9' }, RECORDINGS.ogg)).body.data;
    expect(again).toMatchObject({ id: first.id, file_uuid: first.file_uuid, duration_in_seconds: 7 });
    expect(await countFiles()).toBe(before + 1);
    expect((await speak('ben', { uuid })).body.error.code).toBe('duplicate');
  });

  it('is taken from nobody who may not write there: nothing is stored [C-4.09] [C-4.13] [C-7.51]', async () => {
    const before = await countFiles();
    expect((await speak('cem')).body.error.code).toBe('chat_no_member');
    await db().updateTable('channels').set({ is_twoway: false }).where('id', '=', channel.id).execute();
    expect((await speak('ben')).body.error.code).toBe('chat_oneway');
    expect(await countFiles()).toBe(before);
    expect((await speak('ada')).status).toBe(200);
  });

  it('goes with its recording when it is taken back; who answered it quotes that it was spoken [C-7.51] [C-7.53]', async () => {
    const { id, uuid } = (await speak('ada')).body.data;
    await inChat('ben', 'POST', '/messages', { uuid: randomUUID(), content: 'Gern', reply_uuid: uuid });
    const [answer, theirs] = await list('ben');
    expect(answer.reply).toMatchObject({ type: 'VOICE', is_unset: false });
    const taken = (await inChat('ada', 'DELETE', `/messages/${id}`)).body.data;
    expect(taken).toMatchObject({ is_unset: true, file: null, duration_in_seconds: null, wave: null });
    expect((await get(theirs.file.url)).status).toBe(404);
  });

  it('goes with its author when they are erased, and is in what they get of themselves before [C-7.51] [P-6.13]', async () => {
    const { file } = (await speak('ben', { content: 'Ich bin es' })).body.data;
    const person = { school_id: school.id, user_id: idOf('ben') };
    const own = [];
    for (const feature of server.server.features.all)
      own.push(...((await feature.personalFiles?.(db(), person)) ?? []));
    expect(own).toContainEqual({ uuid: file.uuid, name: 'Stimme.webm' });
    const [{ file: theirs }] = await list('ada');
    await db()
      .transaction()
      .execute(async (trx) => {
        for (const feature of server.server.features.all) await feature.erase?.(trx, person, server.server.clock.now());
      });
    expect((await get(theirs.url)).status).toBe(404);
    const left = { content: '', file: null, duration_in_seconds: null, wave: null, is_unset: true };
    expect((await list('ada'))[0]).toMatchObject(left);
  });
});

describe('what is sent', () => {
  it('is spoken, knocked, or a file, in a channel as between two people [C-1.04]', async () => {
    const conversation = await buildConversation(db(), school.id, idOf('ada'), idOf('cem'));
    for (const chat of [channel, conversation]) {
      const form = new FormData();
      form.append('uuid', randomUUID());
      form.append('file', new Blob(['Kreide']), 'Notizen.txt');
      const answers = [
        await inChat('ada', 'POST', '/messages', { uuid: randomUUID(), content: 'Hallo' }, chat),
        await speak('ada', {}, RECORDINGS.ogg, chat),
        await inChat('ada', 'POST', '/messages/knock', { uuid: randomUUID(), content: '' }, chat),
        await inChat('ada', 'POST', '/messages', form, chat),
      ];
      expect(answers.map(({ status, body }) => [status, body.data.type, body.data.file?.name])).toEqual([
        [200, 'MESSAGE', undefined],
        [200, 'VOICE', 'Stimme.webm'],
        [200, 'KNOCK', undefined],
        [200, 'MESSAGE', 'Notizen.txt'],
      ]);
    }
  });

  it('is of one of five types, and no other is ever stored [C-3.12]', async () => {
    const personal = await server.request('GET', '/v1/channels/personal-channel', { token: tokens.ada });
    const { chat_id: own } = personal.body.data;
    const insert = (type: string, seq: number, chat_id = channel.chat_id) =>
      server.test.database.pool.query(
        `insert into messages (school_id, chat_id, seq, type, content, user_id, change_seq)
         values ($1, $2, $3, $4, 'Text', $5, $3)`,
        [school.id, chat_id, seq, type, idOf('ada')],
      );
    for (const [index, type] of MESSAGE_TYPES.entries()) await insert(type, index + 1);
    for (const type of ['SURVEY', 'voice', '']) await expect(insert(type, 9)).rejects.toThrow(/messages_type_check/);
    expect(MESSAGE_TYPES).toEqual(['MESSAGE', 'VOICE', 'KNOCK', 'NC_EVENT', 'HINT']);
    expect((await list('ada')).map(({ type }: { type: string }) => type)).toEqual([
      'HINT',
      'KNOCK',
      'VOICE',
      'MESSAGE',
    ]);
    // What the server tells somebody stands in their own channel.
    await insert('NC_EVENT', 1, own);
    const { data } = (await inChat('ada', 'GET', '/messages', undefined, { id: 0, chat_id: own })).body;
    expect(data).toMatchObject([{ type: 'NC_EVENT' }]);
  });
});
