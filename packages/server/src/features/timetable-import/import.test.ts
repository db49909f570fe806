import type { Upload } from '@kreide/core/features/timetable-import';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLAN_HEAD, publishPlan, uploadPlan } from '../../../../../tests/support/imports.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let admin: string;
let pupil: string;
let schools = 0;

const ROWS = [
  '1;10b;Bg;MA;204;2;3',
  '2;10b;Li;DE;105;2;4',
  '3;10b;Bg;PH;L1;4;1',
  '4;7a;Li;DE;105;1;1',
  '5;7a;Bg;MA;204;1;2',
  '6;7a;Bg;MA;204;3;2',
];

beforeAll(async () => {
  server = await startTestServer();
});
/** Every test has its own school, with a pupil of the 10b and no plan. */
beforeEach(async () => {
  const { kysely } = server.test.database;
  schools += 1;
  school = await buildSchool(kysely, `amsel-${schools}`);
  const school_id = school.id;
  await buildUser(kysely, school_id, 'admin', 'ADMIN');
  const user = await buildUser(kysely, school_id, 'ada', 'STUDENT');
  admin = await signIn(server, school.slink, 'admin');
  pupil = await signIn(server, school.slink, 'ada');
  const grade = await kysely
    .insertInto('grades')
    .values({ school_id, shortcut: '10b', source: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('grade_memberships')
    .values({ school_id, user_id: user.id, grade_id: grade.id, begins_at: '2026-08-01' })
    .execute();
});
afterAll(() => server.stop());

const upload = (rows: readonly string[], fields: Record<string, string> = {}) =>
  uploadPlan(server, admin, [PLAN_HEAD, ...rows], fields);
const publish = (rows: readonly string[]) => publishPlan(server, admin, [PLAN_HEAD, ...rows]);

/** What somebody agrees to who looked at the difference. */
const consentTo = ({ changes }: Upload) => ({ replace: false, revision: changes?.revision ?? 0 });
const act = (uuid: string, verb: string, body?: unknown) =>
  server.request('POST', `/v1/timetable-service/uploads/${uuid}/${verb}`, {
    token: admin,
    ...(body === undefined ? {} : { body }),
  });

const identities = () =>
  server.test.database.kysely
    .selectFrom('lesson_identities')
    .select('uuid')
    .where('school_id', '=', school.id)
    .orderBy('id')
    .execute();

async function week(token = pupil) {
  const self = await server.request('GET', '/v1/users/self', { token });
  const answer = await server.request(
    'GET',
    `/v1/timetables/entities/users/${self.body.data.id}?begins_at=2026-11-16&ends_at=2026-11-20`,
    { token },
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.lessons.map(
    (lesson: { meta: { shortname: string }; dates: string[]; hour: string; bookables: { shortcut: string }[] }) =>
      `${lesson.meta.shortname} ${lesson.dates[0]} ${lesson.hour} ${lesson.bookables[0]?.shortcut}`,
  );
}

describe('a timetable import', () => {
  it('goes from the file to the pupil’s week, adopting the grade that was there', async () => {
    const ready = await upload(ROWS);
    expect(ready).toMatchObject({
      state: 'READY',
      source: 'csv',
      counts: { lessons: 6, placements: 6, grades: 2, teachers: 2, bookables: 3, subjects: 3 },
      changes: { added: 6, changed: 0, removed: 0 },
      rejected: [],
    });
    const published = await act(ready.uuid, 'publish', consentTo(ready));
    expect(published.body.data, published.text).toMatchObject({ state: 'PUBLISHED', can: { undo: 1 } });
    expect(await week()).toEqual(['MA 2026-11-17 3 204', 'DE 2026-11-17 4 105', 'PH 2026-11-19 1 L1']);
  });

  it('is idempotent: the same file again changes nothing', async () => {
    await publish(ROWS);
    const again = await upload(ROWS);
    expect(again.changes).toMatchObject({ added: 0, changed: 0, removed: 0, is_empty: true });
    const before = await identities();
    const refused = await act(again.uuid, 'publish', consentTo(again));
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'nothing_changes' } } });
    expect(await identities()).toEqual(before);
    expect(await week()).toHaveLength(3);
  });

  it('keeps the identity of a lesson that moves, and can be undone', async () => {
    await publish(ROWS);
    const before = await identities();
    const moved = await upload(ROWS.map((row) => (row.startsWith('1;') ? '1;10b;Bg;MA;301;5;5' : row)));
    expect(moved.changes).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(moved.changes?.lines[0]?.text).toContain('10b MA');
    await act(moved.uuid, 'publish', { ...consentTo(moved), replace: true });
    expect(await week()).toContain('MA 2026-11-20 5 301');
    expect(await identities()).toEqual(before);
    const undone = await act(moved.uuid, 'undo');
    expect(undone.body.data.state).toBe('UNDONE');
    expect(await week()).toContain('MA 2026-11-17 3 204');
    const room = await server.test.database.kysely
      .selectFrom('bookables')
      .select('ended_at')
      .where('school_id', '=', school.id)
      .where('shortcut', '=', '301')
      .executeTakeFirstOrThrow();
    expect(room.ended_at).not.toBeNull();
  });

  it('asks before more than 20 percent of the lessons go', async () => {
    await publish(ROWS);
    const fewer = await upload(ROWS.slice(0, 4));
    expect(fewer.changes).toMatchObject({ removed: 2, needs_replace: true });
    const refused = await act(fewer.uuid, 'publish', consentTo(fewer));
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'needs_replace' } } });
    expect(await week()).toHaveLength(3);
    expect((await act(fewer.uuid, 'discard')).body.data.state).toBe('DISCARDED');
  });

  it('applies substitutions to the week and hides hidden ones from the bytes of an ordinary reader [T-1.02] [T-3.12]', async () => {
    await publish(ROWS);
    const ready = await uploadPlan(server, admin, [
      'id;date;period;kind;classes;teachers;new_teachers;subject;rooms;new_rooms;text;hidden',
      's1;2026-11-17;3;cancelled;10b;Bg;;MA;204;;;',
      's2;2026-11-17;4;;10b;Li;Bg;DE;105;301;bring your atlas;',
      's3;2026-11-19;1;cancelled;10b;Bg;;PH;L1;;secretly;yes',
    ]);
    expect(ready, JSON.stringify(ready.error)).toMatchObject({
      state: 'READY',
      counts: { substitutions: 3 },
      changes: { added: 3 },
    });
    await act(ready.uuid, 'publish', consentTo(ready));
    const self = await server.request('GET', '/v1/users/self', { token: pupil });
    const path = `/v1/timetables/entities/users/${self.body.data.id}?begins_at=2026-11-16&ends_at=2026-11-20`;
    const answer = await server.request('GET', path, { token: pupil });
    const byKind = Object.groupBy(
      answer.body.data.lessons as { kind: string | null; substituted_lessons: unknown[] }[],
      (lesson) => lesson.kind ?? (lesson.substituted_lessons.length > 0 ? 'changed' : 'regular'),
    );
    expect(Object.fromEntries(Object.entries(byKind).map(([kind, list]) => [kind, list?.length]))).toEqual({
      CANCLED: 1,
      changed: 1,
      regular: 1,
    });
    expect(answer.text).not.toContain('secretly');
    const planner = await server.request('GET', path, { token: admin });
    expect(planner.text).toContain('secretly');
    expect(planner.headers.get('etag')).not.toBe(answer.headers.get('etag'));
  });

  it('of a file that cannot be read changes nothing and says why', async () => {
    await publish(ROWS);
    const failed = await uploadPlan(server, admin, '\x7fELF\0\n\0\x01\x02\n', { name: 'plan.bin' });
    expect(failed).toMatchObject({ state: 'FAILED', error: expect.stringContaining('plan.bin') });
    expect(await week()).toHaveLength(3);
  });
});

describe('the timetable answer', () => {
  it('carries lessons, last_updated_at and an ETag that answers 304 [T-3.36] [T-3.37]', async () => {
    await publish(ROWS);
    const self = await server.request('GET', '/v1/users/self', { token: pupil });
    const path = `/v1/timetables/entities/users/${self.body.data.id}?begins_at=2026-11-16&ends_at=2026-11-20`;
    const first = await server.request('GET', path, { token: pupil });
    expect(first.body.data).toMatchObject({ lessons: expect.any(Array), last_updated_at: expect.any(String) });
    const again = await server.request('GET', path, {
      token: pupil,
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
  });
});

describe('a lesson that went and comes back', () => {
  it('is the same lesson as before', async () => {
    await publish(ROWS);
    const before = await identities();
    expect(before).toHaveLength(6);
    await publish(ROWS.slice(0, 3));
    expect(await week()).toHaveLength(3);
    await publish(ROWS);
    expect(await identities()).toEqual(before);
  });
});

describe('the source that was chosen', () => {
  it('decides who reads the files: another source’s file is refused and changes nothing', async () => {
    const failed = await upload(ROWS, { source: 'asc' });
    expect(failed).toMatchObject({ state: 'FAILED', counts: null, error: expect.stringContaining('plan.csv') });
    const ready = await upload(ROWS, { source: 'csv' });
    expect(ready).toMatchObject({ state: 'READY', source: 'csv' });
  });
});
