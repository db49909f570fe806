import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** The teachers in use with what they are responsible for, what they teach (T-3.25) and what they do not do. */
export async function listDuties(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('teachers')
    .select(['id', 'user_id', 'grade_id', 'co_grade_id', 'no_substitution', 'no_supervision', 'contract_hours'])
    .select(
      sql<number[]>`array(select subject_id from teacher_subjects taught where taught.school_id = ${schoolId}
        and taught.teacher_id = teachers.id order by 1)`.as('subject_ids'),
    )
    .where('school_id', '=', schoolId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
}
export type TeacherDuty = Awaited<ReturnType<typeof listDuties>>[number];

/** The records of a teacher's account, as a part of another feature's query. */
export function teachersOfAccount(db: Kysely<DB>, schoolId: number, userId: number) {
  return db.selectFrom('teachers').select('id').where('school_id', '=', schoolId).where('user_id', '=', userId);
}
