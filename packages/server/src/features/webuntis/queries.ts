import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';

/** Short and long name of what is in use. */
export async function listUnits(db: Kysely<DB>, schoolId: number, table: 'grades' | 'bookables') {
  return db
    .selectFrom(table)
    .select(['id', 'shortcut', 'name'])
    .where('school_id', '=', schoolId)
    .where('ended_at', 'is', null)
    .orderBy('shortcut')
    .execute();
}

export async function listSubjects(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('subjects')
    .select(['id', 'shortcut', 'name', 'color'])
    .where('school_id', '=', schoolId)
    .where('ended_at', 'is', null)
    .orderBy('shortcut')
    .execute();
}

export async function listTeachers(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('teachers')
    .select(['id', 'user_id', 'shortcut', 'title', 'firstname', 'lastname', 'grade_id', 'co_grade_id'])
    .where('school_id', '=', schoolId)
    .where('ended_at', 'is', null)
    .orderBy('shortcut')
    .execute();
}

/** All pupils of a school by name. */
export async function listPupils(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname'])
    .where('school_id', '=', schoolId)
    .where('type', '=', 'STUDENT')
    .where('deleted_at', 'is', null)
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();
}

/** School years, oldest first, with the moment of the last change of their plans. */
export async function listSchoolYears(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('school_years')
    .select(['id', 'name', 'begins_at', 'ends_at', 'last_updated_at'])
    .where('school_id', '=', schoolId)
    .orderBy('begins_at')
    .execute();
}

export async function listHolidays(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('holidays')
    .select(['id', 'name', 'shortcut', 'begins_at', 'ends_at'])
    .where('school_id', '=', schoolId)
    .orderBy('begins_at')
    .orderBy('id')
    .execute();
}
