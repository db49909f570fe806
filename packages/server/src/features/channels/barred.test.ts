import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { writeMessage } from '../../../../../tests/support/chats.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  const other = await buildSchool(db(), 'drossel');
  for (const name of ['ada', 'ben', 'cem', 'eva']) {
    people[name] = await buildUser(db(), name === 'eva' ? other.id : school.id, name, 'TEACHER');
    tokens[name] = await signIn(server, name === 'eva' ? 'drossel' : 'amsel', name);
  }
});
afterAll(() => server.stop());

let number = 2;
async function built(): Promise<BuiltChannel & { code: string }> {
  const code = `KLARE${number++}AB`;
  const channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben')] }, { code });
  return { ...channel, code };
}
const join = async (who: string, code: string) => {
  const { status, body } = await call(who, 'POST', 'join-by-code', { code });
  return status === 200 ? 'in' : body.error.code;
};
const remove = async ({ id }: BuiltChannel) =>
  expect((await call('ada', 'POST', `${id}/users/remove`, { users: [idOf('ben')] })).status).toBe(200);

describe('somebody who was taken out of a channel', () => {
  it('does not come back by its code, but when somebody adds them or the code is new [C-7.21]', async () => {
    const channel = await built();
    await remove(channel);
    expect(await join('ben', channel.code)).toBe('channel_barred');
    expect((await call('ben', 'GET', `chats/${channel.chat_id}`)).status).toBe(403);
    // Others come in by it, and those of another school do not learn that there is one.
    expect(await join('cem', channel.code)).toBe('in');
    expect(await join('eva', channel.code)).toBe('not_found');
    await call('ada', 'POST', `${channel.id}/users/add`, { users: [idOf('ben')] });
    expect((await call('ben', 'GET', `chats/${channel.chat_id}`)).status).toBe(200);
    await remove(channel);
    const renewed = (await call('ada', 'PUT', `${channel.id}/code`)).body.data.code;
    expect(await join('ben', channel.code)).toBe('not_found');
    expect(await join('ben', renewed)).toBe('in');
  });

  it('who left of their own comes back by the code [C-7.21]', async () => {
    const channel = await built();
    expect((await call('ben', 'POST', `${channel.id}/leave`)).status).toBe(204);
    expect(await join('ben', channel.code)).toBe('in');
  });

  it('begins as everybody new when they are added again: nothing muted, nothing pinned, all of it read [C-7.16]', async () => {
    const channel = await built();
    await writeMessage(db(), school.id, channel, idOf('ada'));
    await call('ben', 'PUT', `${channel.id}/mute`, { is_muted: true });
    await call('ben', 'PUT', `${channel.id}/pin`, { is_pinned: true });
    await remove(channel);
    await writeMessage(db(), school.id, channel, idOf('ada'));
    // A place that is ahead of the chat: that of a database which was put back.
    await db().updateTable('channel_members').set({ read_seq: 9 }).where('channel_id', '=', channel.id).execute();
    await call('ada', 'POST', `${channel.id}/users/add`, { users: [idOf('ben')] });
    const row = await db()
      .selectFrom('channel_members')
      .select(['is_muted', 'is_pinned', 'is_archived', 'is_unread', 'is_admin', 'read_seq', 'visible_from_seq'])
      .where('channel_id', '=', channel.id)
      .where('user_id', '=', idOf('ben'))
      .executeTakeFirstOrThrow();
    const nothing = { is_muted: false, is_pinned: false, is_archived: false, is_unread: false, is_admin: false };
    expect(row).toEqual({ ...nothing, read_seq: 2, visible_from_seq: 2 });
  });
});
