import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLUMNS, type Column } from '../support/contract/rights-table.ts';
import { personOf } from '../support/contract/world.ts';
import { buildFullSchool, type FullSchool } from '../support/full-school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { callRpc, openRpc } from '../support/webuntis.ts';

/** Written by hand: what the same person may see in the app. `ok`, or the code of the refusal. */
const TABLE = `
method                object                  anonymous student parent teacher employee admin
getLatestImportTime   none                    -8520     ok      ok     ok      ok       ok
getSchoolyears        none                    -8520     ok      ok     ok      ok       ok
getCurrentSchoolyear  none                    -8520     ok      ok     ok      ok       ok
getStatusData         none                    -8520     ok      ok     ok      ok       ok
getDepartments        none                    -8520     ok      ok     ok      ok       ok
getHolidays           none                    -8520     ok      ok     ok      -8509    ok
getTimegridUnits      none                    -8520     ok      ok     ok      -8509    ok
getKlassen            none                    -8520     ok      ok     ok      -8509    ok
getKlassen            year:own                -8520     ok      ok     ok      -8509    ok
getKlassen            year:other_school       -8520     -7002   -7002  -7002   -8509    -7002
getTeachers           none                    -8520     ok      ok     ok      -8509    ok
getRooms              none                    -8520     ok      ok     ok      -8509    ok
getSubjects           none                    -8520     ok      ok     ok      -8509    ok
getStudents           none                    -8520     -8509   ok     -8509   -8509    ok
getSubstitutions      none                    -8520     ok      ok     ok      -8509    ok
getTimetable          grade:own               -8520     ok      ok     ok      -8509    ok
getTimetable          grade:by_name           -8520     ok      ok     ok      -8509    ok
getTimetable          grade:other_school      -8520     -7002   -7002  -7002   -8509    -7002
getTimetable          grade:other_by_name     -8520     -7002   -7002  -7002   -8509    -7002
getTimetable          teacher:own             -8520     ok      ok     ok      -8509    ok
getTimetable          teacher:other_school    -8520     -7002   -7002  -7002   -8509    -7002
getTimetable          room:own                -8520     ok      ok     ok      -8509    ok
getTimetable          room:other_school       -8520     -7002   -7002  -7002   -8509    -7002
getTimetable          subject:own             -8520     -8509   -8509  -8509   -8509    -8509
getTimetable          pupil:student           -8520     ok      -8509  -8509   -8509    ok
getTimetable          pupil:child             -8520     -8509   ok     -8509   -8509    ok
getTimetable          pupil:other             -8520     -8509   -8509  -8509   -8509    ok
getTimetable          pupil:other_school      -8520     -7002   -7002  -7002   -7002    -7002
logout                none                    ok        ok      ok     ok      ok       ok
`;

const rows = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', object = '', ...cells] = line.split(/\s+/);
    return { method, object, cells };
  });

let server: TestServer;
let here: FullSchool;
let there: FullSchool;

beforeAll(async () => {
  server = await startTestServer();
  here = await buildFullSchool(server, 'amsel', 'zimtstern');
  there = await buildFullSchool(server, 'drossel', 'moorlicht');
});
afterAll(() => server.stop());

function paramsOf(object: string): unknown {
  const days = { startDate: 20261116, endDate: 20261120 };
  const fields = { klasseFields: ['id', 'name', 'longname'], teacherFields: ['id', 'name', 'longname'] };
  const show = { showLsText: true, showSubstText: true, showInfo: true, showLsNumber: true, showStudentgroup: true };
  const plan = (type: number, id: number | string, keyType?: string) => ({
    options: { element: { type, id, keyType }, ...days, ...fields, ...show },
  });
  const cases: Record<string, unknown> = {
    none: days,
    'year:own': { schoolyearId: here.school.yearId },
    'year:other_school': { schoolyearId: there.school.yearId },
    'grade:own': plan(1, here.grade),
    'grade:by_name': plan(1, '10b-zimtstern', 'name'),
    'grade:other_school': plan(1, there.grade),
    'grade:other_by_name': plan(1, '10b-moorlicht', 'name'),
    'teacher:own': plan(2, here.teacher),
    'teacher:other_school': plan(2, there.teacher),
    'room:own': plan(4, here.bookable),
    'room:other_school': plan(4, there.bookable),
    'subject:own': plan(3, 1),
    'pupil:student': plan(5, here.people.student.id),
    'pupil:child': plan(5, here.people.child.id),
    'pupil:other': plan(5, here.people.other.id),
    'pupil:other_school': plan(5, there.people.student.id),
  };
  if (!(object in cases)) throw new Error(`No call for ${object}`);
  return cases[object];
}

async function openAs(column: Column): Promise<string | undefined> {
  return column === 'anonymous' ? undefined : openRpc(server, personOf(here, column).username);
}

describe.each(COLUMNS)('of the WebUntis methods, %s', (column) => {
  it('is answered exactly what the table says, nothing of another school, and nothing hidden [D-6.11] [T-3.12] [D-4.06]', async () => {
    const session = await openAs(column);
    const found: string[] = [];
    for (const { method, object, cells } of rows) {
      const answer = await callRpc(server, method, paramsOf(object), { session });
      expect(answer.status, `${method} ${object}`).toBe(200);
      const expected = cells[COLUMNS.indexOf(column)];
      const actual = answer.body.error ? String(answer.body.error.code) : 'ok';
      if (actual !== expected) found.push(`${method} ${object}: ${actual} instead of ${expected}`);
      expect(answer.text, `${method} ${object}`).not.toContain('moorlicht');
      if (column !== 'admin') expect(answer.text, `${method} ${object}`).not.toContain('heimlich');
      if (actual !== 'ok') expect(answer.text, `${method} ${object}`).not.toContain('zimtstern');
    }
    expect(found).toEqual([]);
  });
});

describe('hidden substitutions', () => {
  it('reach those who plan, and are not even a gap for everybody else [D-6.11] [T-3.12]', async () => {
    const read = async (column: Column, method: string, object: string) =>
      (await callRpc(server, method, paramsOf(object), { session: await openAs(column) })).body.result;
    for (const [method, object] of [
      ['getTimetable', 'grade:own'],
      ['getSubstitutions', 'none'],
    ] as const) {
      expect(JSON.stringify(await read('admin', method, object))).toContain('heimlich');
      expect(await read('student', method, object)).toEqual(await read('teacher', method, object));
    }
    expect((await read('student', 'getSubstitutions', 'none')).length).toBe(1);
    expect((await read('admin', 'getSubstitutions', 'none')).length).toBe(2);
  });
});

it('a plan that is not released is nobody’s [D-6.11]', async () => {
  const { kysely, pool } = server.test.database;
  const { id: school_id, yearId: school_year_id } = here.school;
  const draft = await kysely
    .insertInto('plan_versions')
    .values({ school_id, school_year_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await pool.query(
    `insert into lessons (school_id, version_id, lesson_id, source, external_lesson, subject_id, weekday, hour, time_begins_at,
       time_ends_at, begins_at, ends_at, comment, grade_ids, teacher_ids, bookable_ids)
     select school_id, $1, lesson_id, source, external_lesson, subject_id, weekday, hour, time_begins_at,
       time_ends_at, begins_at, ends_at, 'unreleased', grade_ids, teacher_ids, bookable_ids from lessons where school_id = $2`,
    [draft.id, school_id],
  );
  server.server.features.planChanged(school_id);
  for (const column of ['student', 'admin'] as const) {
    const session = await openAs(column);
    for (const object of ['grade:own', 'teacher:own', 'pupil:student']) {
      const { body, text } = await callRpc(server, 'getTimetable', paramsOf(object), { session });
      expect(body.result.length).toBeGreaterThan(0);
      expect(text).not.toContain('unreleased');
    }
  }
});

it('a parent is told of the own children only, an administrator of every pupil [D-6.11]', async () => {
  const idsOf = async (column: Column) => {
    const { body } = await callRpc(server, 'getStudents', {}, { session: await openAs(column) });
    return body.result.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
  };
  const { child, other, student } = here.people;
  expect(await idsOf('parent')).toEqual([child.id]);
  expect(await idsOf('admin')).toEqual([student.id, child.id, other.id].sort((a, b) => a - b));
});
