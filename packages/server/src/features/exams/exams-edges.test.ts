import { EXAMS_PAGE } from '@kreide/core/features/exams';
import { SUBSCRIPTION_WEEKS_AHEAD, SUBSCRIPTION_WEEKS_BACK } from '@kreide/core/features/subscriptions';
import { addDays, toTranslate } from '@kreide/core/kernel';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildExam, subjectOf } from '../../../../../tests/support/exams.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { eraseAuthor, examData } from './queries/personal-data.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
let sports: number;
let leader: number;
const tokens: Record<string, string> = {};
const subjects: Record<string, number> = {};
const grades: Record<string, number> = {};
const rooms: Record<string, number> = {};
// Now it is Wednesday, 2026-11-18.
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-22'] as const;
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SUNDAY] = DAYS;
const WEEK = `from=${MONDAY}&until=${SUNDAY}`;

const db = () => server.test.database.kysely;
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const call = (who: string, method: string, path: string, body?: object) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
async function ok(who: string, method: string, path: string, body?: object) {
  const answer = await call(who, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body?.data;
}
const ruleOf = async (...args: Parameters<typeof call>): Promise<string> => {
  const { status, body } = await call(...args);
  return body.error?.issues?.[0]?.rule ?? `${status}`;
};
type Shown = Record<string, unknown> & { id: number; updated_at: string };
const idsOf = async (who: string, query = WEEK): Promise<number[]> =>
  (await ok(who, 'GET', `/exams?${query}`)).map(({ id }: Shown) => id);
type Values = Parameters<typeof buildExam>[2] & { grade?: string; subject?: string; course_id?: number };
function stored({ grade = '10b', subject = 'MA', course_id, ...values }: Values = {}) {
  const unit = course_id ? { course_id } : { grade_id: grades[grade] ?? 0, subject_id: subjects[subject] ?? 0 };
  return buildExam(db(), { school_id: school.id, yearId: school.yearId, ...unit }, values);
}
const draft = (values: object = {}) => ({
  course_id: null as number | null,
  grade_id: grades['10b'] ?? null,
  subject_id: subjects.MA ?? null,
  date: FRIDAY,
  time_begins_at: '09:00',
  time_ends_at: '10:30',
  bookable_id: null as number | null,
  kind: 'test',
  topic: '',
  note: '',
  is_public: false,
  over_reason: '',
  ...values,
});
/** Changes an exam as it is now. */
async function change(who: string, id: number, values: object) {
  const { course, subject, grades: _, room, ...exam } = await ok('admin', 'GET', `/exams/${id}`);
  const { course_id, grade_id, subject_id, ...kept } = draft();
  const known = Object.fromEntries(Object.keys(kept).map((key) => [key, exam[key]]));
  const body = { ...known, bookable_id: room?.id ?? null, over_reason: '', is_cancelled: exam.is_cancelled, ...values };
  return [who, 'PUT', `/exams/${id}`, { ...body, updated_at: exam.updated_at }] as const;
}
const changed = async (...args: Parameters<typeof change>) => ok(...(await change(...args)));
const changeRule = async (...args: Parameters<typeof change>) => ruleOf(...(await change(...args)));
async function courseOf(values: { pupils?: number[]; is_required?: boolean; grade?: string } = {}): Promise<number> {
  const { rows } = await run(
    `insert into courses (school_id, shortcut, grade_ids, teacher_ids, is_required, source)
     values ($1, 'TX', $2, '{}', $3, 'manual') returning id`,
    [school.id, [grades[values.grade ?? '10b']], values.is_required ?? false],
  );
  for (const pupil of values.pupils ?? [])
    await run('insert into enrolments (school_id, user_id, course_id, joined_at) values ($1, $2, $3, $4)', [
      school.id,
      pupil,
      rows[0].id,
      '2026-08-01',
    ]);
  return rows[0].id;
}
const permit = (user: number, permission: string, isAllowed: boolean) =>
  run('insert into user_permissions (school_id, user_id, permission, is_allowed) values ($1, $2, $3, $4)', [
    school.id,
    user,
    permission,
    isAllowed,
  ]);
/** What somebody was told of exams: the first lines. */
async function told(user: number): Promise<string[]> {
  const { rows } = await run(
    `select m.content from messages m join chats on chats.id = m.chat_id join channels c on c.id = chats.channel_id
     where c.owner_id = $1 and m.told_of like 'exam:%' order by m.change_seq`,
    [user],
  );
  return rows.map(({ content }) => content.split('\n')[0]);
}

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  for (const subject of ['MA', 'DE', 'GE', 'EN']) subjects[subject] = await subjectOf(db(), school.id, subject);
  await run(`insert into grades (school_id, shortcut, source) values ($1, '9x', 'manual')`, [school.id]);
  for (const { id, shortcut } of await db().selectFrom('grades').select(['id', 'shortcut']).execute())
    grades[shortcut] = id;
  for (const { id, shortcut } of await db().selectFrom('bookables').select(['id', 'shortcut']).execute())
    rooms[shortcut] = id;
  sports = (await buildUser(db(), school.id, 'tamm', 'TEACHER')).id;
  await run('update teachers set user_id = $1 where shortcut = $2', [sports, 'Ta']);
  leader = (await buildUser(db(), school.id, 'leader', 'TEACHER')).id;
  for (const who of ['ada', 'ben', 'parent', 'alone', 'teacher', 'tamm', 'leader', 'admin'])
    tokens[who] = await signIn(server, 'amsel', who);
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['exams', 'exam_settings', 'enrolments', 'user_permissions', 'subscriptions'])
    await run(`delete from ${table}`);
  await run(`delete from messages where told_of like 'exam:%'`);
  await run(`delete from courses where shortcut = 'TX'`);
  await run('update bookables set is_public = true');
  await run('update teachers set co_grade_id = null');
});

it('a list holds both its ends, whole pages and at most 400 days', async () => {
  const days = [addDays(FRIDAY, -1), FRIDAY, addDays(FRIDAY, 399), addDays(FRIDAY, 400)];
  const made: number[] = [];
  for (const date of days) made.push((await stored({ date })).id);
  expect(await idsOf('admin', `from=${FRIDAY}&until=${FRIDAY}`)).toEqual([made[1]]);
  expect(await idsOf('admin', `from=${FRIDAY}&until=2030-01-01`)).toEqual([made[1], made[2]]);
  await run(
    `insert into exams (school_id, school_year_id, grade_id, subject_id, date, time_begins_at, time_ends_at, kind, topic, note,
       is_public, created_at, updated_at)
     select school_id, school_year_id, grade_id, subject_id, date, time_begins_at, time_ends_at, kind, topic, note, is_public,
       created_at, updated_at from exams, generate_series(1, $1) where id = $2`,
    [EXAMS_PAGE, made[1]],
  );
  const [first, second] = [1, 2].map((page) => idsOf('admin', `from=${FRIDAY}&until=${FRIDAY}&page=${page}`));
  expect(await first).toHaveLength(EXAMS_PAGE + 1);
  expect(await second).toEqual((await first)?.slice(EXAMS_PAGE));
});

it('a class, a child and who sees the whole school each get theirs [D-6.01]', async () => {
  const ofAda = (await stored()).id;
  const ofBen = (await stored({ grade: '7a', time_begins_at: '08:10' })).id;
  const ofNobody = (await stored({ grade: '9x', time_begins_at: '08:20' })).id;
  expect(await idsOf('admin', `${WEEK}&grade_id=${grades['7a']}`)).toEqual([ofBen]);
  expect(await idsOf('ada', `${WEEK}&grade_id=${grades['7a']}`)).toEqual([]);
  expect(await idsOf('alone')).toEqual([]);
  const ofParent = await ok('parent', 'GET', `/exams?${WEEK}`);
  expect(ofParent.map(({ id, child_ids }: { id: number; child_ids: number[] }) => [id, child_ids])).toEqual([
    [ofAda, [school.users.ada]],
    [ofBen, [school.users.ben]],
  ]);
  expect(await idsOf('parent', `${WEEK}&user_id=${school.users.ben}`)).toEqual([ofBen]);
  for (const [who, user] of [
    ['alone', school.users.ada],
    ['parent', school.users.new],
    ['teacher', school.users.ada],
  ] as const)
    expect((await call(who, 'GET', `/exams?${WEEK}&user_id=${user}`)).status, who).toBe(403);
  expect(await idsOf('leader')).toEqual([]);
  await permit(leader, 'manage-users', true);
  await expect.poll(() => idsOf('leader')).toEqual([ofAda, ofBen, ofNobody]);
});

it('the teacher of a course, and whoever is responsible for a class, sees all exams of the class', async () => {
  const { id } = await stored({ grade: '9x' });
  expect(await idsOf('tamm')).toEqual([]);
  const course = await courseOf({ grade: '9x' });
  const teach = `update courses set teacher_ids = array(select id from teachers where user_id = $1) where id = $2`;
  await run(teach, [sports, course]);
  expect(await idsOf('tamm')).toEqual([id]);
  const own = (await stored({ course_id: course, time_begins_at: '08:10' })).id;
  expect(await idsOf('tamm', `${WEEK}&user_id=${sports}`)).toEqual([own]);
  await run('delete from exams where id = $1', [own]);
  await run('delete from courses where id = $1', [course]);
  await run('update teachers set co_grade_id = $1 where user_id = $2', [grades['9x'], sports]);
  expect(await idsOf('tamm')).toEqual([id]);
});

it('whoever has entered an exam keeps it, also in a class that they do not teach', async () => {
  const { id } = await stored({ grade: '9x', created_by: sports, changed_by: school.users.admin });
  expect(await idsOf('tamm')).toEqual([id]);
  expect(await idsOf('tamm', `${WEEK}&user_id=${sports}`)).toEqual([id]);
  expect((await changed('tamm', id, { topic: 'Brüche' })).topic).toBe('Brüche');
  expect((await call('teacher', 'GET', `/exams/${id}`)).status).toBe(404);
  const mine = (await stored({ changed_by: school.users.admin })).id;
  expect(await ok('ada', 'GET', `/exams/${mine}`)).toMatchObject({ author: null, editor: null, over_reason: null });
  const check = `/exam-check?id=${mine}&date=${FRIDAY}&time_begins_at=08:00&time_ends_at=09:00`;
  expect((await call('tamm', 'GET', check)).status).toBe(403);
  expect((await ok('teacher', 'GET', check)).overs).toEqual([]);
});

it('a form offers the own courses and classes and the rooms that one knows, and exceeding to who plans', async () => {
  const course = await courseOf();
  await run('update bookables set is_public = false where shortcut = $1', ['L1']);
  const [own, all] = [await ok('teacher', 'GET', '/exam-options'), await ok('admin', 'GET', '/exam-options')];
  const listed = ({ units, rooms: known, grades: seen, can }: typeof own) => [
    units.some((unit: { course: { id: number } | null }) => unit.course?.id === course),
    known.some(({ shortcut }: { shortcut: string }) => shortcut === 'L1'),
    seen.some(({ shortcut }: { shortcut: string }) => shortcut === '9x'),
    can,
  ];
  expect(listed(own)).toEqual([false, false, false, { create: 1, exceed: 0 }]);
  expect(listed(all)).toEqual([true, true, true, { create: 1, exceed: 1 }]);
});

it('a move counts where it goes, without itself, and a reason is kept only where it is needed [C-3.33]', async () => {
  for (const date of [MONDAY, TUESDAY]) await stored({ date, subject: 'DE' });
  const { id } = await stored({ date: WEDNESDAY });
  await stored({ date: SUNDAY, subject: 'GE', is_cancelled: true });
  // The third of its week stays the third.
  expect((await changed('teacher', id, { date: THURSDAY, over_reason: 'Trotzdem' })).over_reason).toBeNull();
  expect(await changeRule('teacher', id, { date: TUESDAY, over_reason: 'Trotzdem' })).toBe('overLimit');
  await changed('teacher', id, { date: TUESDAY, is_cancelled: true });
  expect(await changeRule('teacher', id, { is_cancelled: false })).toBe('overLimit');
  expect(await changeRule('admin', id, { is_cancelled: false })).toBe('reasonRequired');
  await changed('teacher', id, { date: FRIDAY, is_cancelled: false });
  expect((await changed('teacher', id, { over_reason: 'Weil ich will' })).over_reason).toBeNull();
  expect(await ruleOf('teacher', 'POST', '/exams', draft({ date: SUNDAY }))).toBe('overLimit');
  await ok('teacher', 'POST', '/exams', draft({ date: addDays(SUNDAY ?? '', 1) }));
  const needless = draft({ date: '2026-12-01', over_reason: 'Notenschluss' });
  expect((await ok('admin', 'POST', '/exams', needless)).over_reason).toBeNull();
});

it('who plans says another reason for what was one too many already, and nobody else does', async () => {
  await stored({ subject: 'DE' });
  const { id } = await ok('admin', 'POST', '/exams', draft({ over_reason: 'Notenschluss' }));
  expect((await changed('teacher', id, { over_reason: 'Trotzdem' })).over_reason).toBe('Notenschluss');
  expect((await changed('admin', id, { over_reason: 'Praktikum' })).over_reason).toBe('Praktikum');
  expect((await changed('admin', id, { over_reason: '' })).over_reason).toBe('Praktikum');
});

it('a limit holds without the other, and a required course is written by its whole class', async () => {
  await ok('admin', 'PUT', '/exam-settings', { per_day: 1, per_week: 0, updated_at: null });
  for (const date of [MONDAY, TUESDAY, WEDNESDAY]) await stored({ date, subject: 'DE' });
  await ok('teacher', 'POST', '/exams', draft());
  const course_id = await courseOf({ is_required: true, pupils: [school.users.ben] });
  const check = `/exam-check?course_id=${course_id}&date=${FRIDAY}&time_begins_at=12:00&time_ends_at=13:00`;
  expect((await ok('admin', 'GET', check)).overs).toMatchObject([{ grade: { shortcut: '10b' }, count: 2, limit: 1 }]);
});

it('of two exams that are moved to one day at once, one arrives', async () => {
  await ok('admin', 'PUT', '/exam-settings', { per_day: 1, per_week: 3, updated_at: null });
  const both = [(await stored({ date: MONDAY })).id, (await stored({ date: TUESDAY })).id];
  const calls = await Promise.all(both.map((id) => change('teacher', id, { date: FRIDAY })));
  const answers = await Promise.all(calls.map((one) => call(...one)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

it('a room is free again when an exam ends or is off, and an exam does not take it from itself', async () => {
  const at = { date: MONDAY, bookable_id: rooms['204'] ?? 0, time_begins_at: '16:00', time_ends_at: '17:00' };
  const { id } = await stored({ ...at, subject: 'DE' });
  await stored({ ...at, date: TUESDAY, time_ends_at: '18:00' });
  const taken = async (
    from: string,
    until: string,
    unit: object = { grade_id: grades['10b'], subject_id: subjects.MA },
  ) => {
    const query = { ...unit, date: MONDAY, time_begins_at: from, time_ends_at: until, bookable_id: at.bookable_id };
    return (await ok('admin', 'GET', `/exam-check?${new URLSearchParams(query as never)}`)).taken.length;
  };
  expect(await taken('16:59', '17:30')).toBe(1);
  expect(await taken('17:00', '17:30')).toBe(0);
  expect(await taken('16:00', '17:00', { id })).toBe(0);
  await run('update exams set is_cancelled = true');
  expect(await taken('16:00', '17:00')).toBe(0);
  const query = `grade_id=${grades['9x']}&subject_id=${subjects.MA}&date=${MONDAY}&bookable_id=${at.bookable_id}`;
  const lessons = await ok('admin', 'GET', `/exam-check?${query}&time_begins_at=06:00&time_ends_at=18:00`);
  const [time_begins_at] = lessons.taken.map((one: { time_begins_at: string }) => one.time_begins_at).sort();
  const before = `/exam-check?${query}&time_begins_at=06:00&time_ends_at=${time_begins_at}`;
  expect((await ok('admin', 'GET', before)).taken).toEqual([]);
});

it('a room that only who plans may give stays when a teacher changes or cancels their exam', async () => {
  await run('update bookables set is_public = false where shortcut = $1', ['L1']);
  const { id } = await stored({ bookable_id: rooms.L1 ?? 0 });
  const check = `/exam-check?id=${id}&date=${FRIDAY}&time_begins_at=08:00&time_ends_at=09:00&bookable_id=${rooms.L1}`;
  expect((await call('teacher', 'GET', check)).status).toBe(200);
  expect((await changed('teacher', id, { is_cancelled: true })).room.shortcut).toBe('L1');
  await changed('teacher', id, { bookable_id: null });
  expect(await changeRule('teacher', id, { bookable_id: rooms.L1 })).toBe('404');
});

it('a change is told once where it matters: room, note and that it is on again, not of what is off or over [D-6.01]', async () => {
  const { id } = await stored();
  const news = async (values: object) => {
    const before = (await told(school.users.ada)).length;
    await changed('teacher', id, values);
    return (await told(school.users.ada)).slice(before);
  };
  expect(await news({ bookable_id: rooms['204'] })).toEqual(['Eine Prüfung hat sich geändert']);
  expect(await news({ note: 'Mit Zirkel' })).toEqual(['Eine Prüfung hat sich geändert']);
  expect(await news({})).toEqual([]);
  expect(await news({ is_cancelled: true })).toEqual(['Eine Prüfung fällt aus']);
  expect(await news({ topic: 'Dezimalzahlen', time_ends_at: '10:00' })).toEqual([]);
  expect(await news({ is_cancelled: false })).toEqual(['Eine Prüfung hat sich geändert']);
  expect(await news({ topic: 'Prozente' })).toEqual(['Eine Prüfung hat sich geändert']);
  expect(await news({ date: TUESDAY })).toEqual(['Eine Prüfung hat sich geändert']);
  expect(await news({ topic: 'Zins' })).toEqual([]);
});

it('a move is told to who would have written it too, in their language, and to nobody who sees no plans', async () => {
  const [ada, parent] = [school.users.ada, school.users.parent];
  await run(`update grade_memberships set ends_at = $1 where user_id = $2`, [FRIDAY, ada]);
  await run(`update users set locale = 'en' where id = $1`, [parent]);
  const { id } = await stored();
  await changed('teacher', id, { date: '2026-11-24' });
  expect(await told(ada)).toEqual(['Eine Prüfung hat sich geändert']);
  expect(await told(parent)).toEqual(['An exam has changed']);
  // Who has left the class by then neither sees it nor hears more of it.
  expect(await idsOf('ada', 'from=2026-11-23&until=2026-11-29')).toEqual([]);
  await changed('teacher', id, { topic: 'Brüche' });
  expect(await told(ada)).toHaveLength(1);
  await run('update grade_memberships set ends_at = null where user_id = $1', [ada]);
  await permit(ada, 'view-timetable', false);
  await changed('teacher', id, { topic: 'Prozente' });
  expect([(await told(ada)).length, (await told(parent)).length]).toEqual([1, 2]);
  await run('update users set locale = null where id = $1', [parent]);
});

it('the address of a calendar follows rooms, days and rights, and says nothing of why it is one too many', async () => {
  const course_id = await courseOf({ pupils: [school.users.ada] });
  await stored({ course_id, bookable_id: rooms['204'] ?? 0, over_reason: 'Notenschluss', note: 'Mit Zirkel' });
  const { url } = await ok('ada', 'POST', '/subscriptions', {
    name: 'Handy',
    user_id: school.users.ada,
    language: 'de',
  });
  const read = (etag = '') => server.request('GET', new URL(url).pathname, { headers: { 'if-none-match': etag } });
  const first = await read();
  expect(first.text).toContain('DESCRIPTION:Mit Zirkel');
  expect(first.text).not.toContain('Notenschluss');
  const etag = `${first.headers.get('etag')}`;
  expect((await read(etag)).status).toBe(304);
  await run(`update exams set note = 'Mit Lineal', updated_at = now()`);
  expect((await read(etag)).text).toContain('DESCRIPTION:Mit Lineal');
  await run(`update exams set note = 'Mit Zirkel', updated_at = '2026-11-01T08:00:00Z'`);
  await run(`update bookables set shortcut = '204a' where id = $1`, [rooms['204']]);
  expect((await read(etag)).text).toContain('LOCATION:204a');
  await run(`update bookables set shortcut = '204' where id = $1`, [rooms['204']]);
  await run(`update enrolments set state = 'DESELECTED', left_at = $1`, [THURSDAY]);
  expect((await read()).text).not.toContain('UID:exam-');
  // The first and the last day of an address, and those beside them.
  const [firstDay, lastDay] = [7 * -SUBSCRIPTION_WEEKS_BACK, 7 * SUBSCRIPTION_WEEKS_AHEAD + 6];
  for (const days of [firstDay - 1, firstDay, lastDay, lastDay + 1]) await stored({ date: addDays(MONDAY, days) });
  expect((await read()).text.split('UID:exam-')).toHaveLength(3);
  await permit(school.users.ada, 'view-timetable', false);
  await expect.poll(async () => (await read()).text).not.toContain('UID:exam-');
});

it('a public screen has the exams of its day alone, by their time, without a room that is not public', async () => {
  await run('update schools set public_monitor = true where id = $1', [school.id]);
  await run('update bookables set is_public = false where shortcut = $1', ['L1']);
  await stored({ is_public: true, bookable_id: rooms.L1 ?? 0, topic: 'Brüche', note: 'Geheim', created_by: sports });
  for (const date of [THURSDAY, addDays(FRIDAY, 3)]) await stored({ is_public: true, date, subject: 'DE' });
  await stored({ is_public: true, time_begins_at: '07:00', subject: 'DE' });
  const path = `/v1/public/monitors/single?token=${school.screen}-sub&substitution_date=${FRIDAY}`;
  expect((await server.request('GET', path)).body.data?.exams).toEqual([
    '07:00 Deutsch · 10b',
    '08:00 Mathematik · 10b',
  ]);
});

it('an exam lies in the year of its day, both ends included, and goes to the next one with it', async () => {
  for (const date of ['2026-08-01', '2027-07-15']) await ok('teacher', 'POST', '/exams', draft({ date }));
  for (const date of ['2026-07-31', '2027-07-16'])
    expect(await ruleOf('teacher', 'POST', '/exams', draft({ date }))).toBe('dateOutside');
  const { rows } = await run(
    `insert into school_years (school_id, name, begins_at, ends_at, anchor)
     values ($1, '2027 / 2028', '2027-08-01', '2028-07-15', '2027-08-02') returning id`,
    [school.id],
  );
  const { id } = await stored();
  await changed('teacher', id, { date: '2027-09-01' });
  const kept = await db().selectFrom('exams').select('school_year_id').where('id', '=', id).executeTakeFirst();
  expect(kept?.school_year_id).toBe(rows[0].id);
});

it('whoever changed an exam has it in their data, and is gone from it when they are erased', async () => {
  await stored({ created_by: school.users.teacher, changed_by: sports, topic: 'Brüche' });
  const of = { school_id: school.id, user_id: sports };
  const kept = async () =>
    (await examData.exams?.(
      db(),
      of as never,
      toTranslate((key) => key),
    )) ?? [];
  expect(await kept()).toMatchObject([{ title: 'Brüche' }]);
  await eraseAuthor(db(), of as never);
  expect(await kept()).toEqual([]);
});
