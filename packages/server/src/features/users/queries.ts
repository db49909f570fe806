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
