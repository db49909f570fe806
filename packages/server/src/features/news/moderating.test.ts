import type { NewsItem } from '@kreide/core/features/news';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { globalChannelOf } from '../../../../../tests/support/global-channel.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let everybody = 0;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', cem: 'ADMIN', dana: 'STUDENT' } as const;
const db = () => server.test.database.kysely;
const run = (sql: string, values: unknown[] = []) => server.test.database.pool.query(sql, values);
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  everybody = await globalChannelOf(db(), school.id);
  for (const [name, role] of Object.entries(NAMES)) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  await run('update schools set properties = $1', [{}]);
  await run('delete from messages');
});

const SETTINGS = { channels: true, pupils: false, parents: false };
const path = () => `/schools/${school.id}/channels`;
const switchOn = (isOn: boolean) => call('cem', 'PUT', path(), { ...SETTINGS, basic_admin_content_moderation: isOn });
const ownSchool = async (who: string) => (await call(who, 'GET', '/users/self')).body.data.school.properties;
async function made(values: object = {}): Promise<NewsItem> {
  const marks = { is_pinned: false, is_official: false, is_public: false, is_notifiable: false };
  const draft = { title: 'Concert', content: '<p>On Friday.</p>', publish_at: null, channels: [everybody] };
  return (await call('ada', 'POST', '/channels/news', { ...draft, ...marks, ...values })).body.data;
}
const report = (who: string, { id }: NewsItem, text = 'Das ist gemein.') =>
  call(who, 'POST', `/channels/news/${id}/report`, { text });
const told = async () =>
  (
    await run(`select channels.owner_id, messages.content, messages.actions from messages
      join chats on chats.id = messages.chat_id join channels on channels.id = chats.channel_id`)
  ).rows;

it('a school switches reporting on and off; a change that does not say so leaves it [P-3.29]', async () => {
  expect((await call('cem', 'GET', path())).body.data.basic_admin_content_moderation).toBe(false);
  expect((await ownSchool('dana')).basic_admin_content_moderation).toBe(false);
  expect((await switchOn(true)).body.data.basic_admin_content_moderation).toBe(true);
  expect((await ownSchool('dana')).basic_admin_content_moderation).toBe(true);
  await call('cem', 'PUT', path(), SETTINGS);
  expect((await call('cem', 'GET', path())).body.data.basic_admin_content_moderation).toBe(true);
  await switchOn(false);
  expect((await ownSchool('dana')).basic_admin_content_moderation).toBe(false);
});

it('a reader reports an item to the administrators, where that is on and it is not their own [C-6.36]', async () => {
  const item = await made();
  expect((await report('dana', item)).status).toBe(403);
  await switchOn(true);
  expect((await report('ada', item)).status).toBe(403);
  expect((await report('dana', item, ' ')).status).toBe(204);
  await run('delete from messages');
  expect((await report('dana', item)).status).toBe(204);
  expect(await told()).toEqual([
    {
      owner_id: ids.cem,
      content: `Diese Neuigkeit wurde gemeldet:\nConcert\ndana of ${school.id}\nDas ist gemein.`,
      actions: [{ type: 'LINK_INTERNAL', action: `/news/${item.id}` }],
    },
  ]);
  const { rows } = await run("select user_id, after from audit_log where action = 'news.report'");
  expect(rows.at(-1)).toEqual({ user_id: ids.dana, after: { reported_by: ids.dana } });
  expect(JSON.stringify(rows)).not.toContain('gemein');
  await Promise.all(Array.from({ length: 30 }, () => report('dana', item)));
  expect((await report('dana', item)).status).toBe(429);
  expect((await report('cem', item)).status).toBe(204);
});

it('to block the author is to delete the account so that it can come back, for those who manage people [C-6.37] [C-7.96]', async () => {
  await switchOn(true);
  const item = await made();
  for (const who of ['dana', 'ada'])
    expect((await call(who, 'DELETE', `/users/${item.user_id}`)).status, who).toBe(403);
  expect((await call('cem', 'DELETE', `/users/${item.user_id}`)).status).toBe(204);
  const { rows } = await run('select deleted_at from users where id = $1', [ids.ada]);
  expect(rows[0].deleted_at).not.toBeNull();
  expect((await call('ada', 'GET', '/users/self')).status).toBe(401);
  expect((await call('cem', 'PUT', `/users/${item.user_id}/recover`)).status).toBe(200);
  expect((await run('select deleted_at from users where id = $1', [ids.ada])).rows[0].deleted_at).toBeNull();
});

it('an item that is still to come is reported by nobody, by who manages news neither [C-6.36] [C-4.29]', async () => {
  await switchOn(true);
  const item = await made({ publish_at: new Date(server.clock.now().getTime() + 600_000).toISOString() });
  for (const who of ['dana', 'cem']) expect((await report(who, item)).status, who).toBe(404);
  server.clock.advance(600_000);
  expect((await report('cem', item)).status).toBeLessThan(300);
});
