import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
const PEOPLE = { student: 'STUDENT', parent: 'PARENT', teacher: 'TEACHER', admin: 'ADMIN', sales: 'EMPLOYEE' } as const;

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const self = async (who: string) => (await server.request('GET', '/v1/users/self', { token: tokens[who] })).body.data;

beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(server.test.database.kysely, 'amsel');
  await run(`update schools set purpose = 'internal' where id = $1`, [school.id]);
  await run(`insert into grades (school_id, shortcut, source) values ($1, '5a', 'manual')`, [school.id]);
  const ids: Record<string, number> = {};
  for (const [name, role] of Object.entries(PEOPLE))
    ids[name] = (await buildUser(server.test.database.kysely, school.id, name, role)).id;
  await run(`insert into user_roles select school_id, $1, id from roles where school_id = $2 and key = 'SALES'`, [
    ids.sales,
    school.id,
  ]);
  await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
    school.id,
    ids.student,
    ids.parent,
  ]);
  for (const name of Object.keys(PEOPLE)) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());

describe('the five audiences', () => {
  it('sign in and are told apart by type, is_admin and the permission to sell [P-1.03] [P-6.01] [P-7.22]', async () => {
    const seen = await Promise.all(
      Object.keys(PEOPLE).map(async (who) => {
        const { type, is_admin, permissions } = await self(who);
        const isSales = !is_admin && permissions.includes('manage-kreide-sales');
        return [who, is_admin ? 'administrator' : isSales ? 'sales' : type];
      }),
    );
    expect(Object.fromEntries(seen)).toEqual({
      student: 'STUDENT',
      parent: 'PARENT',
      teacher: 'TEACHER',
      admin: 'administrator',
      sales: 'sales',
    });
  });

  it('read themselves with their role in words and their children [T-3.74] [P-3.02]', async () => {
    const child = await self('student');
    expect(await self('parent')).toMatchObject({
      primary_role: { name: 'PARENT', translated_description: 'Elternteil' },
      childs: [
        {
          id: child.id,
          uuid: child.uuid,
          firstname: 'student',
          lastname: child.lastname,
          displayname: `student ${child.lastname}`,
          grade_id: null,
          has_timetable: false,
          is_registered: false,
        },
      ],
    });
    expect(child.childs).toEqual([]);
    expect((await self('sales')).roles.map(({ name }: { name: string }) => name)).toEqual([
      'Mitarbeiter:in',
      'Vertrieb',
    ]);
  });

  it('are refused by the server with 403 and the reason in words where a permission is missing [C-6.03]', async () => {
    for (const who of ['student', 'parent', 'teacher', 'sales']) {
      const answer = await server.request('GET', '/v1/users', { token: tokens[who] });
      expect([answer.status, answer.body.error.code], who).toEqual([403, 'forbidden']);
      expect(answer.body.meta.errors, who).toEqual([expect.stringMatching(/\p{L}{3}/u)]);
    }
    expect((await server.request('GET', '/v1/users', { token: tokens.admin })).status).toBe(200);
  });

  it('are listed with one of two states and by type, however that is written [P-3.03] [C-3.51] [C-3.52]', async () => {
    await run(`update users set state = 'PENDING' where username = 'teacher'`);
    const list = async (query: string) =>
      (await server.request('GET', `/v1/users?${query}`, { token: tokens.admin })).body;
    const states = (await list('')).data.map(({ firstname, state }: Record<string, string>) => [firstname, state]);
    expect(Object.fromEntries(states)).toEqual({
      student: 'ACTIVE',
      parent: 'ACTIVE',
      teacher: 'PENDING',
      admin: 'ACTIVE',
      sales: 'ACTIVE',
    });
    for (const type of ['student', 'STUDENT', 'Student'])
      expect((await list(`type=${type}`)).data, type).toEqual([expect.objectContaining({ firstname: 'student' })]);
    expect((await list('type=wizard')).error.code).toBe('invalid');
    await expect(run(`update users set state = 'GONE' where username = 'teacher'`)).rejects.toThrow(/check/);
  });
});
