import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let ada: BuiltUser;
let token: string;
let other: string;

beforeAll(async () => {
  server = await startTestServer();
  const db = server.test.database.kysely;
  school = await buildSchool(db, 'amsel');
  ada = await buildUser(db, school.id, 'ada', 'STUDENT');
  await buildUser(db, school.id, 'ben', 'TEACHER');
  const foreign = await buildSchool(db, 'drossel');
  await buildUser(db, foreign.id, 'cem', 'STUDENT');
  token = await signIn(server, 'amsel', 'ada');
  other = await signIn(server, 'drossel', 'cem');
});
afterAll(() => server.stop());

const permissions = async (of = token) =>
  (await server.request('GET', '/v1/users/self', { token: of })).body.data.permissions as string[];
const feed = async () => (await server.request('GET', '/v1/users/self/feed/news', { token })).status;
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);

describe('rights that a school decided about', () => {
  it('hold for the role, at once, for those who are signed in already, and for nobody of another school [P-6.07]', async () => {
    expect([await feed(), await permissions()]).toEqual([200, expect.arrayContaining(['view-news'])]);
    await run(`insert into role_permissions values ($1, 'STUDENT', 'view-news', false)`, [school.id]);
    await expect.poll(feed).toBe(403);
    expect(await permissions()).not.toContain('view-news');
    expect(await permissions(await signIn(server, 'amsel', 'ben'))).toContain('view-news');
    expect(await permissions(other)).toContain('view-news');
  });

  it('hold for the person before the role, until they are taken back [P-6.07]', async () => {
    await run(`insert into user_permissions values ($1, $2, 'view-news', true)`, [school.id, ada.id]);
    await expect.poll(feed).toBe(200);
    await run('update user_permissions set is_allowed = false where user_id = $1', [ada.id]);
    await expect.poll(feed).toBe(403);
    await run('delete from user_permissions');
    await run('delete from role_permissions');
    await expect.poll(feed).toBe(200);
  });

  it('hold for calendars too: an address reads no more than its owner may [D-6.01]', async () => {
    const grade = await server.test.database.kysely
      .insertInto('grades')
      .values({ school_id: school.id, shortcut: '7a', source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await run('insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, $4)', [
      school.id,
      ada.id,
      grade.id,
      '2026-08-01',
    ]);
    const made = await server.request('POST', '/v1/subscriptions', {
      token,
      body: { user_id: ada.id, language: 'de' },
    });
    const path = new URL(made.body.data.url).pathname;
    const read = async () => (await server.request('GET', path)).status;
    expect(await read()).toBe(200);
    await run(`insert into user_permissions values ($1, $2, 'view-timetable', false)`, [school.id, ada.id]);
    expect(await read()).toBe(404);
    await run('delete from user_permissions');
    expect(await read()).toBe(200);
  });
});
