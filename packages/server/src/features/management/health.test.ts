import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildScreen } from '../../../../../tests/support/public-access.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { readSchoolsHealth, toHealthLines } from '../../commands/health.ts';

let server: TestServer;
let school: BuiltSchool;
let token: string;
const ids: Record<string, number> = {};
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel', { public_monitor: true });
  await buildSchool(kysely, 'drossel');
  for (const [name, role] of [
    ['ada', 'STUDENT'],
    ['ben', 'STUDENT'],
    ['cem', 'PARENT'],
    ['dora', 'PARENT'],
    ['office', 'ADMIN'],
  ] as const)
    ids[name] = (await buildUser(kysely, school.id, name, role)).id;
  token = await signIn(server, 'amsel', 'office');
});
afterAll(() => server.stop());

interface Read {
  plan_days: number | null;
  findings: { key: string; count: number }[];
  waiting_by_grade: object[];
}
const read = async (query = ''): Promise<Read> =>
  (await server.request('GET', `/v1/schools/${school.id}/health${query}`, { token })).body.data;
const found = async (query = '') =>
  Object.fromEntries(
    (await read(query)).findings.filter(({ count }) => count > 0).map(({ key, count }) => [key, count]),
  );

it('says what is wrong, each until it is mended, in counts without names', async () => {
  // Two families without each other, and no plan.
  expect(await found()).toEqual({ plan_old: 1, parents_childless: 2, children_unreached: 2 });
  const link = 'insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)';
  await run(link, [school.id, ids.ada, ids.cem]);
  await run(link, [school.id, ids.ben, ids.dora]);
  // A parent who was never there has not been reached.
  await run(`update users set state = 'PENDING' where id = any($1)`, [[ids.dora, ids.ben]]);
  expect(await found()).toEqual({ plan_old: 1, waiting: 2, children_unreached: 1 });
  expect((await read()).waiting_by_grade).toEqual([{ grade_id: null, shortcut: null, count: 1 }]);
  await run(`update users set state = 'ACTIVE' where id = any($1)`, [[ids.dora, ids.ben]]);
  const upload = `insert into timetable_uploads (school_id, state, created_at, published_at, number)
    values ($1, $2, $3, $4, $5)`;
  // Wherever a plan came from: an upload, the planner, WebUntis.
  const version = await run('insert into plan_versions (school_id, school_year_id) values ($1, $2) returning id', [
    school.id,
    school.yearId,
  ]);
  await run(
    `update school_years set published_version_id = $3, last_updated_at = '2026-10-29T09:10:00Z'
     where school_id = $1 and id = $2`,
    [school.id, school.yearId, version.rows[0].id],
  );
  await run(upload, [school.id, 'FAILED', '2026-11-17T09:00:00Z', null, 2]);
  await run(upload, [school.id, 'FAILED', '2026-10-17T09:00:00Z', null, 3]);
  expect([(await read()).plan_days, await found()]).toEqual([20, { plan_old: 1, plan_imports_failed: 1 }]);
  expect(await found('?plan_days=20')).toEqual({ plan_imports_failed: 1 });
  await run(`update timetable_uploads set state = 'DISCARDED' where state = 'FAILED'`);
  const mail = `insert into mails (school_id, kind, state, created_at, not_before, expires_at)
    values ($1, 'news', $2, '2026-11-17T09:00:00Z', now(), now())`;
  for (const state of ['FAILED', 'REFUSED', 'SENT']) await run(mail, [school.id, state]);
  expect(await found('?plan_days=20')).toEqual({ mails_given_up: 2 });
  await run('delete from mails');
  expect(await found('?plan_days=20')).toEqual({});
});

it('misses a screen that did not call today, until it calls', async () => {
  const { secret } = await buildScreen(server.test.database.kysely, school.id);
  const called = async () => (await run('select called_at from screens')).rows[0].called_at;
  expect(await found('?plan_days=20')).toEqual({ screens_silent: 1 });
  await server.request('GET', `/v1/public/monitors/single?token=${secret}-sub`);
  expect(await found('?plan_days=20')).toEqual({});
  const first = await called();
  server.clock.advance(5 * 60_000);
  await server.request('GET', `/v1/public/monitors/single?token=${secret}-sub`);
  expect(await called()).toEqual(first);
  server.clock.advance(24 * 60 * 60_000);
  token = await signIn(server, 'amsel', 'office');
  expect(await found('?plan_days=30')).toEqual({ screens_silent: 1 });
});

it('of every school of an installation is read by its operator, in as many statements as for one', async () => {
  const { kysely } = server.test.database;
  const schools = await readSchoolsHealth(kysely, server.clock.now());
  expect(schools).toEqual([
    {
      slink: 'amsel',
      plan_days: 21,
      findings: [
        { key: 'plan_old', count: 1 },
        { key: 'screens_silent', count: 1 },
      ],
    },
    { slink: 'drossel', plan_days: null, findings: [{ key: 'plan_old', count: 1 }] },
  ]);
  expect(toHealthLines(schools)).toEqual(['amsel: plan_old 1, screens_silent 1', 'drossel: plan_old 1']);
});

it('counts what waits for a decision only, and the days as the school has them', async () => {
  const now = server.clock.now();
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  await run(
    `insert into deletion_requests (school_id, user_id, email, submitted_at, approved_at, ends_at)
     values ($1, $2, '', $4, null, null), ($1, $3, '', $4, $4, $5)`,
    [school.id, ids.ada, ids.ben, at(-9), at(9)],
  );
  await run(
    `insert into child_requests (school_id, parent_id, firstname, lastname, state, reason, created_at, expires_at)
     values ($1, $2, 'a', 'b', 'open', null, now(), $3), ($1, $2, 'c', 'd', 'open', null, now(), $4),
       ($1, $2, 'e', 'f', 'refused', 'No.', now(), $3)`,
    [school.id, ids.cem, at(1), at(0)],
  );
  // The roll of today can still be taken, and what is older than a week is let be.
  await run(
    `insert into classbook_entries (school_id, school_year_id, lesson_uuid, lesson_date, time_begins_at, time_ends_at, minutes,
       name, is_open, grade_ids, teacher_ids, regular_teacher_ids, created_at, updated_at)
     select $1, $2, gen_random_uuid(), $3::date - ago, '08:00', '08:45', 45, 'Mathe', true, '{}', '{}', '{}', now(), now()
     from unnest('{0,1,7,8}'::int[]) ago`,
    [school.id, school.yearId, now.toISOString().slice(0, 10)],
  );
  // Midnight at the school.
  const called = (instant: string) => run('update screens set called_at = $1', [instant]);
  await called('2026-11-18T23:00:00Z');
  const waiting = { rolls_open: 2, deletion_requests: 1, child_requests: 1 };
  expect(await found('?plan_days=30')).toEqual(waiting);
  await called('2026-11-18T22:59:59Z');
  expect(await found('?plan_days=30')).toEqual({ ...waiting, screens_silent: 1 });
  // Who has gone is no family any more.
  await run(`update users set deleted_at = now() where id = any($1)`, [[ids.ada, ids.dora]]);
  expect(await found('?plan_days=30')).toMatchObject({ parents_childless: 1, children_unreached: 1 });
});
