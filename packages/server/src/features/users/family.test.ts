import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { rememberCheckedChild } from './index.ts';

let server: TestServer;
let schoolId: number;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const db = server.test.database.kysely;
  schoolId = (await buildSchool(db, 'amsel')).id;
  for (const [name, role] of [
    ['ada', 'STUDENT'],
    ['ben', 'STUDENT'],
    ['mother', 'PARENT'],
    ['father', 'PARENT'],
    ['teacher', 'TEACHER'],
    ['admin', 'ADMIN'],
  ] as const)
    ids[name] = (await buildUser(db, schoolId, name, role)).id;
  for (const name of ['ada', 'mother', 'father', 'teacher', 'admin'])
    tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.test.database.pool.query('delete from user_parents');
});

const post = (who: string, path: string, body: unknown) =>
  server.request('POST', `/v1/users/${path}`, { token: tokens[who], body });
const assign = (who: string, parent: string, child: string, relation = 'OTHER') =>
  post(who, `${ids[parent]}/childs/assign`, { child_id: ids[child], relation });
const familyOf = async (who: string, id: number | string = 'self') =>
  (await server.request('GET', `/v1/users/${id}/family`, { token: tokens[who] })).body.data;
const logged = async () =>
  (
    await server.test.database.kysely
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'entity_id', 'before', 'after'])
      .orderBy('seq', 'desc')
      .limit(1)
      .execute()
  )[0];

describe('a family', () => {
  it('is put together by an administrator: two guardians for a child, several children for a parent, each link with its relation and time [P-6.17] [P-7.72] [P-1.04] [P-3.12] [T-3.29]', async () => {
    const link = await assign('admin', 'mother', 'ada', 'MOTHER');
    expect(link, link.text).toMatchObject({
      status: 200,
      body: { data: { user_id: ids.ada, parent_id: ids.mother, relation: 'MOTHER', user: { id: ids.ada } } },
    });
    expect(Date.parse(link.body.data.created_at)).toBe(server.clock.now().getTime());
    await assign('admin', 'father', 'ada', 'FATHER');
    await assign('admin', 'mother', 'ben');
    expect((await familyOf('ada')).parents).toMatchObject([
      { parent_id: ids.mother, relation: 'MOTHER', user: { displayname: `mother of ${schoolId}`, type: 'PARENT' } },
      { parent_id: ids.father, relation: 'FATHER' },
    ]);
    expect((await familyOf('mother')).childs).toMatchObject([
      { user_id: ids.ada },
      { user_id: ids.ben, relation: 'OTHER' },
    ]);
    const self = await server.request('GET', '/v1/users/self', { token: tokens.mother });
    expect(self.body.data.childs.map(({ id }: { id: number }) => id)).toEqual([ids.ada, ids.ben]);
    expect(await logged()).toMatchObject({
      action: 'users.assignChild',
      user_id: ids.admin,
      entity_id: `${ids.ben}`,
      after: { parent_id: ids.mother, relation: 'OTHER' },
    });
  });

  it('shows the caller both ways, with what may be removed by whom [P-7.23] [P-3.06]', async () => {
    await assign('admin', 'mother', 'ada');
    expect(await familyOf('mother')).toMatchObject({ parents: [], childs: [{ can: { remove: 1 } }] });
    expect(await familyOf('ada')).toMatchObject({ parents: [{ can: { remove: 0 } }], childs: [] });
    expect(await familyOf('admin', ids.ada)).toMatchObject({ parents: [{ can: { remove: 1 } }] });
  });

  it('knows three relations and no other; said again, the new one holds [P-3.11]', async () => {
    for (const relation of ['FATHER', 'MOTHER', 'OTHER']) {
      expect((await assign('admin', 'mother', 'ada', relation)).status, relation).toBe(200);
      expect((await familyOf('ada')).parents.map((one: { relation: string }) => one.relation)).toEqual([relation]);
    }
    for (const relation of ['father', 'UNCLE', '', null])
      expect((await assign('admin', 'mother', 'ada', relation as string)).status, `${relation}`).toBe(422);
  });

  it('joins a parent and a pupil, nobody else, and says so', async () => {
    const toPupil = await assign('admin', 'ben', 'ada');
    expect(toPupil.body.error.issues).toMatchObject([{ path: 'params.id', rule: 'notParent' }]);
    const toTeacher = await assign('admin', 'mother', 'teacher');
    expect(toTeacher.body.error.issues).toMatchObject([{ path: 'body.child_id', rule: 'notPupil' }]);
  });

  it('is joined by a parent only with a code that was checked, for that child, in time, and once [P-7.72]', async () => {
    const { kysely } = server.test.database;
    const now = () => server.clock.now();
    expect((await assign('mother', 'mother', 'ada')).status).toBe(403);
    await rememberCheckedChild(kysely, schoolId, { parent_id: ids.mother ?? 0, user_id: ids.ada ?? 0 }, now());
    expect((await assign('mother', 'mother', 'ben')).status).toBe(403);
    expect((await assign('father', 'father', 'ada')).status).toBe(403);
    expect((await assign('father', 'mother', 'ada')).status).toBe(403);
    expect((await assign('mother', 'mother', 'ada', 'MOTHER')).status).toBe(200);
    expect((await assign('mother', 'mother', 'ada', 'OTHER')).status).toBe(403);
    const hourAgo = new Date(now().getTime() - 60 * 60_000);
    await rememberCheckedChild(kysely, schoolId, { parent_id: ids.mother ?? 0, user_id: ids.ben ?? 0 }, hourAgo);
    expect((await assign('mother', 'mother', 'ben')).status).toBe(403);
    expect((await familyOf('mother')).childs).toHaveLength(1);
  });
});

describe('a link', () => {
  it('is ended by the parent concerned or an administrator, not by the other parent or anybody else [P-7.73]', async () => {
    await assign('admin', 'mother', 'ada', 'MOTHER');
    await assign('admin', 'father', 'ada', 'FATHER');
    const remove = (who: string) => post(who, `${ids.mother}/childs/remove`, { child_id: ids.ada });
    for (const who of ['father', 'ada', 'teacher']) expect((await remove(who)).status, who).toBe(403);
    expect((await remove('mother')).status).toBe(204);
    expect((await remove('mother')).status).toBe(404);
    expect((await familyOf('mother')).childs).toEqual([]);
    expect((await familyOf('ada')).parents).toMatchObject([{ parent_id: ids.father }]);
    expect(await logged()).toMatchObject({
      action: 'users.removeChild',
      user_id: ids.mother,
      entity_id: `${ids.ada}`,
      before: { parent_id: ids.mother, relation: 'MOTHER' },
    });
  });

  it('is never ended by a pupil, from the side of the child either [P-7.70]', async () => {
    await assign('admin', 'mother', 'ada');
    const remove = (who: string) => post(who, `${ids.ada}/parents/remove`, { parent_id: ids.mother });
    for (const who of ['ada', 'father', 'teacher']) expect((await remove(who)).status, who).toBe(403);
    expect((await post('ada', 'self/parents/remove', { parent_id: ids.mother })).status).toBe(403);
    expect((await remove('mother')).status).toBe(204);
    await assign('admin', 'mother', 'ada');
    expect((await remove('admin')).status).toBe(204);
    expect((await familyOf('ada')).parents).toEqual([]);
  });
});

describe('parents who have not registered yet', () => {
  const pending = (who: string) =>
    server.request('GET', `/v1/users/${ids.ada}/parents/pending`, { token: tokens[who] });

  it('are listed for the pupil, the other parents and administrators [P-7.71]', async () => {
    await assign('admin', 'mother', 'ada');
    await assign('admin', 'father', 'ada');
    expect((await pending('ada')).body.data).toEqual([]);
    const state = (value: string) =>
      server.test.database.pool.query('update users set state = $2 where id = $1', [ids.father, value]);
    await state('PENDING');
    for (const who of ['ada', 'mother', 'admin'])
      expect((await pending(who)).body.data, who).toMatchObject([
        { parent_id: ids.father, user: { state: 'PENDING' } },
      ]);
    expect((await pending('teacher')).status).toBe(403);
    await state('ACTIVE');
    expect((await pending('mother')).body.data).toEqual([]);
  });
});
