import { type Permission, permissionsOf } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { overrideColumns } from '../queries.ts';

/** The role of a living person with what the school decided: the input of `permissionsOf`. */
export async function findOverrides(db: Kysely<DB>, schoolId: number, userId: number) {
  return db
    .selectFrom('users')
    .select(['role', 'deleted_at', ...overrideColumns('users')])
    .where('school_id', '=', schoolId)
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
}

/** Has somebody a permission now? For what is asked without a session of theirs, as a file at its address is. */
export async function hasPermission(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  permission: Permission,
): Promise<boolean> {
  const person = await findOverrides(db, schoolId, userId);
  return person !== undefined && person.deleted_at === null && permissionsOf(person, person).has(permission);
}

/** Stores what the school decides about one permission of a person; the handler records it, not the trigger. */
export async function saveOverride(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  { permission, is_allowed }: { permission: string; is_allowed: boolean | null },
): Promise<void> {
  await sql`select set_config('kreide.recorded', 'yes', true)`.execute(db);
  if (is_allowed === null) {
    await db
      .deleteFrom('user_permissions')
      .where('school_id', '=', schoolId)
      .where('user_id', '=', userId)
      .where('permission', '=', permission)
      .execute();
    return;
  }
  await db
    .insertInto('user_permissions')
    .values({ school_id: schoolId, user_id: userId, permission, is_allowed })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id', 'permission']).doUpdateSet({ is_allowed }))
    .execute();
}
