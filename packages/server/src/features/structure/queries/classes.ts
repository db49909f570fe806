import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** A lesson in a query, whose pupils are looked for. */
export interface LessonColumns {
  readonly date: Expression<string>;
  readonly course_id: Expression<number | null>;
  /** All pupils of the grades take part. */
  readonly is_open: Expression<boolean>;
  readonly grade_ids: Expression<number[]>;
}

// A course that was given up was taken until the day before: what happened until then stays.

/** Does one of these pupils take part in a lesson, as a part of a query? */
export function takesPart(schoolId: number, userIds: readonly number[], lesson: LessonColumns): RawBuilder<SqlBool> {
  const { date, course_id, is_open, grade_ids } = lesson;
  return sql<SqlBool>`(exists (select 1 from enrolments e where e.school_id = ${schoolId}
      and e.user_id = any(${userIds}::bigint[]) and e.course_id = ${course_id} and (e.state = 'SELECTED' or e.left_at > ${date})
      and e.joined_at <= ${date} and (e.left_at is null or e.left_at >= ${date}))
    or (${is_open} and exists (select 1 from grade_memberships m where m.school_id = ${schoolId}
      and m.user_id = any(${userIds}::bigint[]) and m.grade_id = any(${grade_ids})
      and m.begins_at <= ${date} and (m.ends_at is null or m.ends_at >= ${date}))))`;
}

/** An enrolment `e` by the school, in force or once in force: then the course is no longer that of its whole classes. */
const isOfSchool = sql`not e.is_own and (e.state = 'SELECTED' or e.left_at > e.joined_at)`;

/** The pupils of courses and grades on any day of a range, as a part of a query; a course that nobody chooses has its grades. */
export function membersOf(
  schoolId: number,
  { courses, grades }: { courses: readonly number[]; grades: readonly number[] },
  { begins_at, ends_at }: { begins_at: string; ends_at: string },
): RawBuilder<{ user_id: number }> {
  const isInRange = sql`m.begins_at <= ${ends_at}::date and (m.ends_at is null or m.ends_at >= ${begins_at}::date)`;
  return sql`(
    select e.user_id from enrolments e where e.school_id = ${schoolId} and e.course_id = any(${courses}::bigint[])
      and (e.state = 'SELECTED' or (e.left_at > ${begins_at}::date and e.left_at > e.joined_at))
      and e.joined_at <= ${ends_at}::date and (e.left_at is null or e.left_at >= ${begins_at}::date)
    union
    select m.user_id from courses c
    join grade_memberships m on m.school_id = ${schoolId} and m.grade_id = any(c.grade_ids) and ${isInRange}
    where c.school_id = ${schoolId} and c.id = any(${courses}::bigint[]) and (c.is_required or not exists (
      select 1 from enrolments e where e.school_id = ${schoolId} and e.course_id = c.id and ${isOfSchool})
      and not exists (select 1 from enrolments e where e.school_id = ${schoolId} and e.course_id = c.id
        and e.user_id = m.user_id and e.state = 'DESELECTED' and e.left_at <= ${begins_at}::date))
    union
    select m.user_id from grade_memberships m
    where m.school_id = ${schoolId} and m.grade_id = any(${grades}::bigint[]) and ${isInRange}
  )`;
}

/** Is a pupil in a grade or a course on a day, as a part of a query? A course that nobody chooses has its grades. */
export function isInUnit(
  schoolId: number,
  userId: Expression<unknown>,
  { grade_id, course_id }: { grade_id: Expression<unknown>; course_id: Expression<unknown> },
  day: Expression<unknown>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(exists (select 1 from enrolments e where e.school_id = ${schoolId} and e.user_id = ${userId}
      and e.course_id = ${course_id} and (e.state = 'SELECTED' or e.left_at > ${day}) and e.joined_at <= ${day}
      and (e.left_at is null or e.left_at >= ${day}))
    or exists (select 1 from grade_memberships m where m.school_id = ${schoolId} and m.user_id = ${userId}
      and m.begins_at <= ${day} and (m.ends_at is null or m.ends_at >= ${day})
      and (m.grade_id = ${grade_id} or exists (select 1 from courses c where c.school_id = ${schoolId} and c.id = ${course_id}
        and m.grade_id = any(c.grade_ids) and (c.is_required or not exists (select 1 from enrolments e
          where e.school_id = ${schoolId} and e.course_id = c.id and ${isOfSchool})
          and not exists (select 1 from enrolments e where e.school_id = ${schoolId} and e.course_id = c.id
            and e.user_id = ${userId} and e.state = 'DESELECTED' and e.left_at <= ${day}))))))`;
}

/**
 * Who takes part in lessons, as a part of a query: by a course (`grade_id` null), or by the class, where all of it does.
 * @param lessons a part with id, date, course_id, is_open and grade_ids of each
 */
export function pupilsIn(
  schoolId: number,
  lessons: RawBuilder<unknown>,
): RawBuilder<{ lesson_id: number; user_id: number; grade_id: number | null }> {
  return sql`(
    select l.id as lesson_id, e.user_id, null::bigint as grade_id from ${lessons} l
    join enrolments e on e.school_id = ${schoolId} and e.course_id = l.course_id
      and (e.state = 'SELECTED' or e.left_at > l.date) and e.joined_at <= l.date and (e.left_at is null or e.left_at >= l.date)
    union
    select l.id, m.user_id, m.grade_id from ${lessons} l
    join grade_memberships m on m.school_id = ${schoolId} and m.grade_id = any(l.grade_ids)
      and m.begins_at <= l.date and (m.ends_at is null or m.ends_at >= l.date)
    where l.is_open
  )`;
}

/** Who is in which grade on a day, as a part of a query. */
export function membersOn(schoolId: number, day: string): RawBuilder<{ user_id: number; grade_id: number }> {
  return sql`(select m.user_id, m.grade_id from grade_memberships m where m.school_id = ${schoolId}
    and m.begins_at <= ${day}::date and (m.ends_at is null or m.ends_at >= ${day}::date))`;
}

/** The accounts of the teachers who are responsible for grades. */
export async function listHeadsOf(db: Kysely<DB>, schoolId: number, gradeIds: readonly number[]) {
  if (gradeIds.length === 0) return [];
  const { rows } = await sql<{ grade_id: number; user_id: number }>`
    select g.id as grade_id, t.user_id from unnest(${gradeIds}::bigint[]) as g(id)
    join teachers t on t.school_id = ${schoolId} and g.id in (t.grade_id, t.co_grade_id)
      and t.user_id is not null and t.ended_at is null order by g.id, t.id`.execute(db);
  return rows;
}

/** The courses of a teacher, and the grades that they are responsible for. */
export async function listTaught(db: Kysely<DB>, schoolId: number, teacherId: number) {
  const { rows } = await sql<{ course_ids: number[]; grade_ids: number[] }>`
    select coalesce((select array_agg(c.id order by c.id) from courses c where c.school_id = ${schoolId} and c.ended_at is null
        and ${teacherId}::bigint = any(c.teacher_ids)), '{}') as course_ids,
      array_remove(array[t.grade_id, t.co_grade_id], null) as grade_ids
    from teachers t where t.school_id = ${schoolId} and t.id = ${teacherId}`.execute(db);
  return rows[0] ?? { course_ids: [], grade_ids: [] };
}
