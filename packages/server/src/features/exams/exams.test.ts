import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hear } from '../../../../../tests/support/chats.ts';
import { buildExam, subjectOf } from '../../../../../tests/support/exams.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
const tokens: Record<string, string> = {};
const subjects: Record<string, number> = {};
const grades: Record<string, number> = {};
const rooms: Record<string, number> = {};
const FRIDAY = '2026-11-20';
const WEEK = 'from=2026-11-16&until=2026-11-22';

const db = () => server.test.database.kysely;
const call = async (who: string, method: string, path: string, body?: object) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
async function ok(who: string, method: string, path: string, body?: object) {
  const answer = await call(who, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body?.data;
}
const issueOf = async (...args: Parameters<typeof call>) => {
  const { status, body } = await call(...args);
  return { status, ...body.error?.issues?.[0] };
};
const draft = (subject = 'MA', values: object = {}) => ({
  course_id: null as number | null,
  grade_id: grades['10b'] ?? null,
  subject_id: subjects[subject] ?? null,
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
type Shown = Record<string, unknown> & { id: number; updated_at: string };
const toChange = ({
  date,
  time_begins_at,
  time_ends_at,
  kind,
  topic,
  note,
  is_public,
  is_cancelled,
  updated_at,
}: Shown) => ({
  date,
  time_begins_at,
  time_ends_at,
  kind,
  topic,
  note,
  is_public,
  is_cancelled,
  updated_at,
  bookable_id: null,
  over_reason: '',
});
const stored = (subject: string, values: Parameters<typeof buildExam>[2] = {}) =>
  buildExam(
    db(),
    {
      school_id: school.id,
      yearId: school.yearId,
      grade_id: grades['10b'] ?? 0,
      subject_id: subjects[subject] ?? 0,
    },
    values,
  );
/** What somebody was told of exams. */
async function told(user: number | undefined): Promise<string[]> {
  const { rows } = await server.test.database.pool.query<{ content: string }>(
    `select m.content from messages m join chats on chats.id = m.chat_id join channels c on c.id = chats.channel_id
     where c.owner_id = $1 and m.told_of like 'exam:%' order by m.change_seq`,
    [user],
  );
  return rows.map(({ content }) => content);
}

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  for (const subject of ['MA', 'DE', 'GE']) subjects[subject] = await subjectOf(db(), school.id, subject);
  for (const { id, shortcut } of await db().selectFrom('grades').select(['id', 'shortcut']).execute())
    grades[shortcut] = id;
  for (const { id, shortcut } of await db().selectFrom('bookables').select(['id', 'shortcut']).execute())
    rooms[shortcut] = id;
  const { id: other } = await buildUser(db(), school.id, 'lindner', 'TEACHER');
  await db().updateTable('teachers').set({ user_id: other }).where('shortcut', '=', 'Li').execute();
  for (const who of ['ada', 'ben', 'parent', 'teacher', 'lindner', 'office', 'admin'])
    tokens[who] = await signIn(server, 'amsel', who);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await db().deleteFrom('exams').execute();
  await db().deleteFrom('exam_settings').execute();
  await server.test.database.pool.query(`delete from messages where told_of like 'exam:%'`);
});

describe('the limits of exams', () => {
  it('are told before saving, and refused with field and reason to who teaches; who plans says why [C-3.33]', async () => {
    const first = await stored('DE');
    const query = `grade_id=${grades['10b']}&subject_id=${subjects.MA}&date=${FRIDAY}&time_begins_at=09:00&time_ends_at=10:30`;
    expect(await ok('teacher', 'GET', `/exam-check?${query}`)).toMatchObject({
      overs: [{ scope: 'day', grade: { shortcut: '10b' }, count: 2, limit: 1, exams: [{ name: 'Deutsch · 10b' }] }],
      can: { exceed: 0 },
    });
    expect(await issueOf('teacher', 'POST', '/exams', draft('MA', { over_reason: 'Trotzdem' }))).toMatchObject({
      status: 422,
      path: 'body.date',
      rule: 'overLimit',
      message: expect.stringContaining('10b'),
    });
    expect(await issueOf('admin', 'POST', '/exams', draft())).toMatchObject({ status: 422, path: 'body.over_reason' });
    const made = await ok('admin', 'POST', '/exams', draft('MA', { over_reason: 'Notenschluss' }));
    expect(made.over_reason).toBe('Notenschluss');
    // Nobody who may not change it reads why.
    expect((await ok('ada', 'GET', `/exams/${made.id}`)).over_reason).toBeNull();
    // On the same day it stays allowed, and cancelled it counts no more.
    const later = await ok('teacher', 'PUT', `/exams/${made.id}`, { ...toChange(made), time_begins_at: '09:30' });
    expect(later.over_reason).toBe('Notenschluss');
    const moved = await ok('teacher', 'PUT', `/exams/${made.id}`, { ...toChange(later), bookable_id: rooms['105'] });
    // The log says of the room what it is called.
    const { rows: logged } = await server.test.database.pool.query(
      'select before, after from audit_log order by seq desc limit 1',
    );
    expect(logged[0]).toMatchObject({ before: { room: null }, after: { room: '105' } });
    const off = await ok('teacher', 'PUT', `/exams/${made.id}`, { ...toChange(moved), is_cancelled: true });
    await db().deleteFrom('exams').where('id', '=', first.id).execute();
    await ok('lindner', 'POST', '/exams', draft('DE'));
    expect(
      await issueOf('teacher', 'PUT', `/exams/${made.id}`, { ...toChange(off), is_cancelled: false }),
    ).toMatchObject({
      rule: 'overLimit',
    });
  });

  it('count pupils of mixed courses, by number, and by name only for those who may see them', async () => {
    const [course, other] = await db()
      .insertInto('courses')
      .values(
        ['MX', 'RX'].map((shortcut) => ({
          school_id: school.id,
          shortcut,
          grade_ids: [grades['10b'], grades['7a']] as number[],
          teacher_ids: [] as number[],
          source: 'manual',
        })),
      )
      .returning('id')
      .execute();
    for (const [user_id, course_id] of [
      [school.users.ada, course?.id],
      [school.users.ben, course?.id],
      [school.users.ben, other?.id],
    ])
      await db()
        .insertInto('enrolments')
        .values({ school_id: school.id, user_id, course_id, joined_at: '2026-08-01' } as never)
        .execute();
    const at = { school_id: school.id, yearId: school.yearId };
    await buildExam(db(), { ...at, course_id: other?.id ?? 0 });
    const path = `/exam-check?course_id=${course?.id}&date=${FRIDAY}&time_begins_at=12:00&time_ends_at=13:00`;
    expect((await ok('admin', 'GET', path)).overs).toMatchObject([
      { grade: null, pupils_count: 1, pupils: ['Ben Kern'], count: 2 },
    ]);
    await db().updateTable('teachers').set({ user_id: school.users.teacher }).where('shortcut', '=', 'Bg').execute();
    const { rows } = await server.test.database.pool.query('select id from teachers where shortcut = $1', ['Bg']);
    await db()
      .updateTable('courses')
      .set({ teacher_ids: [rows[0].id] })
      .where('id', '=', course?.id ?? 0)
      .execute();
    await server.test.database.pool.query(
      `insert into user_permissions (school_id, user_id, permission, is_allowed) values ($1, $2, 'view-members', false)`,
      [school.id, school.users.teacher],
    );
    await expect
      .poll(async () => (await ok('teacher', 'GET', path)).overs)
      .toMatchObject([{ pupils_count: 1, pupils: [] }]);
    expect(
      (
        await issueOf(
          'teacher',
          'POST',
          '/exams',
          draft('MA', { course_id: course?.id, grade_id: null, subject_id: null }),
        )
      ).rule,
    ).toBe('overLimit');
    await db().deleteFrom('user_permissions').execute();
    // The class of Ada is free: her course is not written by all of it.
    expect((await ok('admin', 'POST', '/exams', draft('GE'))).id).toBeGreaterThan(0);
    await db().deleteFrom('enrolments').execute();
  });

  it('let only one of two in who save at once', async () => {
    await ok('admin', 'PUT', '/exam-settings', { per_day: 1, per_week: 3, updated_at: null });
    const answers = await Promise.all([
      call('teacher', 'POST', '/exams', draft('MA')),
      call('lindner', 'POST', '/exams', draft('DE')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await db().selectFrom('exams').select('id').execute()).toHaveLength(1);
  });

  it('are set by who runs the school; 0 is none', async () => {
    expect(await ok('admin', 'GET', '/exam-settings')).toEqual({ per_day: 1, per_week: 3, updated_at: null });
    const set = await ok('admin', 'PUT', '/exam-settings', { per_day: 0, per_week: 1, updated_at: null });
    await stored('DE');
    expect((await issueOf('teacher', 'POST', '/exams', draft('MA'))).rule).toBe('overLimit');
    await ok('admin', 'PUT', '/exam-settings', { ...set, per_week: 0 });
    await ok('teacher', 'POST', '/exams', draft('MA'));
    expect((await call('admin', 'PUT', '/exam-settings', set)).status).toBe(409);
    expect((await issueOf('admin', 'PUT', '/exam-settings', { ...set, per_day: 21 })).path).toBe('body.per_day');
  });
});

describe('an exam', () => {
  it('is seen by those who write it, their parents and who teaches the class, and by nobody else [D-6.01]', async () => {
    const { id } = await stored('MA', { created_by: school.users.admin });
    const seen = async (who: string, path = `/exams?${WEEK}`) =>
      (await ok(who, 'GET', path)).map((one: Shown) => one.id);
    for (const who of ['ada', 'parent', 'teacher', 'lindner', 'admin']) expect(await seen(who), who).toEqual([id]);
    expect(await seen('ben')).toEqual([]);
    expect((await call('ben', 'GET', `/exams/${id}`)).status).toBe(404);
    expect(await seen('parent', `/exams?${WEEK}&user_id=${school.users.ben}`)).toEqual([]);
    const [forParent] = await ok('parent', 'GET', `/exams?${WEEK}`);
    expect(forParent).toMatchObject({ child_ids: [school.users.ada], author: null, can: { update: 0, delete: 0 } });
    // Who teaches the class in another subject sees it, and changes nothing.
    const [forColleague] = await ok('lindner', 'GET', `/exams?${WEEK}`);
    expect(forColleague.can).toEqual({ update: 0, delete: 0 });
    expect(await seen('lindner', `/exams?${WEEK}&user_id=${await idOf('lindner')}`)).toEqual([]);
    expect(await seen('teacher', `/exams?${WEEK}&user_id=${school.users.teacher}`)).toEqual([id]);
    expect((await call('lindner', 'DELETE', `/exams/${id}`)).status).toBe(403);
    const options = await ok('teacher', 'GET', '/exam-options');
    expect(options.units.map(({ name }: { name: string }) => name)).toContain('Mathematik · 10b');
    expect(options.units.map(({ name }: { name: string }) => name)).not.toContain('Deutsch · 10b');
    expect((await ok('ada', 'GET', '/exam-options')).units).toEqual([]);
  });

  it('says who has its room: lessons of others and other exams, not those of the class itself', async () => {
    const monday = '2026-11-16';
    const query = (room: string, from: string, until: string) =>
      `/exam-check?grade_id=${grades['10b']}&subject_id=${subjects.MA}&date=${monday}&time_begins_at=${from}&time_ends_at=${until}&bookable_id=${rooms[room]}`;
    // On Monday 7a has maths in 204 in the first period, and 10b itself in the second.
    const [lesson] = (await ok('teacher', 'GET', query('204', '07:00', '18:00'))).taken;
    expect(lesson).toMatchObject({ type: 'lesson', name: 'MA · 7a' });
    expect((await ok('teacher', 'GET', query('204', lesson.time_ends_at, '18:00'))).taken).toEqual([]);
    await stored('DE', {
      date: monday,
      bookable_id: rooms['204'] ?? 0,
      time_begins_at: '16:00',
      time_ends_at: '17:00',
    });
    expect((await ok('teacher', 'GET', query('204', '16:30', '17:30'))).taken).toMatchObject([
      { type: 'exam', name: 'Deutsch · 10b', time_begins_at: '16:00' },
    ]);
  });

  it('lies in a school year, and somebody else’s change is not overwritten', async () => {
    expect((await issueOf('teacher', 'POST', '/exams', draft('MA', { date: '2031-01-02' }))).rule).toBe('dateOutside');
    const made = await ok('teacher', 'POST', '/exams', draft());
    await ok('admin', 'PUT', `/exams/${made.id}`, { ...toChange(made), topic: 'Brüche' });
    expect((await call('teacher', 'PUT', `/exams/${made.id}`, toChange(made))).status).toBe(409);
  });

  it('is told once to pupils and parents, changed only where it matters to them, and deleted with what was told', async () => {
    const made = await ok('teacher', 'POST', '/exams', draft());
    expect(await told(school.users.ada)).toHaveLength(1);
    expect(await told(school.users.parent)).toEqual([expect.stringContaining('Mathematik · 10b')]);
    expect(await told(school.users.ben)).toEqual([]);
    expect(await told(school.users.teacher)).toEqual([]);
    const shown = await ok('teacher', 'PUT', `/exams/${made.id}`, { ...toChange(made), is_public: true });
    expect(await told(school.users.ada)).toHaveLength(1);
    const off = await ok('teacher', 'PUT', `/exams/${made.id}`, { ...toChange(shown), is_cancelled: true });
    expect((await told(school.users.ada)).at(-1)).toContain('fällt aus');
    expect(off.is_cancelled).toBe(true);
    expect((await call('teacher', 'DELETE', `/exams/${made.id}`)).status).toBe(204);
    expect(await told(school.users.ada)).toEqual([]);
    // Teachers of a course hear of what somebody else does.
    const { rows } = await server.test.database.pool.query(
      `insert into courses (school_id, shortcut, teacher_ids, source)
       select school_id, 'TX', array[id], 'manual' from teachers where user_id = $1 returning id`,
      [school.users.teacher],
    );
    const unit = { course_id: rows[0].id, grade_id: null, subject_id: null };
    const own = await ok('teacher', 'POST', '/exams', draft('MA', unit));
    expect(await told(school.users.teacher)).toEqual([]);
    await ok('admin', 'PUT', `/exams/${own.id}`, { ...toChange(own), topic: 'Brüche' });
    expect(await told(school.users.teacher)).toHaveLength(1);
  });

  it('stands on the screens of the school where it may, without what it is about, and not when it is off', async () => {
    await db().updateTable('schools').set({ public_monitor: true }).where('id', '=', school.id).execute();
    await stored('MA', { is_public: true, topic: 'Brüche', bookable_id: rooms['204'] ?? 0 });
    await stored('DE');
    const shown = async () => {
      const path = `/v1/public/monitors/single?token=${school.screen}-sub&substitution_date=${FRIDAY}`;
      return (await server.request('GET', path)).body.data?.exams;
    };
    expect(await shown()).toEqual(['08:00 Mathematik · 10b (204)']);
    await db().updateTable('exams').set({ is_cancelled: true }).execute();
    expect(await shown()).toEqual([]);
  });

  it('stands in the address of the pupil and of the parent with a uid that lasts, and cancelled where it is off [D-6.01]', async () => {
    const { uuid } = await stored('MA', { topic: 'Brüche', bookable_id: rooms['204'] ?? 0 });
    for (const [who, user] of [
      ['ada', school.users.ada],
      ['parent', school.users.ada],
      ['teacher', school.users.teacher],
    ] as const) {
      const { url } = await ok(who, 'POST', '/subscriptions', { name: 'Handy', user_id: user, language: 'de' });
      const read = async () => (await server.request('GET', new URL(url).pathname)).text.replaceAll('\r\n ', '');
      const text = await read();
      expect(text).toContain(`UID:exam-${uuid}@kreide`);
      expect(text).toContain('SUMMARY:Klassenarbeit: Mathematik · 10b');
      await db().updateTable('exams').set({ is_cancelled: true, updated_at: '2026-11-02T08:00:00Z' }).execute();
      const event = (await read()).split('BEGIN:VEVENT').find((one) => one.includes(`exam-${uuid}`));
      expect(event).toContain('STATUS:CANCELLED');
      expect(event).toContain('TRANSP:TRANSPARENT');
      await db().updateTable('exams').set({ is_cancelled: false }).execute();
    }
  });
});

it('a change of exams is told to the open apps of the school, without saying of which [D-6.01]', async () => {
  using ada = await hear(server.url, tokens.ada ?? '', ['exams.changed']);
  const exam = await ok('teacher', 'POST', '/exams', draft());
  await ok('teacher', 'PUT', `/exams/${exam.id}`, { ...toChange(exam), topic: 'Brüche' });
  await ok('teacher', 'DELETE', `/exams/${exam.id}`);
  await expect.poll(() => ada.events.map(({ payload }) => payload)).toEqual([{}, {}, {}]);
});

const idOf = async (name: string): Promise<number> => {
  const { rows } = await server.test.database.pool.query('select id from users where username = $1', [name]);
  return rows[0].id;
};
