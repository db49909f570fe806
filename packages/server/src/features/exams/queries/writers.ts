import { type CountedPupil, examWeekOf } from '@kreide/core/features/exams';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersOn, pupilsIn } from '../../structure/index.ts';
import { type ExamRow, examsOf } from '../queries.ts';

/** When an exam is, or would be, and who writes it. */
export type Written = Pick<ExamRow, 'date' | 'course_id' | 'is_open' | 'grade_ids'>;

/** The other exams of a week that take place. */
export async function listOfWeek(db: Kysely<DB>, schoolId: number, date: string, without: number | null) {
  const { from, until } = examWeekOf(date);
  return examsOf(db, schoolId)
    .where('exam.date', '>=', from)
    .where('exam.date', '<=', until)
    .where('exam.is_cancelled', '=', false)
    .where('exam.id', '!=', without ?? 0)
    .orderBy('exam.date')
    .orderBy('exam.time_begins_at')
    .orderBy('exam.id')
    .execute();
}

const toJson = (exams: readonly (Written & { id: number })[]) =>
  JSON.stringify(
    exams.map(({ id, date, course_id, is_open, grade_ids }) => ({ id, date, course_id, is_open, grade_ids })),
  );

/** Exams from outside of the database, as `pupilsIn` wants them. */
const wanted = (exams: readonly (Written & { id: number })[]) => sql`(
  select id, date, course_id, is_open, array(select jsonb_array_elements_text(grade_ids)::bigint) as grade_ids
  from jsonb_to_recordset(${toJson(exams)}::jsonb)
    as given(id bigint, date date, course_id bigint, is_open boolean, grade_ids jsonb))`;

/** Who writes an exam, with the others among these that they write too, and their grade on its day. */
export async function listCounted(
  db: Kysely<DB>,
  schoolId: number,
  judged: Written,
  others: readonly (Written & { id: number })[],
): Promise<CountedPupil[]> {
  const { rows } = await sql<CountedPupil>`
    with taking as materialized (
      select distinct p.lesson_id as exam_id, p.user_id from ${pupilsIn(schoolId, wanted([{ ...judged, id: 0 }, ...others]))} p
    )
    select judged.user_id, (select min(m.grade_id) from ${membersOn(schoolId, judged.date)} m where m.user_id = judged.user_id) as grade_id,
      array(select other.exam_id from taking other where other.user_id = judged.user_id and other.exam_id <> 0 order by 1) as exam_ids
    from taking judged where judged.exam_id = 0 order by judged.user_id`.execute(db);
  return rows;
}

/** Who writes an exam. */
export async function listWriters(db: Kysely<DB>, schoolId: number, exams: readonly Written[]): Promise<number[]> {
  const named = exams.map((one, at) => ({ ...one, id: at + 1 }));
  const { rows } = await sql<{ user_id: number }>`
    select distinct p.user_id from ${pupilsIn(schoolId, wanted(named))} p order by p.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
