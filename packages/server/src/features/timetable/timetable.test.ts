import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
const WEEK_DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const WEEK = { begins_at: '2026-11-16', ends_at: '2026-11-20' };

// biome-ignore lint/suspicious/noExplicitAny: the test looks at what is on the wire, declared or not
type Wire = any;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  const { kysely } = server.test.database;
  for (const name of Object.keys(school.users)) tokens[name] = await signIn(server, 'amsel', name);
  const [school_id, source] = [school.id, 'manual'];
  for (const table of ['grades', 'teachers', 'bookables', 'subjects'] as const)
    for (const row of await kysely.selectFrom(table).select(['id', 'shortcut']).execute()) ids[row.shortcut] = row.id;
  for (const shortcut of ['fran', 'lat', 'spa']) {
    const values = { school_id, shortcut, source, is_required: false, grade_ids: [school.gradeId] };
    const row = await kysely.insertInto('courses').values(values).returning('id').executeTakeFirstOrThrow();
    ids[shortcut] = row.id;
    const external_lesson = { fran: '300', lat: '301', spa: '302' }[shortcut] ?? '';
    await kysely
      .updateTable('lessons')
      .set({ course_id: row.id })
      .where('external_lesson', '=', external_lesson)
      .execute();
  }
  for (const [user_id, course] of [
    [school.users.ada, 'fran'],
    [school.users.new, 'lat'],
  ] as const)
    await kysely
      .insertInto('enrolments')
      .values({ school_id, user_id, course_id: ids[course] ?? 0, joined_at: '2026-08-01' })
      .execute();
  server.server.features.planChanged(school.id);
});
afterAll(() => server.stop());

const ask = (who: string, entity: string, id: number | undefined, { begins_at, ends_at } = WEEK) =>
  server.request('GET', `/v1/timetables/entities/${entity}/${id}?begins_at=${begins_at}&ends_at=${ends_at}`, {
    token: tokens[who],
  });
async function lessons(who: string, entity = 'users', id = school.users[who as 'ada'], range = WEEK): Promise<Wire[]> {
  const answer = await ask(who, entity, id, range);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.lessons;
}
const names = (list: Wire[]) => list.map((one) => one.meta.shortname);
const codes = (units: { shortcut: string }[]) => units.map((one) => one.shortcut);
const ofKind = (list: Wire[], kind: string | null, date: string) =>
  list.find((one) => one.kind === kind && one.dates[0] === date && (kind || one.substituted_lessons.length > 0));

describe('a timetable', () => {
  it('of a person, grade, teacher, room and course is readable by student, parent and teacher [T-1.01] [T-2.07] [T-7.02]', async () => {
    const units = { grades: ids['10b'], teachers: ids.Bg, bookables: ids['204'], courses: ids.fran };
    for (const who of ['ada', 'parent', 'teacher'] as const) {
      for (const [entity, id] of Object.entries(units)) {
        const answer = await ask(who, entity, id);
        expect(answer, `${who} ${entity}`).toMatchObject({ status: 200, body: { data: { entity, id, ...WEEK } } });
        expect(answer.body.data.lessons.length, `${who} ${entity}`).toBeGreaterThan(0);
        expect(answer.headers.get('etag')).toMatch(/^W\/"/);
      }
      expect((await ask(who, 'users', school.users[who])).status).toBe(200);
    }
    expect(await lessons('teacher')).toEqual(await lessons('ada', 'teachers', ids.Bg));
    expect((await ask('ada', 'rooms', 1)).status).toBe(422);
    expect((await ask('ada', 'grades', 999_999)).status).toBe(404);
  });

  it('has one record per lesson with all of its dates and nothing that the reader can work out [T-3.30] [T-3.33] [T-3.35]', async () => {
    const list = await lessons('ada', 'users', school.users.ada, { begins_at: '2026-11-02', ends_at: '2026-11-22' });
    const regular = list.find((one) => one.dates[0] === '2026-11-02' && one.hour === '2');
    expect(regular).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      lesson_id: expect.any(Number),
      kind: null,
      meta: { displayname: 'Mathematik', shortname: 'MA', displayname_kind: 'subject', moved_comment: null },
      comment: null,
      begins_at: '2026-11-02',
      ends_at: '2026-11-16',
      dates: ['2026-11-02', '2026-11-09', '2026-11-16'],
      hour: '2',
      time_begins_at: expect.stringMatching(/^\d\d:\d\d$/),
      time_ends_at: expect.stringMatching(/^\d\d:\d\d$/),
      substituted_lessons: [],
      substituted_target_lessons: [],
      substituted_pivot: null,
      referenced_target_lessons: [],
      teachers: [{ id: ids.Bg, shortcut: 'Bg', name: 'Frau Berg' }],
      grades: [{ id: ids['10b'], shortcut: '10b', name: null }],
      bookables: [{ id: ids['204'], shortcut: '204', name: null }],
      subject: { id: ids.MA, shortcut: 'MA', name: 'Mathematik', color: 'blue' },
      course: null,
    });
    expect(new Set(list.map((one) => one.uuid)).size).toBe(list.length);
  });
});

describe('a substitution on the wire', () => {
  it('has the kind CANCLED, spelled so, the lesson it replaces and its pivot [T-3.31] [T-3.34]', async () => {
    const one = ofKind(await lessons('ada'), 'CANCLED', '2026-11-16');
    expect(one).toMatchObject({
      meta: { shortname: 'GE', displayname: 'Geschichte', displayname_kind: 'subject', moved_comment: null },
      substituted_pivot: { target_id: expect.any(Number), lesson_date: '2026-11-16' },
      substituted_lessons: [{ lesson_id: one.lesson_id, lesson_date: '2026-11-16', teachers: [{ shortcut: 'Wn' }] }],
    });
    const { kysely } = server.test.database;
    const row = await kysely
      .selectFrom('substitutions')
      .select('external_key')
      .where('id', '=', one.substituted_pivot.target_id)
      .executeTakeFirstOrThrow();
    expect(row.external_key).toBe('s1');
  });

  it('that changes teacher and room has no kind, the new values, and the old ones in substituted_lessons [T-3.30] [T-3.31]', async () => {
    const one = ofKind(await lessons('ada'), null, '2026-11-18');
    expect([codes(one.teachers), codes(one.bookables)]).toEqual([['Ta'], ['301']]);
    const [old] = one.substituted_lessons;
    expect([codes(old.teachers), codes(old.bookables), old.subject.shortcut]).toEqual([['Wn'], ['112'], 'GE']);
    expect(one.comment).toBe('Bitte den Atlas mitbringen');
  });

  it('that moves a lesson is MOVED_TO at the old slot and MOVED_FROM at the new one, each naming the other [T-3.30] [T-3.31]', async () => {
    const list = await lessons('ada');
    const left = ofKind(list, 'MOVED_TO', '2026-11-17');
    const arrived = ofKind(list, 'MOVED_FROM', '2026-11-20');
    expect([left.hour, arrived.hour]).toEqual(['5', '5']);
    expect(left.substituted_target_lessons).toMatchObject([
      { lesson_date: '2026-11-20', time_begins_at: arrived.time_begins_at, subject: { shortcut: 'DE' } },
    ]);
    expect(arrived.substituted_target_lessons).toMatchObject([
      { lesson_date: '2026-11-17', time_begins_at: left.time_begins_at, subject: { shortcut: 'DE' } },
    ]);
    const still = list.filter((one) => one.kind === null && one.dates.includes('2026-11-17') && one.hour === '5');
    expect(still).toEqual([]);
  });

  it('is ADDITIONAL, EVENT or MESSAGE with its comment [T-3.30] [T-3.31]', async () => {
    const list = await lessons('ada');
    expect(ofKind(list, 'ADDITIONAL', '2026-11-18')).toMatchObject({
      hour: '7',
      comment: 'Übung vor der Klausur',
      substituted_lessons: [],
      substituted_pivot: null,
    });
    expect(ofKind(list, 'EVENT', '2026-11-20')).toMatchObject({ hour: '4', comment: 'Besuch im Stadtmuseum' });
    expect(ofKind(list, 'MESSAGE', '2026-11-19')).toMatchObject({ comment: 'Wörterbücher werden eingesammelt' });
  });

  it('is joined to the lesson of that date by a row of its own [T-3.24]', async () => {
    const one = ofKind(await lessons('ada'), 'CANCLED', '2026-11-16');
    const rows = await server.test.database.kysely
      .selectFrom('substituted_lessons')
      .select(['id', 'lesson_id', 'lesson_date', 'target_id'])
      .where('target_id', '=', one.substituted_pivot.target_id)
      .execute();
    expect(rows).toEqual([
      { id: expect.any(Number), lesson_id: one.lesson_id, lesson_date: '2026-11-16', target_id: expect.any(Number) },
    ]);
  });
});

describe('what a pupil sees', () => {
  it('is the grade, the own courses and those that nobody is enrolled in, not the courses of others', async () => {
    const shown = names((await lessons('ada')).filter((one) => one.dates[0] === '2026-11-18' && one.hour === '8'));
    expect(shown.sort()).toEqual(['WP F', 'WP R', 'WP S', 'WP T']);
    expect(names(await lessons('new'))).toEqual(['WP L']);
    expect(names(await lessons('ada', 'grades', ids['10b']))).toContain('WP L');
  });

  it('changes on the day of a change of grade', async () => {
    const { kysely } = server.test.database;
    const memberships = kysely.updateTable('grade_memberships').where('user_id', '=', school.users.ben);
    await memberships.set({ ends_at: '2026-11-17' }).execute();
    const values = {
      school_id: school.id,
      user_id: school.users.ben,
      grade_id: school.gradeId,
      begins_at: '2026-11-18',
    };
    await kysely.insertInto('grade_memberships').values(values).execute();
    server.server.features.planChanged(school.id);
    const list = await lessons('ben');
    const gradesOn = (date: string) => [
      ...new Set(list.filter((one) => one.dates.includes(date)).flatMap((one) => codes(one.grades))),
    ];
    expect(WEEK_DAYS.map(gradesOn)).toEqual([['7a'], ['7a'], ['10b'], ['10b'], ['10b']]);
    await kysely.deleteFrom('grade_memberships').where('begins_at', '=', '2026-11-18').execute();
    await memberships.set({ ends_at: null }).execute();
    server.server.features.planChanged(school.id);
  });

  it('is open to the own parents only', async () => {
    expect((await ask('parent', 'users', school.users.ada)).status).toBe(200);
    expect((await ask('alone', 'users', school.users.ada)).status).toBe(403);
    expect((await ask('ben', 'users', school.users.ada)).status).toBe(403);
    expect((await ask('teacher', 'users', school.users.ada)).status).toBe(403);
    expect(await lessons('parent')).toEqual([]);
  });
});

describe('a range', () => {
  it('spans at most 120 days and does not end before it begins', async () => {
    const read = (begins_at: string, ends_at: string) => ask('ada', 'users', school.users.ada, { begins_at, ends_at });
    expect((await read('2026-11-01', '2027-02-28')).status).toBe(200);
    for (const answer of [await read('2026-11-01', '2027-03-01'), await read('2026-11-20', '2026-11-16')])
      expect(answer).toMatchObject({ status: 422, body: { error: { issues: [{ path: 'query.ends_at' }] } } });
    expect((await read('2026-11-18', '2026-11-18')).body.data.lessons).toHaveLength(11);
  });

  it('over the change of clocks keeps the wall times of the school', async () => {
    const timesOf = async (begins_at: string, ends_at: string) =>
      (await lessons('ben', 'users', school.users.ben, { begins_at, ends_at })).map(
        (one) => `${one.meta.shortname} ${one.time_begins_at}-${one.time_ends_at} ×${one.dates.length}`,
      );
    const usual = await timesOf('2026-11-09', '2026-11-22');
    expect(usual).toHaveLength(9);
    expect(await timesOf('2026-10-19', '2026-11-01')).toEqual(usual);
    expect(await timesOf('2027-03-22', '2027-04-04')).toEqual(usual);
  });

  it('holds no lesson on a holiday and names the holiday', async () => {
    const values = { school_id: school.id, school_year_id: school.yearId, name: 'Herbstpause', source: 'manual' };
    const { kysely } = server.test.database;
    await kysely
      .insertInto('holidays')
      .values({ ...values, begins_at: '2026-12-01', ends_at: '2026-12-02' })
      .execute();
    server.server.features.planChanged(school.id);
    const week = { begins_at: '2026-11-30', ends_at: '2026-12-04' };
    const answer = await ask('ada', 'users', school.users.ada, week);
    expect(answer.body.data.holidays).toEqual([
      { name: 'Herbstpause', shortcut: null, begins_at: '2026-12-01', ends_at: '2026-12-02' },
    ]);
    const dates = new Set(answer.body.data.lessons.flatMap((one: Wire) => one.dates));
    expect([...dates].sort()).toEqual(['2026-11-30', '2026-12-03', '2026-12-04']);
  });

  it('over two school years holds the lessons of both', async () => {
    const { kysely } = server.test.database;
    const [school_id, source] = [school.id, 'manual'];
    const year = { school_id, name: '2025 / 2026', begins_at: '2025-08-01', ends_at: '2026-07-31' };
    const { id: school_year_id } = await kysely
      .insertInto('school_years')
      .values(year)
      .returning('id')
      .executeTakeFirstOrThrow();
    const version = await kysely
      .insertInto('plan_versions')
      .values({ school_id, school_year_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const identity = await kysely
      .insertInto('lesson_identities')
      .values({ school_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const lesson = { school_id, version_id: version.id, lesson_id: identity.id, source, external_lesson: 'old' };
    const slot = { weekday: 5, hour: '1', time_begins_at: '07:30', time_ends_at: '08:15' };
    const validity = {
      begins_at: '2025-08-01',
      ends_at: '2026-07-31',
      comment: 'last year',
      grade_ids: [school.gradeId],
    };
    await kysely
      .insertInto('lessons')
      .values({ ...lesson, ...slot, ...validity })
      .execute();
    await kysely
      .updateTable('school_years')
      .set({ published_version_id: version.id })
      .where('id', '=', school_year_id)
      .execute();
    server.server.features.planChanged(school.id);
    const list = await lessons('ada', 'grades', school.gradeId, { begins_at: '2026-07-27', ends_at: '2026-08-07' });
    const fridays = list.filter((one) => one.hour === '1' && one.dates.some((date: string) => /-31$|-07$/.test(date)));
    expect(fridays.map((one) => `${one.comment ?? one.meta.shortname} ${one.dates}`)).toEqual([
      'last year 2026-07-31',
      'SP 2026-08-07',
    ]);
    const before = await ask('ada', 'grades', school.gradeId, { begins_at: '2026-07-30', ends_at: '2026-07-31' });
    expect(before.body.data.lessons).toHaveLength(1);
  });
});

describe('the quick search', () => {
  const search = async (query: string, who = 'ada') => {
    const answer = await server.request('GET', `/v1/timetables/search?${query}`, { token: tokens[who] });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.map((hit: Wire) => `${hit.entity} ${hit.shortcut}`);
  };

  it('does not mind accents, "ae" for "ä", and spaces', async () => {
    const berg = await search('keyword=berg');
    for (const keyword of ['bérg', 'b erg']) {
      expect(await search(`keyword=${encodeURIComponent(keyword)}`)).toEqual(berg);
    }
    expect(await search('keyword=10%20b')).toEqual(['grades 10b']);
    const plain = await search('keyword=spa');
    for (const keyword of ['spä', 'spae', 'SPÁ']) {
      expect(await search(`keyword=${encodeURIComponent(keyword)}`), keyword).toEqual(plain);
    }
  });

  it('finds grades, teachers, rooms and courses by short and long name, exact hits first [T-1.01]', async () => {
    expect(await search('keyword=10B')).toEqual(['grades 10b']);
    expect(await search('keyword=berg')).toEqual(['teachers Bg']);
    expect(await search('keyword=l1')).toEqual(['bookables L1']);
    expect(await search('keyword=spa')).toEqual(['courses spa']);
    expect((await search('keyword=l'))[0]).not.toBe('courses lat');
    expect(await search('keyword=l&entity=courses')).toEqual(['courses lat']);
    expect(await search('keyword=%25')).toEqual([]);
    expect(new Set((await search('')).map((hit: string) => hit.split(' ')[0]))).toEqual(
      new Set(['grades', 'teachers', 'bookables', 'courses']),
    );
  });
});

describe('a publication', () => {
  it('changes the ETag of the plans, and a hidden substitution shows only in those of planners [T-3.12] [T-3.37]', async () => {
    const before = await ask('ada', 'grades', school.gradeId);
    await school.publish(
      ['h1;2026-11-25;3;cancelled;10b;Bg;MA;quietly;yes', 'h2;2026-11-25;1;cancelled;10b;Ky;EN;aloud;'],
      'id;date;period;kind;classes;teachers;subject;text;hidden',
    );
    const week = { begins_at: '2026-11-23', ends_at: '2026-11-27' };
    const after = await ask('ada', 'grades', school.gradeId);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(after.body.data.lessons).toEqual(before.body.data.lessons);
    const member = await ask('ada', 'grades', school.gradeId, week);
    const planner = await ask('admin', 'grades', school.gradeId, week);
    expect(member.headers.get('etag')).not.toBe(planner.headers.get('etag'));
    expect([member.text.includes('aloud'), member.text.includes('quietly')]).toEqual([true, false]);
    expect(planner.text).toContain('quietly');
    const stillThere = member.body.data.lessons.find((one: Wire) => one.dates[0] === '2026-11-25' && one.hour === '3');
    expect(stillThere).toMatchObject({ kind: null, meta: { shortname: 'MA' } });
    const head = { 'if-none-match': member.headers.get('etag') ?? '' };
    const path = `/v1/timetables/entities/grades/${school.gradeId}?begins_at=2026-11-23&ends_at=2026-11-27`;
    expect((await server.request('GET', path, { token: tokens.ben, headers: head })).status).toBe(304);
    expect((await server.request('GET', path, { token: tokens.admin, headers: head })).status).toBe(200);
  });
});
