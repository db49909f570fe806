import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isInUnit, membersOf } from '../../structure/index.ts';
import type { Book } from '../book.ts';

const UNIT = { grade_id: sql.ref('absence.grade_id'), course_id: sql.ref('absence.course_id') };

const isFamily = (userIds: readonly number[], { school_id, zone }: Book): RawBuilder<SqlBool> => {
  const day = sql`(absence.begins_at at time zone ${zone})::date`;
  return sql`(absence.user_id = any(${userIds}::bigint[]) or (absence.user_id is null and exists (
    select 1 from unnest(${userIds}::bigint[]) as child(id) where ${isInUnit(school_id, sql.ref('child.id'), UNIT, day)})))`;
};

/** Is an absence about classes for which the caller is responsible? */
export function isOfOwnClass({ school_id, own_grade_ids, day, reach }: Book): RawBuilder<SqlBool> {
  if (reach !== 'teaching' || own_grade_ids.length === 0) return sql`false`;
  const members = membersOf(school_id, { courses: [], grades: own_grade_ids }, { begins_at: day, ends_at: day });
  return sql`(absence.grade_id = any(${own_grade_ids}::bigint[]) or absence.user_id in (select user_id from ${members} as own))`;
}

/** Which absences somebody sees: all of the school, those of whom they teach and those that they wrote, or those of their family. */
export function isSeen(book: Book): RawBuilder<SqlBool> {
  const { reach, school_id, course_ids, grade_ids, user_ids, day, actor } = book;
  if (reach === 'school') return sql`true`;
  if (reach === 'family') return isFamily(user_ids, book);
  if (reach === 'none') return sql`false`;
  const members = membersOf(school_id, { courses: course_ids, grades: grade_ids }, { begins_at: day, ends_at: day });
  return sql`(absence.grade_id = any(${grade_ids}::bigint[]) or absence.course_id = any(${course_ids}::bigint[])
    or absence.created_by = ${actor.user_id} or absence.user_id in (select user_id from ${members} as taught))`;
}

/** Absences of one pupil, with those of their grade and courses. */
export const isOfPupil = (userId: number, book: Book): RawBuilder<SqlBool> => isFamily([userId], book);

/** Is somebody one of the pupils of a class on the day? */
export const isOfGrade = (gradeId: number, { school_id, day }: Book): RawBuilder<SqlBool> => {
  const members = membersOf(school_id, { courses: [], grades: [gradeId] }, { begins_at: day, ends_at: day });
  return sql`(absence.grade_id = ${gradeId} or absence.user_id in (select user_id from ${members} as wanted))`;
};
