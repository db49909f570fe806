import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  for (const [name, role] of [
    ['ada', 'STUDENT'],
    ['ben', 'STUDENT'],
    ['cem', 'PARENT'],
    ['dora', 'PARENT'],
    ['office', 'ADMIN'],
  ] as const) {
    ids[name] = (await buildUser(kysely, school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const other = await buildSchool(kysely, 'drossel');
  const gone = await buildUser(kysely, other.id, 'gone', 'STUDENT');
  await server.test.database.pool.query('update users set deleted_at = now(), removed_at = now() where id = $1', [
    gone.id,
  ]);
});
afterAll(() => server.stop());

const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body && { body }) });
interface Listed {
  firstname: string;
  deletion_request_submitted: string | null;
  deletion_reversion_window: string | null;
}
const list = async (query: string): Promise<Listed[]> =>
  (await call('office', 'GET', `/schools/${school.id}/users${query}`)).body.data;
const names = async (query: string) => (await list(query)).map(({ firstname }) => firstname);

it('lists those who were deleted by hand apart from those who were archived; a recovered one is in neither [P-7.92] [P-7.93] [T-7.144] [T-7.145]', async () => {
  expect(await names('')).toEqual(['ada', 'ben', 'cem', 'dora', 'office']);
  expect((await call('office', 'DELETE', `/users/${ids.ada}`)).status).toBe(204);
  // As a list of people or the change of the year does it.
  const archive = "update users set deleted_at = '2026-11-19T08:00:00Z' where id = $1";
  await server.test.database.pool.query(archive, [ids.ben]);
  expect([await names('?filter=deleted'), await names('?filter=archived')]).toEqual([['ada'], ['ben']]);
  expect(await names('?filter=archived&search=ada')).toEqual([]);
  expect(await names('')).toEqual(['cem', 'dora', 'office']);
  for (const name of ['ada', 'ben']) await call('office', 'PUT', `/users/${ids[name]}/recover`, {});
  expect([await names('?filter=deleted'), await names('?filter=archived')]).toEqual([[], []]);
  // Archived later, the account is not the one that was deleted before.
  await server.test.database.pool.query(archive, [ids.ada]);
  expect([await names('?filter=deleted'), await names('?filter=archived')]).toEqual([[], ['ada']]);
  // Nor is it where a list of people has brought it back, which leaves the day of the deletion.
  await server.test.database.pool.query(`update users set removed_at = '2026-11-01T08:00:00Z' where id = $1`, [
    ids.ada,
  ]);
  expect([await names('?filter=deleted'), await names('?filter=archived')]).toEqual([[], ['ada']]);
  await call('office', 'PUT', `/users/${ids.ada}/recover`, {});
});

it('lists who asked for deletion, then who can still take it back; an administrator approves, and cancels for them [P-7.94] [T-7.146] [P-4.26] [P-7.67]', async () => {
  for (const who of ['cem', 'dora']) {
    const asked = { email: `${who}@later.example`, password: PASSWORD };
    expect((await call(who, 'POST', '/users/self/request-deletion', asked)).status).toBe(200);
  }
  expect([await names('?filter=requested'), await names('?filter=pending')]).toEqual([['cem', 'dora'], []]);
  expect((await call('dora', 'PUT', `/users/${ids.dora}/approve-deletion`, {})).status).toBe(403);
  expect((await call('office', 'PUT', `/users/${ids.dora}/approve-deletion`, {})).status).toBe(200);
  expect([await names('?filter=requested'), await names('?filter=pending')]).toEqual([['cem'], ['dora']]);
  const [dora] = await list('?filter=pending');
  expect(dora).toMatchObject({ deletion_request_submitted: expect.any(String) });
  expect(Date.parse(dora?.deletion_reversion_window ?? '')).toBeGreaterThan(server.clock.now().getTime());
  for (const who of ['cem', 'dora'])
    expect((await call('office', 'PUT', `/users/${ids[who]}/cancel-deletion`, {})).status).toBe(200);
  expect([await names('?filter=requested'), await names('?filter=pending')]).toEqual([[], []]);
});

it('knows no other list, and none of another school', async () => {
  expect((await call('office', 'GET', `/schools/${school.id}/users?filter=everybody`)).status).toBe(422);
  expect((await call('office', 'GET', `/schools/${school.id + 1}/users?filter=deleted`)).status).toBe(404);
  expect((await call('cem', 'GET', `/schools/${school.id}/users?filter=deleted`)).status).toBe(403);
});

it('lists as pending only whose time to take it back is not over', async () => {
  const now = server.clock.now().getTime();
  await server.test.database.pool.query(
    `insert into deletion_requests (school_id, user_id, email, submitted_at, approved_at, ends_at)
     select $1, id, 'a@b.example', now(), now(), ends_at::timestamptz
     from unnest($2::bigint[], $3::text[]) as request (id, ends_at)`,
    [school.id, [ids.cem, ids.dora], [now, now + 1].map((at) => new Date(at).toISOString())],
  );
  expect([await names('?filter=requested'), await names('?filter=pending')]).toEqual([[], ['dora']]);
});

it('is read page by page, each with one more that opens the next', async () => {
  await server.test.database.pool.query(
    `insert into users (school_id, username, firstname, lastname, sex, type, role)
     select $1, 'zug' || n, 'P' || lpad(n::text, 2, '0'), 'Zug', 'NONE', 'STUDENT', 'STUDENT' from generate_series(1, 52) n`,
    [school.id],
  );
  expect([(await names('?search=zug')).length, await names('?search=zug&page=2')]).toEqual([51, ['P51', 'P52']]);
});
