import { type EditorState, editorOf, type PlanVersion, RAIL_START, type RailRun } from '@kreide/core/features/planner';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildUpperGrade, makeUnplaced, type UpperGrade } from '../../../../../tests/support/rails.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildSchool>>;
let upper: UpperGrade;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'drossel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  const times = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00'].map((begins_at, at) => ({
    school_id: school.id,
    school_year_id: school.yearId,
    source: 'manual',
    hour: `${at + 1}`,
    begins_at,
    ends_at: begins_at.replace(':00', ':45'),
  }));
  await kysely.insertInto('times').values(times).execute();
  upper = await buildUpperGrade(kysely, school);
  token = await signIn(server, 'drossel', 'admin');
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: object) =>
  server.request(method, `/v1/timetables${path}`, { token, ...(body ? { body } : {}) });
const stateOf = async ({ uuid }: PlanVersion): Promise<EditorState> =>
  editorOf((await call('GET', `/current?version_uuid=${uuid}`)).body.data);

const make = () => makeUnplaced(call, school.yearId);

const start = (version: PlanVersion, settings: object) =>
  call('POST', '/rails', {
    ...RAIL_START,
    effort: 'SHORT',
    rails: 3,
    grade_ids: [upper.grade_id],
    version_uuid: version.uuid,
    ...settings,
  });
const done = ({ id }: PlanVersion): Promise<RailRun> =>
  vi.waitFor(
    async () => {
      const [newest] = (await call('GET', `/versions/${id}/rails`)).body.data as RailRun[];
      if (newest?.state !== 'DONE') throw new Error(`It is ${newest?.state}`);
      return newest;
    },
    { timeout: 30_000, interval: 100 },
  );

describe('courses on rails', () => {
  it('that run in weeks A or B, or half a year, share a rail; their lessons are held in these weeks [D-8.18]', async () => {
    const version = await make();
    const id = (name: string) => upper.courses[name] ?? 0;
    const parts = [
      { course_id: id('E-LK1'), when: 'A' },
      { course_id: id('GE-LK1'), when: 'A' },
      { course_id: id('PH-GK1'), when: 'B' },
    ];
    const issueOf = async (settings: object) => (await start(version, settings)).body.error?.issues?.[0];
    expect(await issueOf({ parts: [...parts, parts[0]] })).toMatchObject({ path: 'body.parts', rule: 'partTwice' });
    const half = { second_half_at: '2028-02-01' };
    expect(await issueOf(half)).toMatchObject({ path: 'body.second_half_at', rule: 'halfOutside' });
    const ahead = async (more = '') => {
      const query = `grades=${upper.grade_id}&rails=3&most_pupils=28&most_courses=12${more}`;
      return (await call('GET', `/versions/${version.id}/rails/ahead?${query}`)).body.data;
    };
    expect((await ahead()).obstacles).toMatchObject([{ kind: 'PUPIL', count: 4 }]);
    expect((await ahead(`&parts=${parts.map((one) => `${one.course_id}:${one.when}`).join()}`)).obstacles).toEqual([]);

    await start(version, { rails: 3, parts });
    const run = await done(version);
    expect(run.outcome).toMatchObject({ open: 0, clashes: [] });
    const railed = (name: string) => run.outcome?.courses.find((one) => one.id === id(name));
    expect(railed('PH-GK1')).toMatchObject({ when: 'B' });
    expect(railed('M-GK1')).toMatchObject({ when: 'WHOLE' });
    expect(['E-LK1', 'GE-LK1'].map((name) => railed(name)?.rail)).toEqual([
      railed('PH-GK1')?.rail,
      railed('PH-GK1')?.rail,
    ]);
    // Who teaches it is busy at every time of weeks A, and free in weeks B.
    const { courses, patterns: known } = await stateOf(version);
    const { subject_id, teacher_ids } = courses.find((one) => one.id === id('PH-GK1')) ?? {};
    const a = known.find((one) => one.name === 'A');
    const rest = { subject_id, teacher_ids, course_id: null, grade_ids: [], bookable_ids: [], length: 1 };
    const pattern = { name: 'A', weeks: a?.weeks };
    const busy = [1, 2, 3, 4, 5].flatMap((weekday) =>
      ['1', '2', '3', '4', '5', '6'].map((hour) => ({ ...rest, pattern, place: { weekday, hour } })),
    );
    const pushed = await call('POST', '/push', { version_uuid: version.uuid, added: busy });
    expect(pushed.status, pushed.text).toBe(200);
    const before = await stateOf(version);
    const placed = await call('POST', `/rails/${run.id}/place`, { revision: before.version.revision });
    expect(placed.body.data).toMatchObject({ moved: 14, left: 0, weeks: 6 });
    const { lessons, patterns } = await stateOf(version);
    const lessonsOf = (name: string) => lessons.filter(({ course_id }) => course_id === id(name));
    const weeks = (name: string) => patterns.find((one) => one.name === name)?.weeks;
    expect(lessonsOf('E-LK1').map(({ pattern }) => pattern)).toEqual(
      [0, 1].map(() => ({ name: 'A', weeks: weeks('A') })),
    );
    expect(lessonsOf('PH-GK1').map(({ pattern }) => pattern?.weeks)).toEqual([weeks('B'), weeks('B')]);
    expect(lessonsOf('M-GK1').map(({ pattern }) => pattern)).toEqual([null, null]);
    const times = (name: string) => lessonsOf(name).map(({ weekday, hour }) => `${weekday}/${hour}`);
    expect(times('E-LK1').sort()).toEqual(times('PH-GK1').sort());

    // What the lessons say now holds for the next search, and a word of somebody before it.
    expect((await ahead()).parts).toEqual(expect.arrayContaining(parts));
    await start(version, {
      rails: 3,
      parts: [{ course_id: id('PH-GK1'), when: 'WHOLE' }],
      second_half_at: '2027-03-01',
    });
    const next = await done(version);
    expect(next.outcome?.courses.find((one) => one.id === id('E-LK1'))?.when).toBe('A');
    expect(next.outcome).toMatchObject({ open: 4 });
    await call('POST', '/pop', { version_uuid: version.uuid });
    const again = (await stateOf(version)).lessons.filter(({ course_id }) => course_id !== null);
    expect(again.every(({ pattern, weekday }) => pattern === null && weekday === null)).toBe(true);
    await start(version, {
      rails: 3,
      parts: [{ course_id: id('PH-GK1'), when: 'SECOND' }],
      second_half_at: '2027-03-03',
    });
    const last = await done(version);
    // As an import left it: held until the half only, whatever weeks are said of it now.
    const former = { ends_at: '2027-02-19' };
    const ofPhysics = server.test.database.kysely.updateTable('planner_lessons').where('course_id', '=', id('PH-GK1'));
    await ofPhysics.set(former).execute();
    expect((await ahead('&second_half_at=2027-03-03')).parts).toEqual([{ course_id: id('PH-GK1'), when: 'FIRST' }]);
    const { revision } = (await stateOf(version)).version;
    await call('POST', `/rails/${last.id}/place`, { revision });
    const physics = (await stateOf(version)).lessons.find(({ course_id }) => course_id === id('PH-GK1'));
    expect([physics?.pattern?.name, physics?.pattern?.weeks[0]]).toEqual(['2. Halbjahr', '2027-03-01']);
    expect(physics).toMatchObject({ begins_at: '2026-08-01', ends_at: '2027-07-15' });
    // Of lessons on single dates none says in which weeks a course is held.
    await ofPhysics
      .set({ pattern_name: null, weeks: null, dates: ['2026-09-01'] })
      .where('lesson_id', '=', physics?.lesson_id ?? 0)
      .execute();
    expect((await ahead('&second_half_at=2027-03-03')).parts).toEqual([{ course_id: id('PH-GK1'), when: 'SECOND' }]);

    await ofPhysics.set({ pattern_name: null, weeks: null, dates: null, ...former }).execute();
    // Every fourth week is in weeks A: who is there already stays.
    const fourth = weeks('A')?.filter((_, at) => at % 2 === 0) ?? [];
    const ofEnglish = server.test.database.kysely.updateTable('planner_lessons').where('course_id', '=', id('E-LK1'));
    await ofEnglish.set({ pattern_name: 'four', weeks: fourth }).execute();
    await start(version, {
      rails: 4,
      parts: [{ course_id: id('PH-GK1'), when: 'WHOLE' }],
      second_half_at: '2027-03-03',
    });
    const whole = await done(version);
    const seen = (await stateOf(version)).version.revision;
    expect((await call('POST', `/rails/${whole.id}/place`, { revision: seen })).body.data).toMatchObject({ weeks: 2 });
    expect((await ahead()).parts).toEqual([{ course_id: id('E-LK1'), when: 'A' }]);
    const later = (await stateOf(version)).lessons.filter(({ course_id }) => course_id === id('E-LK1'));
    expect(later.map(({ pattern }) => pattern?.name)).toEqual(['four', 'four']);
    // Where only weeks become others, nothing moves.
    await ofPhysics.set(former).execute();
    const { version: newest } = await stateOf(version);
    const still = await call('POST', `/rails/${whole.id}/place`, { revision: newest.revision });
    expect(still.body.data).toMatchObject({ moved: 0, left: 0, weeks: 2 });
    // What was made before a course could run in a part of the year says nothing of it.
    await server.test.database.pool.query(`update planner_rails set outcome = jsonb_set(outcome, '{courses}',
      (select jsonb_agg(course - 'when') from jsonb_array_elements(outcome -> 'courses') as course))`);
    expect(new Set((await done(version)).outcome?.courses.map(({ when }) => when))).toEqual(new Set(['WHOLE']));
  });
});
