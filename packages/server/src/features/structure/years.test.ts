import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishPlan, uploadPlan } from '../../../../../tests/support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
let token: string;
let strangerYear: number;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  token = await signIn(server, 'amsel', 'admin');
  const { kysely } = server.test.database;
  const other = await buildSchool(kysely, 'drossel');
  await buildUser(kysely, other.id, 'stranger', 'ADMIN');
  strangerYear = other.yearId;
});
afterAll(() => server.stop());

const NEXT = { begins_at: '2027-08-01', ends_at: '2028-07-15' };
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, by = token) =>
  server.request(method, `/v1/timetables/${path}`, { token: by, ...(body === undefined ? {} : { body }) });
const list = async () => (await ask('GET', 'years')).body.data;
const planOn = (date: string) => ask('GET', `entities/grades/${school.gradeId}?begins_at=${date}&ends_at=${date}`);

describe('the school years of a school', () => {
  it('are listed, added and changed, with the names of their calendar years [T-1.06] [T-2.86] [P-5.31]', async () => {
    expect(await list()).toEqual([
      {
        id: school.yearId,
        name: '2026 / 2027',
        begins_at: '2026-08-01',
        ends_at: '2027-07-15',
        is_active: true,
        calendar_view: 'week',
        days_to_show: 5,
        has_plan: true,
        can: { update: 1, activate: 0 },
      },
    ]);
    const added = await ask('POST', 'years', NEXT);
    expect(added, added.text).toMatchObject({
      status: 200,
      body: { data: { name: '2027 / 2028', is_active: false, has_plan: false, can: { update: 1, activate: 1 } } },
    });
    const changed = await ask('PUT', `years/${added.body.data.id}`, { ...NEXT, begins_at: '2027-08-09' });
    expect(changed.body.data, changed.text).toMatchObject({ begins_at: '2027-08-09', ends_at: NEXT.ends_at });
    expect((await list()).map((year: { name: string }) => year.name)).toEqual(['2026 / 2027', '2027 / 2028']);
  });

  it('begin with the period times of the year before', async () => {
    const { kysely } = server.test.database;
    const timesOf = (year: number) =>
      kysely
        .selectFrom('times')
        .select(['hour', 'begins_at', 'ends_at'])
        .where('school_year_id', '=', year)
        .orderBy('begins_at')
        .execute();
    const [first, next] = await list();
    expect(await timesOf(first.id)).not.toEqual([]);
    expect(await timesOf(next.id)).toEqual(await timesOf(first.id));
  });

  it('that overlap, end before they begin or last too long are refused at the field, in words [T-5.24] [T-5.25] [T-5.27]', async () => {
    const before = await list();
    for (const [field, rule, draft] of [
      ['begins_at', 'overlaps', { begins_at: '2027-07-15', ends_at: '2027-08-01' }],
      ['ends_at', 'overlaps', { begins_at: '2025-09-01', ends_at: '2026-08-01' }],
      ['ends_at', 'endBeforeBegin', { begins_at: '2029-08-01', ends_at: '2029-08-01' }],
      ['ends_at', 'yearTooLong', { begins_at: '2029-08-01', ends_at: '2030-09-01' }],
    ] as const) {
      const answer = await ask('POST', 'years', draft);
      expect(answer, rule).toMatchObject({ status: 422, body: { error: { code: 'invalid' } } });
      expect(answer.body.error.issues, rule).toMatchObject([{ path: `body.${field}`, rule }]);
      expect(answer.body.error.issues[0].message.split(' ').length, rule).toBeGreaterThan(3);
    }
    expect(await list()).toEqual(before);
  });

  it('of which two are added at once stand only once', async () => {
    const draft = { begins_at: '2030-08-01', ends_at: '2031-07-15' };
    const answers = await Promise.all([ask('POST', 'years', draft), ask('POST', 'years', draft)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('of another school can neither be changed nor activated [D-4.06]', async () => {
    expect((await ask('PUT', `years/${strangerYear}`, NEXT)).status).toBe(404);
    expect((await ask('POST', 'switch-schoolyear', { id: strangerYear })).status).toBe(404);
  });
});

describe('switching the school year', () => {
  it('sends imports to it and shows it outside of all years; the old plan stays where it was [T-7.16]', async () => {
    const [first, next] = await list();
    const old = (await planOn('2026-11-18')).body.data;
    expect(old.lessons).not.toEqual([]);
    const { kysely } = server.test.database;
    await kysely.updateTable('school_years').set({ days_to_show: 6 }).where('id', '=', next.id).execute();
    server.server.features.planChanged(school.id);
    const between = async () => (await planOn('2027-07-20')).body.data.days_to_show;
    expect(await between()).toBe(5);
    const switched = await ask('POST', 'switch-schoolyear', { id: next.id });
    expect(switched.status, switched.text).toBe(200);
    expect(await between()).toBe(6);
    expect(await list()).toMatchObject([{ is_active: false }, { is_active: true, can: { activate: 0 } }, {}]);
    const self = await server.request('GET', '/v1/users/self', { token });
    expect(self.body.data.school.timetable.active_schoolyear_id).toBe(next.id);

    const rows = ['lesson_id;classes;teachers;subject;rooms;weekday;period', '1;10b;Gh;Mu;;1;1'];
    expect((await uploadPlan(server, token, rows)).school_year?.id).toBe(next.id);
    await publishPlan(server, token, rows);
    expect((await planOn('2026-11-18')).body.data).toEqual(old);
    const shown = async (date: string) =>
      (await planOn(date)).body.data.lessons.map((one: { subject: { shortcut: string } }) => one.subject.shortcut);
    expect(await shown('2027-08-09')).toEqual(['Mu']);
    expect((await ask('POST', 'switch-schoolyear', { id: first.id })).status).toBe(200);
  });
});

describe('the plans of a school year', () => {
  it('say how their plans open and how many days these show; the next one begins so too [T-3.16]', async () => {
    const [first, second] = await list();
    const { begins_at, ends_at } = first;
    const days = { begins_at, ends_at };
    const before = (await planOn('2026-09-07')).body.data;
    expect(before).toMatchObject({ calendar_view: 'week', days_to_show: 5 });
    for (const wrong of [{ days_to_show: 4 }, { days_to_show: 8 }, { calendar_view: 'month' }])
      expect((await ask('PUT', `years/${first.id}`, { ...days, ...wrong })).status, JSON.stringify(wrong)).toBe(422);
    const view = { calendar_view: 'day', days_to_show: 6 };
    // Other processes see by its revision that what they know of it is old.
    const revision = async () =>
      (
        await server.test.database.kysely
          .selectFrom('school_years')
          .select('revision')
          .where('id', '=', first.id)
          .execute()
      )[0]?.revision;
    const former = (await revision()) ?? 0;
    expect((await ask('PUT', `years/${first.id}`, { ...days, ...view })).body.data).toMatchObject(view);
    expect(await revision()).toBe(former + 1);
    expect((await planOn('2026-09-07')).body.data).toMatchObject(view);
    // What is left out stays; another year is another matter.
    expect((await ask('PUT', `years/${first.id}`, days)).body.data).toMatchObject(view);
    expect((await list())[1]).toEqual(second);
    const later = await ask('POST', 'years', { begins_at: '2039-08-01', ends_at: '2040-07-15', days_to_show: 7 });
    expect(later.body.data).toMatchObject({ calendar_view: 'week', days_to_show: 7 });
    const next = await ask('POST', 'years', { begins_at: '2040-08-01', ends_at: '2041-07-15' });
    expect(next.body.data).toMatchObject({ calendar_view: 'week', days_to_show: 7 });
  });
});
