import { toLocal } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { teachingRecords } from '../structure/index.ts';
import { listTaughtInPlan } from '../timetable/index.ts';

export const todayOf = ({ time_zone }: Pick<Actor, 'time_zone'>, now: Date): string => toLocal(now, time_zone).date;

/** The teachers of a child on a day, by class, courses and plan, with whether they lead the class. */
export async function teachersOfChild(
  db: Kysely<DB>,
  schoolId: number,
  childId: number,
  today: string,
): Promise<Map<number, { is_class_teacher: boolean }>> {
  const { rows } = await sql<{ teacher_id: number; is_class_teacher: boolean }>`
    select k.teacher_id, bool_or(k.is_class_teacher) as is_class_teacher from ${teachingRecords(schoolId, today)} k
    where k.pupil_id = ${childId}::bigint group by k.teacher_id`.execute(db);
  const planned = await listTaughtInPlan(db, schoolId, { pupils: [childId] }, today);
  const teachers = new Map(planned.map(({ teacher_id }) => [teacher_id, { is_class_teacher: false }]));
  for (const { teacher_id, is_class_teacher } of rows) teachers.set(teacher_id, { is_class_teacher });
  return teachers;
}

/** The pairs `<child> <teacher>` of these children and those who teach them on a day, by class, courses and plan. */
export async function teachersOfChildren(
  db: Kysely<DB>,
  schoolId: number,
  children: readonly number[],
  today: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ teacher_id: number; pupil_id: number }>`
    select distinct k.teacher_id, k.pupil_id from ${teachingRecords(schoolId, today)} k
    where k.pupil_id = any(${[...children]}::bigint[])`.execute(db);
  const planned = await listTaughtInPlan(db, schoolId, { pupils: children }, today);
  return new Set([...rows, ...planned].map(({ pupil_id, teacher_id }) => `${pupil_id} ${teacher_id}`));
}

/** Is somebody a teacher of a child on a day? The plan is asked only where class and courses do not say so. */
export async function isTeacherOf(
  db: Kysely<DB>,
  schoolId: number,
  { teacher_id, child_id }: { teacher_id: number; child_id: number },
  today: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${teachingRecords(schoolId, today)} k
    where k.pupil_id = ${child_id}::bigint and k.teacher_id = ${teacher_id}::bigint limit 1`.execute(db);
  if (rows.length > 0) return true;
  const planned = await listTaughtInPlan(db, schoolId, { pupils: [child_id] }, today);
  return planned.some((one) => one.teacher_id === teacher_id);
}

/** The pupils of a teacher on a day, by their accounts. */
export async function pupilsOfTeacher(
  db: Kysely<DB>,
  schoolId: number,
  teacherId: number,
  today: string,
): Promise<number[]> {
  const { rows } = await sql<{ pupil_id: number }>`
    select distinct k.pupil_id from ${teachingRecords(schoolId, today)} k where k.teacher_id = ${teacherId}::bigint`.execute(
    db,
  );
  const planned = await listTaughtInPlan(db, schoolId, { teacher_id: teacherId }, today);
  return [...new Set([...rows, ...planned].map(({ pupil_id }) => pupil_id))];
}
