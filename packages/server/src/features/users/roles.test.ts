import { BUILT_IN_ROLES } from '@kreide/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const PEOPLE = [
  ['ada', 'STUDENT'],
  ['teacher', 'TEACHER'],
  ['office', 'EMPLOYEE'],
  ['admin', 'ADMIN'],
] as const;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  for (const [name, role] of PEOPLE) {
    ids[name] = (await buildUser(server.test.database.kysely, school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());

interface Role {
  id: number;
  key: string | null;
  name: string;
  permissions: string[];
  updated_at: string;
  is_held?: boolean;
}
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, who: string, body?: object) =>
  server.request(method, `/v1${path}`, { token: tokens[who], ...(body && { body }) });
const list = async (who = 'admin'): Promise<Role[]> => (await ask('GET', `/schools/${school.id}/roles`, who)).body.data;
const role = async (key: string): Promise<Role> => {
  const found = (await list()).find((one) => one.key === key || one.name === key);
  if (!found) throw new Error(`There is no role ${key}`);
  return found;
};
const create = (who: string, name: string, permissions: string[]) =>
  ask('POST', `/schools/${school.id}/roles`, who, { name, permissions });
const update = (who: string, { id, updated_at, name, permissions }: Role, change: object = {}) =>
  ask('PUT', `/schools/${school.id}/roles/${id}`, who, { name, permissions, updated_at, ...change });
const give = async (who: string, whom: string, ...keys: string[]) =>
  ask('PUT', `/users/${ids[whom]}/roles`, who, {
    role_ids: await Promise.all(keys.map(async (key) => (await role(key)).id)),
  });
const self = async (who: string) => (await ask('GET', '/users/self', who)).body.data;
const held = async (who: string) => (await self(who)).permissions as string[];
const logged = async (action: string) =>
  (await run('select origin, entity, before, after from audit_log where action = $1 order by seq desc', [action])).rows;

describe('the roles of a school', () => {
  it('are there from the beginning, also at a school that existed before there were roles [P-6.24] [T-7.139]', async () => {
    expect((await list()).map(({ key }) => key)).toEqual([...BUILT_IN_ROLES]);
    const before = await run(`insert into schools (name, slink) values ('Old', 'old') returning id`);
    const old = before.rows[0].id;
    await run('delete from roles where school_id = $1', [old]);
    await run('select kreide_built_in_roles($1)', [old]);
    const { rows } = await run('select key from roles where school_id = $1 order by id', [old]);
    expect(rows.map(({ key }) => key)).toEqual([...BUILT_IN_ROLES]);
  });

  it('have names in the language of the reader, and the name of the school where it gave one [P-3.02] [T-3.74]', async () => {
    const named = async (language: string) => {
      const { body } = await server.request('GET', '/v1/users/self', {
        token: tokens.teacher,
        headers: { 'accept-language': language },
      });
      return [body.data.primary_role.translated_description, body.data.roles.map(({ name }: Role) => name)];
    };
    expect(await named('de')).toEqual(['Lehrkraft', ['Lehrkraft']]);
    expect(await named('uk')).toEqual([(await named('uk'))[1][0], [expect.stringMatching(/^\p{Script=Cyrillic}/u)]]);
    const teachers = await role('TEACHER');
    const renamed = (await update('admin', teachers, { name: 'Kollegium' })).body.data;
    expect(await named('en')).toEqual(['Kollegium', ['Kollegium']]);
    expect((await update('admin', renamed, { name: null })).status).toBe(200);
    expect(await named('de')).toEqual(['Lehrkraft', ['Lehrkraft']]);
  });

  it('are made, given, changed and ended, at once for those who are signed in [P-7.90] [P-7.51] [T-7.140] [T-7.141] [T-7.142]', async () => {
    const made = await create('admin', 'Bücherei', ['manage-news']);
    expect([made.status, made.body.data]).toEqual([
      200,
      expect.objectContaining({ key: null, name: 'Bücherei', permissions: ['manage-news'], users_count: 0 }),
    ]);
    expect(await held('office')).not.toContain('manage-news');
    expect((await give('admin', 'office', 'Bücherei')).status).toBe(200);
    expect(await held('office')).toContain('manage-news');
    expect((await self('office')).roles.map(({ name }: Role) => name)).toEqual([expect.any(String), 'Bücherei']);
    const changed = await update('admin', await role('Bücherei'), { permissions: ['import-timetable'] });
    expect(changed.body.data).toMatchObject({ permissions: ['import-timetable'], users_count: 1 });
    await expect.poll(() => held('office')).not.toContain('manage-news');
    expect(await held('office')).toContain('import-timetable');
    const { id } = await role('Bücherei');
    const remove = () => ask('DELETE', `/schools/${school.id}/roles/${id}`, 'admin');
    expect([(await remove()).status, (await remove()).body.error.code]).toEqual([409, 'role_in_use']);
    await give('admin', 'office');
    expect(await held('office')).not.toContain('import-timetable');
    expect((await remove()).status).toBe(204);
    expect((await list()).map(({ name }) => name)).not.toContain('Bücherei');
  });

  it('change for everybody of a kind of account, and as the product has it when that is taken back [P-6.07]', async () => {
    const pupils = await role('STUDENT');
    const wider = await update('admin', pupils, { name: null, permissions: [...pupils.permissions, 'create-news'] });
    expect(wider.status).toBe(200);
    await expect.poll(() => held('ada')).toContain('create-news');
    await update('admin', wider.body.data, { name: null, permissions: pupils.permissions });
    await expect.poll(() => held('ada')).not.toContain('create-news');
    expect((await run('select 1 from role_permissions where school_id = $1', [school.id])).rowCount).toBe(0);
  });

  it('are recorded with what changed, once [D-4.11]', async () => {
    await create('admin', 'Verein', ['create-news']);
    await update('admin', await role('Verein'), { name: 'Förderverein', permissions: ['view-news'] });
    await give('admin', 'ada', 'Förderverein');
    expect((await logged('users.createRole'))[0]).toEqual({
      origin: 'session',
      entity: 'roles',
      before: null,
      after: { name: 'Verein', 'create-news': true },
    });
    expect((await logged('users.updateRole'))[0]).toMatchObject({
      before: { name: 'Verein', 'create-news': true, 'view-news': false },
      after: { name: 'Förderverein', 'create-news': false, 'view-news': true },
    });
    expect((await logged('users.setRoles'))[0]).toMatchObject({
      origin: 'session',
      after: { roles: expect.stringContaining('Förderverein') },
    });
    expect((await logged('users.permission')).length).toBe(0);
    await give('admin', 'ada');
    await run('insert into user_roles select school_id, $1, id from roles where key = $2 and school_id = $3', [
      ids.ada,
      'SALES',
      school.id,
    ]);
    expect((await logged('users.setRoles'))[0]).toMatchObject({ origin: 'operator' });
    await expect.poll(async () => (await self('ada')).roles).toHaveLength(2);
    await give('admin', 'ada');
  });

  it('are refused twice under one name, without one, and when somebody changed them meanwhile', async () => {
    expect((await create('admin', 'sekretariat', [])).body.error.code).toBe('role_name_taken');
    expect((await create('admin', ' ', [])).status).toBe(422);
    const made = (await create('admin', 'Mensa', [])).body.data;
    expect((await update('admin', made, { name: null })).status).toBe(422);
    expect((await update('admin', made, { name: 'FÖRDERVEREIN' })).body.error.code).toBe('role_name_taken');
    expect((await update('admin', made, { name: 'Kantine' })).status).toBe(200);
    expect((await update('admin', made, { name: 'Küche' })).body.error.code).toBe('conflict');
    expect((await create('admin', 'Alles', ['everything'])).status).toBe(422);
  });
});

describe('who manages people', () => {
  it('gives, changes and ends no role that gives what they do not hold themselves [P-6.05]', async () => {
    await create('admin', 'Aufsicht', ['view-audit-log']);
    expect((await give('admin', 'office', 'SECRETARIAT')).status).toBe(200);
    expect(await held('office')).toContain('manage-users');
    const supervision = await role('Aufsicht');
    expect((await give('office', 'ada', 'Aufsicht')).status).toBe(403);
    expect((await create('office', 'Mehr', ['view-audit-log'])).status).toBe(403);
    expect((await update('office', supervision, { permissions: [] })).status).toBe(403);
    expect((await update('office', supervision, { permissions: ['view-audit-log', 'create-news'] })).status).toBe(200);
    expect((await ask('DELETE', `/schools/${school.id}/roles/${supervision.id}`, 'office')).status).toBe(403);
    expect((await give('office', 'office', 'SECRETARIAT', 'SALES')).status).toBe(403);
    expect((await give('office', 'ada', 'SECRETARIAT')).status).toBe(200);
    expect((await give('office', 'ada')).status).toBe(200);
    expect((await give('office', 'ada', 'ADMIN')).status).toBe(403);
    expect((await give('office', 'ada', 'TEACHER')).status).toBe(403);
    expect((await update('office', await role('ADMIN'), { name: 'Chefin' })).status).toBe(403);
    expect((await create('admin', 'Betrieb', ['manage-kreide'])).status).toBe(403);
  });

  it('makes somebody an administrator and takes it back; the last one stays [P-6.05] [P-6.01]', async () => {
    expect((await give('admin', 'teacher', 'ADMIN')).status).toBe(200);
    expect(await self('teacher')).toMatchObject({ is_admin: true, type: 'TEACHER' });
    expect((await give('teacher', 'admin')).status).toBe(200);
    expect(await self('admin')).toMatchObject({ is_admin: false, type: 'EMPLOYEE' });
    expect((await give('admin', 'teacher')).status).toBe(403);
    expect((await ask('PUT', `/users/${ids.teacher}/roles`, 'teacher', { role_ids: [] })).status).toBe(403);
    const administrators = (await ask('GET', `/schools/${school.id}/roles`, 'teacher')).body.data.find(
      ({ key }: Role) => key === 'ADMIN',
    );
    const path = `/schools/${school.id}/roles/${administrators.id}`;
    const { updated_at, permissions } = administrators;
    const without = {
      name: null,
      updated_at,
      permissions: permissions.filter((one: string) => one !== 'manage-users'),
    };
    expect((await ask('PUT', path, 'teacher', without)).body.error.code).toBe('last_administrator');
    const role_ids = [administrators.id];
    expect((await ask('PUT', `/users/${ids.admin}/roles`, 'teacher', { role_ids })).status).toBe(200);
    const both = await Promise.all([
      ask('PUT', `/users/${ids.admin}/roles`, 'teacher', { role_ids: [] }),
      ask('PUT', `/users/${ids.teacher}/roles`, 'admin', { role_ids: [] }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    await run(`update users set role = 'ADMIN' where id = $1`, [ids.admin]);
  });

  it('reads why somebody may do something: kind of account, school, further roles, person', async () => {
    await give('admin', 'ada', 'Förderverein', 'Aufsicht');
    const { body } = await ask('GET', `/users/${ids.ada}/permissions`, 'admin');
    const reason = (permission: string) =>
      body.data.permissions.find((one: { permission: string }) => one.permission === permission);
    expect(reason('view-audit-log')).toMatchObject({
      is_allowed: true,
      by_role: false,
      by_school: null,
      by_person: null,
      by_roles: [{ id: expect.any(Number), name: 'Aufsicht' }],
    });
    expect(reason('view-news').by_roles.map(({ name }: Role) => name)).toEqual(['Förderverein']);
  });

  it('finds everybody who has a role, by the kind of account or given [P-7.83]', async () => {
    const find = async (key: string) => {
      const { body } = await ask('GET', `/users?role_id=${(await role(key)).id}`, 'admin');
      return body.data.map(({ firstname }: { firstname: string }) => firstname);
    };
    expect(await find('Aufsicht')).toEqual(['ada']);
    expect(await find('STUDENT')).toEqual(['ada']);
    expect(await find('SECRETARIAT')).toEqual(['office']);
  });
});
