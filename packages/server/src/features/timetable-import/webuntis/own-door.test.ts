import type { Upload } from '@kreide/core/features/timetable-import';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobsDone } from '../../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../../tests/support/people.ts';
import {
  buildPlanSchool,
  LESSON_ROWS,
  type PlanSchool,
  SUBSTITUTION_ROWS,
} from '../../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/server.ts';

/** Two installations: one reads the plan of the other by the door that it has for programs made for WebUntis. */
let source: TestServer;
let original: PlanSchool;
let server: TestServer;
let copy: BuiltSchool;
let token: string;

beforeAll(async () => {
  source = await startTestServer();
  original = await buildPlanSchool(source);
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: `127.0.0.1 ${source.url}` } });
  copy = await buildSchool(server.test.database.kysely, 'drossel');
  await buildUser(server.test.database.kysely, copy.id, 'ada', 'ADMIN');
  token = await signIn(server, 'drossel', 'ada');
});
afterAll(async () => {
  await server.stop();
  await source.stop();
});

const at = (rest = '') => `/v1/schools/${copy.id}/webuntis-connection${rest}`;
const account = (username: string, password = PASSWORD) => ({
  address: source.url,
  school_name: 'amsel',
  username,
  password,
});
const check = async (username: string, password?: string) =>
  (await server.request('POST', at('/check'), { token, body: { account: account(username, password) } })).body.data;
async function read(): Promise<Upload> {
  await server.request('POST', at('/fetch'), { token, body: {} });
  await jobsDone(server);
  return (await server.request('GET', '/v1/timetable-service/status', { token })).body.data;
}
const query = async ({ test }: TestServer, sql: string, values: unknown[] = []) =>
  (await test.database.pool.query(sql, values)).rows;
/** Who is where in the week of the test, as everybody reads it. */
const weekOf = (where: TestServer, schoolId: number) =>
  query(
    where,
    `select l.weekday, l.hour, s.shortcut as subject,
       array(select shortcut from grades g where g.school_id = l.school_id and g.id = any(l.grade_ids) order by 1) as grades,
       array(select shortcut from teachers t where t.school_id = l.school_id and t.id = any(l.teacher_ids) order by 1) as teachers,
       array(select shortcut from bookables b where b.school_id = l.school_id and b.id = any(l.bookable_ids) order by 1) as rooms
     from school_years y join lessons l on l.school_id = y.school_id and l.version_id = y.published_version_id
     join subjects s on s.school_id = l.school_id and s.id = l.subject_id
     where y.school_id = $1 order by 1, 2, 3`,
    [schoolId],
  );
const changesOf = (where: TestServer, schoolId: number) =>
  query(
    where,
    `select kind, date::text, hour, target_date::text as target, comment,
       array(select shortcut from teachers t where t.school_id = c.school_id and t.id = any(c.teacher_ids) order by 1) as teachers
     from substitutions c where school_id = $1 order by date, hour, kind`,
    [schoolId],
  );

describe('our own door for programs made for WebUntis', () => {
  it('is read as a WebUntis is: the whole weekly plan, with every place of it [D-6.11]', async () => {
    const body = { ...account('admin'), interval_minutes: 60, is_on: false, publishes: true, updated_at: null };
    expect((await server.request('PUT', at(), { token, body })).status).toBe(200);
    const upload = await read();
    expect(upload).toMatchObject({ state: 'PUBLISHED', source: 'webuntis', rejected: [], error: null });
    const planned = await weekOf(source, original.id);
    expect(planned).toHaveLength(LESSON_ROWS.length);
    expect(await weekOf(server, copy.id)).toEqual(planned);
  });

  it('brings its changes: cancelled, moved, substituted, additional, and events [D-6.11]', async () => {
    const changes = await changesOf(server, copy.id);
    expect(SUBSTITUTION_ROWS).toHaveLength(6);
    expect(changes).toEqual([
      { kind: 'CANCLED', date: '2026-11-16', hour: '4', target: null, comment: null, teachers: ['Wn'] },
      { kind: 'MOVED_TO', date: '2026-11-17', hour: '5', target: '2026-11-20', comment: null, teachers: ['Li'] },
      {
        kind: null,
        date: '2026-11-18',
        hour: '2',
        target: null,
        comment: 'Bitte den Atlas mitbringen',
        teachers: ['Ta'],
      },
      {
        kind: 'ADDITIONAL',
        date: '2026-11-18',
        hour: '7',
        target: null,
        comment: 'Übung vor der Klausur',
        teachers: ['Bg'],
      },
      {
        kind: null,
        date: '2026-11-19',
        hour: '4',
        target: null,
        comment: 'Wörterbücher werden eingesammelt',
        teachers: ['Ky'],
      },
      {
        kind: 'EVENT',
        date: '2026-11-20',
        hour: '4',
        target: null,
        comment: 'Besuch im Stadtmuseum',
        teachers: ['Li'],
      },
      { kind: 'MOVED_FROM', date: '2026-11-20', hour: '5', target: '2026-11-17', comment: null, teachers: ['Li'] },
    ]);
  });

  it('is the same the second time, and follows a change of the original [D-6.11]', async () => {
    const before = (await read()).number;
    await server.request('POST', '/v1/timetable-service/reset-hashes', { token, body: {} });
    const again = await read();
    expect([again.number, again.state, again.changes?.is_empty]).toEqual([before + 1, 'DISCARDED', true]);
    await original.publish(LESSON_ROWS.map((row) => row.replace(';L1;', ';L9;')));
    const followed = await read();
    expect(followed.changes?.lessons.removed).toBe(0);
    expect(await weekOf(server, copy.id)).toEqual(await weekOf(source, original.id));
  });

  it('says what an account may not do [D-6.11]', async () => {
    expect(await check('admin')).toMatchObject({ reason: null, classes: 2 });
    expect(await check('admin', 'falsch')).toMatchObject({ reason: 'bad_credentials' });
    await query(
      source,
      `insert into user_permissions (school_id, user_id, permission, is_allowed)
       select school_id, id, 'view-timetable-all', false from users where username = 'ben'`,
    );
    expect(await check('ben')).toMatchObject({
      reason: 'no_right',
      message: 'Dem Konto fehlt ein Recht bei WebUntis: Liste der Klassen.',
    });
    await query(source, 'update schools set webuntis_open = false');
    expect(await check('admin')).toMatchObject({ reason: 'no_right' });
    expect((await check('admin')).message).toBe('Das Konto darf diese Schnittstelle nicht benutzen.');
  });
});
