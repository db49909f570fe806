import { toTranslate } from '@kreide/core/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { eraseAccount } from './queries/people.ts';
import { accountData } from './queries/personal-data.ts';

const RESULT = 'users.surveys.satisfaction.result';
const HIDDEN = 'users.surveys.satisfaction.hidden';
const FEEDBACK = 'users.surveys.satisfaction.feedback';
const MONTH = 'users.surveys.satisfaction.month';
const DAY = 24 * 60 * 60 * 1000;
const PEOPLE = { teacher: 'TEACHER', parent: 'PARENT', office: 'EMPLOYEE', admin: 'ADMIN', pupil: 'STUDENT' } as const;

let server: TestServer;
let school: BuiltSchool;
const tokens: Record<string, string> = {};
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  for (const [name, role] of Object.entries(PEOPLE)) {
    await buildUser(kysely, school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  await run(`update schools set properties = '{}'`);
  await run(`update users set properties = '{}', created_at = $1`, [new Date(Date.parse(TEST_NOW) - 14 * DAY)]);
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
const self = async (who: string) => (await call(who, 'GET', '/users/self')).body.data;
const asked = async (who: string) => (await self(who)).asked_survey;
const answer = (who: string, body: unknown) => call(who, 'PUT', '/users/self/properties', body);
const switchTo = (is_asked: boolean, who = 'admin') =>
  call(who, 'PUT', `/schools/${school.id}/product-question`, { is_asked });

describe('the question about the product', () => {
  it('is put to teachers, parents and staff, never to pupils', async () => {
    for (const who of ['teacher', 'parent', 'office', 'admin']) expect(await asked(who), who).toBe('satisfaction');
    expect(await asked('pupil')).toBeNull();
  });

  it('comes fourteen days after the account, not a moment before', async () => {
    await run('update users set created_at = created_at + $1::interval', ['1 second']);
    expect(await asked('teacher')).toBeNull();
    server.clock.advance(1000);
    expect(await asked('teacher')).toBe('satisfaction');
  });

  it('keeps answer, words and that it is over with the person, and in which month at the school; nobody else is concerned [T-3.72] [T-4.32] [T-7.67] [P-3.10]', async () => {
    // Already December at the school.
    server.clock.set('2026-11-30T23:30:00Z');
    const outcome = { [RESULT]: '2', [FEEDBACK]: 'Too slow\non Mondays.', [HIDDEN]: '1' };
    const kept = { ...outcome, [MONTH]: '2026-12' };
    tokens.teacher = await signIn(server, 'amsel', 'teacher');
    tokens.parent = await signIn(server, 'amsel', 'parent');
    expect(await answer('teacher', outcome)).toMatchObject({ status: 200, body: { data: kept } });
    expect(await self('teacher')).toMatchObject({ properties: kept, asked_survey: null });
    expect(await self('parent')).toMatchObject({ properties: {}, asked_survey: 'satisfaction' });
    const { rows } = await run(`select properties from users where username = 'teacher'`);
    expect(rows[0].properties).toEqual(kept);
  });

  it('can be put away for good without an answer, of which then no month is kept [T-3.72]', async () => {
    expect((await answer('parent', { [HIDDEN]: '1' })).body.data).toEqual({ [HIDDEN]: '1' });
    expect(await asked('parent')).toBeNull();
  });

  it('takes nothing but its five answers, at most 1,000 characters, and no month from outside [T-3.72]', async () => {
    for (const [name, value, path = `body.${name}`] of [
      [RESULT, '6'],
      [RESULT, '0'],
      [RESULT, 3],
      [HIDDEN, 'yes'],
      [FEEDBACK, 'x'.repeat(1001)],
      [MONTH, '1999-01', 'body'],
      ['users.surveys.elsewhere.result', '3', 'body'],
    ] as const) {
      const { status, body } = await answer('teacher', { [name]: value });
      expect({ status, path: body.error?.issues?.[0]?.path }, name).toEqual({ status: 422, path });
    }
    expect((await self('teacher')).properties).toEqual({});
  });

  it('is among the data that the person can download, and goes with the account [T-3.72]', async () => {
    const outcome = { [RESULT]: '4', [FEEDBACK]: 'Fine.', [HIDDEN]: '1' };
    await answer('parent', outcome);
    const { kysely } = server.test.database;
    const key = { school_id: school.id, user_id: (await self('parent')).id };
    const held = await accountData.users?.(
      kysely,
      key,
      toTranslate((key) => key),
    );
    expect(held?.[0]?.properties).toEqual(
      expect.arrayContaining(
        Object.entries({ ...outcome, [MONTH]: '2026-11' }).map(([name, value]) => `${name}: "${value}"`),
      ),
    );
    const gone = await buildUser(kysely, school.id, 'gone', 'PARENT');
    await run('update users set properties = $2 where id = $1', [gone.id, outcome]);
    await eraseAccount(kysely, { school_id: school.id, user_id: gone.id }, server.clock.now());
    const { rows } = await run('select properties from users where id = $1', [gone.id]);
    expect(rows).toEqual([{ properties: {} }]);
  });

  it('is kept away by a school that does not want it, recorded, and comes back with it', async () => {
    expect((await call('admin', 'GET', `/schools/${school.id}/product-question`)).body.data).toEqual({
      is_asked: true,
    });
    expect((await switchTo(false, 'teacher')).status).toBe(403);
    expect((await switchTo(false)).body.data).toEqual({ is_asked: false });
    expect((await call('admin', 'GET', `/schools/${school.id}/product-question`)).body.data).toEqual({
      is_asked: false,
    });
    expect(await asked('teacher')).toBeNull();
    await switchTo(true);
    expect(await asked('teacher')).toBe('satisfaction');
    const { rows } = await run(
      `select before, after from audit_log where action = 'schools.productQuestion' order by seq`,
    );
    expect(rows).toEqual([
      { before: { is_asked: true }, after: { is_asked: false } },
      { before: { is_asked: false }, after: { is_asked: true } },
    ]);
  });
});

describe('the school years of the signed-in user', () => {
  it('stand in the order of their beginning, each with its class book, and none of another school [T-3.73]', async () => {
    const { kysely } = server.test.database;
    const other = await buildSchool(kysely, 'drossel');
    const add = (school_id: number, name: string, begins_at: string, ends_at: string) =>
      kysely
        .insertInto('school_years')
        .values({ school_id, name, begins_at, ends_at })
        .returning('id')
        .executeTakeFirstOrThrow();
    const next = await add(school.id, '2027 / 2028', '2027-08-01', '2028-07-14');
    const former = await add(school.id, '2025 / 2026', '2025-08-01', '2026-07-31');
    await add(other.id, '2025 / 2026', '2025-08-01', '2026-07-31');
    expect((await self('pupil')).school.timetable).toEqual({
      schoolyears: [
        {
          id: former.id,
          name: '2025 / 2026',
          begins_at: '2025-08-01',
          ends_at: '2026-07-31',
          classbook: { id: former.id },
        },
        {
          id: school.yearId,
          name: '2026 / 2027',
          begins_at: '2026-08-01',
          ends_at: '2027-07-15',
          classbook: { id: school.yearId },
        },
        {
          id: next.id,
          name: '2027 / 2028',
          begins_at: '2027-08-01',
          ends_at: '2028-07-14',
          classbook: { id: next.id },
        },
      ],
      active_schoolyear_id: school.yearId,
    });
  });
});
