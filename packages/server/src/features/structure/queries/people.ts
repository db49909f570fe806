import { addDays } from '@kreide/core/kernel';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

interface Range {
  begins_at: string;
  ends_at: string;
}

/** Teacher records with an account, as a part of a query: join it by `school_id` and `user_id`. */
export function teacherAccounts(db: Kysely<DB>) {
  return db.selectFrom('teachers').select(['school_id', 'user_id', 'id', 'shortcut']).where('user_id', 'is not', null);
}

/** The teachers of a school who have no account yet, by short name. */
export async function listFreeTeachers(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('teachers')
    .select(['id', 'shortcut', 'lastname as name'])
    .where('school_id', '=', schoolId)
    .where('user_id', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('shortcut')
    .execute();
}

/** Gives a teacher's record to an account that has none; false: another account has it. */
export async function claimTeacher(
  db: Kysely<DB>,
  schoolId: number,
  teacherId: number,
  userId: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('teachers')
    .set({ user_id: userId })
    .where('school_id', '=', schoolId)
    .where('id', '=', teacherId)
    .where('user_id', 'is', null)
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('teachers as own')
            .select('own.id')
            .where('own.school_id', '=', schoolId)
            .where('own.user_id', '=', userId),
        ),
      ),
    )
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** A person's grade on a day, as a part of a query. */
export function gradeOn(schoolId: Expression<number>, userId: Expression<number>, date: string) {
  return sql<
    number | null
  >`(select m.grade_id from grade_memberships m where m.school_id = ${schoolId} and m.user_id = ${userId}
    and m.begins_at <= ${date}::date and (m.ends_at is null or m.ends_at >= ${date}::date) order by m.begins_at desc limit 1)`;
}

/** Whether a person was ever put into a grade, as a part of a query. */
export function hasHadGrade(schoolId: Expression<number>, userId: Expression<number>) {
  return sql<boolean>`exists (select 1 from grade_memberships m where m.school_id = ${schoolId} and m.user_id = ${userId})`;
}

/** Has a school grades to choose from, as a part of a query? */
export function hasGrades(schoolId: Expression<number>) {
  return sql<boolean>`exists (select 1 from grades g where g.school_id = ${schoolId} and g.ended_at is null)`;
}

/** Is a person in a grade on a day, as a part of a query? */
export function isInGrade(schoolId: Expression<number>, userId: Expression<number>, gradeId: number, date: string) {
  return sql<boolean>`exists (select 1 from grade_memberships m
    where m.school_id = ${schoolId} and m.user_id = ${userId} and m.grade_id = ${gradeId}
      and m.begins_at <= ${date}::date and (m.ends_at is null or m.ends_at >= ${date}::date))`;
}

/** Is a teacher responsible for a grade, or has a course with it? */
export async function isStaffOfGrade(
  db: Kysely<DB>,
  schoolId: number,
  { teacher_id, grade_id }: { teacher_id: number; grade_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from teachers t where t.school_id = ${schoolId} and t.id = ${teacher_id} and ${grade_id} in (t.grade_id, t.co_grade_id)
    union all
    select 1 from courses c where c.school_id = ${schoolId} and c.ended_at is null
      and ${teacher_id}::bigint = any(c.teacher_ids) and ${grade_id}::bigint = any(c.grade_ids)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Takes a person who is erased out of grades, courses and teachers' records. */
export async function erasePlaces(db: Kysely<DB>, { school_id, user_id }: { school_id: number; user_id: number }) {
  for (const table of ['grade_memberships', 'enrolments'] as const)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('teachers')
    .set({ user_id: null, email: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** The grades of people on any day of a range. */
export async function listGradesOf(db: Kysely<DB>, schoolId: number, userIds: readonly number[], range: Range) {
  return db
    .selectFrom('grade_memberships')
    .select(['user_id', 'grade_id as id', 'begins_at', 'ends_at'])
    .where('school_id', '=', schoolId)
    .where((eb) => sql<SqlBool>`${eb.ref('user_id')} = any(${userIds}::bigint[])`)
    .where('begins_at', '<=', range.ends_at)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>=', range.begins_at)]))
    .orderBy('grade_id')
    .orderBy('begins_at')
    .execute();
}

/** The courses of people on any day of a range; one that was given up was taken until the day before. */
export async function listCoursesOf(db: Kysely<DB>, schoolId: number, userIds: readonly number[], range: Range) {
  const { rows } = await sql<{ user_id: number; id: number; begins_at: string; ends_at: string | null }>`
    select user_id, course_id as id, joined_at as begins_at, case state when 'SELECTED' then left_at else left_at - 1 end as ends_at
    from enrolments where school_id = ${schoolId} and user_id = any(${userIds}::bigint[]) and joined_at <= ${range.ends_at}
      and (left_at is null or left_at >= ${range.begins_at}) and (state = 'SELECTED' or left_at > greatest(joined_at, ${range.begins_at}::date))
    order by course_id, joined_at`.execute(db);
  return rows;
}

/** The courses that people have decided not to take, with the first day without them. */
export async function listDroppedOf(db: Kysely<DB>, schoolId: number, userIds: readonly number[], range: Range) {
  const { rows } = await sql<{ user_id: number; id: number; begins_at: string; ends_at: null }>`
    select user_id, course_id as id, left_at as begins_at, null as ends_at from enrolments e
    where school_id = ${schoolId} and user_id = any(${userIds}::bigint[]) and state = 'DESELECTED' and left_at <= ${range.ends_at}
      and not exists (select 1 from enrolments o where o.school_id = e.school_id and o.user_id = e.user_id
        and o.course_id = e.course_id and o.state = 'SELECTED')
    order by course_id, left_at`.execute(db);
  return rows;
}

/** Since and until when somebody takes a course, as a column of a query; null: they are not enrolled. */
export const enrolmentSpan = (schoolId: number, userId: Expression<number>, courseId: Expression<number | null>) =>
  sql<{ joined_at: string; left_at: string | null; is_whole_year: boolean } | null>`(
    select json_build_object('joined_at', e.joined_at, 'left_at', e.left_at, 'is_whole_year',
        e.joined_at <= y.begins_at and (e.left_at is null or e.left_at >= y.ends_at))
      from enrolments e
      left join school_years y on y.school_id = e.school_id
        and y.begins_at <= coalesce(e.left_at, greatest(e.joined_at, current_date)) and e.joined_at <= y.ends_at
      where e.school_id = ${schoolId} and e.user_id = ${userId} and e.course_id = ${courseId} and e.state = 'SELECTED'
      order by e.joined_at desc, y.begins_at desc limit 1)`;

/**
 * From a day on a person is in this grade only, or in none. Earlier memberships stay as they were until the day before;
 * planned later ones are replaced. The caller holds the lock of the person, so that two changes wait for each other.
 */
export async function setGrade(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  gradeId: number | null,
  from: string,
): Promise<void> {
  await db
    .deleteFrom('grade_memberships')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('begins_at', '>=', from)
    .execute();
  await db
    .updateTable('grade_memberships')
    .set({ ends_at: addDays(from, -1) })
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>=', from)]))
    .execute();
  if (gradeId === null) return;
  await db
    .insertInto('grade_memberships')
    .values({ school_id: schoolId, user_id: userId, grade_id: gradeId, begins_at: from })
    .execute();
}

/** Who takes part in a lesson on a date: teachers by their records, pupils by course or, where it is open to all, by grade. */
export interface LessonSides {
  date: string;
  course_id: number | null;
  /** All pupils of the grades take part. */
  is_open: boolean;
  grade_ids: readonly number[];
  teacher_ids: readonly number[];
}

/** The accounts of those who take part in lessons, by the place of the lesson in the list; in one statement. */
export async function listPeopleOf(db: Kysely<DB>, schoolId: number, lessons: readonly LessonSides[]) {
  const { rows } = await sql<{ place: number; user_id: number; teacher_id: number | null }>`
    with wanted as (
      select (number - 1)::integer as place, (value ->> 'date')::date as date, (value ->> 'course_id')::bigint as course_id,
        (value ->> 'is_open')::boolean as is_open, value -> 'grade_ids' as grade_ids, value -> 'teacher_ids' as teacher_ids
      from jsonb_array_elements(${JSON.stringify(lessons)}::jsonb) with ordinality as l(value, number)
    )
    select wanted.place, e.user_id, null::bigint as teacher_id from wanted
    join enrolments e on e.school_id = ${schoolId} and e.course_id = wanted.course_id
      and (e.state = 'SELECTED' or e.left_at > wanted.date) and e.joined_at <= wanted.date and (e.left_at is null or e.left_at >= wanted.date)
    union
    select wanted.place, m.user_id, null from wanted
    cross join jsonb_array_elements_text(wanted.grade_ids) as g(id)
    join grade_memberships m on m.school_id = ${schoolId} and m.grade_id = g.id::bigint
      and m.begins_at <= wanted.date and (m.ends_at is null or m.ends_at >= wanted.date)
    where wanted.is_open
    union
    select wanted.place, t.user_id, t.id from wanted
    cross join jsonb_array_elements_text(wanted.teacher_ids) as g(id)
    join teachers t on t.school_id = ${schoolId} and t.id = g.id::bigint and t.user_id is not null
    order by 1, 2`.execute(db);
  return rows;
}
