import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { takesPart } from '../../structure/index.ts';
import type { Filter } from '../asked.ts';
import type { Book } from '../book.ts';

/** The columns of an entry that decide who takes part, under the alias that it has in all queries. */
const LESSON = {
  date: sql.ref('entry.lesson_date') as Expression<string>,
  course_id: sql.ref('entry.course_id') as Expression<number | null>,
  is_open: sql.ref('entry.is_open') as Expression<boolean>,
  grade_ids: sql.ref('entry.grade_ids') as Expression<number[]>,
};

/** Which entries somebody sees: those of the school, of what they teach, or of the lessons of their children. */
export function isSeen(book: Book): RawBuilder<SqlBool> {
  const { reach, school_id, teacher_id, course_ids, own_grade_ids, user_ids } = book;
  if (reach === 'school') return sql`true`;
  if (reach === 'family') return takesPart(school_id, user_ids, LESSON);
  if (teacher_id === null) return sql`false`;
  return sql`(${teacher_id}::bigint = any(entry.teacher_ids) or ${teacher_id}::bigint = any(entry.regular_teacher_ids)
    or entry.course_id = any(${course_ids}::bigint[]) or entry.grade_ids && ${own_grade_ids}::bigint[])`;
}

/** Which children of a reader who has several take part in an entry; nobody for other readers. */
export function participantsAmong({ reach, school_id, user_ids }: Book): RawBuilder<number[]> {
  const children = reach === 'family' && user_ids.length > 1 ? user_ids : [];
  if (children.length === 0) return sql`'{}'::bigint[]`;
  const each = children.map((id) => sql`case when ${takesPart(school_id, [id], LESSON)} then ${id}::bigint end`);
  return sql`array_remove(array[${sql.join(each)}], null)`;
}

const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;

/** The entries of the unit that a list is about; without `hasPeople` those in which a person takes part. */
export function isWanted(book: Book, filter: Filter, hasPeople = false): RawBuilder<SqlBool> {
  const { course_id, grade_id, user_id, kind, member_grade_id } = filter;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (course_id !== null) conditions.push(sql`entry.course_id = ${course_id}`);
  if (grade_id !== null) conditions.push(sql`${grade_id}::bigint = any(entry.grade_ids)`);
  if (kind === 'courses') conditions.push(sql`entry.course_id is not null`);
  if (kind === 'grades') conditions.push(sql`cardinality(entry.grade_ids) > 0`);
  if (member_grade_id !== null && !hasPeople) conditions.push(sql`${member_grade_id}::bigint = any(entry.grade_ids)`);
  if (user_id !== null && !hasPeople) conditions.push(takesPart(book.school_id, [user_id], LESSON));
  return allOf(conditions);
}

/** The days of a list. */
export function isInDays({ begins_at, ends_at }: Filter, day: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return allOf([
    ...(begins_at === null ? [] : [sql<SqlBool>`${day} >= ${begins_at}::date`]),
    ...(ends_at === null ? [] : [sql<SqlBool>`${day} <= ${ends_at}::date`]),
  ]);
}
