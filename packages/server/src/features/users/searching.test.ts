import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  for (const [username, lastname] of [
    ['lina', 'Berg'],
    ['other', 'Bergmann'],
  ] as const) {
    const { id } = await buildUser(kysely, school.id, username, 'TEACHER');
    const firstname = username === 'lina' ? 'Lina' : 'Karl';
    await kysely.updateTable('users').set({ firstname, lastname }).where('id', '=', id).execute();
    const unit = { school_id: school.id, source: 'manual', shortcut: username, firstname, lastname };
    await kysely.insertInto('teachers').values(unit).execute();
  }
  // A unit without a name is found by none.
  await kysely.insertInto('grades').values({ school_id: school.id, source: 'manual', shortcut: '5a' }).execute();
  await kysely.updateTable('users').set({ password_hash: null }).where('username', 'in', ['lina', 'other']).execute();
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());

it.each([
  '/users?search=',
  '/channels/contacts?search=',
  '/activationkeys/people?keyword=',
  '/timetables/search?keyword=',
])('people are found by the words of their name in any order: %s', async (path) => {
  for (const words of ['Lina Berg', 'Berg Lina', 'Berg, Lina', 'berg  LÍN']) {
    const { status, body } = await server.request('GET', `/v1${path}${encodeURIComponent(words)}`, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data, words).toHaveLength(1);
    expect(JSON.stringify(body.data), words).toContain('Lina');
  }
  const { body } = await server.request('GET', `/v1${path}Karl%20Lina`, { token });
  expect(body.data).toEqual([]);
});

it('a code for parents is offered for pupils only: who has an account and is none is not found', async () => {
  const { kysely } = server.test.database;
  const found = async () =>
    (await server.request('GET', '/v1/activationkeys/people?keyword=berg', { token })).body.data.length;
  expect(await found()).toBe(2);
  const lina = kysely.updateTable('users').where('username', '=', 'lina');
  await lina.set({ password_hash: 'x' }).execute();
  expect(await found()).toBe(1);
  await lina.set({ type: 'STUDENT' }).execute();
  expect(await found()).toBe(2);
});

it('no search of a feature compares names in a way of its own', () => {
  const features = join(import.meta.dirname, '..');
  const found = execFileSync('git', ['grep', '--untracked', '-lE', 'strpos\\(|lower\\([^)]*name.*like', '.'], {
    cwd: features,
    encoding: 'utf8',
  });
  // Lines of an import are kept by their folded words.
  expect(found.split('\n').filter((file) => file && !file.includes('.test.'))).toEqual(['user-import/queries.ts']);
});
