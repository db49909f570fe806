import type { PermissionOverride } from '@kreide/core/kernel';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { gradeOn, teacherAccounts } from '../structure/index.ts';

/** People as a part of another feature's query; includes archived ones, who have a `deleted_at`. */
export function usersPart(db: Kysely<DB>) {
  return db
    .selectFrom('users')
    .select(['school_id', 'id', 'uuid', 'username', 'firstname', 'lastname', 'type', 'role', 'locale'])
    .select(['is_locked', 'deleted_at']);
}

function personOf(db: Kysely<DB>, schoolId: number, userId: number) {
  return db
    .selectFrom('users')
    .leftJoin(teacherAccounts(db).as('teacher'), (join) =>
      join.onRef('teacher.school_id', '=', 'users.school_id').onRef('teacher.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.firstname', 'users.lastname', 'users.type', 'teacher.id as teacher_id'])
    .where('users.school_id', '=', schoolId)
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null);
}

/** A person of the school with the teacher record of the account; undefined: there is none with that id. */
export async function findPerson(db: Kysely<DB>, schoolId: number, userId: number) {
  return personOf(db, schoolId, userId).executeTakeFirst();
}

/** A person with the data that only they and user managers see, and the grade of that day. */
export async function getUser(db: Kysely<DB>, schoolId: number, userId: number, today: string) {
  return personOf(db, schoolId, userId)
    .select(['users.uuid', 'users.username', 'users.email', 'users.role', 'users.locale', 'teacher.shortcut'])
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .executeTakeFirst();
}

/**
 * The account with a username or an e-mail address, in lower case; usernames take precedence. Includes the password
 * hash.
 */
export async function findAccount(db: Kysely<DB>, schoolId: number, name: string) {
  return db
    .selectFrom('users')
    .select(['school_id', 'id', 'uuid', 'password_hash', 'is_locked'])
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb(eb.fn('lower', ['username']), '=', name), eb(eb.fn('lower', ['email']), '=', name)]))
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.fn('lower', ['username']), '=', name)
        .then(0)
        .else(1)
        .end(),
    )
    .limit(1)
    .executeTakeFirst();
}

export async function setPasswordHash(
  db: Kysely<DB>,
  user: { school_id: number; id: number },
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('school_id', '=', user.school_id)
    .where('id', '=', user.id)
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

/**
 * Takes the lock of a person for the rest of the transaction: concurrent counts or replacements for one person wait for
 * each other.
 */
export async function lockUser(db: Kysely<DB>, schoolId: number, userId: number): Promise<void> {
  await sql`select 1 from users where school_id = ${schoolId} and id = ${userId} for update`.execute(db);
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
      (eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'),
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

/** The same as a part of another feature's query. */
export function parenthood(schoolId: Expression<number>, parentId: Expression<number>, userId: Expression<number>) {
  return sql<SqlBool>`exists (select 1 from user_parents link
    where link.school_id = ${schoolId} and link.user_id = ${userId} and link.parent_id = ${parentId})`;
}

/**
 * Columns with a school's decisions about a person's rights, for a query that has a `users` row under the alias:
 * together with `role` they are the input of `permissionsOf`.
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
