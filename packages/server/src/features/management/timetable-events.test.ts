import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let token: string;
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'office', 'ADMIN');
  token = await signIn(server, 'amsel', 'office');
});
afterAll(() => server.stop());

const read = async (query = '') =>
  (await server.request('GET', `/v1/schools/${school.id}/timetable-events${query}`, { token })).body.data;

it('the timetable of a school year has its free days and published plans in their order, each year its own [T-7.109]', async () => {
  const { rows } = await run(
    `insert into school_years (school_id, name, begins_at, ends_at, anchor)
     values ($1, '2025 / 2026', '2025-08-01', '2026-07-15', '2025-08-04') returning id`,
    [school.id],
  );
  const former = rows[0].id;
  const free = `insert into holidays (school_id, school_year_id, name, begins_at, ends_at, source)
    values ($1, $2, $3, $4, $5, 'manual')`;
  await run(free, [school.id, school.yearId, 'Weihnachten', '2026-12-23', '2027-01-02']);
  await run(free, [school.id, school.yearId, 'Herbst', '2026-10-19', '2026-10-30']);
  await run(free, [school.id, former, 'Ostern', '2026-03-30', '2026-04-10']);
  const upload = `insert into timetable_uploads (school_id, school_year_id, state, published_at, number)
    values ($1, $2, $3, $4, $5)`;
  // Late in the evening in the zone of the server, the next day at the school.
  await run(upload, [school.id, school.yearId, 'PUBLISHED', '2026-11-01T23:30:00Z', 1]);
  await run(upload, [school.id, school.yearId, 'UNDONE', '2026-11-05T10:00:00Z', 2]);
  await run(
    `insert into planner_versions (school_id, school_year_id, number, published_at, created_at, changed_at)
     values ($1, $2, 1, '2026-11-10T10:00:00Z', now(), now())`,
    [school.id, school.yearId],
  );
  expect(await read()).toEqual([
    { kind: 'holiday', name: 'Herbst', begins_at: '2026-10-19', ends_at: '2026-10-30' },
    { kind: 'plan', name: null, begins_at: '2026-11-02', ends_at: '2026-11-02' },
    { kind: 'plan', name: null, begins_at: '2026-11-10', ends_at: '2026-11-10' },
    { kind: 'holiday', name: 'Weihnachten', begins_at: '2026-12-23', ends_at: '2027-01-02' },
  ]);
  expect(await read(`?schoolyear_id=${school.yearId}`)).toHaveLength(4);
  expect((await read(`?schoolyear_id=${former}`)).map(({ name }: { name: string }) => name)).toEqual(['Ostern']);
});
