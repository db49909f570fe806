import { type Permission, permissionsOf } from '@kreide/core/kernel';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { overrideColumns } from '../queries.ts';

/** Those who manage the people of a school, by one of their roles or because the school lets them. */
export const listManagers = (db: Kysely<DB>, schoolId: number): Promise<number[]> => listManagersOf(db, [schoolId]);

/** The same of several schools; or those who may do something else. */
export async function listManagersOf(
  db: Kysely<DB>,
  schoolIds: readonly number[],
  permission: Permission = 'manage-users',
): Promise<number[]> {
  if (schoolIds.length === 0) return [];
  const people = await db
    .selectFrom('users')
    .select(['id', 'role', ...overrideColumns('users')])
    .where('school_id', 'in', schoolIds)
    .where('deleted_at', 'is', null)
    .where('is_locked', '=', false)
    .where((eb) =>
      eb.or([
        eb('role', '=', 'ADMIN'),
        sql<SqlBool>`exists (select 1 from user_permissions o where o.school_id = users.school_id
          and o.user_id = users.id and o.is_allowed)`,
        sql<SqlBool>`exists (select 1 from user_roles g where g.school_id = users.school_id and g.user_id = users.id)`,
        sql<SqlBool>`exists (select 1 from role_permissions o where o.school_id = users.school_id
          and o.role = users.role and o.is_allowed)`,
      ]),
    )
    .orderBy('id')
    .execute();
  return people.filter((person) => permissionsOf(person, person).has(permission)).map(({ id }) => id);
}
