import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
let seventh: number;
const tokens: Record<string, string> = {};

async function signInAll(): Promise<void> {
  for (const name of ['admin', 'ada', 'teacher', 'parent', 'office'])
    tokens[name] = await signIn(server, 'amsel', name);
}

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  await signInAll();
  const grades = server.test.database.kysely.selectFrom('grades').select('id').where('shortcut', '=', '7a');
  seventh = (await grades.executeTakeFirstOrThrow()).id;
});
afterAll(() => server.stop());

const put = (id: number, body: unknown, who = 'admin') =>
  server.request('PUT', `/v1/users/${id}/timetable/grade`, { token: tokens[who], body });
const memberships = () =>
  server.test.database.kysely
    .selectFrom('grade_memberships')
    .select(['grade_id', 'begins_at', 'ends_at'])
    .where('user_id', '=', school.users.ada)
    .orderBy('begins_at')
    .execute();
async function gradesByDay(): Promise<string[]> {
  const path = `/v1/timetables/entities/users/${school.users.ada}?begins_at=2026-11-16&ends_at=2026-11-20`;
  const { data } = (await server.request('GET', path, { token: tokens.ada })).body;
  return [16, 17, 18, 19, 20].map((day) => {
    const held = data.lessons.filter((one: { dates: string[] }) => one.dates.includes(`2026-11-${day}`));
    return [
      ...new Set(held.flatMap((one: { grades: { shortcut: string }[] }) => one.grades.map((g) => g.shortcut))),
    ].join();
  });
}

describe('the signed-in user', () => {
  it('knows the school years of the school and which one is running [P-3.18]', async () => {
    const { kysely } = server.test.database;
    const values = { school_id: school.id, name: '2025 / 2026', begins_at: '2025-08-01', ends_at: '2026-07-31' };
    const old = await kysely.insertInto('school_years').values(values).returning('id').executeTakeFirstOrThrow();
    const self = await server.request('GET', '/v1/users/self', { token: tokens.ada });
    expect(self.body.data.school.timetable).toEqual({
      schoolyears: [
        { id: old.id, name: '2025 / 2026', begins_at: '2025-08-01', ends_at: '2026-07-31' },
        { id: school.yearId, name: '2026 / 2027', begins_at: '2026-08-01', ends_at: '2027-07-15' },
      ],
      active_schoolyear_id: school.yearId,
    });
  });
});

describe('the grade of a user', () => {
  it('changes today, or on a given day, and the plan with it at once [T-7.33]', async () => {
    expect(await gradesByDay()).toEqual(['10b', '10b', '10b', '10b', '10b']);
    const today = await put(school.users.ada, { grade_id: seventh });
    expect(today, today.text).toMatchObject({
      status: 200,
      body: { data: { id: school.users.ada, grade_id: seventh } },
    });
    expect(await memberships()).toEqual([
      { grade_id: school.gradeId, begins_at: '2026-08-01', ends_at: '2026-11-17' },
      { grade_id: seventh, begins_at: '2026-11-18', ends_at: null },
    ]);
    expect(await gradesByDay()).toEqual(['10b', '10b', '7a', '7a', '7a']);
    const back = await put(school.users.ada, { grade_id: school.gradeId, begins_at: '2026-11-20' });
    expect(back.body.data.grade_id).toBe(seventh);
    expect(await gradesByDay()).toEqual(['10b', '10b', '7a', '7a', '10b']);
    await put(school.users.ada, { grade_id: school.gradeId, begins_at: '2026-08-01' });
    expect(await memberships()).toEqual([{ grade_id: school.gradeId, begins_at: '2026-08-01', ends_at: null }]);
  });

  it('can be none, and is today’s in the zone of the school [T-7.33]', async () => {
    server.clock.set('2026-11-18T23:30:00Z');
    await signInAll();
    expect((await put(school.users.ada, { grade_id: null })).body.data.grade_id).toBeNull();
    expect(await memberships()).toEqual([{ grade_id: school.gradeId, begins_at: '2026-08-01', ends_at: '2026-11-18' }]);
    expect(await gradesByDay()).toEqual(['10b', '10b', '10b', '', '']);
  });

  it('is changed by an administrator of the own school alone, to a grade of it [T-7.33] [D-4.06]', async () => {
    const { kysely } = server.test.database;
    const other = await buildSchool(kysely, 'drossel');
    const stranger = await buildUser(kysely, other.id, 'stranger', 'STUDENT');
    const values = { school_id: other.id, shortcut: '5a', source: 'manual' };
    const foreign = await kysely.insertInto('grades').values(values).returning('id').executeTakeFirstOrThrow();
    const before = await memberships();
    for (const who of ['ada', 'teacher', 'parent', 'office'])
      expect((await put(school.users.ada, { grade_id: seventh }, who)).status, who).toBe(403);
    expect((await put(school.users.ada, { grade_id: foreign.id })).status).toBe(404);
    expect((await put(stranger.id, { grade_id: seventh })).status).toBe(404);
    expect((await put(school.users.ada, {})).status).toBe(422);
    expect((await put(school.users.ada, { grade_id: seventh, begins_at: '18.11.2026' })).status).toBe(422);
    expect(await memberships()).toEqual(before);
  });
});
