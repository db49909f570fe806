import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestAnswer, type TestServer } from '../../../../../tests/support/server.ts';
import { membersOf } from '../structure/index.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
let ada: number;
let tokens: Record<'pupil' | 'parent' | 'admin', string>;
let courses: { religion: number; ethics: number };
const DAY = { monday: '2026-11-16', friday: '2026-11-20' };

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  ada = school.users.ada;
  const [pupil, parent, admin] = await Promise.all(
    ['ada', 'parent', 'admin'].map((name) => signIn(server, 'amsel', name)),
  );
  tokens = { pupil, parent, admin } as typeof tokens;
  const made = await run(
    `insert into courses (school_id, shortcut, grade_ids, source) values ($1, 'REL', array[$2::bigint], 'manual'),
      ($1, 'ETH', array[$2::bigint], 'manual') returning id`,
    [school.id, school.gradeId],
  );
  courses = { religion: made.rows[0].id, ethics: made.rows[1].id };
  expect((await call('PUT', own('courses'), { course_ids: [], former_ids: [] })).status).toBe(403);
  await allow('STUDENT');
  tokens.pupil = await signIn(server, 'amsel', 'ada');
});
afterAll(() => server.stop());

const allow = (role: string) =>
  run(
    `insert into role_permissions (school_id, role, permission, is_allowed) values ($1, $2, 'choose-courses', true)`,
    [school.id, role],
  );

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const call = (method: string, path: string, body?: object, who: keyof typeof tokens = 'pupil') =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const own = (path: string) => `/users/${ada}/timetable/${path}`;
const needs = async () => (await call('OPTIONS', own('available'))).headers.get('need-change');
const statesOf = ({ body }: TestAnswer) =>
  Object.fromEntries(
    body.data.enrolments
      .filter((one: { course_id: number }) => Object.values(courses).includes(one.course_id))
      .map((one: { course_id: number; state: string }) => [one.course_id, one.state]),
  );
const chosenNow = async (): Promise<number[]> =>
  (
    Object.values((await call('GET', own('available'))).body.data) as {
      id: number;
      enrolment: { state: string } | null;
    }[]
  )
    .filter((one) => one.enrolment?.state === 'SELECTED')
    .map(({ id }) => id);
const choose = async (ids: number[], who: keyof typeof tokens = 'pupil', former?: number[]) => {
  const taken = former ?? (await chosenNow());
  const others = taken.filter((id) => !Object.values(courses).includes(id));
  return call('PUT', own('courses'), { course_ids: [...others, ...ids], former_ids: taken }, who);
};

it('a pupil decides about every available course; until then OPTIONS says so, told apart from a preflight [T-7.05] [T-7.07] [T-3.38] [T-7.30] [T-3.28] [T-3.42] [P-3.13] [P-3.14] [C-3.55]', async () => {
  expect(await needs()).toBe('1');
  const available = await call('GET', own('available'));
  expect(available.body.data[courses.religion]).toMatchObject({ shortcut: 'REL', enrolment: null });
  const chosen = await choose([courses.religion]);
  expect(chosen.status, chosen.text).toBe(200);
  expect(statesOf(chosen)).toEqual({ [courses.religion]: 'SELECTED', [courses.ethics]: 'DESELECTED' });
  expect(await needs()).toBe('0');
  const preflight = await server.request('OPTIONS', `/v1${own('available')}`, {
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.headers.get('need-change')).toBeNull();
});

it('two who choose at once: the second is told, and what is not to be chosen is refused by name [T-1.03]', async () => {
  const former = await chosenNow();
  expect((await choose([courses.ethics], 'pupil', [])).body.error.code).toBe('conflict');
  const required = await run(
    `insert into courses (school_id, shortcut, is_required, grade_ids, source)
    values ($1, 'PFL', true, array[$2::bigint], 'manual') returning id`,
    [school.id, school.gradeId],
  );
  expect((await choose([required.rows[0].id], 'pupil', former)).body.error.code).toBe('course_unavailable');
  expect((await choose([courses.religion, courses.religion], 'pupil', former)).body.error.code).toBe(
    'course_unavailable',
  );
  expect((await choose([99_999_999], 'pupil', former)).status).toBe(404);
  expect(await chosenNow()).toEqual(former);
});

it('parents choose once the school lets them, and what the school decides stays [T-1.03] [T-4.08] [T-7.21]', async () => {
  expect((await choose([courses.ethics], 'parent')).status).toBe(403);
  await allow('PARENT');
  tokens.parent = await signIn(server, 'amsel', 'parent');
  const byParent = await choose([courses.ethics], 'parent');
  expect(statesOf(byParent)).toEqual({ [courses.religion]: 'DESELECTED', [courses.ethics]: 'SELECTED' });
  const { id } = byParent.body.data.enrolments.find((one: { course_id: number }) => one.course_id === courses.ethics);
  const fixed = await call('PUT', `/timetables/enrollments/${id}`, { state: 'SELECTED' }, 'admin');
  expect(fixed.body.data).toMatchObject({ state: 'SELECTED', is_fixed: true, left_at: null });
  expect((await choose([courses.religion])).body.error.code).toBe('course_unavailable');
  expect((await call('DELETE', `/timetables/enrollments/${id}`)).status).toBe(403);
  const revoked = await call('DELETE', `/timetables/enrollments/${id}`, undefined, 'admin');
  expect(revoked.body.data).toMatchObject({ state: 'DESELECTED', left_at: '2026-11-18' });
});

it('the personal plan follows the choice from that day on, at once, and the days before stay [T-3.41] [T-7.31]', async () => {
  const { rows } = await run(
    `update lessons set course_id = $3 where school_id = $1 and grade_ids = array[$2::bigint] and weekday in (1, 5)
      and subject_id = (select id from subjects where school_id = $1 and shortcut = 'MA') returning course_id`,
    [school.id, school.gradeId, courses.religion],
  );
  const course = rows[0].course_id as number;
  const days = async () => {
    const plan = await call('GET', `/timetables/entities/users/${ada}?begins_at=${DAY.monday}&ends_at=2026-11-29`);
    return plan.body.data.lessons
      .filter((one: { course: { id: number } | null }) => one.course?.id === course)
      .flatMap(({ dates }: { dates: string[] }) => dates)
      .sort() as string[];
  };
  await run('delete from enrolments where school_id = $1', [school.id]);
  await run(`insert into enrolments (school_id, user_id, course_id, joined_at) values ($1, $2, $3, '2026-08-01')`, [
    school.id,
    ada,
    course,
  ]);
  const before = await days();
  expect(before.some((day) => day < '2026-11-18') && before.some((day) => day >= '2026-11-18')).toBe(true);
  expect((await call('PUT', own('courses'), { course_ids: [], former_ids: await chosenNow() })).status).toBe(200);
  expect(await days()).toEqual(before.filter((day) => day < '2026-11-18'));
  expect((await call('POST', own('reset'))).status).toBe(200);
  expect(await needs()).toBe('1');
});

it('what one pupil chooses takes no lesson from the others; a course is that of its people once the school enrols them', async () => {
  const mate = (
    await run(
      `insert into users (school_id, username, firstname, lastname, sex, type, role)
        values ($1, 'mate', 'Mia', 'Mate', 'NONE', 'STUDENT', 'STUDENT') returning id`,
      [school.id],
    )
  ).rows[0].id as number;
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
    [school.id, mate, school.gradeId],
  );
  await run('delete from enrolments where school_id = $1', [school.id]);
  const hasCourse = async (user: number) => {
    const path = `/timetables/entities/users/${user}?begins_at=2026-11-19&ends_at=2026-11-29`;
    const plan = await call('GET', path, undefined, 'admin');
    return plan.body.data.lessons.some((one: { course: { id: number } | null }) => one.course?.id === courses.religion);
  };
  const rollOf = async (day = '2026-11-19') => {
    const range = { begins_at: day, ends_at: day };
    const units = { courses: [courses.religion], grades: [] };
    const { rows } = await membersOf(school.id, units, range).execute(server.test.database.kysely);
    return rows.map(({ user_id }) => user_id).filter((id) => id === ada || id === mate);
  };
  expect(await hasCourse(mate)).toBe(true);
  expect((await choose([courses.religion])).status).toBe(200);
  expect([await hasCourse(ada), await hasCourse(mate), await rollOf()]).toEqual([
    true,
    true,
    expect.arrayContaining([ada, mate]),
  ]);
  // Who gives it up is in neither plan nor roll; the others are.
  expect((await choose([courses.ethics])).status).toBe(200);
  expect([await hasCourse(ada), await hasCourse(mate), await rollOf()]).toEqual([false, true, [mate]]);
  const id = (await call('GET', own('courses'))).body.data.enrolments.find(
    (one: { course_id: number }) => one.course_id === courses.religion,
  ).id;
  expect((await call('PUT', `/timetables/enrollments/${id}`, { state: 'SELECTED' }, 'admin')).status).toBe(200);
  expect([await hasCourse(ada), await hasCourse(mate), await rollOf()]).toEqual([true, false, [ada]]);
  expect(await rollOf('2026-11-17')).toEqual([]);
  await run('delete from enrolments where school_id = $1', [school.id]);
});

it('an available course is one of the grade of today: who changes the class keeps what was chosen', async () => {
  await choose([courses.religion]);
  await run(`update grade_memberships set ends_at = '2026-11-17' where school_id = $1 and user_id = $2`, [
    school.id,
    ada,
  ]);
  const available = await call('GET', own('available'));
  expect(Object.keys(available.body.data)).toEqual([`${courses.religion}`]);
  await run(`update grade_memberships set ends_at = null where school_id = $1 and user_id = $2`, [school.id, ada]);
});

it('a row of former times opens neither what the school has decided since nor what cannot be chosen any more', async () => {
  await run('delete from enrolments where school_id = $1', [school.id]);
  const { rows } = await run(
    `insert into enrolments (school_id, user_id, course_id, state, joined_at, left_at, is_fixed) values
      ($1, $2, $3, 'SELECTED', '2026-08-01', '2026-10-01', false), ($1, $2, $3, 'DESELECTED', '2026-11-01', '2026-11-01', true),
      ($1, $2, $4, 'SELECTED', '2026-08-01', null, false) returning id`,
    [school.id, ada, courses.religion, courses.ethics],
  );
  const [old, , taken] = rows.map(({ id }) => id as number);
  const set = (id: number | undefined, state: string) => call('PUT', `/timetables/enrollments/${id}`, { state });
  expect((await set(old, 'SELECTED')).status).toBe(403);
  expect(await chosenNow()).not.toContain(courses.religion);
  await run('update courses set is_required = true where school_id = $1 and id = $2', [school.id, courses.ethics]);
  expect((await set(taken, 'DESELECTED')).body.error?.code).toBe('course_unavailable');
  expect((await call('DELETE', `/timetables/enrollments/${taken}`)).body.error?.code).toBe('course_unavailable');
  await run('update courses set is_required = false where school_id = $1 and id = $2', [school.id, courses.ethics]);
  expect((await set(taken, 'DESELECTED')).status).toBe(200);
  await run(`update grade_memberships set ends_at = '2026-11-17' where school_id = $1 and user_id = $2`, [
    school.id,
    ada,
  ]);
  expect((await set(taken, 'SELECTED')).body.error?.code).toBe('course_unavailable');
  // Who plans decides about the row that holds, whichever is named.
  const decided = await call('PUT', `/timetables/enrollments/${old}`, { state: 'SELECTED' }, 'admin');
  expect(decided.body.data).toMatchObject({ id: rows[1].id, state: 'SELECTED', is_fixed: true });
  await run(`update grade_memberships set ends_at = null where school_id = $1 and user_id = $2`, [school.id, ada]);
});
