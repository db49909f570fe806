import { type RawBuilder, sql } from 'kysely';

/**
 * Who teaches whom on a day, by their accounts, as a part of a query: with a class that they are responsible for, or a
 * course in which the pupil is. Ask it for one `teacher_id` or one `pupil_id`: each is found by an index.
 */
export function teaching(schoolId: number, today: string): RawBuilder<{ teacher_id: number | null; pupil_id: number }> {
  const isNow = sql`m.begins_at <= ${today}::date and (m.ends_at is null or m.ends_at >= ${today}::date)`;
  return sql`(
    select t.user_id as teacher_id, m.user_id as pupil_id from teachers t
    join grade_memberships m on m.school_id = ${schoolId} and m.grade_id in (t.grade_id, t.co_grade_id) and ${isNow}
    where t.school_id = ${schoolId} and t.user_id is not null and t.ended_at is null
    union all
    select t.user_id, e.user_id from courses c
    join teachers t on t.school_id = ${schoolId} and t.id = any(c.teacher_ids) and t.user_id is not null
    join enrolments e on e.school_id = ${schoolId} and e.course_id = c.id and e.state = 'SELECTED'
      and e.joined_at <= ${today}::date and (e.left_at is null or e.left_at >= ${today}::date)
    where c.school_id = ${schoolId} and c.ended_at is null
    union all
    select t.user_id, m.user_id from courses c
    join teachers t on t.school_id = ${schoolId} and t.id = any(c.teacher_ids) and t.user_id is not null
    join grade_memberships m on m.school_id = ${schoolId} and m.grade_id = any(c.grade_ids) and ${isNow}
    where c.school_id = ${schoolId} and c.ended_at is null and c.is_required
  )`;
}
