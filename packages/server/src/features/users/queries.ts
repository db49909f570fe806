import { addDays, type PermissionOverride } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';

/** A user with the grade of that day and the teacher record behind the account. */
export async function getUser(db: Kysely<DB>, schoolId: number, userId: number, today: string) {
  return db
    .selectFrom('users')
    .leftJoin('teachers', (join) =>
      join.onRef('teachers.school_id', '=', 'users.school_id').onRef('teachers.user_id', '=', 'users.id'),
    )
    .select([
      'users.id',
      'users.uuid',
      'users.username',
      'users.firstname',
      'users.lastname',
      'users.email',
      'users.type',
      'users.role',
      'users.locale',
      'teachers.id as teacher_id',
      'teachers.shortcut',
      (eb) => gradeOf(eb.ref('users.school_id'), eb.ref('users.id'), today),
    ])
    .where('users.school_id', '=', schoolId)
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

function gradeOf(schoolId: unknown, userId: unknown, today: string) {
  return sql<
    number | null
  >`(select m.grade_id from grade_memberships m where m.school_id = ${schoolId} and m.user_id = ${userId}
    and m.begins_at <= ${today}::date and (m.ends_at is null or m.ends_at >= ${today}::date) order by m.begins_at desc limit 1)`.as(
    'grade_id',
  );
}

/** The children of a parent, oldest link first. */
export async function childrenOf(db: Kysely<DB>, schoolId: number, parentId: number, today: string) {
  return db
    .selectFrom('user_parents')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'user_parents.school_id').onRef('users.id', '=', 'user_parents.user_id'),
    )
    .select([
      'users.id',
      'users.uuid',
      'users.firstname',
      'users.lastname',
      (eb) => gradeOf(eb.ref('users.school_id'), eb.ref('users.id'), today),
    ])
    .where('user_parents.school_id', '=', schoolId)
    .where('user_parents.parent_id', '=', parentId)
    .where('users.deleted_at', 'is', null)
    .orderBy('user_parents.id')
    .execute();
}

/** Is this user a child of that parent? */
export async function isParentOf(db: Kysely<DB>, schoolId: number, parentId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_parents')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('parent_id', '=', parentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The school years, oldest first, and which one is running (P-3.18). */
export async function timetableOf(db: Kysely<DB>, schoolId: number) {
  const schoolyears = await db
    .selectFrom('school_years')
    .select(['id', 'name', 'begins_at', 'ends_at'])
    .where('school_id', '=', schoolId)
    .orderBy('begins_at')
    .execute();
  const school = await db
    .selectFrom('schools')
    .select('active_school_year_id')
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow();
  return { schoolyears, active_schoolyear_id: school.active_school_year_id };
}

/** Is this a grade of the school that has not ended? */
export async function hasGrade(db: Kysely<DB>, schoolId: number, gradeId: number): Promise<boolean> {
  const row = await db
    .selectFrom('grades')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', gradeId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * From a day on a user is in this grade alone, or in none. What was before stays as it was until the day before; what was
 * planned for later gives way. Two changes of one user wait for each other.
 */
export async function setGrade(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  gradeId: number | null,
  from: string,
): Promise<void> {
  await sql`select 1 from users where school_id = ${schoolId} and id = ${userId} for update`.execute(db);
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

/**
 * Columns that tell what a school decided about somebody's rights, for a query that has a `users` row under the alias: together with
 * `role` they are what `permissionsOf` takes.
 */
export function overrideColumns(alias: string) {
  const user = (column: string) => sql.ref(`${alias}.${column}`);
  const listed = sql`coalesce(json_agg(json_build_object('permission', o.permission, 'is_allowed', o.is_allowed)), '[]'::json)`;
  return [
    sql<PermissionOverride[]>`(select ${listed} from role_permissions o
      where o.school_id = ${user('school_id')} and o.role = ${user('role')})`.as('role_overrides'),
    sql<PermissionOverride[]>`(select ${listed} from user_permissions o
      where o.school_id = ${user('school_id')} and o.user_id = ${user('id')})`.as('permission_overrides'),
  ] as const;
}
