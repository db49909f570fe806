import { type Permission, type PermissionOverride, ROLES, toPermission } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import { changedAt } from '../../../kernel/data/changed-at.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { purposeOf } from '../../schools/index.ts';
import { overridesOf } from '../queries.ts';

export type RoleRow = Awaited<ReturnType<typeof listRoleRows>>[number];

/** The roles of a school, built-in ones first, with what the school says about them and how many people have them. */
export async function listRoleRows(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('roles')
    .select(['id', 'key', 'name', 'updated_at'])
    .select((eb) => [
      overridesOf(eb.ref('roles.school_id'), eb.ref('roles.key')).as('overrides'),
      purposeOf(eb.ref('roles.school_id')).as('purpose'),
      // Everybody of a kind of account has its role; the others are given.
      sql<number>`case when roles.key = any(${[...ROLES]}::text[])
        then (select count(*) from users u where u.school_id = roles.school_id and u.role = roles.key and u.deleted_at is null)
        else (select count(*) from user_roles g join users u on u.school_id = g.school_id and u.id = g.user_id
          where g.school_id = roles.school_id and g.role_id = roles.id and u.deleted_at is null) end`.as('users_count'),
    ])
    .where('school_id', '=', schoolId)
    .orderBy('id')
    .execute();
}

export async function hasRole(db: Kysely<DB>, schoolId: number, roleId: number): Promise<boolean> {
  const row = await db
    .selectFrom('roles')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', roleId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Who changes a role of the school waits until this transaction ends. */
export async function lockRoles(db: Kysely<DB>, schoolId: number): Promise<void> {
  await db.selectFrom('roles').select('id').where('school_id', '=', schoolId).orderBy('id').forUpdate().execute();
}

/** The handler records the change, not the trigger. */
export async function recordedElsewhere(db: Kysely<DB>): Promise<void> {
  await sql`select set_config('kreide.recorded', 'yes', true)`.execute(db);
}

export async function insertRole(db: Kysely<DB>, schoolId: number, name: string, now: Date) {
  return db
    .insertInto('roles')
    .values({ school_id: schoolId, name, updated_at: now.toISOString() })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
}

export async function renameRole(
  db: Kysely<DB>,
  schoolId: number,
  roleId: number,
  name: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('roles')
    .set({
      name,
      // Two changes within one millisecond are two versions.
      updated_at: changedAt(now),
    })
    .where('school_id', '=', schoolId)
    .where('id', '=', roleId)
    .execute();
}

/** Stores what the school says about these permissions of a role; null: nothing, as the product has it. */
export async function saveRolePermissions(
  db: Kysely<DB>,
  schoolId: number,
  role: { readonly key: string; readonly overrides: readonly PermissionOverride[] },
  wanted: ReadonlyMap<Permission, boolean | null>,
): Promise<void> {
  if (wanted.size === 0) return;
  await recordedElsewhere(db);
  const isWanted = (permission: Permission | undefined) => permission !== undefined && wanted.has(permission);
  const stored = role.overrides.map(({ permission }) => permission).filter((key) => isWanted(toPermission(key)));
  await db
    .deleteFrom('role_permissions')
    .where('school_id', '=', schoolId)
    .where('role', '=', role.key)
    .where('permission', '=', sql<string>`any(${stored}::text[])`)
    .execute();
  const rows = [...wanted].flatMap(([permission, is_allowed]) =>
    is_allowed === null ? [] : { school_id: schoolId, role: role.key, permission, is_allowed },
  );
  if (rows.length > 0) await db.insertInto('role_permissions').values(rows).execute();
}

/** Ends a role that no living account has; deleted ones lose it, and what it gave. */
export async function deleteRole(db: Kysely<DB>, schoolId: number, roleId: number): Promise<void> {
  await recordedElsewhere(db);
  await db.deleteFrom('user_roles').where('school_id', '=', schoolId).where('role_id', '=', roleId).execute();
  await db.deleteFrom('roles').where('school_id', '=', schoolId).where('id', '=', roleId).execute();
}

/** The living people who have a role. */
export async function listHolders(db: Kysely<DB>, schoolId: number, role: Pick<RoleRow, 'id' | 'key'>) {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        sql<boolean>`users.role = ${role.key}`,
        sql<boolean>`exists (select 1 from user_roles g
          where g.school_id = users.school_id and g.user_id = users.id and g.role_id = ${role.id})`,
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The roles that a person was given. */
export async function listGiven(db: Kysely<DB>, schoolId: number, userId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('user_roles')
    .select('role_id')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ role_id }) => role_id));
}

/** Gives a person these roles and no others. */
export async function saveGiven(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  roleIds: readonly number[],
): Promise<void> {
  await recordedElsewhere(db);
  await db
    .deleteFrom('user_roles')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('role_id', '!=', sql<number>`all(${[...roleIds]}::bigint[])`)
    .execute();
  if (roleIds.length === 0) return;
  await db
    .insertInto('user_roles')
    .values(roleIds.map((role_id) => ({ school_id: schoolId, user_id: userId, role_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
