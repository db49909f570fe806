import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hear } from '../../../../../tests/support/chats.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { readYearSet, replaceYearSet, restoreYearSet } from '../structure/index.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server, 'amsel');
  for (const name of ['admin', 'teacher']) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());
const db = () => server.test.database.kysely;

const call = (method: string, path: string, body?: object, who = 'admin') =>
  server.request(method, `/v1/timetables/basedata${path}`, { token: tokens[who] ?? '', ...(body ? { body } : {}) });
const list = async (entity: string) => (await call('GET', `/${entity}`)).body.data;
const rowOf = async (entity: string, name: string) =>
  (await list(entity)).find(({ shortcut }: { shortcut: string }) => shortcut === name);
const bareOf = ({ id: _, source: __, is_imported: ___, can: ____, color: _____, ...row }: Record<string, unknown>) =>
  row;
const readPlan = () =>
  server.request('GET', `/v1/timetables/entities/grades/${school.gradeId}?begins_at=2026-11-23&ends_at=2026-11-23`, {
    token: tokens.teacher ?? '',
  });
const codeOf = async (answer: ReturnType<typeof call>) => (await answer).body.error?.code;

describe('master data', () => {
  it('that an import brought keeps its names, and gets what only people know; plans show it at once [T-7.17] [T-3.09] [T-3.23]', async () => {
    const [subject, room] = [await rowOf('subjects', 'DE'), await rowOf('bookables', '105')];
    expect(subject).toMatchObject({ is_imported: true, can: { update: 1, remove: 0 }, user_color: null });
    const before = await readPlan();
    const draft = { ...bareOf(subject), user_color: 'teal', bookable_ids: [room.id] };
    const saved = await call('PUT', `/subjects/${subject.id}`, draft);
    expect(saved.body.data).toMatchObject({
      version: 2,
      user_color: 'teal',
      color: subject.color,
      bookable_ids: [room.id],
    });
    const plan = await readPlan();
    expect(plan.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(plan.body.data.lessons[0].subject).toMatchObject({ shortcut: 'DE', color: 'teal' });
    // From what it was before it is not changed any more.
    expect(await codeOf(call('PUT', `/subjects/${subject.id}`, draft))).toBe('conflict');
    const renamed = await call('PUT', `/subjects/${subject.id}`, { ...draft, version: 2, name: 'Germanistik' });
    expect(renamed.body.error.issues).toMatchObject([{ path: 'body.name', rule: 'ownedByImport' }]);
    expect(await codeOf(call('DELETE', `/subjects/${subject.id}`))).toBe('unit_imported');
  });

  it('of teachers says hours, main room and subjects, in halves of a lesson [T-3.13] [T-3.25]', async () => {
    const [teacher, room] = [await rowOf('teachers', 'Bg'), await rowOf('bookables', '204')];
    const subject_ids = [(await rowOf('subjects', 'MA')).id];
    const values = { no_substitution: true, main_bookable_id: room.id, contract_hours: 24.5, subject_ids };
    const saved = await call('PUT', `/teachers/${teacher.id}`, { ...bareOf(teacher), ...values });
    expect(saved.body.data).toMatchObject({ lastname: 'Berg', ...values });
    const odd = { ...bareOf(saved.body.data), contract_hours: 24.3 };
    expect((await call('PUT', `/teachers/${teacher.id}`, odd)).status).toBe(422);
  });

  it('that people made is deleted where nothing uses it, else it is told what does, and comes back [T-7.17]', async () => {
    const draft = { shortcut: 'X1', name: ' Werkraum ', description: null, kind: 'Fachraum', building: null };
    const made = await call('POST', '/bookables', { ...draft, capacity: 18, is_public: true });
    expect(made.body.data).toMatchObject({ name: 'Werkraum', source: 'manual', can: { update: 1, remove: 1 } });
    const { id } = made.body.data;
    const again = await call('POST', '/bookables', { ...draft, shortcut: 'x1', capacity: null, is_public: true });
    expect(again.body.error.issues).toMatchObject([{ path: 'body.shortcut', rule: 'shortcutTaken' }]);
    const subject = { shortcut: 'WE', name: null, user_color: null, bookable_ids: [id] };
    const werken = (await call('POST', '/subjects', subject)).body.data;
    const used = await call('DELETE', `/bookables/${id}`);
    expect(used.body.error).toMatchObject({ code: 'unit_in_use', message: expect.stringContaining('Fächer: 1') });
    await call('PUT', `/subjects/${werken.id}`, { ...subject, bookable_ids: [], version: 1 });
    expect((await call('DELETE', `/bookables/${id}`)).status).toBe(204);
    expect(await rowOf('bookables', 'X1')).toBeUndefined();
    expect((await call('POST', `/bookables/${id}/restore`)).status).toBe(204);
    await call('DELETE', `/bookables/${id}`);
    await call('POST', '/bookables', { ...draft, capacity: null, is_public: true });
    expect(await codeOf(call('POST', `/bookables/${id}/restore`))).toBe('unit_shortcut_taken');
    // A lesson of a version that nobody else sees is a use, too.
    const state = (
      await server.request('POST', '/v1/timetables/versions', {
        token: tokens.admin ?? '',
        body: { school_year_id: school.yearId, note: '', copy_data_from_version: null },
      })
    ).body.data;
    const added = [
      {
        subject_id: werken.id,
        course_id: null,
        length: 1,
        pattern: null,
        grade_ids: [school.gradeId],
        teacher_ids: [],
        bookable_ids: [],
        place: null,
      },
    ];
    await server.request('POST', '/v1/timetables/push', {
      token: tokens.admin ?? '',
      body: { version_uuid: state.uuid, added },
    });
    const planned = await call('DELETE', `/subjects/${werken.id}`);
    expect(planned.body.error.message).toContain('Stunden in Fassungen: 1');
  });

  it('that an import brought and ended comes back by the import alone [T-7.17]', async () => {
    const { id } = await db()
      .insertInto('bookables')
      .values({ school_id: school.id, shortcut: 'Z9', source: 'csv', ended_at: TEST_NOW })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await call('POST', `/bookables/${id}/restore`)).status).toBe(404);
  });

  it('is used by whatever is in force, and by nothing that was ended [T-7.17]', async () => {
    const make = async (entity: string, draft: object) =>
      (await call('POST', `/${entity}`, draft)).body.data.id as number;
    const remove = async (entity: string, id: number) => {
      const { status, body } = await call('DELETE', `/${entity}/${id}`);
      return status === 204 ? 'gone' : body.error.code;
    };
    const subjectOf = (shortcut: string, bookable_ids: number[] = []) =>
      make('subjects', { shortcut, name: null, user_color: null, bookable_ids });
    const room = await make('bookables', {
      shortcut: 'R9',
      name: null,
      description: null,
      kind: null,
      building: null,
      capacity: null,
      is_public: true,
    });
    const subject = await subjectOf('S9', [room]);
    const grade = await make('grades', {
      shortcut: '9x',
      name: null,
      category: null,
      most_a_day: null,
      core_begins_at: null,
      core_ends_at: null,
    });
    const values = { shortcut: 'K9', name: null, subject_id: subject, grade_ids: [grade], teacher_ids: [] };
    const course = await make('courses', { ...values, is_required: false });
    expect([await remove('bookables', room), await remove('subjects', subject), await remove('grades', grade)]).toEqual(
      ['unit_in_use', 'unit_in_use', 'unit_in_use'],
    );
    for (const [entity, id] of [
      ['courses', course],
      ['subjects', subject],
      ['bookables', room],
    ] as const)
      expect(await remove(entity, id), entity).toBe('gone');

    const teacher = await make('teachers', {
      shortcut: 'T9',
      title: null,
      firstname: null,
      lastname: 'Neu',
      main_bookable_id: null,
      no_substitution: false,
      no_supervision: false,
      contract_hours: null,
      most_a_day: null,
      most_a_week: null,
      free_days: null,
      subject_ids: [],
    });
    // A class has a second teacher, somebody else's change of a day was taken back, a break is watched over.
    const ofSchool = { school_id: school.id, school_year_id: school.yearId, source: 'manual' };
    const times = { time_begins_at: '09:35', time_ends_at: '09:40' };
    await db().updateTable('teachers').set({ co_grade_id: grade }).where('id', '=', teacher).execute();
    expect(await remove('grades', grade)).toBe('unit_in_use');
    await db().updateTable('teachers').set({ co_grade_id: null }).where('id', '=', teacher).execute();
    expect(await remove('grades', grade)).toBe('gone');
    const ended = { external_key: 'x', date: '2026-11-23', teacher_ids: [teacher], ended_at: TEST_NOW };
    await db()
      .insertInto('substitutions')
      .values({ ...ofSchool, ...times, ...ended })
      .execute();
    const post = { area: 'Hof', weekday: 1, before_hour: '3', teacher_id: teacher };
    await db()
      .insertInto('supervisions')
      .values({ ...ofSchool, ...times, ...post })
      .execute();
    expect(await remove('teachers', teacher)).toBe('unit_in_use');
    await db().deleteFrom('supervisions').where('school_id', '=', school.id).execute();
    expect(await remove('teachers', teacher)).toBe('gone');
  });

  it('of courses has none twice, whatever the order of its classes and teachers [T-5.35] [T-8.02] [T-7.20]', async () => {
    const subject_id = (await rowOf('subjects', 'MA')).id;
    const [one, two] = (await list('grades')).map(({ id }: { id: number }) => id);
    const draft = {
      shortcut: 'M1',
      name: null,
      subject_id,
      grade_ids: [one, two],
      teacher_ids: [],
      is_required: false,
    };
    const made = await call('POST', '/courses', draft);
    expect(made.status, made.text).toBe(200);
    const double = await call('POST', '/courses', { ...draft, shortcut: 'M2', grade_ids: [two, one] });
    expect([double.status, double.body.error.code]).toEqual([409, 'course_exists']);
    expect(double.body.error.message).toContain('M1');
    const both = await Promise.all(
      ['M3', 'M4'].map((shortcut) => call('POST', '/courses', { ...draft, shortcut, grade_ids: [one] })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { id } = made.body.data;
    expect(await codeOf(call('PUT', `/courses/${id}`, { ...draft, grade_ids: [one], version: 1 }))).toBe(
      'course_exists',
    );
    // Two that an import brought as parallel ones: each may have a colour, and neither becomes a third one.
    await db()
      .insertInto('courses')
      .values(
        ['P1', 'P2'].map((shortcut) => ({
          school_id: school.id,
          source: 'csv',
          shortcut,
          subject_id,
          is_required: false,
          grade_ids: [two],
          teacher_ids: [],
        })),
      )
      .execute();
    const twin = await rowOf('courses', 'P2');
    const painted = await call('PUT', `/courses/${twin.id}`, { ...bareOf(twin), user_color: 'pink' });
    expect([painted.status, painted.body.data?.user_color], painted.text).toEqual([200, 'pink']);
  });

  it('has free days that people add: the plan knows them at once, and no import takes them away [T-3.06] [T-7.17]', async () => {
    const day = { name: 'Wandertag', begins_at: '2026-11-23', ends_at: '2026-11-23', is_public: false };
    const wrong = await call('POST', '/holidays', { ...day, ends_at: '2026-11-22' });
    expect(wrong.body.error.issues).toMatchObject([{ path: 'body.ends_at', rule: 'endsBefore' }]);
    const never = await call('POST', '/holidays', { ...day, begins_at: '2040-01-01', ends_at: '2040-01-01' });
    expect(never.body.error.issues).toMatchObject([{ path: 'body.begins_at', rule: 'outsideYears' }]);
    const { begins_at, ends_at } = await db()
      .selectFrom('school_years')
      .select(['begins_at', 'ends_at'])
      .where('id', '=', school.yearId)
      .executeTakeFirstOrThrow();
    for (const edge of [begins_at, ends_at]) {
      const first = await call('POST', '/holidays', { ...day, begins_at: edge, ends_at: edge });
      expect([first.status, (await call('DELETE', `/holidays/${first.body.data?.id}`)).status]).toEqual([200, 204]);
    }
    using teacher = await hear(server.url, tokens.teacher ?? '', ['timetable.published']);
    const made = (await call('POST', '/holidays', day)).body.data;
    await expect.poll(() => teacher.events.map(({ payload }) => payload.school_id)).toEqual([school.id]);
    expect(made).toMatchObject({ ...day, is_imported: false, can: { update: 1, remove: 1 } });
    const namesOf = async () => (await readPlan()).body.data.holidays.map(({ name }: { name: string }) => name);
    expect(await namesOf()).toEqual(['Wandertag']);
    const { kysely } = server.test.database;
    const year = { school_id: school.id, id: school.yearId };
    const free = { name: 'Ferien', begins_at: '2026-11-23', ends_at: '2026-11-27', is_public: false };
    await replaceYearSet(kysely, year, 'holidays', [free], 'untis');
    const [imported] = (await list('holidays')).filter((one: { is_imported: boolean }) => one.is_imported);
    expect(imported).toMatchObject({ name: 'Ferien', can: { update: 0, remove: 0 } });
    const before = await readYearSet(kysely, year, 'holidays');
    await replaceYearSet(kysely, year, 'holidays', [], 'untis');
    await restoreYearSet(kysely, year, 'holidays', before);
    expect((await list('holidays')).map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Ferien',
      'Wandertag',
    ]);
    expect((await call('DELETE', `/holidays/${made.id}`)).status).toBe(204);
    expect(await namesOf()).toEqual(['Ferien']);
    expect((await call('POST', `/holidays/${made.id}/restore`)).status).toBe(204);
    expect(await namesOf()).toContain('Wandertag');
  });
});
