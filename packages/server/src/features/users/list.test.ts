import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  const db = server.test.database.kysely;
  const people = [
    ['j.baeumler', 'Jörg', 'Bäumler', 'STUDENT'],
    ['anna', 'Anna-Lena', 'Groß', 'STUDENT'],
    ['olena', 'Олена', 'Мельник', 'PARENT'],
    ['capkova', 'Petra', 'Čapková', 'TEACHER'],
  ] as const;
  for (const [username, firstname, lastname, role] of people) {
    const { id } = await buildUser(db, school.id, username, role);
    await db
      .updateTable('users')
      .set({ firstname, lastname, email: `${username}@example.org` })
      .where('id', '=', id)
      .execute();
  }
  for (const name of ['admin', 'teacher', 'ada', 'parent', 'office', 'capkova'])
    tokens[name] = await signIn(server, 'amsel', name);
  const other = await buildSchool(db, 'drossel');
  await buildUser(db, other.id, 'stranger', 'STUDENT');
});
afterAll(() => server.stop());

const list = (query: Record<string, string>, who = 'admin') =>
  server.request('GET', `/v1/users?${new URLSearchParams(query)}`, { token: tokens[who] });
const names = async (query: Record<string, string>, who = 'admin'): Promise<string[]> =>
  (await list(query, who)).body.data.map(({ displayname }: { displayname: string }) => displayname);

describe('the list of people', () => {
  it('is by name, of the own school alone, a page at a time [C-2.46] [P-6.19]', async () => {
    const all = await names({});
    expect(all).toHaveLength(12);
    expect(all.slice(0, 3)).toEqual(['Jörg Bäumler', 'Petra Čapková', 'Anna-Lena Groß']);
    expect(all.join()).not.toContain('stranger');
    const rename = (firstname: string) =>
      server.test.database.pool.query('update users set firstname = $1 where id = $2', [firstname, school.users.ben]);
    await rename('Aaron');
    expect(await names({ search: 'kern' })).toEqual(['Aaron Kern', 'Ada Kern']);
    await rename('Ben');
    const page = (number: string) => names({ page: number, limit: '5' });
    expect([...(await page('1')), ...(await page('2')), ...(await page('3'))]).toEqual(all);
    for (const limit of ['0', '501', '5000', '-1', 'all']) expect((await list({ limit })).status, limit).toBe(422);
    expect((await list({ limit: '500' })).status).toBe(200);
  });

  it('is ordered by account and role both ways, over its pages, and counted with its filters', async () => {
    const usernames = async (query: Record<string, string>): Promise<string[]> =>
      (await list(query)).body.data.map(({ managed }: { managed: { username: string } }) => managed.username);
    const byAccount = await usernames({ order: 'username' });
    expect(byAccount).toEqual([...byAccount].sort());
    expect(byAccount).not.toEqual(await usernames({}));
    const part = (page: string) => usernames({ order: '-username', page, limit: '7' });
    expect([...(await part('1')), ...(await part('2'))]).toEqual([...byAccount].reverse());
    const roles = (await list({ order: '-role' })).body.data.map(
      (one: { managed: { role: string } }) => one.managed.role,
    );
    expect(roles).toEqual([...roles].sort().reverse());
    // Those of one role are by name, the other way round where the order is, on whichever page they stand.
    const byRole = await usernames({ order: 'role' });
    const pupils = await usernames({ role: 'STUDENT' });
    expect(byRole.filter((name) => pupils.includes(name))).toEqual(pupils);
    const third = (order: string) =>
      Promise.all(['1', '2', '3', '4', '5'].map((page) => usernames({ order, page, limit: '3' })));
    expect((await third('-role')).flat()).toEqual([...byRole].reverse());
    expect((await third('-name')).flat()).toEqual((await usernames({})).reverse());
    expect((await list({ order: 'grade' })).status).toBe(422);
    expect((await list({ grade_id: `${school.gradeId}`, order: '-name' }, 'teacher')).status).toBe(403);
    const count = async (query: Record<string, string>) =>
      (await server.request('GET', `/v1/people-count?${new URLSearchParams(query)}`, { token: tokens.admin })).body
        .data;
    expect(await count({})).toEqual({ count: byAccount.length });
    expect(await count({ role: 'STUDENT', without_family: '1' })).toEqual({ count: 3 });
    const unknown = await server.request('GET', '/v1/people-count?grade_id=999999', { token: tokens.admin });
    expect(unknown.status).toBe(404);
    for (const filters of [
      { search: 'kern' },
      { type: 'TEACHER' },
      { state: 'PENDING' },
      { is_locked: '1' },
      { is_deleted: '1' },
      { grade_id: `${school.gradeId}` },
    ])
      expect(await count(filters), JSON.stringify(filters)).toEqual({ count: (await names(filters)).length });
    expect((await names({ type: 'TEACHER' })).length).toBeLessThan(byAccount.length);
  });

  it('is found by parts of names in any order, username and address, however they are spelt', async () => {
    const found: Record<string, string[]> = {};
    const wanted = [
      'bäumler',
      'Baumler jo',
      'JOERG',
      'anna lena',
      'gross',
      'annalena groß',
      'capkova petra',
      'мельник',
      'olena@ex',
      'j.baeu',
    ];
    for (const search of wanted) found[search] = await names({ search });
    expect(found).toEqual({
      ...Object.fromEntries(['bäumler', 'Baumler jo', 'JOERG', 'j.baeu'].map((key) => [key, ['Jörg Bäumler']])),
      ...Object.fromEntries(['anna lena', 'gross', 'annalena groß'].map((key) => [key, ['Anna-Lena Groß']])),
      'capkova petra': ['Petra Čapková'],
      мельник: ['Олена Мельник'],
      'olena@ex': ['Олена Мельник'],
    });
    for (const search of ['%', '_', '\\', 'stranger']) expect(await names({ search }), search).toEqual([]);
  });

  it('is narrowed by role, grade, state, lock, and by who has no family', async () => {
    expect(await names({ role: 'TEACHER' })).toEqual(['Petra Čapková', `teacher of ${school.id}`]);
    expect(await names({ grade_id: `${school.gradeId}` })).toEqual(['Ada Kern']);
    expect(await names({ state: 'PENDING' })).toEqual([]);
    expect(await names({ role: 'STUDENT', without_family: '1' })).toEqual([
      'Jörg Bäumler',
      'Anna-Lena Groß',
      `new of ${school.id}`,
    ]);
    await server.test.database.pool.query(`update users set is_locked = true where id = $1`, [school.users.ada]);
    expect(await names({ is_locked: 'true' })).toEqual(['Ada Kern']);
    expect(await names({ is_locked: 'false', search: 'kern' })).toEqual(['Ben Kern']);
    await server.test.database.pool.query('update users set is_locked = false');
  });

  it('tells for each person what the caller may do [P-3.06] [P-6.02] [P-6.03]', async () => {
    const canOf = async (search: string) => (await list({ search })).body.data[0].managed.can;
    expect(await canOf('baeumler')).toMatchObject({ lock: 1, delete: 1, hard_delete: 1, recover: 0, setup: 0 });
    expect(await canOf('admin')).toMatchObject({ lock: 0, delete: 0, hard_delete: 0, permissions: 0, logout: 1 });
  });

  it('of a grade is for those who teach it, names, type, grade and state only [P-7.83] [C-9.07]', async () => {
    const ofGrade = { grade_id: `${school.gradeId}`, limit: '500' };
    expect((await list(ofGrade, 'teacher')).body.data).toEqual([
      {
        id: school.users.ada,
        firstname: 'Ada',
        lastname: 'Kern',
        displayname: 'Ada Kern',
        type: 'STUDENT',
        grade_id: school.gradeId,
        state: 'ACTIVE',
        managed: null,
      },
    ]);
    expect((await list({ ...ofGrade, is_deleted: '1' }, 'teacher')).status).toBe(403);
    expect((await list({}, 'teacher')).status).toBe(403);
    for (const who of ['capkova', 'ada', 'parent', 'office']) expect((await list(ofGrade, who)).status, who).toBe(403);
    const capkova = await server.test.database.kysely
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'capkova')
      .executeTakeFirstOrThrow();
    await server.test.database.kysely
      .insertInto('teachers')
      .values({ school_id: school.id, shortcut: 'Cp', source: 'manual', user_id: capkova.id, grade_id: school.gradeId })
      .execute();
    expect(await names(ofGrade, 'capkova')).toEqual(['Ada Kern']);
  });
});
