import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  const { kysely } = server.test.database;
  for (const [username, firstname, lastname] of [
    ['jm', 'Jörg', 'Müller'],
    ['old', 'Jörn', 'Müller'],
  ] as const) {
    const { id } = await buildUser(kysely, school.id, username, 'STUDENT');
    school.users[username as 'ada'] = id;
    await kysely.updateTable('users').set({ firstname, lastname }).where('id', '=', id).execute();
  }
  await kysely
    .updateTable('users')
    .set({ deleted_at: '2026-11-01T00:00:00Z' })
    .where('id', '=', school.users['old' as 'ada'])
    .execute();
  for (const who of ['ada', 'parent', 'teacher', 'admin']) tokens[who] = await signIn(server, 'amsel', who);
});
afterAll(() => server.stop());

type Hit = { entity: string; id: number; shortcut: string; name: string | null };
const show = ({ entity, shortcut, name }: Hit) => `${entity} ${shortcut} ${name}`;

async function search(who: string, keyword: string, entity = ''): Promise<string[]> {
  const query = new URLSearchParams({ ...(keyword && { keyword }), ...(entity && { entity }) });
  const answer = await server.request('GET', `/v1/timetables/search?${query}`, { token: tokens[who] });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.map(show);
}
async function favourites(who: string): Promise<string[]> {
  const answer = await server.request('GET', '/v1/timetables/favourites', { token: tokens[who] });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.map(show);
}
const set = (who: string, entity: string, id: number, is_favourite = true) =>
  server.request('PUT', `/v1/timetables/favourites/${entity}/${id}`, { token: tokens[who], body: { is_favourite } });

it('planners find pupils by name with their grade of today, whatever way it is spelled; nobody else finds any', async () => {
  expect(await search('admin', 'kern')).toEqual(['users Ada Kern 10b', 'users Ben Kern 7a']);
  expect(await search('admin', 'kern ada')).toEqual(['users Ada Kern 10b']);
  // Only signs: there is no word in it that anything could have.
  expect(await search('admin', ',')).toEqual([]);
  for (const keyword of ['müller', 'mueller', 'MULLER', 'jorg mü', 'Müller Joerg'])
    expect(await search('admin', keyword), keyword).toEqual(['users Jörg Müller null']);
  for (const who of ['ada', 'parent', 'teacher'])
    for (const entity of ['', 'users']) expect(await search(who, 'kern', entity), who).toEqual([]);
  // Not by what else is known of them, not all of them at once, and none where a kind of unit is asked for.
  expect(await search('admin', '@')).toEqual([]);
  expect(await search('admin', '', 'users')).toEqual([]);
  expect(await search('admin', 'kern', 'grades')).toEqual([]);
  expect(await search('admin', 'kern', 'users')).toHaveLength(2);
});

it('a search has twenty pupils at most', async () => {
  const { kysely } = server.test.database;
  for (let index = 0; index < 21; index += 1) {
    const { id } = await buildUser(kysely, school.id, `many${index}`, 'STUDENT');
    await kysely.updateTable('users').set({ lastname: 'Zwanzig' }).where('id', '=', id).execute();
  }
  expect(await search('admin', 'zwanzig')).toHaveLength(20);
});

it('favourites are kept for one account, in the order of the search, and only those that one may see', async () => {
  const teacher = await server.test.database.kysely
    .selectFrom('teachers')
    .select('id')
    .where('shortcut', '=', 'Ky')
    .executeTakeFirstOrThrow();
  expect((await set('admin', 'users', school.users.ada)).status).toBe(200);
  expect((await set('admin', 'teachers', teacher.id)).status).toBe(200);
  const all = ['grades 10b null', 'teachers Ky Frau Kaya', 'users Ada Kern 10b'];
  expect((await set('admin', 'grades', school.gradeId)).body.data.map(show)).toEqual(all);
  expect((await set('admin', 'grades', school.gradeId)).body.data.map(show), 'twice').toEqual(all);
  expect(await favourites('admin')).toEqual(all);
  expect(await favourites('teacher')).toEqual([]);
  expect((await set('teacher', 'users', school.users.ada)).status).toBe(404);
  expect((await set('teacher', 'grades', 999_999)).status).toBe(404);

  // Who loses the right does not see the name any more, and a grade that has ended is gone.
  const { kysely } = server.test.database;
  const holder = { school_id: school.id, user_id: school.users.admin };
  await kysely
    .insertInto('user_permissions')
    .values({ ...holder, permission: 'view-timetable-planner', is_allowed: false })
    .execute();
  tokens.admin = await signIn(server, 'amsel', 'admin');
  expect(await favourites('admin')).toEqual(all.slice(0, 2));
  await kysely.deleteFrom('user_permissions').where('user_id', '=', holder.user_id).execute();
  await kysely
    .updateTable('grades')
    .set({ ended_at: '2026-11-01T00:00:00Z' })
    .where('id', '=', school.gradeId)
    .execute();
  expect(await favourites('admin')).not.toContain(all[0]);
  expect((await set('admin', 'grades', school.gradeId)).status).toBe(404);
  await kysely.updateTable('grades').set({ ended_at: null }).where('id', '=', school.gradeId).execute();
  expect((await set('admin', 'teachers', teacher.id, false)).body.data.map(show)).not.toContain(all[1]);
});

it('thirty favourites and no more; one less makes room', async () => {
  const rooms = await server.test.database.kysely
    .insertInto('bookables')
    .values(
      Array.from({ length: 31 }, (_, index) => ({ school_id: school.id, shortcut: `Z${index}`, source: 'manual' })),
    )
    .returning('id')
    .execute();
  const ids = rooms.map(({ id }) => id);
  for (const id of ids.slice(0, 30)) expect((await set('ada', 'bookables', id)).status).toBe(200);
  const refused = await set('ada', 'bookables', ids[30] ?? 0);
  expect([refused.status, refused.text.includes('30')]).toEqual([422, true]);
  expect((await set('ada', 'bookables', ids[0] ?? 0)).status, 'one that is marked already').toBe(200);
  expect((await set('ada', 'bookables', ids[0] ?? 0, false)).status).toBe(200);
  expect((await set('ada', 'bookables', ids[30] ?? 0)).status).toBe(200);
  expect(await favourites('ada')).toHaveLength(30);
});
