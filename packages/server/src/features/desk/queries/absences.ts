import type { AbsenceDraft } from '@kreide/core/features/desk';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

export type AbsenceRow = Awaited<ReturnType<typeof listAbsences>>[number];

const COLUMNS = ['id', 'teacher_id', 'bookable_id', 'grade_id', 'begins_at', 'ends_at'] as const;

/** Who and what is not there on a day, in the order in which it was entered. */
export async function listAbsences(db: Kysely<DB>, schoolId: number, date: string) {
  return db
    .selectFrom('desk_absences')
    .select([...COLUMNS, 'time_begins_at', 'time_ends_at', 'days', 'absence_reason_id', 'comment', 'created_by'])
    .select(['created_at', 'reported_at'])
    .where('school_id', '=', schoolId)
    .where('ends_at', '>=', date)
    .where('begins_at', '<=', date)
    .where(sql<SqlBool>`(days = '{}' or extract(isodow from ${date}::date)::smallint = any(days))`)
    .orderBy('id')
    .execute();
}

/** Who or what is not there. */
export type AbsentUnit = Pick<AbsenceDraft, 'teacher_id' | 'bookable_id' | 'grade_id'>;

/** When a teacher, a room or a class is not there from a day on, the next first. */
export async function listAbsencesOf(db: Kysely<DB>, schoolId: number, unit: AbsentUnit, from: string) {
  const { teacher_id, bookable_id, grade_id } = unit;
  return db
    .selectFrom('desk_absences')
    .select([...COLUMNS, 'time_begins_at', 'time_ends_at', 'days', 'absence_reason_id', 'comment', 'created_by'])
    .select(['created_at', 'reported_at'])
    .where('school_id', '=', schoolId)
    .where('teacher_id', 'is not distinct from', teacher_id)
    .where('bookable_id', 'is not distinct from', bookable_id)
    .where('grade_id', 'is not distinct from', grade_id)
    .where('ends_at', '>=', from)
    .orderBy('begins_at')
    .orderBy('id')
    .execute();
}

export async function insertAbsence(
  db: Kysely<DB>,
  schoolId: number,
  { begins_time_id: _, ends_time_id: __, ...draft }: AbsenceDraft,
  times: { time_begins_at: string | null; time_ends_at: string | null },
  by: { created_by: number; created_at: string; reported_at: string | null },
): Promise<number> {
  const { id } = await db
    .insertInto('desk_absences')
    .values({ school_id: schoolId, ...draft, ...times, ...by })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes an absence; what it said, undefined: there is none. */
export async function deleteAbsence(db: Kysely<DB>, schoolId: number, id: number) {
  return db
    .deleteFrom('desk_absences')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .returning([...COLUMNS, 'created_by', 'reported_at'])
    .executeTakeFirst();
}

/** An absence ends earlier. */
export async function shortenAbsence(
  db: Kysely<DB>,
  schoolId: number,
  id: number,
  left: { ends_at: string; time_ends_at: string | null },
): Promise<void> {
  await db.updateTable('desk_absences').set(left).where('school_id', '=', schoolId).where('id', '=', id).execute();
}

/** Removes absences that ended before a day; returns the number. */
export async function pruneAbsences(db: Kysely<DB>, before: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('desk_absences').where('ends_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
