import type { Insertable, Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';

interface ExamOf {
  school_id: number;
  yearId: number;
  course_id?: number | null;
  grade_id?: number | null;
  subject_id?: number | null;
}

/** A class test on Friday 2026-11-20, 08:00 to 09:30, unless it is said otherwise. */
export async function buildExam(
  db: Kysely<DB>,
  { school_id, yearId, course_id = null, grade_id = null, subject_id = null }: ExamOf,
  values: Partial<Insertable<DB['exams']>> = {},
): Promise<{ id: number; uuid: string; updated_at: string }> {
  const updated_at = '2026-11-01T08:00:00.000Z';
  const made = await db
    .insertInto('exams')
    .values({
      school_id,
      school_year_id: yearId,
      course_id,
      grade_id,
      subject_id,
      date: '2026-11-20',
      time_begins_at: '08:00',
      time_ends_at: '09:30',
      kind: 'test',
      topic: '',
      note: '',
      is_public: false,
      created_at: updated_at,
      updated_at,
      ...values,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  return { ...made, updated_at };
}

/** The subject of a school with this short name. */
export async function subjectOf(db: Kysely<DB>, school_id: number, shortcut: string): Promise<number> {
  const { id } = await db
    .selectFrom('subjects')
    .select('id')
    .where('school_id', '=', school_id)
    .where('shortcut', 'like', `${shortcut}%`)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}
