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
  ['second', 'ADMIN'],
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

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const set = (who: string, whom: string, permission: string, is_allowed: boolean | null) =>
  server.request('PUT', `/v1/users/${ids[whom]}/permissions`, { token: tokens[who], body: { permission, is_allowed } });
const reason = async (whom: string, permission: string) => {
  const { body } = await server.request('GET', `/v1/users/${ids[whom]}/permissions`, { token: tokens.admin });
  return body.data.permissions.find((one: { permission: string }) => one.permission === permission);
};
const held = async (who: string) =>
  (await server.request('GET', '/v1/users/self', { token: tokens[who] })).body.data.permissions as string[];

describe('the permissions of a person', () => {
  it('are read with the chain from the role over the school to the person, set and taken back, at once [P-6.06] [P-6.07] [P-7.52]', async () => {
    expect(await reason('office', 'manage-news')).toEqual({
      permission: 'manage-news',
      is_allowed: false,
      by_role: false,
      by_school: null,
      by_roles: [],
      by_person: null,
      can: { set: 1 },
    });
    await run(`insert into role_permissions values ($1, 'EMPLOYEE', 'manage-news', true)`, [school.id]);
    expect(await reason('office', 'manage-news')).toMatchObject({ is_allowed: true, by_school: true });
    expect((await set('admin', 'office', 'manage-news', false)).status).toBe(200);
    expect(await reason('office', 'manage-news')).toMatchObject({
      is_allowed: false,
      by_school: true,
      by_person: false,
    });
    await expect.poll(() => held('office')).not.toContain('manage-news');
    await set('admin', 'office', 'manage-news', null);
    await expect.poll(() => held('office')).toContain('manage-news');
    expect(await reason('office', 'manage-news')).toMatchObject({ is_allowed: true, by_person: null });
    for (const key of ['view-timetable-planner', 'manage-users', 'view-all-channels']) {
      await set('admin', 'teacher', key, true);
      await expect.poll(() => held('teacher')).toContain(key);
      await set('admin', 'teacher', key, null);
    }
  });

  it('are recorded once, under the name of who changed them; a change by hand still records itself', async () => {
    const rows = async () =>
      (
        await run(
          `select origin, user_id, before, after from audit_log where action = 'users.permission' order by seq desc`,
        )
      ).rows;
    const count = (await rows()).length;
    await set('admin', 'ada', 'create-news', true);
    const after = await rows();
    expect(after).toHaveLength(count + 1);
    expect(after[0]).toEqual({
      origin: 'session',
      user_id: ids.admin,
      before: { 'create-news': null },
      after: { 'create-news': true },
    });
    await run('delete from user_permissions where user_id = $1', [ids.ada]);
    expect((await rows())[0]).toMatchObject({ origin: 'operator', before: { 'create-news': true } });
  });

  it('are nobody’s to give who does not hold them, or to themselves, or to change of an administrator [P-6.05]', async () => {
    await set('admin', 'office', 'manage-users', true);
    await expect.poll(() => held('office')).toContain('manage-users');
    expect((await set('office', 'ada', 'view-audit-log', true)).status).toBe(403);
    expect((await set('office', 'ada', 'manage-users', true)).status).toBe(200);
    expect((await set('office', 'office', 'view-news', true)).status).toBe(403);
    expect((await set('office', 'admin', 'manage-users', false)).status).toBe(403);
    expect((await set('admin', 'ada', 'manage-kreide', true)).status).toBe(403);
    expect((await set('admin', 'admin', 'view-audit-log', false)).status).toBe(403);
    expect((await set('admin', 'ada', 'everything', true)).status).toBe(422);
    const more = { permission: 'view-news', is_allowed: true, role: 'ADMIN' };
    const path = `/v1/users/${ids.ada}/permissions`;
    expect((await server.request('PUT', path, { token: tokens.admin, body: more })).status).toBe(422);
  });

  it('leave the school somebody who manages it [P-6.05]', async () => {
    expect((await set('admin', 'second', 'manage-users', false)).status).toBe(200);
    const lock = (who: string, whom: string) =>
      server.request('PUT', `/v1/users/${ids[whom]}/lock`, { token: tokens[who], body: { is_locked: true } });
    expect((await lock('second', 'admin')).status).toBe(403);
    await set('admin', 'second', 'manage-users', null);
    await expect.poll(() => held('second')).toContain('manage-users');
    const both = await Promise.all([
      set('admin', 'second', 'manage-users', false),
      set('second', 'admin', 'manage-users', false),
    ]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });
});
