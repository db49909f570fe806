import { toTranslate } from '@kreide/core/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAppointment, buildEvening } from '../../../../../tests/support/evenings.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { mergeRows } from '../../kernel/data/merge.ts';
import { pruneEvenings } from './queries/evenings.ts';
import { parentsEveningMerge } from './queries/merge.ts';
import { eraseAppointments, eveningData } from './queries/personal.ts';

let server: TestServer;
let school: PlanSchool;
let teacher_id: number;
const db = () => server.test.database.kysely;
const run = async (text: string) => (await server.test.database.pool.query(text)).rows;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  [{ id: teacher_id }] = await run(`select id from teachers where shortcut = 'Bg'`);
});
afterAll(() => server.stop());

it('appointments are in the archive of parent and child, go with the child, and stay without a name where the parent goes', async () => {
  const { ada, ben, parent } = school.users;
  const { id } = await buildEvening(db(), { school_id: school.id, teachers: [teacher_id] });
  const of = { school_id: school.id, evening_id: id, teacher_id, parent_id: parent };
  await buildAppointment(db(), { ...of, child_id: ada });
  await buildAppointment(db(), { ...of, child_id: ben, starts_at: '16:30' });
  await run(`update parents_evenings set created_by = ${parent}`);
  await run(`insert into parents_evening_waiting (school_id, evening_id, teacher_id, child_id, parent_id, created_at)
    values (${school.id}, ${id}, ${teacher_id}, ${ben}, ${parent}, now())`);
  await run(`insert into parents_evening_wish_lists (school_id, evening_id, child_id, begins_at, updated_at)
    values (${school.id}, ${id}, ${ada}, '16:30', now()), (${school.id}, ${id}, ${ben}, null, now())`);
  await run(`insert into parents_evening_wishes (school_id, evening_id, teacher_id, child_id, parent_id, rank)
    values (${school.id}, ${id}, ${teacher_id}, ${ada}, ${parent}, 1), (${school.id}, ${id}, ${teacher_id}, ${ben}, ${parent}, 1)`);
  const own = { school_id: school.id, user_id: parent };
  for (const table of ['parents_evening_waiting', 'parents_evenings'] as const)
    expect(
      await eveningData[table]?.(
        db(),
        own,
        toTranslate((key) => key),
      ),
    ).toMatchObject([{ name: 'Elternsprechtag' }]);
  const archiveOf = (user_id: number) =>
    eveningData.parents_evening_bookings?.(
      db(),
      { school_id: school.id, user_id },
      toTranslate((key) => key),
    );
  expect(await archiveOf(parent)).toMatchObject([
    { name: 'Elternsprechtag', date: '2026-11-25', begins_at: '16:00', state: 'booked' },
    { begins_at: '16:30' },
  ]);
  expect(await archiveOf(ada)).toHaveLength(1);
  const wished = (table: 'parents_evening_wishes' | 'parents_evening_wish_lists', user_id: number) =>
    eveningData[table]?.(
      db(),
      { school_id: school.id, user_id },
      toTranslate((key) => key),
    );
  expect(await wished('parents_evening_wishes', parent)).toHaveLength(2);
  expect(await wished('parents_evening_wishes', ada)).toMatchObject([
    { name: 'Elternsprechtag', date: '2026-11-25', shortcut: 'Bg', rank: 1 },
  ]);
  expect(await wished('parents_evening_wish_lists', ada)).toMatchObject([{ begins_at: '16:30', ends_at: null }]);
  await eraseAppointments(db(), { school_id: school.id, user_id: ada });
  expect(await run('select child_id::int from parents_evening_wishes')).toEqual([{ child_id: ben }]);
  expect(await run('select child_id::int from parents_evening_wish_lists')).toEqual([{ child_id: ben }]);
  await eraseAppointments(db(), { school_id: school.id, user_id: parent });
  expect(await run('select child_id::int, parent_id, state from parents_evening_bookings')).toEqual([
    { child_id: ben, parent_id: null, state: 'booked' },
  ]);
  expect(await run('select 1 from parents_evening_waiting')).toEqual([]);
  expect(await run('select 1 from parents_evening_wishes')).toEqual([]);
  expect(await run('select created_by from parents_evenings')).toEqual([{ created_by: null }]);
});

it('evenings before a day go with everything of them, those of the day stay', async () => {
  expect(await pruneEvenings(db(), '2026-11-25')).toEqual([]);
  expect(await pruneEvenings(db(), '2026-11-26')).toHaveLength(1);
  const tables = ['bookings', 'teachers', 'wish_lists', 'wishes'].map((one) => `select 1 from parents_evening_${one}`);
  expect(await run(tables.join(' union all '))).toEqual([]);
});

it('two accounts of a child or a parent are at one place at a time: the appointment of the one that stays is kept', async () => {
  const { ada, ben, parent, admin } = school.users;
  const [{ id: second }] = await run(`select id from teachers where id <> ${teacher_id} order by id limit 1`);
  const { id } = await buildEvening(db(), { school_id: school.id, teachers: [teacher_id, second] });
  const of = { school_id: school.id, evening_id: id, parent_id: parent };
  await buildAppointment(db(), { ...of, teacher_id, child_id: ada });
  await buildAppointment(db(), { ...of, teacher_id, child_id: ben, starts_at: '16:30' });
  await buildAppointment(db(), { ...of, teacher_id: second, child_id: ben, starts_at: '17:00' });
  await run(`insert into parents_evening_waiting (school_id, evening_id, teacher_id, child_id, parent_id, created_at)
    values (${school.id}, ${id}, ${second}, ${ada}, ${parent}, now())`);
  await run(`insert into parents_evening_wish_lists (school_id, evening_id, child_id, begins_at, updated_at)
    values (${school.id}, ${id}, ${ada}, '16:30', now()), (${school.id}, ${id}, ${ben}, null, now())`);
  await run(`insert into parents_evening_wishes (school_id, evening_id, teacher_id, child_id, parent_id, rank)
    values (${school.id}, ${id}, ${second}, ${ada}, ${parent}, 1), (${school.id}, ${id}, ${second}, ${ben}, ${parent}, 2),
      (${school.id}, ${id}, ${teacher_id}, ${ben}, ${parent}, 1)`);
  const pair = { school_id: school.id, takes: new Set<never>() };
  await mergeRows(db(), parentsEveningMerge, { ...pair, from: ben, into: ada });
  expect(await run('select 1 from parents_evening_waiting')).toEqual([]);
  expect(await run('select child_id::int, begins_at from parents_evening_wish_lists')).toEqual([
    { child_id: ada, begins_at: '16:30' },
  ]);
  expect(
    await run('select child_id::int, teacher_id::int, rank from parents_evening_wishes order by teacher_id, rank'),
  ).toEqual(
    [
      { child_id: ada, teacher_id, rank: 1 },
      { child_id: ada, teacher_id: second, rank: 1 },
    ].sort((one, other) => one.teacher_id - other.teacher_id),
  );
  const shown = () =>
    run(`select to_char(starts_at, 'HH24:MI') || ' ' || state as said, child_id::int, parent_id::int
      from parents_evening_bookings order by starts_at, id`);
  expect(await shown()).toEqual([
    { said: '16:00 booked', child_id: ada, parent_id: parent },
    { said: '16:30 cancelled', child_id: ada, parent_id: parent },
    { said: '17:00 booked', child_id: ada, parent_id: parent },
  ]);
  await buildAppointment(db(), { ...of, teacher_id: second, child_id: ben, parent_id: admin });
  await mergeRows(db(), parentsEveningMerge, { ...pair, from: parent, into: admin });
  expect(await run('select distinct parent_id::int from parents_evening_wishes')).toEqual([{ parent_id: admin }]);
  expect((await shown()).map(({ said }) => said)).toEqual([
    '16:00 cancelled',
    '16:00 booked',
    '16:30 cancelled',
    '17:00 booked',
  ]);
});
