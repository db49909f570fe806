import type { Pool } from 'pg';
import { createToken, hashToken } from '../../packages/server/src/features/auth/tokens.ts';

export interface SeededSchool {
  id: number;
  gradeIds: number[];
  /** Of a teacher who is signed in. */
  token: string;
}

const YEAR = ['2026 / 2027', '2026-08-01', '2027-07-15'] as const;
/** Teachers, rooms and subjects, as parts of the number of lessons. */
const LESSONS_PER_UNIT = 30;

export interface SeededSize {
  lessons: number;
  grades: number;
  /** Left out: as many as suit the lessons. */
  teachers?: number;
  rooms?: number;
}

/** Schools with a plan in force, written by a few statements for all of them: nothing is imported or hashed. */
export async function seedSchools(
  pool: Pick<Pool, 'query'>,
  count: number,
  { lessons, grades, ...size }: SeededSize,
): Promise<SeededSchool[]> {
  const made = await pool.query<{ id: number }>(
    `insert into schools (name, slink) select 'School ' || n, 'seeded-' || n from generate_series(1, $1::int) n returning id`,
    [count],
  );
  const ids = made.rows.map(({ id }) => id);
  const units = Math.ceil(lessons / LESSONS_PER_UNIT);
  await pool.query(
    `insert into school_years (school_id, name, begins_at, ends_at, anchor)
      select id, $2, $3::date, $4::date, '2026-08-03' from unnest($1::bigint[]) as school (id)`,
    [ids, ...YEAR],
  );
  await pool.query(
    `update schools set active_school_year_id = year.id from school_years year
      where year.school_id = schools.id and schools.id = any($1::bigint[])`,
    [ids],
  );
  const units_of = [
    ['grades', 'shortcut, name', `'K' || n, 'Klasse ' || n`, grades],
    ['bookables', 'shortcut, name', `'R' || n, 'Raum ' || n`, size.rooms ?? units],
    ['subjects', 'shortcut, name', `'S' || n, 'Fach ' || n`, units],
    ['teachers', 'shortcut, firstname, lastname', `'T' || n, 'Vorname', 'Nachname ' || n`, size.teachers ?? units],
  ] as const;
  for (const [table, columns, values, many] of units_of)
    await pool.query(
      `insert into ${table} (school_id, source, ${columns})
        select id, 'manual', ${values} from unnest($1::bigint[]) as school (id), generate_series(1, $2::int) n`,
      [ids, many],
    );
  await pool.query(
    `insert into plan_versions (school_id, school_year_id) select school_id, id from school_years where school_id = any($1::bigint[])`,
    [ids],
  );
  await pool.query(
    `update school_years set published_version_id = version.id, revision = 1 from plan_versions version
      where version.school_id = school_years.school_id and school_years.school_id = any($1::bigint[])`,
    [ids],
  );
  await pool.query(
    `insert into lesson_identities (school_id) select id from unnest($1::bigint[]) as school (id), generate_series(1, $2::int)`,
    [ids, lessons],
  );
  const listed = (table: string) =>
    `(select school_id, array_agg(id order by id) as ids from ${table} where school_id = any($1::bigint[]) group by school_id) ${table}`;
  const one = (table: string, index: string) => `${table}.ids[1 + (${index}) % cardinality(${table}.ids)]`;
  await pool.query(
    `insert into lessons (school_id, version_id, lesson_id, source, external_lesson, subject_id, weekday, hour,
        time_begins_at, time_ends_at, begins_at, ends_at, grade_ids, teacher_ids, bookable_ids)
      select one.school_id, version.id, one.id, 'manual', 'L' || n, ${one('subjects', 'n')}, 1 + (n / 7) % 5, 1 + n % 7,
        time '08:00' + (n % 7) * interval '1 hour', time '08:45' + (n % 7) * interval '1 hour', $2::date, $3::date,
        array[${one('grades', 'n / 35')}], array[${one('teachers', 'n')}], array[${one('bookables', 'n / 3')}]
      from (select school_id, id, (row_number() over (partition by school_id order by id))::int as n
          from lesson_identities where school_id = any($1::bigint[])) one
        join plan_versions version on version.school_id = one.school_id
        join ${listed('grades')} on grades.school_id = one.school_id
        join ${listed('teachers')} on teachers.school_id = one.school_id
        join ${listed('bookables')} on bookables.school_id = one.school_id
        join ${listed('subjects')} on subjects.school_id = one.school_id`,
    [ids, YEAR[1], YEAR[2]],
  );
  const tokens = ids.map(() => createToken());
  await pool.query(
    `insert into users (school_id, username, firstname, lastname, type, role)
      select id, 'teacher', 'Vorname', 'Nachname', 'TEACHER', 'TEACHER' from unnest($1::bigint[]) as school (id)`,
    [ids],
  );
  await pool.query(
    `insert into sessions (school_id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, stay_logged_in)
      select person.school_id, person.id, made.access, '2027-07-01', made.refresh, '2027-07-01', true
      from users person join unnest($1::bigint[], $2::bytea[], $3::bytea[]) as made (school_id, access, refresh)
        on made.school_id = person.school_id
      where person.school_id = any($1::bigint[])`,
    [ids, tokens.map(hashToken), ids.map(() => hashToken(createToken()))],
  );
  await pool.query('analyze lessons, lesson_identities, grades, teachers, sessions, users');
  const found = await pool.query<{ school_id: number; ids: number[] }>(
    `select school_id, array_agg(id order by id) as ids from grades where school_id = any($1::bigint[]) group by school_id`,
    [ids],
  );
  const gradeIds = new Map(found.rows.map((row) => [row.school_id, row.ids]));
  return ids.map((id, index) => ({ id, gradeIds: gradeIds.get(id) ?? [], token: tokens[index] as string }));
}
