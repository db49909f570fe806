import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersOn, takersOn } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';

const pupilsPart = (db: Kysely<DB>, schoolId: number) =>
  usersPart(db).where('school_id', '=', schoolId).where('type', '=', 'STUDENT').where('deleted_at', 'is', null);

/**
 * How many pupils classes have on a day, by id; a class without any is not among them. On a day to come nothing is said of
 * a class that nobody has joined by then: its pupils may be those of the year before.
 */
export async function countOfGrades(
  db: Kysely<DB>,
  schoolId: number,
  { day, today }: { day: string; today: string },
): Promise<Map<number, number>> {
  const { rows } = await sql<{
    grade_id: number;
    pupils: number;
  }>`select m.grade_id, count(distinct m.user_id)::int as pupils
    from ${membersOn(schoolId, day)} m
    join ${pupilsPart(db, schoolId)} u on u.id = m.user_id
    left join ${membersOn(schoolId, today)} n on n.user_id = m.user_id and n.grade_id = m.grade_id
    group by m.grade_id having ${day <= today} or bool_or(n.user_id is null)`.execute(db);
  return new Map(rows.map(({ grade_id, pupils }) => [grade_id, pupils]));
}

/** How many pupils take some courses on a day, by id; a course that nobody takes is not among them. */
export async function countOfCourses(
  db: Kysely<DB>,
  schoolId: number,
  { courseIds, day }: { courseIds: readonly number[]; day: string },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ course_id: number; pupils: number }>`select e.course_id, count(*)::int as pupils
    from ${takersOn(schoolId, courseIds, day)} e
    join ${pupilsPart(db, schoolId)} u on u.id = e.user_id group by e.course_id`.execute(db);
  return new Map(rows.map(({ course_id, pupils }) => [course_id, pupils]));
}
