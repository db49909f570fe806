import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { hashToken } from '../../../packages/server/src/features/auth/tokens.ts';
import { seedSchools } from '../../support/seeded-schools.ts';

/** The largest school of the samples. */
export const LARGEST = { grades: 168, teachers: 249, rooms: 140, lessons: 6_600, pupils: 1_200 } as const;

export interface LargestSchool {
  id: number;
  yearId: number;
  gradeIds: number[];
  teacherIds: number[];
  /** Of somebody who plans. */
  admin: string;
  /** Who reads their plan. */
  pupils: { id: number; token: string }[];
}

const ids = async (pool: Pick<Pool, 'query'>, table: string, school: number): Promise<number[]> => {
  const found = await pool.query<{ id: number }>(`select id from ${table} where school_id = $1 order by id`, [school]);
  return found.rows.map(({ id }) => id);
};

/** The largest school, its plan in force; teachers and pupils have an account with a device that takes messages, and pupils are signed in. */
export async function buildLargestSchool(pool: Pick<Pool, 'query'>): Promise<LargestSchool> {
  const [school] = await seedSchools(pool, 1, LARGEST);
  if (!school) throw new Error('no school was seeded');
  const { id } = school;
  await pool.query(
    `insert into times (school_id, school_year_id, hour, begins_at, ends_at, source)
      select $1, (select id from school_years where school_id = $1), 1 + n,
        time '08:00' + n * interval '1 hour', time '08:45' + n * interval '1 hour', 'manual' from generate_series(0, 6) n`,
    [id],
  );
  await pool.query(
    `with made as (
        insert into users (school_id, username, firstname, lastname, sex, type, role)
          select $1, kind || '.' || n, 'Kim', kind || ' ' || n, 'NONE', role, role
          from (values ('pupil', 'STUDENT', $2::int), ('teacher', 'TEACHER', $3::int)) as kinds (kind, role, many),
            generate_series(1, many) n
        returning id, username, role),
      placed as (
        insert into grade_memberships (school_id, user_id, grade_id, begins_at)
          select $1, made.id, classes.id, '2026-08-01' from made
            join (select id, row_number() over (order by id) - 1 as place from grades where school_id = $1) classes
              on classes.place = substr(username, 7)::int % $4 where role = 'STUDENT'),
      linked as (
        update teachers set user_id = made.id from made
          where teachers.school_id = $1 and made.role = 'TEACHER' and teachers.shortcut = 'T' || substr(made.username, 9))
      insert into devices (school_id, user_id, type, push_notification_consent, token, token_hash)
        select $1, id, 'web', 'ACCEPTED', username, sha256(username::bytea) from made`,
    [id, LARGEST.pupils, LARGEST.teachers, LARGEST.grades],
  );
  await pool.query(
    `insert into users (school_id, username, firstname, lastname, sex, type, role)
      values ($1, 'admin', 'Kim', 'Planer', 'NONE', 'EMPLOYEE', 'ADMIN')`,
    [id],
  );
  const people = await pool.query<{ id: number; role: string }>(
    `select id, role from users where school_id = $1 and role in ('STUDENT', 'ADMIN') order by id`,
    [id],
  );
  const signedIn = people.rows.map((person) => ({ ...person, token: randomUUID() as string }));
  await pool.query(
    `insert into sessions (school_id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, stay_logged_in)
      select $1, user_id, access, '2030-01-01', refresh, '2030-01-01', true
      from unnest($2::bigint[], $3::bytea[], $4::bytea[]) as made (user_id, access, refresh)`,
    [
      id,
      signedIn.map((one) => one.id),
      signedIn.map(({ token }) => hashToken(token)),
      signedIn.map(({ token }) => hashToken(`refresh ${token}`)),
    ],
  );
  await pool.query('analyze users, devices, sessions, grade_memberships, teachers, times');
  const [yearId = 0] = await ids(pool, 'school_years', id);
  return {
    id,
    yearId,
    gradeIds: school.gradeIds,
    teacherIds: await ids(pool, 'teachers', id),
    admin: signedIn.find(({ role }) => role === 'ADMIN')?.token ?? '',
    pupils: signedIn.filter(({ role }) => role === 'STUDENT'),
  };
}
