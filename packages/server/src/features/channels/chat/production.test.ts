import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/server.ts';

let server: TestServer;
let channel: BuiltChannel;
let token: string;

/** As it runs at schools: answers are written by their declaration, not held against it. */
beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false });
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  const { id } = await buildUser(kysely, school.id, 'ada', 'TEACHER');
  token = await signIn(server, 'amsel', 'ada');
  channel = await buildChannel(kysely, school.id, { admins: [id] });
});
afterAll(() => server.stop());

it('messages are read in production as in tests: new, answered and taken back [C-7.46]', async () => {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await server.request(method, `/v1/channels/chats/${channel.chat_id}/messages${path}`, {
      token,
      body,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const first = (await call('POST', '', { uuid: randomUUID(), content: 'Guten Morgen' })).data;
  const second = (await call('POST', '', { uuid: randomUUID(), content: 'Auch dir', reply_uuid: first.uuid })).data;
  await call('DELETE', `/${first.id}`);
  const { data } = await call('GET', '');
  expect(data).toMatchObject([
    {
      ...second,
      updated_at: expect.any(String),
      change_seq: 3,
      reply: { uuid: first.uuid, is_unset: true, excerpt: '' },
    },
    { uuid: first.uuid, content: '', is_unset: true, target_type: null, can: { delete: 0 } },
  ]);
  const { data: found } = await call('GET', '/search?q=auch');
  expect(found).toMatchObject([{ uuid: second.uuid, content: 'Auch dir' }]);
  expect((await call('GET', '/around?seq=1')).data).toHaveLength(2);
});
