import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyFor, pendingIn } from '../../../../../tests/support/activation.ts';
import { buildFullSchool, type FullSchool } from '../../../../../tests/support/full-school.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let full: FullSchool;
let schoolId: number;
let parent: string;
let teacher: string;

beforeAll(async () => {
  server = await startTestServer();
  full = await buildFullSchool(server, 'amsel', 'zimt');
  schoolId = full.school.id;
  await buildUser(server.test.database.kysely, schoolId, 'second', 'PARENT');
  parent = await signIn(server, 'amsel', full.people.parent.username);
  teacher = await signIn(server, 'amsel', full.people.teacher.username);
});
afterAll(() => server.stop());

const check = (token: string, body: object) =>
  server.request('POST', '/v1/users/self/childs/check-code', { token, body });
const childsOf = async (token: string) =>
  (await server.request('GET', '/v1/users/self', { token })).body.data.childs.map(({ id }: { id: number }) => id);

describe('a parent with an account', () => {
  it('adds another child with its code and name; left before the end, the same code goes on, for nobody else [P-7.74]', async () => {
    const { id } = await pendingIn(server, schoolId, 'STUDENT', { firstname: 'Ada', lastname: 'Berg' });
    const code = await createKeyFor(server, schoolId, 'child', id);
    expect(await check(parent, { code })).toMatchObject({ status: 200, body: { data: { child: null } } });
    const child = { firstname: 'ada', lastname: 'Berg' };
    expect(await check(parent, { code, child: { ...child, lastname: 'Burg' } })).toMatchObject({
      status: 422,
      body: { error: { code: 'child_wrong' } },
    });
    const found = await check(parent, { code, child });
    expect(found.body.data).toMatchObject({
      child: { id, displayname: 'Ada Berg', grade: null },
      grades: [{ id: full.grade, shortcut: '10b-zimt' }],
    });
    const other = await check(await signIn(server, 'amsel', 'second'), { code });
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'code_used' } } });
    const graded = await check(parent, { code, child, grade_id: full.grade });
    expect(graded.body.data).toMatchObject({ child: { grade: '10b-zimt' }, grades: [] });
    const body = { child_id: id, relation: 'FATHER' };
    expect((await server.request('POST', '/v1/users/self/childs/assign', { token: parent, body })).status).toBe(200);
    expect(await childsOf(parent)).toEqual([full.people.child.id, id]);
    expect(await check(parent, { code })).toMatchObject({ status: 409, body: { error: { code: 'code_used' } } });
  });

  it('cannot move a child whose grade the school knows into another one [P-7.74]', async () => {
    const code = await createKeyFor(server, schoolId, 'child', full.people.other.id);
    const child = { firstname: full.people.other.username, lastname: `of ${schoolId}` };
    expect((await check(parent, { code, child, grade_id: full.grade })).status).toBe(404);
    expect((await check(parent, { code, child })).body.data.grades).toEqual([]);
  });
});

describe('a teacher', () => {
  const put = (path: string, body: object) => server.request('PUT', `/v1/users/self/${path}`, { token: teacher, body });

  it('saves what is taught, and the last word counts [P-7.76]', async () => {
    const { kysely } = server.test.database;
    await put('teaching', { grade_ids: [full.grade], subject_ids: [] });
    expect((await put('teaching', { grade_ids: [], subject_ids: [] })).status).toBe(200);
    await put('teaching', { grade_ids: [full.grade], subject_ids: [] });
    const rows = await kysely.selectFrom('teachings').selectAll().where('school_id', '=', schoolId).execute();
    expect(rows).toMatchObject([{ user_id: full.people.teacher.id, grade_ids: [full.grade] }]);
  });

  it('takes a short name that nobody has, one for each account [P-7.77]', async () => {
    const { kysely } = server.test.database;
    const free = await kysely
      .insertInto('teachers')
      .values({ school_id: schoolId, shortcut: 'Nu', source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await put('shortcut', { teacher_id: free.id })).body.error.code).toBe('teacher_taken');
    await kysely.updateTable('teachers').set({ user_id: null }).where('id', '=', full.teacher).execute();
    expect((await put('shortcut', { teacher_id: free.id })).status).toBe(200);
    expect((await put('shortcut', { teacher_id: free.id })).status).toBe(404);
    const self = await server.request('GET', '/v1/users/self', { token: teacher });
    expect(self.body.data).toMatchObject({ teacher_id: free.id, shortcut: 'Nu' });
  });
});
