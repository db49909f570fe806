import { PEOPLE_VIEW_NAME_MAXIMUM, PEOPLE_VIEWS_MAXIMUM } from '@kreide/core/features/users';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildFullSchool, type FullSchool } from '../../../../../tests/support/full-school.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: FullSchool;
/** Of two administrators of the school. */
let token: string;
let other: string;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildFullSchool(server, 'amsel', 'zimtstern');
  await buildUser(server.test.database.kysely, school.school.id, 'second', 'ADMIN');
  token = await signIn(server, 'amsel', school.people.admin.username);
  other = await signIn(server, 'amsel', 'second');
});
afterAll(() => server.stop());
beforeEach(() => run('delete from people_views'));

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const list = async (who = token) => (await server.request('GET', '/v1/people-views', { token: who })).body.data;
const create = (name: string, filters: object = {}, who = token) =>
  server.request('POST', '/v1/people-views', { token: who, body: { name, filters } });
const save = (id: number, name: string, filters: object = {}, who = token) =>
  server.request('PUT', `/v1/people-views/${id}`, { token: who, body: { name, filters } });
const remove = (id: number, who = token) => server.request('DELETE', `/v1/people-views/${id}`, { token: who });

it('keeps search and filters under a name for one person, by name, and nobody else sees or changes them', async () => {
  const filters = { search: 'ab', role: 'STUDENT', grade_id: school.grade, status: 'locked', order: '-role' };
  const kept = await create('Zuletzt', filters);
  expect(kept.status, kept.text).toBe(200);
  await create('ähnlich');
  expect(await list()).toEqual([
    { id: expect.any(Number), name: 'ähnlich', filters: {} },
    { id: kept.body.data.id, name: 'Zuletzt', filters },
  ]);
  expect(await list(other)).toEqual([]);
  expect((await save(kept.body.data.id, 'Mine', {}, other)).status).toBe(404);
  expect((await remove(kept.body.data.id, other)).status).toBe(404);
  expect((await create('zuletzt', {}, other)).status).toBe(200);

  expect((await save(kept.body.data.id, 'Anfang', { role: 'TEACHER' })).body.data).toEqual({
    id: kept.body.data.id,
    name: 'Anfang',
    filters: { role: 'TEACHER' },
  });
  expect((await remove(kept.body.data.id)).status).toBe(204);
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['ähnlich']);
  expect((await remove(kept.body.data.id)).status).toBe(404);
});

it('has each name once, however it is written, and says so at the field', async () => {
  const { id } = (await create('Klasse 5')).body.data;
  const twice = await create('KLASSE 5');
  expect(twice.status).toBe(422);
  expect(twice.body.error.issues).toEqual([expect.objectContaining({ path: 'body.name', rule: 'taken' })]);
  expect((await save(id, 'klasse 5')).status).toBe(200);
  const second = (await create('Klasse 6')).body.data;
  expect((await save(second.id, 'klasse 5')).status).toBe(422);
  expect((await create('x'.repeat(PEOPLE_VIEW_NAME_MAXIMUM))).status).toBe(200);
  expect((await create('y'.repeat(PEOPLE_VIEW_NAME_MAXIMUM + 1))).status).toBe(422);
  expect((await create('  ')).status).toBe(422);
});

it('keeps twenty at most, also when two come at once; the others can still be changed', async () => {
  const numbers = Array.from({ length: PEOPLE_VIEWS_MAXIMUM - 1 }, (_, index) => index);
  await Promise.all(numbers.map((number) => create(`View ${number}`)));
  const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => create(name)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body.error.issues[0]).toMatchObject({ path: 'body.name', message: expect.stringContaining('20') });
  const all = await list();
  expect(all).toHaveLength(PEOPLE_VIEWS_MAXIMUM);
  expect((await save(all[0].id, 'Renamed')).status).toBe(200);
  await remove(all[0].id);
  expect((await create('Again')).status).toBe(200);
});

it('forgets a role that is deleted and a grade that has ended, and goes with the account', async () => {
  const path = `/v1/schools/${school.school.id}/roles`;
  const role = (await server.request('POST', path, { token, body: { name: 'Library', permissions: [] } })).body.data;
  await create('Library', { role_id: role.id, grade_id: school.grade, search: 'ab' });
  expect((await server.request('DELETE', `${path}/${role.id}`, { token })).status).toBe(204);
  expect((await list())[0].filters).toEqual({ grade_id: school.grade, search: 'ab' });
  await run('update grades set ended_at = now() where id = $1', [school.grade]);
  expect((await list())[0].filters).toEqual({ search: 'ab' });
  await run('update grades set ended_at = null where id = $1', [school.grade]);

  const leaving = await buildUser(server.test.database.kysely, school.school.id, 'leaving', 'ADMIN');
  expect((await create('Mine', {}, await signIn(server, 'amsel', 'leaving'))).status).toBe(200);
  await run('update users set deleted_at = now() where id = $1', [leaving.id]);
  expect((await server.request('DELETE', `/v1/users/${leaving.id}/hard-delete`, { token })).status).toBe(204);
  expect((await run('select 1 from people_views where user_id = $1', [leaving.id])).rows).toEqual([]);
});
