import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUZZ_RUNS } from '../../../../../tests/support/fuzz.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { revertPeople, savePeople, uploadPeople } from '../../../../../tests/support/people-imports.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import {
  GRADES,
  isOutByHand,
  listedIn,
  type MadeSchool,
  madeSchools,
  nextClassOf,
  toRows,
} from '../../../../../tests/support/year-schools.ts';

let server: TestServer;
let schools = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const query = async (text: string, values: unknown[]) => (await server.test.database.pool.query(text, values)).rows;

/** Everything of the people of a school that a change or an import could touch. */
const EVERYTHING = {
  users: 'select to_jsonb(t) as row from users t where school_id = $1 order by id',
  guardians: 'select to_jsonb(t) as row from user_parents t where school_id = $1 order by id',
  places: 'select to_jsonb(t) as row from grade_memberships t where school_id = $1 order by id',
  enrolments: 'select to_jsonb(t) as row from enrolments t where school_id = $1 order by id',
  ids: 'select to_jsonb(t) as row from user_import_identities t where school_id = $1 order by user_id, source',
  grades: 'select to_jsonb(t) as row from grades t where school_id = $1 and ended_at is null order by id',
  channels: `select jsonb_build_array(c.target, c.grade_id, c.course_id, m.user_id, m.is_admin, m.method) as row
    from channel_members m join channels c on c.school_id = m.school_id and c.id = m.channel_id
    where m.school_id = $1 and m.left_at is null and c.ended_at is null order by 1`,
};
async function readAll(schoolId: number): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [name, text] of Object.entries(EVERYTHING))
    found[name] = (await query(text, [schoolId])).map(({ row }) => row);
  return found;
}

/** The school as it is invented: classes, people, families, ids of the list and a course that every second pupil takes. */
async function build(made: MadeSchool): Promise<BuiltSchool & { pupils: number[]; classes: Map<string, number> }> {
  schools += 1;
  const school = await buildSchool(server.test.database.kysely, `many-${schools}`);
  const { id } = school;
  await buildUser(server.test.database.kysely, id, 'admin', 'ADMIN');
  await query(`update school_years set ends_at = '2026-12-18' where id = $1`, [school.yearId]);
  await query(
    `insert into school_years (school_id, name, begins_at, ends_at) values ($1, '2027 / 2028', '2027-01-04', '2028-01-15')`,
    [id],
  );
  const grades = await query(
    `insert into grades (school_id, shortcut, source) select $1, unnest($2::text[]), 'manual' returning id, shortcut`,
    [id, GRADES],
  );
  const classes = new Map<string, number>(grades.map((row) => [row.shortcut, row.id]));
  const add = async (people: readonly { firstname: string; lastname: string; email?: string }[], type: string) =>
    (
      await query(
        `insert into users (school_id, username, firstname, lastname, email, type, role, state)
          select $1, $2 || r.position, r.firstname, r.lastname, r.email, $2, $2, 'PENDING'
          from rows from (jsonb_to_recordset($3) as (firstname text, lastname text, email text))
            with ordinality as r (firstname, lastname, email, position) order by position returning id`,
        [id, type, JSON.stringify(people)],
      )
    ).map((row) => row.id as number);
  const pupils = await add(made.pupils, 'STUDENT');
  const parents = await add(made.parents, 'PARENT');
  const links = made.parents.flatMap(({ family }, at) =>
    made.pupils.flatMap((pupil, index) =>
      pupil.family === family ? [{ parent_id: parents[at], user_id: pupils[index] }] : [],
    ),
  );
  const rows = made.pupils.map((pupil, index) => ({
    user_id: pupils[index],
    grade_id: classes.get(pupil.class),
    is_enrolled: index % 2 === 0,
    external_id: pupil.external_id,
    birth_date: pupil.birth_date,
  }));
  await query(
    `with pupil as (
      select * from jsonb_to_recordset($2) as r(user_id bigint, grade_id bigint, is_enrolled boolean, external_id text, birth_date date)
    ), placed as (
      insert into grade_memberships (school_id, user_id, grade_id, begins_at) select $1, user_id, grade_id, '2026-08-01' from pupil
    ), known as (
      insert into user_import_identities (school_id, user_id, source, external_id, birth_date)
      select $1, user_id, 'list', external_id, birth_date from pupil
    ), course as (
      insert into courses (school_id, shortcut, source) values ($1, 'Chor', 'manual') returning id
    ), enrolled as (
      insert into enrolments (school_id, user_id, course_id, joined_at)
      select $1, user_id, course.id, '2026-08-01' from pupil, course where is_enrolled
    ) insert into user_parents (school_id, parent_id, user_id, relation)
      select $1, parent_id, user_id, 'OTHER' from jsonb_to_recordset($3) as l(parent_id bigint, user_id bigint)`,
    [id, JSON.stringify(rows), JSON.stringify(links)],
  );
  return { ...school, pupils, classes };
}

/** The class of everybody on the first day of the new year. */
const placesIn = async (schoolId: number) =>
  new Map(
    (
      await query(
        `select m.user_id, g.shortcut from grade_memberships m join grades g on g.school_id = m.school_id and g.id = m.grade_id
          where m.school_id = $1 and m.begins_at <= '2027-01-04' and (m.ends_at is null or m.ends_at >= '2027-01-04')`,
        [schoolId],
      )
    ).map((row) => [row.user_id as number, row.shortcut as string]),
  );

/** A list that is wrong: first and last names have changed places, and everybody stands in the class of the next one. */
function toWrongRows(made: MadeSchool): string[][] {
  const listed = listedIn(made);
  const spoilt = listed.map((pupil, at) => ({
    ...pupil,
    firstname: pupil.lastname,
    lastname: pupil.firstname,
    class: listed[(at + 1) % listed.length]?.class ?? pupil.class,
  }));
  return toRows(made, spoilt);
}

async function changeAndBack(made: MadeSchool): Promise<void> {
  const school = await build(made);
  const token = await signIn(server, school.slink, 'admin');
  const importing = { server, token, schoolId: school.id };
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
    const answer = await server.request(
      method,
      method === 'POST' ? '/v1/timetables/upgrade-grades' : `/v1/schools/${school.id}/${path}`,
      {
        token,
        ...(body ? { body } : {}),
      },
    );
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
    return answer.body.data;
  };
  for (const [index, pupil] of made.pupils.entries())
    if (pupil.fate === 'repeats') await call('PUT', `year-change/people/${school.pupils[index]}`, { repeats: true });
  const before = await readAll(school.id);

  const change = await call('POST', 'year-change', { revision: (await call('GET', 'year-change')).revision });
  const places = await placesIn(school.id);
  for (const [index, pupil] of made.pupils.entries()) {
    const after = nextClassOf(isOutByHand(pupil) ? { ...pupil, fate: 'goes_on' } : pupil);
    expect(places.get(school.pupils[index] ?? 0) ?? null).toBe(after);
  }
  const changed = await readAll(school.id);
  // Nobody comes or goes by the change, and nothing but classes and the ends of accounts is touched.
  expect(changed.guardians).toEqual(before.guardians);
  expect(changed.enrolments).toEqual(before.enrolments);
  expect(changed.ids).toEqual(before.ids);
  const untouched = { expire_at: null, read_only_from: null, updated_at: null };
  const bare = (rows: unknown[] = []) => rows.map((row) => ({ ...(row as object), ...untouched }));
  expect(bare(changed.users)).toEqual(bare(before.users));

  const rows = toWrongRows(made);
  if (rows.length > 1) {
    const run = await uploadPeople(
      importing,
      rows.map((cells) => cells.join(';')),
    );
    const saved = await savePeople(importing, run, { archive_missing: true, many_missing: true });
    expect(saved.state, JSON.stringify(saved)).toBe('SAVED');
    expect(await revertPeople(importing, saved)).toMatchObject({ state: 'UNDONE', kept_count: 0 });
    expect(await readAll(school.id)).toEqual(changed);
  }
  expect(await call('PUT', `year-change/${change.id}/revert`)).toMatchObject({ state: 'REVERTED' });
  expect(await readAll(school.id)).toEqual(before);
}

describe('made-up schools', () => {
  it('are after a change, a wrong list that is undone and the way back what they were: people, ids, guardians, channels and courses [D-3.06] [D-3.10]', async () => {
    await fc.assert(fc.asyncProperty(madeSchools, changeAndBack), { numRuns: FUZZ_RUNS, endOnFailure: true });
  }, 1_800_000);
});
