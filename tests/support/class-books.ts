import { NOTICE_CATEGORIES } from '@kreide/core/features/classbook';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { buildUser, signIn } from './people.ts';
import { buildPlanSchool, type PlanSchool } from './plan-school.ts';
import { startTestServer, TEST_NOW, type TestAnswer, type TestServer } from './server.ts';

/** A Monday on which Frau Berg has 10b in the second period, before the day of the tests. */
export const MONDAY = '2026-11-16';
export const [REMARK, PRAISE] = NOTICE_CATEGORIES.map(({ uuid }) => uuid);

/** What the tests look at is what is on the wire, declared or not. */
export type Wire = TestAnswer['body'];

/**
 * A server with a plan for all tests of a file, and an empty class book before each: `teacher` is Frau Berg, `sub` Herr Tamm; ada and eva
 * are in 10b, ben in 7a.
 */
export function withClassbook() {
  const parts = {} as { server: TestServer; school: PlanSchool };
  const tokens: Record<string, string> = {};
  const ids: Record<string, number> = {};
  const db = () => parts.server.test.database.kysely;

  beforeAll(async () => {
    parts.server = await startTestServer();
    parts.school = await buildPlanSchool(parts.server);
    const { school } = parts;
    const sub = await buildUser(db(), school.id, 'sub', 'TEACHER');
    const eva = await buildUser(db(), school.id, 'eva', 'STUDENT');
    Object.assign(ids, school.users, { sub: sub.id, eva: eva.id });
    await db().updateTable('teachers').set({ user_id: sub.id }).where('shortcut', '=', 'Ta').execute();
    await db()
      .insertInto('grade_memberships')
      .values({ school_id: school.id, user_id: eva.id, grade_id: school.gradeId, begins_at: '2026-08-01' })
      .execute();
    for (const name of Object.keys(ids)) tokens[name] = await signIn(parts.server, 'amsel', name);
  });
  afterAll(() => parts.server?.stop());
  beforeEach(async () => {
    for (const table of [
      'absence_steps',
      'absences',
      'absence_settings',
      'classbook_notice_steps',
      'classbook_notices',
      'classbook_homeworks',
      'classbook_marks',
      'classbook_exports',
      'classbook_entries',
    ] as const)
      await db().deleteFrom(table).execute();
  });
  afterEach(() => parts.server.clock.set(new Date(TEST_NOW)));

  const call = (who: string, method: string, path: string, body?: unknown) =>
    parts.server.request(method, `/v1/classbooks/${parts.school.yearId}${path}`, { token: tokens[who], body });
  async function ok(who: string, method: string, path: string, body?: unknown): Promise<Wire> {
    const answer = await call(who, method, path, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }
  const get = (who: string, path: string) => ok(who, 'GET', path);
  /** The identity of a lesson in the plan of 10b. */
  async function lessonOf(date: string, hour: string, subject: string): Promise<string> {
    const address = `/v1/timetables/entities/grades/${parts.school.gradeId}?begins_at=${date}&ends_at=${date}`;
    const { body } = await parts.server.request('GET', address, { token: tokens.admin });
    const found = body.data.lessons.find((one: Wire) => one.hour === hour && one.subject?.shortcut === subject);
    expect(found, `${subject} in period ${hour}`).toBeDefined();
    return found.uuid;
  }
  async function open(who = 'teacher', date = MONDAY, hour = '2', subject = 'MA'): Promise<Wire> {
    return ok(who, 'POST', '/entries', { lesson_uuid: await lessonOf(date, hour, subject), date });
  }
  const notice = (entry: Wire, values: object = {}) => ({
    entry_id: entry.id,
    category_uuid: REMARK,
    occurred_at: `${MONDAY}T08:00:00.000Z`,
    message: 'Ada hat gestört',
    users: [ids.ada],
    ...values,
  });
  return Object.assign(parts, { tokens, ids, db, call, ok, get, lessonOf, open, notice });
}
