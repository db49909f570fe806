import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn, teacherAccounts } from '../../structure/index.ts';

/** Present people with their name in one spelling, as a part of a query for those who may be there twice. */
export function comparablePart(db: Kysely<DB>) {
  return db
    .selectFrom('users')
    .select(['school_id', 'id', 'type', 'role', 'name_key', 'firstname', 'lastname'])
    .select([sql<string | null>`lower(email)`.as('address'), sql<string>`lower(username)`.as('login')])
    .where('deleted_at', 'is', null);
}

/** What two accounts say of a person, archived ones too; in the order of their ids. */
export async function listMergeable(db: Kysely<DB>, schoolId: number, ids: readonly number[], today: string) {
  return db
    .selectFrom('users')
    .leftJoin(teacherAccounts(db).as('teacher'), (join) =>
      join.onRef('teacher.school_id', '=', 'users.school_id').onRef('teacher.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.username', 'users.email', 'users.firstname', 'users.lastname', 'users.title'])
    .select(['users.sex', 'users.phone', 'users.locale', 'users.type', 'users.role', 'users.state'])
    .select(['users.is_locked', 'users.expire_at', 'users.deleted_at', 'users.created_at', 'users.is_tfa_enabled'])
    .select(['users.password_hash', 'teacher.shortcut'])
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .where('users.school_id', '=', schoolId)
    .where('users.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('users.erased_at', 'is', null)
    .orderBy('users.id')
    .execute();
}
export type MergeableRow = Awaited<ReturnType<typeof listMergeable>>[number];

/** Is a change of many people at work at the school, or being taken back? */
export async function isChangingMany(db: Kysely<DB>, schoolId: number): Promise<boolean> {
  const row = await db
    .selectFrom('people_changes')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('state', 'in', ['waiting', 'undoing'])
    .executeTakeFirst();
  return row !== undefined;
}

/** The names of the children of a parent and of the parents of a pupil, by the id of the person. */
export async function listRelatives(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select own.id, relative.firstname || ' ' || relative.lastname as name
    from unnest(${ids}::bigint[]) own(id)
    join user_parents link on link.school_id = ${schoolId} and own.id in (link.user_id, link.parent_id)
    join users relative on relative.school_id = ${schoolId}
      and relative.id = case when link.user_id = own.id then link.parent_id else link.user_id end
    where relative.deleted_at is null order by own.id, relative.lastname, relative.firstname, relative.id`.execute(db);
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, named]) => [id, named.map(({ name }) => name)]));
}
