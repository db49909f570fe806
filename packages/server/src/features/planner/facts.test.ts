import {
  type EditorState,
  editorOf,
  type Obstacle,
  type PlannedTeacher,
  type PlanVersion,
} from '@kreide/core/features/planner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOBODY, WHOLE_DAY } from '../../../../../tests/support/desk-school.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
let token: string;
let version: PlanVersion;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server, 'amsel');
  token = await signIn(server, 'amsel', 'admin');
  const [plan] = (await call('GET', '/timetables/versions')).body.data.plans;
  const draft = { school_year_id: school.yearId, note: '', copy_data_from_version: plan.uuid };
  version = (await call('POST', '/timetables/versions', draft)).body.data;
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: object) =>
  server.request(method, `/v1${path}`, { token, ...(body ? { body } : {}) });
const list = async (entity: string) => (await call('GET', `/timetables/basedata/${entity}`)).body.data;
const rowOf = async (entity: string, name: string) =>
  (await list(entity)).find(({ shortcut }: { shortcut: string }) => shortcut === name);
const readState = async (): Promise<EditorState> =>
  editorOf((await call('GET', `/timetables/current?version_uuid=${version.uuid}`)).body.data);
const mark = (entity: string, id: number, weekday: number, hour: string, wish: number) =>
  call('PUT', `/timetables/basedata/${entity}/${id}/times`, { weekday, hour, wish });
async function change(entity: string, name: string, values: object) {
  const {
    id,
    source: _,
    is_imported: __,
    can: ___,
    color: ____,
    channel_id: _____,
    ...row
  } = await rowOf(entity, name);
  const saved = await call('PUT', `/timetables/basedata/${entity}/${id}`, { ...row, ...values });
  expect(saved.status, saved.text).toBe(200);
  return saved.body.data;
}

describe('the facts of planning', () => {
  it('are kept of teachers, classes and rooms, and the editor has them [D-8.02] [T-3.25]', async () => {
    const subject_ids = [(await rowOf('subjects', 'MA')).id];
    const facts = { contract_hours: 24.5, most_a_day: 6, most_a_week: 26, free_days: 1, subject_ids };
    const berg = await change('teachers', 'Bg', facts);
    const grade = await change('grades', '10b', { most_a_day: 7 });
    const room = await change('bookables', 'L1', { kind: 'Labor', building: 'Haus B', capacity: 24 });
    expect(room).toMatchObject({ kind: 'Labor', building: 'Haus B', capacity: 24 });
    for (const [entity, id, weekday, hour, wish] of [
      ['teachers', berg.id, 2, '1', -3],
      ['teachers', berg.id, 1, '1', 2],
      ['teachers', berg.id, 3, '2', 3],
      ['grades', grade.id, 5, '2', -1],
      ['bookables', room.id, 4, '1', -2],
    ] as const)
      expect((await mark(entity, id, weekday, hour, wish)).status).toBe(200);
    const state = await readState();
    expect(state.teachers.find(({ id }) => id === berg.id)).toEqual<PlannedTeacher>({
      id: berg.id,
      shortcut: 'Bg',
      name: 'Frau Berg',
      ...facts,
    });
    expect(state.grades.find(({ id }) => id === grade.id)?.most_a_day).toBe(7);
    expect(state.wishes).toHaveLength(5);
    expect(state.wishes).toContainEqual({ entity: 'teachers', id: berg.id, weekday: 3, hour: '2', wish: 3 });
    expect(state.wishes).toContainEqual({ entity: 'bookables', id: room.id, weekday: 4, hour: '1', wish: -2 });
  });

  it('say how many pupils classes and courses have, and places rooms, where that is known [D-8.02]', async () => {
    const { kysely } = server.test.database;
    const { id: school_id, users, gradeId } = school;
    const courses = await kysely
      .insertInto('courses')
      .values(['REL', 'LAT'].map((shortcut) => ({ school_id, shortcut, grade_ids: [gradeId], source: 'manual' })))
      .returning('id')
      .execute();
    const [chosen = 0, unchosen] = courses.map(({ id }) => id);
    const joined = { school_id, course_id: chosen, joined_at: '2026-08-01' };
    await kysely
      .insertInto('enrolments')
      .values([
        { ...joined, user_id: users.ada },
        { ...joined, user_id: users.new },
        { ...joined, user_id: users.ben, left_at: '2026-09-01' },
      ])
      .execute();
    await kysely
      .insertInto('grade_memberships')
      .values([
        { school_id, user_id: users.new, grade_id: gradeId, begins_at: '2026-11-16' },
        { school_id, user_id: users.alone, grade_id: gradeId, begins_at: '2026-08-01' },
      ])
      .execute();
    await change('bookables', '105', { capacity: 1 });
    const state = await readState();
    const pupils = (units: readonly { id: number; pupils: number | null }[], id: number | undefined) =>
      units.find((one) => one.id === id)?.pupils;
    // Parents are none, nor is whoever has left.
    expect([pupils(state.grades, gradeId), pupils(state.courses, chosen)]).toEqual([2, 2]);
    expect(pupils(state.courses, unchosen)).toBeNull();
    const places = (name: string) => state.bookables.find(({ shortcut }) => shortcut === name)?.capacity;
    expect([places('105'), places('112')]).toEqual([1, null]);
    await kysely
      .updateTable('users')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', users.new)
      .execute();
    const after = await readState();
    expect([pupils(after.grades, gradeId), pupils(after.courses, chosen)]).toEqual([1, 1]);
  });

  it('have limits, and a room is on no standby: both are told in words [D-8.02]', async () => {
    const { id, source: _, is_imported: __, can: ___, ...row } = await rowOf('teachers', 'Li');
    for (const [field, value] of [
      ['most_a_day', 17],
      ['most_a_week', 0],
      ['free_days', 7],
    ] as const) {
      const refused = await call('PUT', `/timetables/basedata/teachers/${id}`, { ...row, [field]: value });
      expect(refused.body.error.issues).toMatchObject([{ path: `body.${field}` }]);
    }
    const room = await rowOf('bookables', '204');
    const refused = await mark('bookables', room.id, 1, '1', 3);
    expect(refused.body.error.issues).toMatchObject([
      { path: 'body.wish', rule: 'standbyTeachers', message: 'Bereitschaft haben nur Lehrkräfte.' },
    ]);
    expect((await mark('teachers', id, 1, '1', 4)).status).toBe(422);
  });

  it('say before a proposal whose week is too long [D-8.02] [D-8.03]', async () => {
    const obstacles = async (): Promise<Obstacle[]> =>
      (await call('GET', `/timetables/versions/${version.id}/obstacles`)).body.data;
    expect(await obstacles()).toEqual([]);
    await change('teachers', 'Li', { most_a_week: 4 });
    const [week, ...others] = await obstacles();
    expect(others).toEqual([]);
    expect(week).toMatchObject({ kind: 'WEEK', entity: 'teacher', names: ['Li'], times: 4 });
    expect(week?.hours).toBeGreaterThan(4);
    await change('teachers', 'Li', { most_a_week: null });
  });

  it('tell the substitution desk who is never there, who is on standby and who teaches the subject [D-8.02] [D-8.10]', async () => {
    const date = '2026-11-23';
    const absence = { ...NOBODY, ...WHOLE_DAY, begins_at: date, ends_at: date };
    const berg = await rowOf('teachers', 'Bg');
    const absent = await call('POST', '/timetables/desk/absences', { ...absence, teacher_id: berg.id });
    expect(absent.status, absent.text).toBe(200);
    const day = absent.body.data;
    const open = day.lessons.find(({ hour }: { hour: string }) => hour === '2');
    const [kaya, winter] = [await rowOf('teachers', 'Ky'), await rowOf('teachers', 'Wn')];
    const rank = async () =>
      (await call('GET', `/timetables/desk/suggestions?date=${date}&lesson_id=${open.lesson_id}`)).body.data;
    const of = (ranking: { suggestions: { teacher_id: number; parts: { factor: string }[] }[] }, id: number) =>
      ranking.suggestions.find(({ teacher_id }) => teacher_id === id)?.parts.map(({ factor }) => factor);
    expect(of(await rank(), winter.id)).toBeDefined();
    expect(of(await rank(), kaya.id)).not.toContain('standby');
    await mark('teachers', winter.id, 1, '2', -3);
    await mark('teachers', kaya.id, 1, '2', 3);
    // On another day it says nothing.
    await mark('teachers', kaya.id, 2, '3', -3);
    await change('teachers', 'Ky', { subject_ids: [open.subject.id] });
    const ranking = await rank();
    expect(ranking.excluded).toContainEqual({ teacher_id: winter.id, reason: 'away' });
    expect(of(ranking, kaya.id)).toEqual(expect.arrayContaining(['standby', 'subject']));
    expect(ranking.suggestions[0].teacher_id).toBe(kaya.id);
  });
});

describe('classes', () => {
  it('are kept under the addresses of timetables: made, listed, changed, ended and brought back [T-7.19]', async () => {
    const path = '/timetables/basedata/grades';
    const draft = {
      shortcut: '9x',
      name: 'Klasse 9x',
      category: 'Mittelstufe',
      most_a_day: 8,
      core_begins_at: null,
      core_ends_at: '13:00',
    };
    const made = await call('POST', path, draft);
    expect(made.body.data).toMatchObject({ ...draft, source: 'manual', version: 1 });
    const { id } = made.body.data;
    const named = async () => (await list('grades')).map(({ shortcut }: { shortcut: string }) => shortcut);
    expect(await named()).toContain('9x');
    const changed = await call('PUT', `${path}/${id}`, { ...draft, shortcut: '9y', version: 1 });
    expect(changed.body.data).toMatchObject({ shortcut: '9y', version: 2 });
    expect((await call('DELETE', `${path}/${id}`)).status).toBe(204);
    expect(await named()).not.toContain('9y');
    expect((await call('POST', `${path}/${id}/restore`)).status).toBe(204);
    expect(await named()).toContain('9y');
  });
});

describe('a version', () => {
  it('has the name of its school year, both calendar years with a slash between, and classes of that year [T-3.40] [D-8.02]', async () => {
    expect(version.name).toBe('2026 / 2027');
    const days = { begins_at: '2027-08-01', ends_at: '2028-07-15' };
    const year = (await call('POST', '/timetables/years', days)).body.data;
    const draft = { school_year_id: year.id, note: '', copy_data_from_version: null };
    const next = (await call('POST', '/timetables/versions', draft)).body.data;
    expect(next.name).toBe('2027 / 2028');
    // Who is in a class today is in another one by then, until the change of the year has been made.
    const gradeOf = async () =>
      editorOf((await call('GET', `/timetables/current?version_uuid=${next.uuid}`)).body.data).grades.find(
        ({ id }) => id === school.gradeId,
      );
    expect(await gradeOf()).toMatchObject({ pupils: null });
    const { kysely } = server.test.database;
    const moved = { school_id: school.id, user_id: school.users.ben, grade_id: school.gradeId };
    await kysely
      .insertInto('grade_memberships')
      .values({ ...moved, begins_at: days.begins_at })
      .execute();
    expect(await gradeOf()).toMatchObject({ pupils: 2 });
    const { versions } = (await call('GET', '/timetables/versions')).body.data;
    expect(versions.map(({ name }: PlanVersion) => name)).toEqual(['2027 / 2028', '2026 / 2027']);
  });
});
