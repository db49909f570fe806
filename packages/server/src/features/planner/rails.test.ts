import {
  type EditorState,
  editorOf,
  type PlanVersion,
  RAIL_RUNS_MAXIMUM,
  RAIL_START,
  RAIL_STEPS,
  RAILED_MAXIMUM,
  type RailedPupil,
  type RailRun,
} from '@kreide/core/features/planner';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildUnit } from '../../../../../tests/support/planner.ts';
import { buildRails, buildUpperGrade, makeUnplaced, type UpperGrade } from '../../../../../tests/support/rails.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildSchool>>;
let upper: UpperGrade;
let token: string;

const TIMES = Array.from({ length: 6 }, (_, at) => ({
  hour: `${at + 1}`,
  begins_at: `${8 + at}:00`.padStart(5, '0'),
  ends_at: `${8 + at}:45`.padStart(5, '0'),
}));

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  const times = TIMES.map((time) => ({
    school_id: school.id,
    school_year_id: school.yearId,
    source: 'manual',
    ...time,
  }));
  await kysely.insertInto('times').values(times).execute();
  upper = await buildUpperGrade(kysely, school);
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: object) =>
  server.request(method, `/v1/timetables${path}`, { token, ...(body ? { body } : {}) });
const stateOf = async ({ uuid }: PlanVersion): Promise<EditorState> =>
  editorOf((await call('GET', `/current?version_uuid=${uuid}`)).body.data);

const make = () => makeUnplaced(call, school.yearId);

const start = (version: PlanVersion, settings: object = {}) =>
  call('POST', '/rails', {
    ...RAIL_START,
    rails: 4,
    effort: 'SHORT',
    grade_ids: [upper.grade_id],
    version_uuid: version.uuid,
    ...settings,
  });
const runsOf = async ({ id }: PlanVersion): Promise<RailRun[]> =>
  (await call('GET', `/versions/${id}/rails`)).body.data;
const done = (version: PlanVersion): Promise<RailRun> =>
  vi.waitFor(
    async () => {
      const [newest] = await runsOf(version);
      if (newest?.state !== 'DONE') throw new Error(`It is ${newest?.state}`);
      return newest;
    },
    { timeout: 30_000, interval: 100 },
  );
const pupilsOf = async (id: number, list: string): Promise<RailedPupil[]> =>
  (await call('GET', `/rails/${id}/pupils?list=${list}`)).body.data;
/** Who takes which courses, as the server keeps it. */
async function taken(): Promise<Record<string, number>> {
  const counts = await Promise.all(
    Object.entries(upper.courses).map(async ([name, id]) => {
      const { body } = await server.request('GET', `/v1/timetables/courses/${id}/enrollments`, { token });
      const now = body.data.filter(({ state }: { state: string }) => state === 'SELECTED').length;
      return [name, now] as const;
    }),
  );
  return Object.fromEntries(counts);
}

describe('courses on rails', () => {
  it('are searched for apart, without a clash, with even sizes; listed by course and pupil, enrolled and given back [D-8.18]', async () => {
    const version = await make();
    const started = await start(version);
    expect([started.status, started.body.data.state]).toEqual([200, 'WAITING']);
    const run = await done(version);
    const { outcome } = run;
    if (!outcome) throw new Error('Nothing came of it');
    expect(outcome).toMatchObject({ pupils: 8, open: 0, clashes: [] });
    expect(await pupilsOf(run.id, 'MOVED')).toHaveLength(outcome.moved);
    const sizes = Object.fromEntries(
      outcome.courses.map(({ shortcut, pupils, former }) => [shortcut, [former, pupils]]),
    );
    expect(sizes).toEqual({
      'M-GK1': [8, 4],
      'M-GK2': [0, 4],
      'D-GK1': [8, 4],
      'D-GK2': [0, 4],
      'E-LK1': [4, 4],
      'GE-LK1': [4, 4],
      'PH-GK1': [4, 4],
    });
    expect(await pupilsOf(run.id, 'OPEN')).toEqual([]);
    const all = await pupilsOf(run.id, 'ALL');
    expect(all).toHaveLength(8);
    expect(await pupilsOf(run.id, 'ALL&page=2')).toEqual([]);
    const railOf = new Map(outcome.courses.map(({ shortcut, rail }) => [shortcut, rail]));
    for (const { stays, moves } of all) {
      const rails = [...stays, ...moves.map(({ to }) => to)].map((name) => railOf.get(name));
      expect(new Set(rails).size).toBe(rails.length);
    }

    const before = await taken();
    expect((await call('POST', `/rails/${run.id}/withdraw`)).body.error.code).toBe('rails_not_enrolled');
    const enrolled = await call('POST', `/rails/${run.id}/enrol`);
    expect(enrolled.body.data).toMatchObject({ can: { enrol: 0, withdraw: 1 } });
    expect(await taken()).toMatchObject({ 'M-GK1': 4, 'M-GK2': 4, 'D-GK1': 4, 'D-GK2': 4, 'PH-GK1': 4 });
    expect((await call('POST', `/rails/${run.id}/enrol`)).body.error.code).toBe('rails_enrolled');
    expect((await call('POST', `/rails/${run.id}/withdraw`)).body.data.enrolled_at).toBeNull();
    expect(await taken()).toEqual(before);

    // Somebody gives a course up meanwhile: nobody is moved half.
    const { kysely } = server.test.database;
    const [pupil = 0] = upper.pupils;
    const own = kysely
      .updateTable('enrolments')
      .where('user_id', '=', pupil)
      .where('course_id', '=', upper.courses['D-GK1'] ?? 0);
    await own.where('state', '=', 'SELECTED').set({ state: 'DESELECTED', left_at: '2026-11-01' }).execute();
    const refused = (await call('POST', `/rails/${run.id}/enrol`)).body.error;
    expect([refused.code, refused.message]).toEqual(['rails_outdated', expect.stringContaining('Adler, Quinn 0')]);
    await own.where('state', '=', 'DESELECTED').set({ state: 'SELECTED', left_at: null }).execute();
    expect(await taken()).toEqual(before);
  });

  it('go into the version as one push that is taken back: those of a rail meet, no two rails do [D-8.18]', async () => {
    const version = await make();
    await start(version);
    const { id, outcome } = await done(version);
    const state = await stateOf(version);
    expect((await call('POST', `/rails/${id}/place`, { revision: 0 })).body.error.code).toBe('version_changed');
    const placed = await call('POST', `/rails/${id}/place`, { revision: state.version.revision });
    expect(placed.body.data).toEqual({ version_uuid: version.uuid, moved: 14, left: 0, weeks: 0 });
    const { lessons } = await stateOf(version);
    const railOf = new Map(outcome?.courses.map((course) => [course.id, course.rail]));
    const timesOf = (rail: number) =>
      new Set(
        lessons.flatMap(({ course_id, weekday, hour }) =>
          railOf.get(course_id ?? 0) === rail ? [`${weekday}/${hour}`] : [],
        ),
      );
    const rails = [...new Set(railOf.values())];
    expect(rails.map((rail) => timesOf(rail).size)).toEqual(rails.map(() => 2));
    expect(new Set(rails.flatMap((rail) => [...timesOf(rail)])).size).toBe(2 * rails.length);
    expect((await call('POST', '/pop', { version_uuid: version.uuid })).status).toBe(200);
    expect((await stateOf(version)).lessons.every(({ weekday }) => weekday === null)).toBe(true);
  });

  it('are not begun in vain: what cannot work is named before, who is left out afterwards, with what is in the way [D-8.18]', async () => {
    const version = await make();
    const ahead = async (query: string) => (await call('GET', `/versions/${version.id}/rails/ahead?${query}`)).body;
    const grades = `grades=${upper.grade_id}`;
    expect((await ahead(`${grades}&rails=4&most_pupils=28&most_courses=12`)).data).toMatchObject({
      pupils: 8,
      obstacles: [],
      groups: expect.arrayContaining([{ courses: ['M-GK1', 'M-GK2'], pupils: 8 }]),
    });
    const { obstacles } = (await ahead(`${grades}&rails=3&most_pupils=3&most_courses=2`)).data;
    expect(obstacles).toEqual([
      expect.objectContaining({ kind: 'PUPIL', people: 4, count: 4, places: 3 }),
      ...[2, 2, 1, 1, 1].map((count) =>
        expect.objectContaining({ kind: 'ROOM', courses: expect.any(Array), places: 3 * count }),
      ),
      expect.objectContaining({ kind: 'COURSES', count: 7, places: 6 }),
    ]);
    expect(obstacles[0].names).toContain('Adler, Quinn 0');
    expect((await ahead(`${grades}&rails=1&most_pupils=3&most_courses=2`)).error.code).toBe('invalid');
    expect((await start(version, { grade_ids: [] })).body.error.issues).toMatchObject([{ rule: 'classesRequired' }]);

    // It would take minutes: nobody can have a place in everything.
    const { id } = (await start(version, { rails: 3, effort: 'LONG' })).body.data;
    expect((await start(version)).body.error.code).toBe('rails_running');
    expect((await call('POST', `/rails/${id}/enrol`)).body.error.code).toBe('rails_not_done');
    await vi.waitFor(async () => expect((await runsOf(version))[0]?.progress).not.toBeNull(), { timeout: 30_000 });
    expect((await call('POST', `/rails/${id}/stop`)).body.data).toMatchObject({ is_stopping: true, can: { stop: 0 } });
    const run = await done(version);
    expect(run.outcome?.steps).toBeLessThan(RAIL_STEPS.LONG);
    expect(run.outcome).toMatchObject({ open: 4 });
    const open = await pupilsOf(run.id, 'OPEN');
    expect(open).toHaveLength(4);
    for (const pupil of open) expect(pupil.open).toMatchObject([{ reason: 'CLASH', beside: [expect.any(String)] }]);
    expect((await call('POST', `/rails/${run.id}/stop`)).body.error.code).toBe('rails_over');
  });

  it('are of what pupils choose this year, as many as fit into the rooms; not of pupils who are gone [D-8.18]', async () => {
    const version = await make();
    const { kysely } = server.test.database;
    const id = upper.courses['PH-GK1'] ?? 0;
    const path = `/versions/${version.id}/rails/ahead?rails=4&most_pupils=28&most_courses=12&grades=`;
    const ahead = async () => (await call('GET', path + upper.grade_id)).body.data;
    const hasPhysics = async () =>
      (await ahead()).groups.some(({ courses }: { courses: string[] }) => courses.includes('PH-GK1'));
    expect(await hasPhysics()).toBe(true);
    const course = (values: object) => kysely.updateTable('courses').set(values).where('id', '=', id).execute();
    const year = { name: '2027 / 2028', begins_at: '2027-08-01', ends_at: '2028-07-15', anchor: '2027-08-02' };
    const next = await kysely
      .insertInto('school_years')
      .values({ school_id: school.id, ...year })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [on, off] of [
      [{ season_id: next.id }, { season_id: null }],
      [{ is_required: true }, { is_required: false }],
      [{ is_temp: true }, { is_temp: false }],
      [{ ended_at: '2026-11-01T00:00:00Z' }, { ended_at: null }],
    ] as const) {
      await course(on);
      expect(await hasPhysics(), JSON.stringify(on)).toBe(false);
      await course(off);
    }
    const [pupil = 0] = upper.pupils;
    const gone = (deleted_at: string | null) =>
      kysely.updateTable('users').set({ deleted_at }).where('id', '=', pupil).execute();
    await gone('2026-11-01T00:00:00Z');
    expect((await ahead()).pupils).toBe(7);
    await gone(null);

    const [small, large] = await Promise.all(
      [1, 3].map(async (capacity) => {
        const room = await buildUnit(kysely, school.id, 'bookables', { shortcut: `R${capacity}` });
        await kysely.updateTable('bookables').set({ capacity }).where('id', '=', room).execute();
        return room;
      }),
    );
    const [lesson, other] = (await stateOf(version)).lessons.filter(({ course_id }) => course_id === id);
    const rooms = (lesson_id = 0, ids: (number | undefined)[] = []) =>
      kysely
        .updateTable('planner_lessons')
        .set({ bookable_ids: ids as number[] })
        .where('planner_version_id', '=', version.id)
        .where('lesson_id', '=', lesson_id)
        .execute();
    await rooms(lesson?.lesson_id, [small, large]);
    expect((await ahead()).obstacles).toEqual([]);
    await rooms(other?.lesson_id, [large]);
    expect((await ahead()).obstacles).toMatchObject([{ kind: 'ROOM', courses: ['PH-GK1'], count: 4, places: 3 }]);
  });

  it('take one of two courses that stand for each other; given back only while all take what they were given [D-8.18]', async () => {
    const { kysely } = server.test.database;
    const version = await make();
    const course = { school_id: school.id, course_id: upper.courses['M-GK2'] ?? 0, joined_at: '2026-08-01' };
    const doubled = upper.pupils.map((user_id) => ({ ...course, user_id, is_fixed: true }));
    await kysely.insertInto('enrolments').values(doubled).execute();
    const before = await taken();
    await start(version);
    const run = await done(version);
    expect((await call('POST', `/rails/${run.id}/enrol`)).status).toBe(200);
    expect(await taken()).toMatchObject({ 'M-GK1': 4, 'M-GK2': 4 });
    const [moved] = await pupilsOf(run.id, 'MOVED');
    const course_id = upper.courses[moved?.moves[0]?.to ?? ''] ?? 0;
    const own = kysely
      .updateTable('enrolments')
      .where('user_id', '=', moved?.id ?? 0)
      .where('course_id', '=', course_id);
    await own.where('state', '=', 'SELECTED').set({ state: 'DESELECTED', left_at: '2026-11-01' }).execute();
    expect((await call('POST', `/rails/${run.id}/withdraw`)).body.error.code).toBe('rails_outdated');
    await own.where('state', '=', 'DESELECTED').set({ state: 'SELECTED', left_at: null }).execute();
    expect((await call('POST', `/rails/${run.id}/withdraw`)).status).toBe(200);
    expect(await taken()).toEqual(before);
    // What was given back is given back once.
    expect((await call('POST', `/rails/${run.id}/enrol`)).status).toBe(200);
    expect((await call('POST', `/rails/${run.id}/withdraw`)).status).toBe(200);
    expect(await taken()).toEqual(before);
  });

  it('keep off the times that are closed to a teacher [D-8.18]', async () => {
    const version = await make();
    const { kysely } = server.test.database;
    const { courses, version: known } = await stateOf(version);
    const of = (name: string) => courses.find(({ id }) => id === upper.courses[name]);
    const unit_id = of('PH-GK1')?.teacher_ids[0] ?? 0;
    const closed = TIMES.flatMap(({ hour }) => [1, 2].map((weekday) => ({ weekday, hour })));
    await kysely
      .insertInto('planner_time_wishes')
      .values(closed.map((time) => ({ school_id: school.id, entity: 'teachers', unit_id, wish: -3, ...time })))
      .execute();
    await start(version);
    const { id } = await done(version);
    expect((await call('POST', `/rails/${id}/place`, { revision: known.revision })).body.data.left).toBe(0);
    const physics = (await stateOf(version)).lessons.filter(({ course_id }) => course_id === upper.courses['PH-GK1']);
    expect(physics.map(({ weekday }) => (weekday ?? 0) > 2)).toEqual([true, true]);
  });

  it('are not begun for nobody and for too many, nor held up by a search whose server is gone; a few runs are kept', async () => {
    const { kysely } = server.test.database;
    const version = await make();
    const grade = await buildUnit(kysely, school.id, 'grades', { shortcut: 'Q2' });
    expect((await start(version, { grade_ids: [grade] })).body.error.code).toBe('rails_empty');
    const many = Array.from({ length: RAILED_MAXIMUM + 1 }, (_, at) => ({
      school_id: school.id,
      shortcut: `K${at}`,
      grade_ids: [grade],
      source: 'manual',
    }));
    await kysely.insertInto('courses').values(many).execute();
    expect((await start(version, { grade_ids: [grade] })).body.error.code).toBe('rails_too_many');

    const about = { school_id: school.id, planner_version_id: version.id, grade_id: upper.grade_id };
    const waiting = await buildRails(kysely, about, 'WAITING');
    expect((await call('POST', `/rails/${waiting}/stop`)).body.data.state).toBe('FAILED');
    const lost = await buildRails(kysely, about, 'WAITING');
    const created = (at: string) =>
      kysely.updateTable('planner_rails').set({ created_at: at }).where('id', '=', lost).execute();
    await created('2026-11-17T09:11:00Z');
    expect((await start(version)).body.error.code).toBe('rails_running');
    await created('2026-11-17T09:09:00Z');
    const enrolled = await buildRails(kysely, about, 'ENROLLED');
    for (let at = 0; at < RAIL_RUNS_MAXIMUM; at += 1) await buildRails(kysely, about, 'DONE');
    const { id } = (await start(version)).body.data;
    const kept = await kysely
      .selectFrom('planner_rails')
      .select('id')
      .where('planner_version_id', '=', version.id)
      .orderBy('id')
      .execute();
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([RAIL_RUNS_MAXIMUM + 1, enrolled, id]);
    await done(version);
  });
});
