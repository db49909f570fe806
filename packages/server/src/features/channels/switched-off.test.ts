import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel, buildConversation } from '../../../../../tests/support/channels.ts';
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
const schools: Record<string, BuiltSchool> = {};
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const chats: Record<string, BuiltChannel> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });

beforeAll(async () => {
  server = await startTestServer();
  for (const slink of ['amsel', 'drossel']) {
    const school = await buildSchool(db(), slink);
    schools[slink] = school;
    for (const [name, role] of [
      ['ada', 'TEACHER'],
      ['ben', 'TEACHER'],
      ['boss', 'ADMIN'],
    ] as const) {
      const who = slink === 'amsel' ? name : `${name}2`;
      people[who] = await buildUser(db(), school.id, name, role);
      tokens[who] = await signIn(server, slink, name);
    }
  }
  chats.own = await buildChannel(db(), schools.amsel?.id ?? 0, { admins: [idOf('ada')], members: [idOf('ben')] });
  chats.pair = await buildConversation(db(), schools.amsel?.id ?? 0, idOf('ada'), idOf('ben'));
  chats.other = await buildChannel(db(), schools.drossel?.id ?? 0, { admins: [idOf('ada2'), idOf('ben2')] });
});
afterAll(() => server.stop());
beforeEach(() => use(true));

const RULES = { pupils: false, parents: false };
/** The switch of the school, as its administration sets it. */
async function use(channels: boolean): Promise<void> {
  const answer = await call('boss', 'PUT', `/schools/${schools.amsel?.id}/channels`, { ...RULES, channels });
  expect(answer.status, answer.text).toBe(200);
  const has = async () => (await call('ada', 'GET', '/users/self')).body.data.permissions.includes('create-channel');
  await expect.poll(has).toBe(channels);
}
const message = () => ({ uuid: randomUUID(), content: 'Guten Tag' });
const codeOf = async (who: string, method: string, path: string, body?: unknown) => {
  const answer = await call(who, method, path, body);
  return answer.body?.error?.code ?? answer.status;
};
const unreadOf = async (who: string) =>
  (await call(who, 'GET', '/users/self/activity-summary')).body.data.chats.unread_count;

describe('a school that does not use channels', () => {
  it('lets nobody write in one, whatever they write and whoever they are; earlier messages can still be read [P-3.25] [C-2.03]', async () => {
    const kept = await call('ada', 'POST', `/channels/chats/${chats.own?.chat_id}/messages`, message());
    const { data: survey } = (
      await call('ada', 'POST', '/channels/surveys', {
        questions: [{ question: 'Wohin?', options: [{ name: 'Wald' }, { name: 'See' }] }],
      })
    ).body;
    await use(false);
    for (const chat of [chats.own, chats.pair]) {
      const at = `/channels/chats/${chat?.chat_id}`;
      expect(await codeOf('ada', 'POST', `${at}/messages`, message())).toBe('channels_off');
      expect(await codeOf('ada', 'POST', `${at}/messages/knock`, { uuid: randomUUID(), content: '' })).toBe(
        'channels_off',
      );
      const sending = { uuid: randomUUID(), survey_form_id: survey.id };
      expect(await codeOf('ada', 'POST', `${at}/messages/survey`, sending)).toBe('channels_off');
      expect((await call('ada', 'GET', at)).body.data.block).toBe(
        'Die Schule verwendet keine Kanäle: Hier wird nur gelesen.',
      );
    }
    const at = `/channels/chats/${chats.own?.chat_id}/messages`;
    expect(await codeOf('ada', 'PUT', `${at}/${kept.body.data.id}`, { content: 'Anders' })).toBe('channels_off');
    expect((await call('ben', 'GET', at)).body.data).toMatchObject([{ content: 'Guten Tag' }]);
    // What somebody wrote they still take back.
    expect((await call('ada', 'DELETE', `${at}/${kept.body.data.id}`)).status).toBe(200);
    expect(await codeOf('boss', 'POST', `${at}`, message())).toBe('chat_no_member');
    await use(true);
    expect((await call('ada', 'POST', at, message())).status).toBe(200);
  });

  it('lets nobody begin a channel or a conversation, and counts nothing unread [C-6.07] [C-2.93]', async () => {
    const draft = { name: 'Chor', description: '', color: null, users: [], is_twoway: true };
    await writeMessage(db(), schools.amsel?.id ?? 0, chats.own as BuiltChannel, idOf('ada'));
    expect(await unreadOf('ben')).toBeGreaterThan(0);
    await use(false);
    for (const who of ['ada', 'boss']) {
      expect(await codeOf(who, 'POST', '/channels/start', draft)).toBe('forbidden');
      expect(await codeOf(who, 'POST', '/channels/start-conversation', { user_id: idOf('ben') })).toBe('forbidden');
    }
    expect(await unreadOf('ben')).toBe(0);
  });

  it('is no other school', async () => {
    await use(false);
    const at = `/channels/chats/${chats.other?.chat_id}/messages`;
    expect((await call('ada2', 'POST', at, message())).status).toBe(200);
    expect(await unreadOf('ben2')).toBe(1);
  });
});
