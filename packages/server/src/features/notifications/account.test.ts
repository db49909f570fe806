import type { Notification } from '@kreide/core/features/channels';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hear } from '../../../../../tests/support/chats.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { createPasswordReset, toDeviceName } from '../auth/index.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
let server: TestServer;
let school: BuiltSchool;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
});
afterAll(() => server.stop());

async function toldTo(token: string): Promise<string[]> {
  const { body } = await server.request('GET', '/v1/channels/personal-channel', { token });
  const list = await server.request('GET', `/v1/channels/chats/${body.data.chat_id}/messages`, { token });
  return list.body.data.map(({ content_rendered }: Notification) => content_rendered);
}
const login = (headers: Record<string, string>, is_native = false) =>
  server.request('POST', '/v1/auth/login', {
    headers: { 'user-agent': FIREFOX, ...headers },
    body: { slink: 'amsel', username: 'ada', password: PASSWORD, stayLoggedIn: true, is_native },
  });

it('the owner of an account hears of a sign-in on a device that is new, not of the first and of no known one', async () => {
  await buildUser(server.test.database.kysely, school.id, 'ada', 'STUDENT');
  const first = await login({});
  expect(await toldTo(first.body.access_token)).toEqual([]);
  const cookie = /kreide_device=[^;]+/.exec(first.headers.getSetCookie().join('\n'))?.[0] ?? '';
  expect(cookie).not.toBe('');
  await login({ cookie });
  // A program that keeps nothing cannot be told apart.
  await login({}, true);
  expect(await toldTo(first.body.access_token)).toEqual([]);
  await login({});
  expect(await toldTo(first.body.access_token)).toEqual([
    '<strong>Anmeldung auf einem neuen Gerät</strong><br>Firefox, Windows · 18. November 2026 um 10:10<br>Warst du das nicht? Dann ändere dein Passwort.',
  ]);
});

it('a sign-in is told where somebody was signed in before, not on the very device that signs in', async () => {
  await buildUser(server.test.database.kysely, school.id, 'cem', 'STUDENT');
  using other = await hear(server.url, await signIn(server, 'amsel', 'cem'), ['notifications.count']);
  const before = await login({});
  using earlier = await hear(server.url, before.body.access_token, ['notifications.count']);
  const { body } = await login({});
  using newer = await hear(server.url, body.access_token, ['notifications.count']);
  const told = ({ events }: typeof earlier) => events.map(({ payload }) => payload.told);
  await expect.poll(() => told(earlier)).toEqual(['Anmeldung auf einem neuen Gerät']);
  for (const deaf of [newer, other]) expect(told(deaf)).toEqual([]);
});

it('the owner of an account hears of a new password, in the own language', async () => {
  const { kysely, pool } = server.test.database;
  const ben = await buildUser(kysely, school.id, 'ben', 'STUDENT');
  await pool.query("update users set locale = 'en' where id = $1", [ben.id]);
  const token = await createPasswordReset(kysely, { school_id: school.id, id: ben.id }, 600, new Date(TEST_NOW));
  const password = 'another right password 7!';
  const body = { token, password, password_confirmation: password };
  const answer = await server.request('POST', '/v1/auth/password-reset/confirm', { body });
  expect(answer.status, answer.text).toBe(200);
  expect(await toldTo(await signIn(server, 'amsel', 'ben', password))).toEqual([
    expect.stringMatching(/^<strong>Your password was changed<\/strong><br>.*tell your school at once\.$/),
  ]);
});

it('a device is named by what its browser says, and not at all where that is unknown', () => {
  const names = {
    [FIREFOX]: 'Firefox, Windows',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1':
      'Safari, iPhone',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0':
      'Edge, Linux',
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36':
      'Chrome, Android',
    'curl/8': '',
  };
  expect(Object.keys(names).map(toDeviceName)).toEqual(Object.values(names));
  expect(toDeviceName(null)).toBe('');
});
