import { addDays } from '@kreide/core/kernel';
import { type Expression, type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';

interface Range {
  begins_at: string;
  ends_at: string;
}

/** Teacher records with an account, as a part of a query: join it by `school_id` and `user_id`. */
export function teacherAccounts(db: Kysely<DB>) {
  return db.selectFrom('teachers').select(['school_id', 'user_id', 'id', 'shortcut']).where('user_id', 'is not', null);
}

/** A person's grade on a day, as a part of a query. */
export function gradeOn(schoolId: Expression<number>, userId: Expression<number>, date: string) {
  return sql<
    number | null
  >`(select m.grade_id from grade_memberships m where m.school_id = ${schoolId} and m.user_id = ${userId}
    and m.begins_at <= ${date}::date and (m.ends_at is null or m.ends_at >= ${date}::date) order by m.begins_at desc limit 1)`;
}

/** A person's grades on any day of a range. */
export async function listGradesOf(db: Kysely<DB>, schoolId: number, userId: number, range: Range) {
  return db
    .selectFrom('grade_memberships')
    .select(['grade_id as id', 'begins_at', 'ends_at'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('begins_at', '<=', range.ends_at)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>=', range.begins_at)]))
    .orderBy('grade_id')
    .orderBy('begins_at')
    .execute();
}

/** A person's courses on any day of a range. */
export async function listCoursesOf(db: Kysely<DB>, schoolId: number, userId: number, range: Range) {
  return db
    .selectFrom('enrolments')
    .select(['course_id as id', 'joined_at as begins_at', 'left_at as ends_at'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('state', '=', 'SELECTED')
    .where('joined_at', '<=', range.ends_at)
    .where((eb) => eb.or([eb('left_at', 'is', null), eb('left_at', '>=', range.begins_at)]))
    .orderBy('course_id')
    .orderBy('joined_at')
    .execute();
}

/**
 * From a day on a person is in this grade only, or in none. Earlier memberships stay as they were until the day before;
 * planned later ones are replaced. The caller holds the lock of the person, so that two changes wait for each other.
 */
export async function setGrade(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  gradeId: number | null,
  from: string,
): Promise<void> {
  await db
    .deleteFrom('grade_memberships')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('begins_at', '>=', from)
    .execute();
  await db
    .updateTable('grade_memberships')
    .set({ ends_at: addDays(from, -1) })
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>=', from)]))
    .execute();
  if (gradeId === null) return;
  await db
    .insertInto('grade_memberships')
    .values({ school_id: schoolId, user_id: userId, grade_id: gradeId, begins_at: from })
    .execute();
}
