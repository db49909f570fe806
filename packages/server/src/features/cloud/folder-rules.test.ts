import type { CloudFile, CloudFileDetails } from '@kreide/core/features/cloud';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => ids[who] ?? 0;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben']) {
    ids[name] = (await buildUser(db(), school.id, name, 'TEACHER')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/cloud/${channel.id}${path}`, { token: tokens[who], body });
async function folder(who: string, more: object): Promise<CloudFile> {
  const { status, body } = await call(who, 'POST', '/create-directory', { name: 'Abgabe', parent: null, ...more });
  expect(status).toBe(200);
  return body.data;
}
function send(who: string, parent: string | null, ...names: string[]) {
  const form = new FormData();
  if (parent !== null) form.append('parent', parent);
  for (const name of names) form.append('files[]', new Blob(['Kreide']), name);
  return call(who, 'POST', '/upload', form);
}
const detailsOf = async (uuid: string): Promise<CloudFileDetails> =>
  (await call('ben', 'GET', `/files/${uuid}`)).body.data;
const issueOf = async (answered: ReturnType<typeof call>) => {
  const { status, body } = await answered;
  expect(status).toBe(422);
  return body.error.issues[0];
};

it('a folder takes the files alone that end with one of its extensions, in any case, from administrators too, and names them [C-5.24] [T-5.20]', async () => {
  const { uuid, allowed_extensions } = await folder('ada', { allowed_extensions: ['.PDF', 'docx', 'pdf'] });
  expect(allowed_extensions).toEqual(['pdf', 'docx']);
  const refused = {
    path: 'files',
    rule: 'fileExtension',
    message: 'Notiz.txt wird hier nicht angenommen. Erlaubt sind: PDF, DOCX.',
  };
  expect(await issueOf(send('ben', uuid, 'Plan.PDF', 'Notiz.txt'))).toMatchObject(refused);
  expect(await issueOf(send('ada', uuid, 'Notiz.txt'))).toMatchObject(refused);
  expect(await issueOf(send('ben', uuid, 'pdf'))).toMatchObject({ rule: 'fileExtension' });
  expect((await send('ben', uuid, 'Plan.PDF', 'Brief.docx')).status).toBe(200);
  const listed: CloudFile[] = (await call('ben', 'GET', `/files?parent=${uuid}`)).body.data;
  expect(listed.map(({ name }) => name)).toEqual(['Brief.docx', 'Plan.PDF']);
  expect((await send('ben', null, 'Notiz.txt')).status).toBe(200);
});

it('what it takes counts below it, until a folder there says something else, and the details of each say it', async () => {
  const top = await folder('ada', { allowed_extensions: ['pdf'] });
  const below = await folder('ada', { name: 'Alt', parent: top.uuid });
  const other = await folder('ada', { name: 'Ton', parent: top.uuid, allowed_extensions: ['mp3'] });
  expect((await detailsOf(below.uuid)).taken_extensions).toEqual(['pdf']);
  expect((await detailsOf(below.uuid)).allowed_extensions).toEqual([]);
  expect((await detailsOf(other.uuid)).taken_extensions).toEqual(['mp3']);
  expect(await issueOf(send('ben', below.uuid, 'a.mp3'))).toMatchObject({ rule: 'fileExtension' });
  expect((await send('ben', other.uuid, 'a.mp3')).status).toBe(200);
});

it('it is not got round by a move, of a file or of a folder with one in it', async () => {
  const { uuid } = await folder('ada', { allowed_extensions: ['pdf'] });
  const [text] = (await send('ben', null, 'Notiz.txt')).body.data as CloudFile[];
  const bag = await folder('ben', { name: 'Mappe' });
  await send('ben', bag.uuid, 'Inhalt.txt');
  const move = (one: string) => call('ben', 'PUT', '/files/move', { files_uuid: [one], parent: uuid });
  expect(await issueOf(move(text?.uuid ?? ''))).toMatchObject({ path: 'body.files_uuid', rule: 'fileExtension' });
  expect((await issueOf(move(bag.uuid))).message).toContain('Inhalt.txt');
  const [paper] = (await send('ben', null, 'Plan.pdf')).body.data as CloudFile[];
  expect((await move(paper?.uuid ?? '')).status).toBe(200);
});

it('who manages the cloud alone says what a folder takes, in letters and digits, and can open it again', async () => {
  const body = { name: 'Nein', parent: null, allowed_extensions: ['pdf'] };
  expect((await call('ben', 'POST', '/create-directory', body)).status).toBe(403);
  const own = await folder('ben', { name: 'Meins' });
  expect((await call('ben', 'PUT', `/files/${own.uuid}`, { allowed_extensions: ['pdf'] })).status).toBe(403);
  const change = (allowed_extensions: string[]) => call('ada', 'PUT', `/files/${own.uuid}`, { allowed_extensions });
  expect(await issueOf(change(['p/f']))).toMatchObject({ path: 'body.allowed_extensions', rule: 'extensionSign' });
  const many = Array.from({ length: 21 }, (_, at) => `x${at}`);
  expect(await issueOf(change(many))).toMatchObject({ rule: 'extensionsMax', message: 'Höchstens 20 Endungen.' });
  expect((await change(['pdf'])).body.data.allowed_extensions).toEqual(['pdf']);
  expect((await change([])).body.data.allowed_extensions).toEqual([]);
  expect((await send('ben', own.uuid, 'Notiz.txt')).status).toBe(200);
});

it('a file and a folder have a description, from those who may rename them', async () => {
  const own = await folder('ben', { name: 'Meins', description: ' Bis Freitag:\r\nein Bild ' });
  expect(own.description).toBe('Bis Freitag:\nein Bild');
  const [file] = (await send('ada', null, 'Plan.pdf')).body.data as CloudFile[];
  const say = (who: string, uuid: string | undefined, description: string) =>
    call(who, 'PUT', `/files/${uuid}`, { description });
  expect((await say('ben', file?.uuid, 'Mein Plan')).status).toBe(403);
  expect((await say('ada', file?.uuid, 'Der Plan')).body.data.description).toBe('Der Plan');
  expect((await say('ben', own.uuid, '')).body.data.description).toBe('');
  expect(await issueOf(say('ben', own.uuid, 'ä'.repeat(1001)))).toMatchObject({
    path: 'body.description',
    rule: 'descriptionMax',
    message: 'Höchstens 1000 Zeichen.',
  });
});
