import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/server.ts';

let server: TestServer;
let token: string;
let older: BuiltChannel;
let newer: BuiltChannel;
beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  const members = [(await buildUser(kysely, school.id, 'ada', 'TEACHER')).id];
  older = await buildChannel(kysely, school.id, { members }, { activity_at: '2026-11-18T09:00:00Z' });
  newer = await buildChannel(kysely, school.id, { members }, { activity_at: '2026-11-18T09:05:00Z' });
  token = await signIn(server, 'amsel', 'ada');
});
afterAll(() => server.stop());

const chat = (path: string, body: object) =>
  server.request('POST', `/v1/channels/chats/${older.chat_id}${path}`, { token, body });

async function listed() {
  const { body } = await server.request('GET', '/v1/users/self/channels', { token });
  const all = body.data as { id: number; is_unread: boolean }[];
  return all
    .filter(({ id }) => id === older.id || id === newer.id)
    .map(({ id, is_unread }) => [id === older.id ? 'older' : 'newer', is_unread]);
}

it('who writes brings the channel to the top of the list, and has read it: the mark that they had set is gone [C-2.02]', async () => {
  expect(await listed()).toEqual([
    ['newer', false],
    ['older', false],
  ]);
  expect((await chat('/unread', { is_unread: true })).status).toBe(200);
  // What is unread stands above what is newer.
  expect(await listed()).toEqual([
    ['older', true],
    ['newer', false],
  ]);
  expect((await chat('/messages', { uuid: randomUUID(), content: 'Hallo', reply_uuid: null })).status).toBe(200);
  expect(await listed()).toEqual([
    ['older', false],
    ['newer', false],
  ]);
});
