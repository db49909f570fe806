import { type EditorState, editorOf, type PlannedLesson, type PlanVersion } from '@kreide/core/features/planner';
import type { Lesson } from '@kreide/core/features/timetable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
let token = '';
let version: PlanVersion;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server, 'amsel');
  token = await signIn(server, 'amsel', 'admin');
  const [plan] = (await call('GET', '/versions')).body.data.plans;
  const draft = { school_year_id: school.yearId, note: '', copy_data_from_version: plan.uuid };
  version = (await call('POST', '/versions', draft)).body.data;
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: object) =>
  server.request(method, `/v1/timetables${path}`, { token, ...(body ? { body } : {}) });
const state = async (): Promise<EditorState> =>
  editorOf((await call('GET', `/current?version_uuid=${version.uuid}`)).body.data);
const idOf = (units: readonly { id: number; shortcut: string }[], shortcut: string) =>
  units.find((unit) => unit.shortcut === shortcut)?.id as number;

describe('entities of a timetable, as the server answers them', () => {
  it('a lesson names its course, subject, day, times, pattern, classes, teachers and rooms, each by its number [T-3.07] [T-3.20] [T-3.21] [T-3.22]', async () => {
    const known = await state();
    const course = { shortcut: 'PH-F', name: null, subject_id: idOf(known.subjects, 'PH') };
    const course_id = (
      await call('POST', '/basedata/courses', {
        ...course,
        grade_ids: [school.gradeId],
        teacher_ids: [],
        is_required: true,
      })
    ).body.data.id;
    const [, b] = known.patterns;
    const content = {
      subject_id: idOf(known.subjects, 'PH'),
      course_id,
      length: 2,
      pattern: { name: b?.name, weeks: b?.weeks },
      grade_ids: ['10b', '7a'].map((name) => idOf(known.grades, name)),
      teacher_ids: ['Bg', 'Li'].map((name) => idOf(known.teachers, name)),
      bookable_ids: ['L1', 'L2'].map((name) => idOf(known.bookables, name)),
    };
    const place = { weekday: 5, hour: '7' };
    const pushed = await call('POST', '/push', { version_uuid: version.uuid, added: [{ ...content, place }] });
    expect(pushed.status, pushed.text).toBe(200);
    const { lesson_id } = pushed.body.data.lessons[0];
    const stored = (await state()).lessons.find((one) => one.lesson_id === lesson_id) as PlannedLesson;
    expect(stored).toMatchObject({ ...content, weekday: 5, hour: '7' });
    const in_force = (await call('GET', '/versions')).body.data.plans[0].uuid;
    const publication = { version_uuid: version.uuid, revision: 1, in_force, from: '2026-11-23' };
    const published = await call('POST', '/publish', publication);
    expect(published.status, published.text).toBe(200);
    const path = `/entities/grades/${school.gradeId}?begins_at=2026-11-23&ends_at=2026-12-13`;
    const plan: Lesson[] = (await call('GET', path)).body.data.lessons;
    const shown = plan.find((one) => one.lesson_id === lesson_id);
    const dates = ['2026-11-27', '2026-12-04', '2026-12-11'].filter((date) =>
      stored.pattern?.weeks.includes(new Date(Date.parse(date) - 4 * 86_400_000).toISOString().slice(0, 10)),
    );
    expect(dates.length).toBeGreaterThan(0);
    expect(dates.length).toBeLessThan(3);
    expect(shown).toMatchObject({
      dates,
      hour: '7',
      time_begins_at: stored.time_begins_at,
      time_ends_at: stored.time_ends_at,
      kind: null,
      course: { id: course_id },
      subject: { id: content.subject_id },
    });
    const ids = (units: readonly { id: number }[] = []) => units.map(({ id }) => id).sort();
    expect([ids(shown?.grades), ids(shown?.teachers), ids(shown?.bookables)]).toEqual(
      [content.grade_ids, content.teacher_ids, content.bookable_ids].map((all) => [...all].sort()),
    );
    // What changes lessons: its kind, its words, and which lesson it is about.
    const past = `/entities/grades/${school.gradeId}?begins_at=2026-11-16&ends_at=2026-11-20`;
    const changed: Lesson[] = (await call('GET', past)).body.data.lessons;
    expect(changed.filter(({ substituted_lessons }) => substituted_lessons.length > 0)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: null,
          comment: 'Bitte den Atlas mitbringen',
          substituted_lessons: [expect.objectContaining({ lesson_date: '2026-11-18', lesson_id: expect.any(Number) })],
        }),
        expect.objectContaining({ kind: 'CANCLED' }),
      ]),
    );
  });

  it('a room says what is in it, who may see its plan, whether to ask first, and whether an import may change it [T-3.03]', async () => {
    const find = async (who: string, path: string) => server.request('GET', `/v1/timetables${path}`, { token: who });
    const [teacher, room] = [await signIn(server, 'amsel', 'teacher'), idOf((await state()).bookables, 'K2')];
    const listed = async () =>
      (await call('GET', '/basedata/bookables')).body.data.find(({ id }: { id: number }) => id === room);
    const { id: _, source: __, is_imported: ___, can: ____, ...row } = await listed();
    expect(row).toMatchObject({ is_public: true, is_confirmable: false, is_custom: false, description: null });
    const plan = `/entities/bookables/${room}?begins_at=2026-11-23&ends_at=2026-11-27`;
    expect((await find(teacher, plan)).body.data.description).toBeUndefined();
    const said = { description: 'Brennofen, 2. Stock', is_confirmable: true };
    const saved = await call('PUT', `/basedata/bookables/${room}`, { ...row, ...said });
    expect(saved.body.data).toMatchObject(said);
    expect((await find(teacher, plan)).body.data.description).toBe('Brennofen, 2. Stock');
    const free = async (who: string) =>
      (await find(who, '/free-rooms?date=2026-11-23')).body.data.rooms.find(({ id }: { id: number }) => id === room);
    expect(await free(teacher)).toMatchObject({ shortcut: 'K2', ...said });
    // Kept here its name is the school's; an import owns it otherwise.
    const named = { ...row, ...said, version: 2, name: 'Werkstatt' };
    expect((await call('PUT', `/basedata/bookables/${room}`, named)).body.error.issues).toMatchObject([
      { path: 'body.name', rule: 'ownedByImport' },
    ]);
    const mark = () =>
      server.request('PUT', `/v1/timetables/favourites/bookables/${room}`, {
        token: teacher,
        body: { is_favourite: true },
      });
    expect((await mark()).body.data).toMatchObject([{ entity: 'bookables', id: room }]);
    const hidden = { ...named, is_custom: true, is_public: false };
    expect((await call('PUT', `/basedata/bookables/${room}`, hidden)).body.data).toMatchObject({ name: 'Werkstatt' });
    // What is not public is for planners alone, wherever rooms are looked for.
    expect((await find(teacher, plan)).status).toBe(403);
    expect(await free(teacher)).toBeUndefined();
    expect((await find(teacher, '/search?keyword=K2')).body.data).toEqual([]);
    expect((await find(teacher, '/favourites')).body.data).toEqual([]);
    expect((await mark()).status).toBe(404);
    expect((await find(token, plan)).status).toBe(200);
    expect(await free(token)).toMatchObject({ shortcut: 'K2' });
    expect((await find(token, '/search?keyword=K2')).body.data).toMatchObject([{ entity: 'bookables', id: room }]);
    // Given back to the import its names are closed in the same breath; what people add is theirs.
    const given = { ...hidden, version: 3, is_custom: false, name: 'Töpferei' };
    expect((await call('PUT', `/basedata/bookables/${room}`, given)).body.error.issues).toMatchObject([
      { path: 'body.name', rule: 'ownedByImport' },
    ]);
    const { version: ____v, is_custom: _c, ...fresh } = { ...hidden, shortcut: 'K9', name: null };
    expect((await call('POST', '/basedata/bookables', fresh)).body.data).toMatchObject({ is_custom: true });
  });

  it('a course has a kind, a school year, a colour of its own, and is offered unless it is for a while only [T-3.04]', async () => {
    const { kysely } = server.test.database;
    const known = await state();
    const year = { begins_at: '2027-08-01', ends_at: '2028-07-15' };
    const next = (await call('POST', '/years', year)).body.data.id;
    const head = { shortcut: 'M-LK', name: 'Mathematik', subject_id: idOf(known.subjects, 'MA'), is_required: false };
    const sides = { grade_ids: [school.gradeId], teacher_ids: [idOf(known.teachers, 'Bg')] };
    const said = { type: 'Leistungskurs', season_id: school.yearId, user_color: 'pink', is_temp: false };
    const made = (await call('POST', '/basedata/courses', { ...head, ...sides, ...said })).body.data;
    // People made it: no import takes it away.
    expect(made).toMatchObject({ ...head, ...sides, ...said, color: null, is_custom: true, is_imported: false });
    const pupil = await kysely.selectFrom('users').select('id').where('username', '=', 'ada').executeTakeFirstOrThrow();
    const path = `/v1/users/${pupil.id}/timetable/available`;
    const offered = async () => (await server.request('GET', path, { token })).body.data[made.id];
    expect(await offered()).toMatchObject({ shortcut: 'M-LK', type: 'Leistungskurs' });
    const change = async (version: number, values: object) =>
      (await call('PUT', `/basedata/courses/${made.id}`, { ...head, ...sides, ...values, version })).body.data;
    expect(await change(1, { is_temp: true })).toMatchObject({ ...said, is_temp: true });
    expect(await offered()).toBeUndefined();
    // What lives in another year is not planned in this one.
    const isPlanned = async () => (await state()).courses.some(({ id }) => id === made.id);
    expect(await isPlanned()).toBe(true);
    await change(2, { season_id: next });
    expect(await isPlanned()).toBe(false);
    // What an import brought keeps its names, and gets a kind and a colour: its lessons have that of the course.
    await kysely
      .updateTable('courses')
      .set({ source: 'csv', is_custom: false })
      .where('shortcut', '=', 'PH-F')
      .execute();
    const colors = async () => {
      const plan = `/entities/grades/${school.gradeId}?begins_at=2026-11-23&ends_at=2026-12-13`;
      const lessons: Lesson[] = (await call('GET', plan)).body.data.lessons;
      return lessons.filter(({ course }) => course?.shortcut === 'PH-F').map(({ subject }) => subject?.color);
    };
    const rows = (await call('GET', '/basedata/courses')).body.data;
    const found = rows.find(({ shortcut }: { shortcut: string }) => shortcut === 'PH-F');
    const { id, source: _, is_imported, can, color, ...imported } = found;
    expect([is_imported, can.update, color]).toEqual([true, 1, null]);
    expect(await colors()).toEqual(['teal']);
    const renamed = { ...imported, name: 'Physik' };
    expect((await call('PUT', `/basedata/courses/${id}`, renamed)).body.error.issues).toMatchObject([
      { path: 'body.name', rule: 'ownedByImport' },
    ]);
    // It lives in another year, and a lesson of this one names it still.
    const painted = await call('PUT', `/basedata/courses/${id}`, { ...imported, user_color: 'pink', season_id: next });
    expect(painted.status, painted.text).toBe(200);
    expect((await state()).courses.some((course) => course.id === id)).toBe(true);
    expect(await colors()).toEqual(['pink']);
  });

  it('a class has its place in lists, a group, year levels and the channel of its pupils [T-3.05]', async () => {
    const rows = async () => (await call('GET', '/basedata/grades')).body.data;
    const named = async (shortcut: string) =>
      (await rows()).find((one: { shortcut: string }) => one.shortcut === shortcut);
    const shortcuts = (units: readonly { shortcut: string }[]) =>
      units.map(({ shortcut }) => shortcut).filter((one) => one === '7a' || one === '10b');
    const lists = async () => [
      shortcuts(await rows()),
      shortcuts((await state()).grades),
      shortcuts((await call('GET', '/grades')).body.data),
      shortcuts((await call('GET', '/desk?date=2026-11-25')).body.data.grades),
    ];
    expect((await lists()).slice(1)).toEqual(Array(3).fill(['7a', '10b']));
    const { id, source: _, is_imported: __, can: ___, channel_id: ____, ...row } = await named('10b');
    expect([row.order, row.range]).toEqual([null, null]);
    const wrong = await call('PUT', `/basedata/grades/${id}`, { ...row, range: '12-11' });
    expect(wrong.body.error.issues).toMatchObject([{ path: 'body.range', rule: 'levelRange' }]);
    const said = { order: 3, range: '10-11', category: 'Oberstufe' };
    const channel = await server.test.database.kysely
      .selectFrom('channels')
      .select('id')
      .where('grade_id', '=', id)
      .where('target', '=', 'students')
      .executeTakeFirstOrThrow();
    const saved = (await call('PUT', `/basedata/grades/${id}`, { ...row, ...said })).body.data;
    expect(saved).toMatchObject({ ...said, channel_id: channel.id });
    const end = (ended_at: string | null) =>
      server.test.database.kysely.updateTable('channels').set({ ended_at }).where('id', '=', channel.id).execute();
    await end('2026-11-01T00:00:00Z');
    // Neither one that is over nor that of somebody else of the class.
    expect((await named('10b')).channel_id).toBeNull();
    await end(null);
    // With a place it stands before all that have none.
    expect(await lists()).toEqual(Array(4).fill(['10b', '7a']));
    expect((await state()).grades[0]).toMatchObject({ shortcut: '10b', range: '10-11', category: 'Oberstufe' });
  });

  it('a pattern has an id, a name and the Mondays of its weeks, the same whenever it is asked for [T-3.08]', async () => {
    const [a, b] = (await state()).patterns;
    expect((await state()).patterns.slice(0, 2)).toEqual([a, b]);
    expect([a?.name, b?.name]).toEqual(['A', 'B']);
    expect(new Set([a?.id, b?.id]).size).toBe(2);
    const weeks = [...(a?.weeks ?? []), ...(b?.weeks ?? [])];
    expect(new Set(weeks).size).toBe(weeks.length);
    expect(weeks.length).toBeGreaterThan(40);
    for (const week of weeks) expect(new Date(week).getUTCDay()).toBe(1);
    const used = (await state()).lessons.find(({ pattern }) => pattern !== null);
    expect(b).toMatchObject(used?.pattern ?? {});
  });

  it('a time is one of a lesson, and a school year shows five days, unless something else is said [T-3.15] [T-3.17]', async () => {
    const { kysely } = server.test.database;
    const other = await buildSchool(kysely, 'drossel');
    await buildUser(kysely, other.id, 'admin', 'ADMIN');
    const admin = await signIn(server, 'drossel', 'admin');
    const ask = (method: string, path: string, body?: object) =>
      server.request(method, `/v1/timetables${path}`, { token: admin, ...(body ? { body } : {}) });
    const year = (await ask('POST', '/years', { begins_at: '2027-08-01', ends_at: '2028-07-15' })).body.data;
    await kysely
      .insertInto('times')
      .values([
        {
          school_id: other.id,
          school_year_id: year.id,
          source: 'manual',
          hour: '1',
          begins_at: '08:00',
          ends_at: '08:45',
        },
        {
          school_id: other.id,
          school_year_id: year.id,
          source: 'manual',
          hour: '2',
          begins_at: '08:45',
          ends_at: '09:05',
          type: 'BREAK',
        },
      ])
      .execute();
    const { id } = (
      await ask('POST', '/basedata/grades', {
        shortcut: '5a',
        name: null,
        category: null,
        most_a_day: null,
        core_begins_at: null,
        core_ends_at: null,
      })
    ).body.data;
    expect((await ask('POST', '/switch-schoolyear', { id: year.id })).status).toBe(200);
    const answer = await ask('GET', `/entities/grades/${id}?begins_at=2027-09-06&ends_at=2027-09-10`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.days_to_show).toBe(5);
    expect(answer.body.data.times.map(({ hour, type }: Record<string, string>) => `${hour} ${type}`)).toEqual([
      '1 LESSON',
      '2 BREAK',
    ]);
  });
});
