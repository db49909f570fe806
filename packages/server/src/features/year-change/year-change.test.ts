import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPlanTables } from '../../../../../tests/support/imports.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let token: string;
let nextYear: number;
let schools = 0;
const grades = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const insertId = async (text: string, values: unknown[]): Promise<number> => (await run(text, values)).rows[0].id;

/** A school three weeks before its new year, with these grades and an administrator. */
async function buildEnding(names: readonly string[]): Promise<void> {
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `wren-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await run('update school_years set ends_at = $1 where id = $2', ['2026-12-18', school.yearId]);
  nextYear = await insertId(
    `insert into school_years (school_id, name, begins_at, ends_at) values ($1, '2027 / 2028', '2027-01-04', '2028-01-15')
      returning id`,
    [school.id],
  );
  grades.clear();
  for (const name of names)
    grades.set(
      name,
      await insertId(`insert into grades (school_id, shortcut, source) values ($1, $2, 'manual') returning id`, [
        school.id,
        name,
      ]),
    );
  token = await signIn(server, school.slink, 'admin');
}

async function addPupil(name: string, grade: string | null, from = '2026-08-01'): Promise<number> {
  const { id } = await buildUser(server.test.database.kysely, school.id, name, 'STUDENT');
  await run('update users set lastname = $1 where id = $2', ['Probe', id]);
  if (grade !== null)
    await run('insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, $4)', [
      school.id,
      id,
      grades.get(grade),
      from,
    ]);
  return id;
}

const ask = (method: 'GET' | 'POST' | 'PUT', rest = '', body?: unknown) =>
  server.request(
    method,
    method === 'POST' ? '/v1/timetables/upgrade-grades' : `/v1/schools/${school.id}/year-change${rest}`,
    {
      token,
      ...(body === undefined ? {} : { body }),
    },
  );
const state = async () => (await ask('GET')).body.data;
const apply = async () => ask('POST', '', { revision: (await state()).revision });
const people = async (query = '') => (await ask('GET', `/people${query}`)).body.data;
const TOUCHED = ['users', 'grade_memberships', 'grades', 'schools', 'school_years', 'enrolments', 'teachers'];
const tables = () => readPlanTables(server, TOUCHED);
const gradesOf = async (id: number) => {
  const { rows } = await run(
    `select g.shortcut, m.begins_at::text as begins_at, m.ends_at::text as ends_at from grade_memberships m
      join grades g on g.school_id = m.school_id and g.id = m.grade_id where m.user_id = $1 order by m.begins_at`,
    [id],
  );
  return rows.map(({ shortcut, begins_at, ends_at }) => `${shortcut} ${begins_at} ${ends_at ?? ''}`.trim());
};
const missing = async () =>
  (await state()).checks.flatMap(({ check, is_met }: { check: string; is_met: boolean }) => (is_met ? [] : [check]));

const NEWS = `insert into news (school_id, title, content, content_rendered, excerpt, publish_at)
  values ($1, 'Elternabend', '', '', '', now()) returning id`;

describe('the change of the school year', () => {
  let pupils: Record<'ada' | 'ben' | 'cem' | 'dora' | 'eva' | 'finn', number>;
  beforeEach(async () => {
    await buildEnding(['5a', '6a', '10b', 'EF']);
    pupils = {
      ada: await addPupil('ada', '5a'),
      ben: await addPupil('ben', '6a'),
      cem: await addPupil('cem', '10b'),
      dora: await addPupil('dora', 'EF'),
      eva: await addPupil('eva', '5a', '2027-01-04'),
      finn: await addPupil('finn', null),
    };
  });

  it('is shown person by person and changes nothing before it is made [D-3.10] [T-2.80] [T-2.101]', async () => {
    const before = await tables();
    const shown = await state();
    expect(shown).toMatchObject({
      from: { name: '2026 / 2027' },
      to: { name: '2027 / 2028' },
      moves_on: '2027-01-04',
      opens_on: '2026-10-10',
      closes_on: '2027-02-28',
      new_grades: ['7a'],
      duplicates: 0,
      counts: { moved: 3, repeats: 0, leaves: 1, newcomer: 1, unmoved: 1 },
      can: { update: 1, apply: 1 },
      last: null,
    });
    expect(
      shown.grades.map((one: { shortcut: string; to: string; leaves: boolean }) => [one.shortcut, one.to]),
    ).toEqual([
      ['5a', '6a'],
      ['6a', '7a'],
      ['10b', 'EF'],
      ['EF', null],
    ]);
    const lines = await people();
    expect(lines.map((one: Record<string, string>) => [one.name, one.kind, one.from, one.to, one.reason])).toEqual([
      ['Probe, eva', 'newcomer', null, '5a', null],
      ['Probe, finn', 'unmoved', null, null, 'no_grade'],
      ['Probe, ada', 'moved', '5a', '6a', null],
      ['Probe, ben', 'moved', '6a', '7a', null],
      ['Probe, cem', 'moved', '10b', 'EF', null],
      ['Probe, dora', 'leaves', 'EF', null, null],
    ]);
    expect((await people('?list=leaves')).map((one: { name: string }) => one.name)).toEqual(['Probe, dora']);
    expect((await people('?search=CEM')).map((one: { id: number }) => one.id)).toEqual([pupils.cem]);
    expect(await tables()).toEqual(before);
  });

  it('moves everybody from the first day of the new year on, in one step, and the log says so [T-2.80] [T-2.101] [P-4.25] [T-7.15]', async () => {
    const done = await apply();
    expect(done, done.text).toMatchObject({
      status: 200,
      body: {
        data: { state: 'APPLIED', from: '2026 / 2027', to: '2027 / 2028', new_grades: ['7a'], can: { revert: 1 } },
      },
    });
    expect(await gradesOf(pupils.ada)).toEqual(['5a 2026-08-01 2027-01-03', '6a 2027-01-04']);
    expect(await gradesOf(pupils.ben)).toEqual(['6a 2026-08-01 2027-01-03', '7a 2027-01-04']);
    expect(await gradesOf(pupils.dora)).toEqual(['EF 2026-08-01 2027-01-03']);
    expect(await gradesOf(pupils.eva)).toEqual(['5a 2027-01-04']);
    const { rows } = await run('select * from users where expire_at is not null');
    // Thirty days after the last day, at midnight in the school's zone; from the day after the last one they may only read.
    const time = { read_only_from: '2026-12-18T23:00:00.000Z', expire_at: '2027-01-17T23:00:00.000Z' };
    expect(rows).toMatchObject([{ username: 'dora', ...time, deleted_at: null }]);
    const self = await server.request('GET', '/v1/users/self', { token });
    expect(self.body.data.school.timetable.active_schoolyear_id).toBe(nextYear);
    const log = await run(`select before, after from audit_log where school_id = $1 and action = 'year-change.apply'`, [
      school.id,
    ]);
    expect(log.rows).toMatchObject([
      { before: { school_year: '2026 / 2027' }, after: { school_year: '2027 / 2028', moved: 3, leaves: 1 } },
    ]);
    // The year after the next one is not there: nothing is moved twice.
    expect((await apply()).body.error.code).toBe('year_not_ready');
  });

  it('is taken back to exactly the rows that were there before [D-3.10] [T-2.101]', async () => {
    await run(`update users set expire_at = '2026-12-24T10:00:00Z' where id = $1`, [pupils.dora]);
    const before = await tables();
    const { body } = await apply();
    expect(await tables()).not.toEqual(before);
    // An account that would have ended earlier ends then.
    const { rows } = await run('select expire_at from users where id = $1', [pupils.dora]);
    expect(rows).toEqual([{ expire_at: '2026-12-24T10:00:00.000Z' }]);
    const back = await ask('PUT', `/${body.data.id}/revert`);
    expect(back.body.data, back.text).toMatchObject({ state: 'REVERTED', can: { revert: 0 } });
    expect(await tables()).toEqual(before);
    expect((await ask('PUT', `/${body.data.id}/revert`)).body.error.code).toBe('already_undone');
    // It can be made again, and the former one cannot be taken back any more.
    expect((await apply()).status).toBe(200);
    expect((await ask('PUT', `/${body.data.id}/revert`)).body.error.code).toBe('already_undone');
  });

  it('is not taken back when later changes would be lost, and says which [D-3.10]', async () => {
    const { body } = await apply();
    const { id } = body.data;
    const reasons = async () => {
      const before = await tables();
      const refused = await ask('PUT', `/${id}/revert`);
      expect(refused.body.error?.code, refused.text).toBe('changed_since');
      expect(await tables()).toEqual(before);
      return refused.body.error.issues.map(({ rule, message }: { rule: string; message: string }) => [rule, message]);
    };
    const moved = await run(
      'update grade_memberships set grade_id = $1 where user_id = $2 and ends_at is null returning id',
      [grades.get('10b'), pupils.ada],
    );
    expect(await reasons()).toEqual([['people', expect.stringContaining('ada Probe')]]);
    await run('update grade_memberships set grade_id = $1 where id = $2', [grades.get('6a'), moved.rows[0].id]);

    const [sevens] = (await run('select id from grades where school_id = $1 and shortcut = $2', [school.id, '7a']))
      .rows;
    const teacher = await insertId(
      `insert into teachers (school_id, shortcut, grade_id, source) values ($1, 'Ab', $2, 'manual') returning id`,
      [school.id, sevens.id],
    );
    expect(await reasons()).toEqual([['grades', expect.stringContaining('7a')]]);
    await run('delete from teachers where id = $1', [teacher]);

    // What was written to the new class would go with it.
    const [parents] = (await run(`select id from channels where grade_id = $1 and target = 'parents'`, [sevens.id]))
      .rows;
    await run('insert into news_channels (school_id, news_id, channel_id) values ($1, $2, $3)', [
      school.id,
      await insertId(NEWS, [school.id]),
      parents.id,
    ]);
    expect(await reasons()).toEqual([['grades', expect.stringContaining('7a')]]);
    await run('delete from news_channels where channel_id = $1', [parents.id]);

    await run('update schools set active_school_year_id = $1 where id = $2', [school.yearId, school.id]);
    expect(await reasons()).toEqual([['year', expect.any(String)]]);
    await run('update schools set active_school_year_id = $1 where id = $2', [nextYear, school.id]);
    expect((await ask('PUT', `/${id}/revert`)).status).toBe(200);
  });

  it('does exactly what it showed: somebody who came meanwhile is shown first', async () => {
    const { revision } = await state();
    await addPupil('gil', '5a');
    expect((await ask('POST', '', { revision })).body.error.code).toBe('people_changed');
    expect((await state()).counts.moved).toBe(4);
    expect((await apply()).status).toBe(200);
  });

  it('sends two administrators who press at once one after the other: one change is made', async () => {
    const { revision } = await state();
    const answers = await Promise.all([ask('POST', '', { revision }), ask('POST', '', { revision })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await gradesOf(pupils.ada)).toHaveLength(2);
  });

  it('follows what an administrator says about grades, for this change alone [T-2.80]', async () => {
    const targets = [
      { grade_id: grades.get('5a'), to: '5a' },
      { grade_id: grades.get('10b'), to: null },
      { grade_id: grades.get('EF'), to: 'Q1' },
    ];
    const said = await ask('PUT', '', { targets, grace_days: 0, revert_days: 30 });
    expect(said.body.data, said.text).toMatchObject({
      grace_days: 0,
      archived_on: '2026-12-19',
      new_grades: ['7a', 'Q1'],
      counts: { moved: 2, repeats: 1, leaves: 1 },
    });
    await apply();
    expect(await gradesOf(pupils.ada)).toEqual(['5a 2026-08-01']);
    expect(await gradesOf(pupils.cem)).toEqual(['10b 2026-08-01 2027-01-03']);
    expect(await gradesOf(pupils.dora)).toEqual(['EF 2026-08-01 2027-01-03', 'Q1 2027-01-04']);
    expect((await state()).grades.every(({ is_proposed }: { is_proposed: boolean }) => is_proposed)).toBe(true);
  });

  it('leaves pupils where they are of whom somebody has said so [T-2.80]', async () => {
    const before = await tables();
    const said = async (id: number, repeats: boolean) => (await ask('PUT', `/people/${id}`, { repeats })).body.data;
    expect(await said(pupils.ada, true)).toMatchObject({ kind: 'repeats', from: '5a', to: '5a', is_repeater: true });
    expect(await said(pupils.dora, true)).toMatchObject({ kind: 'repeats', to: 'EF' });
    expect(await said(pupils.dora, false)).toMatchObject({ kind: 'leaves', is_repeater: false });
    expect((await state()).counts).toMatchObject({ moved: 2, repeats: 1, leaves: 1 });
    expect(await tables()).toEqual(before);
    await apply();
    expect(await gradesOf(pupils.ada)).toEqual(['5a 2026-08-01']);
    expect((await people('?search=ada'))[0]).toMatchObject({ is_repeater: false });
  });

  it('archives those who left once their time is over, unless somebody lets them stay, and takes them back too [T-2.80]', async () => {
    const gone = await addPupil('gone', 'EF');
    const [prune] = server.server.features.all.flatMap(({ prune: all = {} }) => all.year_changes ?? []);
    const night = (at: string) => prune?.(new Date(at));
    // What other tests have left goes first.
    await night('2030-01-01T00:00:00Z');
    const before = await tables();
    const { body } = await apply();
    expect(await night('2027-01-17T22:59:00Z')).toBe(0);
    await run('update users set expire_at = null where id = $1', [pupils.dora]);
    expect(await night('2027-01-17T23:00:00Z')).toBe(1);
    expect(await night('2027-01-18T23:00:00Z')).toBe(0);
    const { rows } = await run('select id from users where school_id = $1 and deleted_at is not null', [school.id]);
    expect(rows).toEqual([{ id: gone }]);
    const log = await run(`select after from audit_log where school_id = $1 and action = 'year-change.archived'`, [
      school.id,
    ]);
    expect(log.rows).toEqual([{ after: { people: 1 } }]);
    expect((await ask('PUT', `/${body.data.id}/revert`)).body.error.code).toBe('changed_since');
    await run(`update users set expire_at = '2027-01-17T23:00:00Z' where id = $1`, [pupils.dora]);
    expect((await ask('PUT', `/${body.data.id}/revert`)).status).toBe(200);
    expect(await tables()).toEqual(before);
  });

  it('waits for its conditions, and tells what else somebody should look at [T-2.100] [T-9.29] [T-9.30]', async () => {
    expect(await missing()).toEqual(['placed', 'plan']);
    await run(
      `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
      [school.id, pupils.finn, grades.get('5a')],
    );
    expect(await missing()).toEqual(['plan']);
    const blocked = async (check: string) => {
      expect(await missing()).toContain(check);
      expect((await state()).can.apply).toBe(0);
      expect((await apply()).body.error.code, check).toBe('year_not_ready');
    };
    await run(`update grades set shortcut = 'Igel' where id = $1`, [grades.get('5a')]);
    await blocked('targets');
    await run(`update grades set shortcut = '5a' where id = $1`, [grades.get('5a')]);
    // Open from ten weeks before the end of one year until eight weeks after the start of the other.
    const setDays = (ends: string, begins: string) =>
      run(
        `update school_years set ends_at = case id when $1 then $2::date else ends_at end,
        begins_at = case id when $3 then $4::date else begins_at end where school_id = $5`,
        [school.yearId, ends, nextYear, begins, school.id],
      );
    await setDays('2027-01-27', '2027-02-01');
    await blocked('open');
    await setDays('2027-01-26', '2027-02-01');
    expect(await missing()).toEqual(['plan']);
    await setDays('2026-09-01', '2026-09-23');
    await blocked('open');
    await setDays('2026-09-01', '2026-09-24');
    expect(await missing()).toEqual(['plan']);
    await run(`insert into user_imports (school_id, source, state, created_at) values ($1, 'list', 'SAVING', now())`, [
      school.id,
    ]);
    await blocked('no_import');
    await run(`update user_imports set state = 'UNDOING' where school_id = $1`, [school.id]);
    await blocked('no_import');
    await run('delete from user_imports where school_id = $1', [school.id]);
    await run('delete from school_years where id = $1', [nextYear]);
    await blocked('next_year');
    // What there is nothing to say about is not told.
    expect(await missing()).toEqual(['next_year']);
  });

  it('tells of accounts that may be one person’s [D-3.10]', async () => {
    const second = await addPupil('ada2', '6a');
    await run(`update users set firstname = 'ada' where id = $1`, [second]);
    expect(await state()).toMatchObject({ duplicates: 2 });
    const doubles = await people('?list=duplicate');
    expect(doubles.map(({ id }: { id: number }) => id).toSorted()).toEqual([pupils.ada, second].toSorted());
    expect(await missing()).toContain('doubles');
  });

  it('touches nobody of another school, whose change is not found [D-4.06]', async () => {
    const first = await apply();
    const { id } = school;
    const before = await tables();
    await buildEnding(['5a']);
    expect((await ask('PUT', `/${first.body.data.id}/revert`)).status).toBe(404);
    expect((await server.request('GET', `/v1/schools/${id}/year-change`, { token })).status).toBe(404);
    const foreign = [{ grade_id: 1, to: '6a' }];
    expect((await ask('PUT', '', { targets: foreign, grace_days: 30, revert_days: 30 })).status).toBe(404);
    expect((await tables()).grade_memberships).toEqual(before.grade_memberships);
  });
});

describe('a school of ten thousand people', () => {
  it('is planned, changed and taken back whole [D-3.10]', async () => {
    await buildEnding(['5a', '6a', '7a']);
    await run(
      `with made as (
        insert into users (school_id, username, firstname, lastname, type, role)
        select $1, 'pupil' || n, 'Vor' || n, 'Nach' || n, 'STUDENT', 'STUDENT' from generate_series(1, 10000) n returning id
      ) insert into grade_memberships (school_id, user_id, grade_id, begins_at)
      select $1, id, ($2::bigint[])[1 + id % 3], '2026-08-01' from made`,
      [school.id, [...grades.values()]],
    );
    // As the database does by itself a minute later; plans that it made for the small schools above would be kept.
    await server.test.asOwner('analyze users, grade_memberships');
    const before = await tables();
    const done = await apply();
    expect(done.body.data, done.text.slice(0, 200)).toMatchObject({ state: 'APPLIED' });
    const { moved, leaves } = done.body.data.counts;
    expect(moved + leaves).toBe(10_000);
    expect((await ask('PUT', `/${done.body.data.id}/revert`)).body.data).toMatchObject({ state: 'REVERTED' });
    expect(await tables()).toEqual(before);
  });
});
