import type { DemoSchool } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

interface UserRecord {
  username: string;
  firstname: string;
  lastname: string;
  title: string | null;
  sex: string;
  type: string;
  role: string;
}

function usersOf(demo: DemoSchool): UserRecord[] {
  const as =
    (type: string, role: string) =>
    (person: Omit<UserRecord, 'type' | 'role' | 'title'> & { title?: string | null }) => ({
      username: person.username,
      firstname: person.firstname,
      lastname: person.lastname,
      title: person.title ?? null,
      sex: person.sex,
      type,
      role,
    });
  return [
    ...demo.admins.map(as('EMPLOYEE', 'ADMIN')),
    ...demo.teachers.map(as('TEACHER', 'TEACHER')),
    ...demo.pupils.map(as('STUDENT', 'STUDENT')),
    ...demo.parents.map(as('PARENT', 'PARENT')),
  ];
}

/**
 * Everybody of a demo school in a handful of statements, after its master data: accounts with one shared password, families,
 * grades and courses of the pupils, the accounts behind the teachers, the class teachers.
 */
export async function insertPeople(
  db: Kysely<DB>,
  schoolId: number,
  demo: DemoSchool,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const since = demo.school_year.begins_at;
  await sql`insert into users (school_id, username, firstname, lastname, title, sex, type, role, password_hash, created_at)
    select ${schoolId}, r.*, ${passwordHash}, ${at}::timestamptz from jsonb_to_recordset(${JSON.stringify(usersOf(demo))}::jsonb)
      as r(username text, firstname text, lastname text, title text, sex text, type text, role text)`.execute(db);

  const families = demo.parents.flatMap(({ username, relation, children }) =>
    children.map((child) => ({ parent: username, relation, child })),
  );
  await sql`insert into user_parents (school_id, user_id, parent_id, relation, created_at)
    select ${schoolId}, c.id, p.id, r.relation, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(families)}::jsonb) as r(parent text, relation text, child text)
    join users c on c.school_id = ${schoolId} and c.username = r.child
    join users p on p.school_id = ${schoolId} and p.username = r.parent`.execute(db);

  const places = demo.pupils.map(({ username, grade }) => ({ username, grade }));
  await sql`insert into grade_memberships (school_id, user_id, grade_id, begins_at)
    select ${schoolId}, u.id, g.id, ${since}::date
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r(username text, grade text)
    join users u on u.school_id = ${schoolId} and u.username = r.username
    join grades g on g.school_id = ${schoolId} and g.shortcut = r.grade`.execute(db);

  const choices = demo.pupils.flatMap(({ username, courses }) => courses.map((course) => ({ username, course })));
  await sql`insert into enrolments (school_id, user_id, course_id, joined_at, created_at)
    select ${schoolId}, u.id, c.id, ${since}::date, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as r(username text, course text)
    join users u on u.school_id = ${schoolId} and u.username = r.username
    join courses c on c.school_id = ${schoolId} and c.shortcut = r.course`.execute(db);

  const gradeOf = new Map(Object.entries(demo.class_teachers).map(([grade, teacher]) => [teacher, grade]));
  const staff = demo.teachers.map(({ username, code }) => ({ username, code, grade: gradeOf.get(code) ?? null }));
  await sql`update teachers t set user_id = u.id, grade_id = g.id
    from jsonb_to_recordset(${JSON.stringify(staff)}::jsonb) as r(username text, code text, grade text)
    join users u on u.school_id = ${schoolId} and u.username = r.username
    left join grades g on g.school_id = ${schoolId} and g.shortcut = r.grade
    where t.school_id = ${schoolId} and t.shortcut = r.code`.execute(db);

  const order = demo.plan.grades.map(({ code }, index) => ({
    code,
    order: index + 1,
    range: String(Number.parseInt(code, 10)),
  }));
  await sql`update grades g set "order" = r."order", range = r.range
    from jsonb_to_recordset(${JSON.stringify(order)}::jsonb) as r(code text, "order" integer, range text)
    where g.school_id = ${schoolId} and g.shortcut = r.code`.execute(db);
}
