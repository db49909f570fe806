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

/** An enrolment `e` by the school, in force or once in force: then the course is no longer that of its whole classes. */
const isOfSchool = sql`not e.is_own and (e.state = 'SELECTED' or e.left_at > e.joined_at)`;

/**
 * Which teachers' records teach which pupils on a day, as a part of a query: by the class, and by the courses as the class book has them,
 * where a course that nobody chooses has its grades. Ask it for one `teacher_id` or a few `pupil_id`s.
 */
export function teachingRecords(
  schoolId: number,
  today: string,
): RawBuilder<{ teacher_id: number; pupil_id: number; is_class_teacher: boolean }> {
  const isNow = sql`m.begins_at <= ${today}::date and (m.ends_at is null or m.ends_at >= ${today}::date)`;
  return sql`(
    select t.id as teacher_id, m.user_id as pupil_id, true as is_class_teacher from teachers t
    join grade_memberships m on m.school_id = ${schoolId} and m.grade_id in (t.grade_id, t.co_grade_id) and ${isNow}
    where t.school_id = ${schoolId} and t.ended_at is null
    union all
    select t.id, e.user_id, false from courses c
    join teachers t on t.school_id = ${schoolId} and t.id = any(c.teacher_ids)
    join enrolments e on e.school_id = ${schoolId} and e.course_id = c.id and e.state = 'SELECTED'
      and e.joined_at <= ${today}::date and (e.left_at is null or e.left_at >= ${today}::date)
    where c.school_id = ${schoolId} and c.ended_at is null
    union all
    select t.id, m.user_id, false from courses c
    join teachers t on t.school_id = ${schoolId} and t.id = any(c.teacher_ids)
    join grade_memberships m on m.school_id = ${schoolId} and m.grade_id = any(c.grade_ids) and ${isNow}
    where c.school_id = ${schoolId} and c.ended_at is null and (c.is_required or not exists (
      select 1 from enrolments e where e.school_id = ${schoolId} and e.course_id = c.id and ${isOfSchool})
      and not exists (select 1 from enrolments e where e.school_id = ${schoolId} and e.course_id = c.id
        and e.user_id = m.user_id and e.state = 'DESELECTED' and e.left_at <= ${today}::date))
  )`;
}
