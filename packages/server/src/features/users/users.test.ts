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
    expect(self.body.data.school.timetable).toMatchObject({
      schoolyears: [
        { id: old.id, name: '2025 / 2026', begins_at: '2025-08-01', ends_at: '2026-07-31' },
        { id: school.yearId, name: '2026 / 2027', begins_at: '2026-08-01', ends_at: '2027-07-15' },
      ],
      active_schoolyear_id: school.yearId,
    });
  });
});

describe('the school of the signed-in user', () => {
  const read = async () => (await server.request('GET', '/v1/users/self', { token: tokens.ada })).body.data.school;

  it('has the menu that was stored, whatever it is called [P-3.26]', async () => {
    expect((await read()).properties).toMatchObject({ menu_type: null });
    for (const menu_type of ['davinci-lite', 'classbook-only', 'Something Else']) {
      await server.test.database.pool.query('update schools set properties = $2 where id = $1', [
        school.id,
        { menu_type },
      ]);
      expect((await read()).properties).toMatchObject({ menu_type });
    }
  });

  it('speaks German until another language is set [P-3.22]', async () => {
    expect((await read()).locale).toBe('de');
    await server.test.database.pool.query(`update schools set locale = 'tr' where id = $1`, [school.id]);
    expect((await read()).locale).toBe('tr');
  });
});

describe('the properties of a user', () => {
  const change = (body: unknown, who = 'ada', id: number | string = 'self') =>
    server.request('PUT', `/v1/users/${id}/properties`, { token: tokens[who], body });
  const read = async (who = 'ada') =>
    (await server.request('GET', '/v1/users/self', { token: tokens[who] })).body.data.properties;
  const IMPORT = 'users.hints.timetable-import.hidden';
  const PUSH = 'users.hints.notifications.hidden';

  it('keep which hints are hidden, each by itself, as the texts 0 and 1, for that user alone [T-3.71] [P-3.09] [T-4.36] [T-7.67]', async () => {
    expect(await read()).toEqual({});
    expect(await change({ [IMPORT]: '1' })).toMatchObject({ status: 200, body: { data: { [IMPORT]: '1' } } });
    expect((await change({ [PUSH]: '1' }, 'ada', school.users.ada)).body.data).toEqual({ [IMPORT]: '1', [PUSH]: '1' });
    await change({ [IMPORT]: '0' });
    expect(await read()).toEqual({ [IMPORT]: '0', [PUSH]: '1' });
    expect(await read('teacher')).toEqual({});
  });

  it('are nobody else’s to change, and only those that there are', async () => {
    const before = await read();
    for (const [body, status] of [
      [{ 'users.hints.elsewhere.hidden': '1' }, 422],
      [{ [IMPORT]: true }, 422],
      [{ [IMPORT]: '2' }, 422],
    ] as const)
      expect((await change(body)).status, JSON.stringify(body)).toBe(status);
    expect((await change({ [IMPORT]: '1' }, 'admin', school.users.ada)).status).toBe(403);
    expect(await read()).toEqual(before);
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
