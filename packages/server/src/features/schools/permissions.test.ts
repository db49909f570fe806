import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: { id: number };
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  const other = await buildSchool(kysely, 'birke');
  for (const [slink, at, name, role] of [
    ['amsel', school.id, 'admin', 'ADMIN'],
    ['amsel', school.id, 'ada', 'TEACHER'],
    ['amsel', school.id, 'ben', 'STUDENT'],
    ['birke', other.id, 'cem', 'TEACHER'],
  ] as const) {
    ids[name] = (await buildUser(kysely, at, name, role)).id;
    tokens[name] = await signIn(server, slink, name);
  }
});
afterAll(() => server.stop());

const selfOf = async (name: string) =>
  (await server.request('GET', '/v1/users/self', { token: tokens[name] })).body.data as {
    permissions: string[];
    school: { permissions: string[] };
  };
const ofSchool = async (...names: string[]) =>
  Promise.all(names.map(async (name) => (await selfOf(name)).school.permissions));
const set = (permissions: unknown) =>
  server.request('PUT', `/v1/schools/${school.id}/permissions`, { token: tokens.admin, body: { permissions } });

it('totp-2fa belongs to the school: everybody there has it or nobody, whatever a person or a role is given [P-6.08]', async () => {
  const { pool } = server.test.database;
  expect(await ofSchool('admin', 'ada', 'ben', 'cem')).toEqual([[], [], [], []]);
  // Neither a person nor a role can have it.
  const body = { permission: 'totp-2fa', is_allowed: true };
  const path = `/v1/users/${ids.ada}/permissions`;
  expect((await server.request('PUT', path, { token: tokens.admin, body })).status).toBe(422);
  await pool.query(`insert into user_permissions values ($1, $2, 'totp-2fa', true)`, [school.id, ids.ada]);
  await pool.query(`insert into role_permissions values ($1, 'STUDENT', 'totp-2fa', true)`, [school.id]);
  expect(await ofSchool('ada', 'ben')).toEqual([[], []]);
  expect((await set(['totp-2fa', 'marketing', 'totp-2fa'])).status).toBe(422);
  expect((await set(['totp-2fa'])).body.data).toEqual({ permissions: ['totp-2fa'] });
  expect(await ofSchool('admin', 'ada', 'ben', 'cem')).toEqual([['totp-2fa'], ['totp-2fa'], ['totp-2fa'], []]);
  for (const name of ['admin', 'ada', 'ben']) expect((await selfOf(name)).permissions).not.toContain('totp-2fa');
  // Nor can it be taken from one.
  await pool.query(`update user_permissions set is_allowed = false where permission = 'totp-2fa'`);
  expect(await ofSchool('ada')).toEqual([['totp-2fa']]);
  for (const wrong of [['manage-users'], ['everything'], 'totp-2fa', null]) expect((await set(wrong)).status).toBe(422);
  expect((await set([])).body.data).toEqual({ permissions: [] });
  expect(await ofSchool('admin', 'ada', 'ben')).toEqual([[], [], []]);
});

it('somebody who manages people only changes nothing of the school itself', async () => {
  const body = { permission: 'manage-users', is_allowed: true };
  const given = await server.request('PUT', `/v1/users/${ids.ada}/permissions`, { token: tokens.admin, body });
  expect(given.status, given.text).toBe(200);
  const paths = [
    '',
    '/operator-contact',
    '/billing',
    '/properties',
    '/permissions',
    '/public-access',
    '/onboarding/finish',
  ];
  for (const [method, path] of [...paths.map((one) => ['PUT', one] as const), ['POST', '/policies'] as const])
    expect(
      (await server.request(method, `/v1/schools/${school.id}${path}`, { token: tokens.ada, body: {} })).status,
      path,
    ).toBe(403);
  expect((await server.request('GET', `/v1/schools/${school.id}/users`, { token: tokens.ada })).status).toBe(200);
});
