import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** What a lesson can refer to, with what says that it does. */
const REFERS = {
  subjects: (id: number) => sql`subject_id = ${id}`,
  courses: (id: number) => sql`course_id = ${id}`,
  teachers: (id: number) => sql`${id} = any(teacher_ids)`,
  bookables: (id: number) => sql`${id} = any(bookable_ids)`,
  grades: (id: number) => sql`${id} = any(grade_ids)`,
} as const;
export type LessonUnits = keyof typeof REFERS;

/** Says of a row of lessons, in whatever table, that it refers to a unit. */
export const refersTo = (entity: LessonUnits, id: number) => REFERS[entity](id);

/** How many lessons of kept plans, current substitutions and breaks refer to a unit. */
export async function countPlanUses(
  db: Kysely<DB>,
  schoolId: number,
  entity: LessonUnits,
  id: number,
): Promise<{ lessons: number; substitutions: number }> {
  const breaks = entity === 'teachers' ? sql`teacher_id = ${id}` : sql`false`;
  const { rows } = await sql<{ lessons: number; substitutions: number }>`select
    (select count(distinct lesson_id)::int from lessons where school_id = ${schoolId} and ${refersTo(entity, id)})
      + (select count(*)::int from supervisions where school_id = ${schoolId} and ${breaks}) as lessons,
    (select count(*)::int from substitutions where school_id = ${schoolId} and ended_at is null and ${refersTo(entity, id)}) as substitutions`.execute(
    db,
  );
  return rows[0] ?? { lessons: 0, substitutions: 0 };
}
