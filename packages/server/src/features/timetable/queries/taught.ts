import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { enrolledCoursesOf, listYears, pupilsIn } from '../../structure/index.ts';

/** Which teachers' records have lessons with which pupils by the plans in force: of a few pupils, or of one teacher. */
export async function listTaughtInPlan(
  db: Kysely<DB>,
  schoolId: number,
  whom: { pupils: readonly number[] } | { teacher_id: number },
  today: string,
): Promise<{ teacher_id: number; pupil_id: number }[]> {
  const years = await listYears(db, schoolId);
  const versions = years.flatMap((year) => (year.ends_at >= today ? (year.published_version_id ?? []) : []));
  if (versions.length === 0) return [];
  const isWanted =
    'pupils' in whom
      ? sql<SqlBool>`p.user_id = any(${[...whom.pupils]}::bigint[])`
      : sql<SqlBool>`t.id = ${whom.teacher_id}::bigint`;
  const isTaught = 'pupils' in whom ? sql`` : sql`and ${whom.teacher_id}::bigint = any(l.teacher_ids)`;
  const lessons = sql`(select l.lesson_id as id, ${today}::date as date, l.course_id, l.grade_ids, l.teacher_ids,
      (c.id is null or c.is_required or not c.has_enrolments) as is_open
    from lessons l left join ${enrolledCoursesOf(db, schoolId)} c on c.id = l.course_id
    where l.school_id = ${schoolId} and l.version_id = any(${versions}::bigint[]) and l.ends_at >= ${today}::date ${isTaught})`;
  const { rows } = await sql<{ teacher_id: number; pupil_id: number }>`
    select distinct t.id as teacher_id, p.user_id as pupil_id from ${lessons} l
    join ${pupilsIn(schoolId, lessons)} p on p.lesson_id = l.id
    cross join unnest(l.teacher_ids) as t(id) where ${isWanted}`.execute(db);
  return rows;
}
