import type { PeopleOrder, UsersFilters } from '@kreide/core/features/users';
import { type Expression, type Kysely, sql, type Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWordsFolded } from '../../../kernel/data/searching.ts';
import { gradeOn, isInGrade } from '../../structure/index.ts';
import { forgetChanged } from './changes.ts';

/** People of a school who are not erased, archived ones included. */
function peopleOf(db: Kysely<DB>, schoolId: number, today: string) {
  return db
    .selectFrom('users')
    .select(['id', 'uuid', 'username', 'email', 'firstname', 'lastname', 'type', 'role', 'state'])
    .select(['is_locked', 'expire_at', 'deleted_at', 'created_at', 'is_tfa_enabled'])
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .where('school_id', '=', schoolId)
    .where('erased_at', 'is', null);
}

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findManaged>>>;

/** One person of the school, deleted or not; undefined: there is none, or none any more. */
export async function findManaged(db: Kysely<DB>, schoolId: number, userId: number, today: string) {
  return peopleOf(db, schoolId, today).where('id', '=', userId).executeTakeFirst();
}

/** Some people of the school, archived ones too. */
export function listManaged(db: Kysely<DB>, schoolId: number, ids: readonly number[], today: string) {
  return peopleOf(db, schoolId, today).where('id', '=', sql<number>`any(${ids}::bigint[])`).orderBy('id').execute();
}

/** How people are called in lists, archived ones too: the last name first. */
export async function namesOf(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname'])
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, firstname, lastname }) => [id, `${lastname}, ${firstname}`]));
}

/** What a feature above narrows the list to besides. */
export interface PeopleFilters extends UsersFilters {
  /** Deleted by hand, or archived because they have left. */
  gone?: 'deleted' | 'archived';
  /** The ids of those among whom is searched. */
  among?: Expression<{ user_id: number }>;
}

/** The people of the school that the filters let through. */
function filteredPeople(db: Kysely<DB>, schoolId: number, filters: PeopleFilters, today: string) {
  const { search, role, role_id, type, grade_id, state, is_locked, gone, among, without_family = false } = filters;
  const { is_deleted = gone !== undefined } = filters;
  let query = peopleOf(db, schoolId, today)
    .where('deleted_at', is_deleted ? 'is not' : 'is', null)
    .where(hasWordsFolded(sql.ref('search_text'), search));
  if (gone === 'deleted') query = query.whereRef('removed_at', '=', 'deleted_at');
  if (gone === 'archived') query = query.whereRef('removed_at', 'is distinct from', 'deleted_at');
  if (among !== undefined) query = query.where(sql<boolean>`id in (${among})`);
  if (role !== undefined) query = query.where('role', '=', role);
  if (role_id !== undefined) query = query.where((eb) => hasGivenRole(eb.ref('users.role'), role_id));
  if (type !== undefined) query = query.where('type', '=', type);
  if (state !== undefined) query = query.where('state', '=', state);
  if (is_locked !== undefined) query = query.where('is_locked', '=', is_locked);
  if (grade_id !== undefined)
    query = query.where((eb) => isInGrade(eb.ref('users.school_id'), eb.ref('users.id'), grade_id, today));
  if (without_family)
    query = query.where('type', 'in', ['STUDENT', 'PARENT']).where(
      sql<boolean>`not exists (select 1 from user_parents link
        where link.school_id = users.school_id and users.id in (link.user_id, link.parent_id))`,
    );
  return query;
}

/** Each order reads an index forwards or backwards; the id makes it total. */
const ORDERS = {
  name: [sql.ref('search_text')],
  username: [sql`lower(username)`],
  role: [sql.ref('role'), sql.ref('search_text')],
} as const satisfies Record<Exclude<PeopleOrder, `-${string}`>, unknown>;

interface PartOfList {
  order: PeopleOrder;
  offset: number;
  limit: number;
  today: string;
}

/** A part of the list of people. */
export async function listPeople(
  db: Kysely<DB>,
  schoolId: number,
  filters: PeopleFilters,
  { order, offset, limit, today }: PartOfList,
): Promise<PersonRow[]> {
  const direction = order.startsWith('-') ? 'desc' : 'asc';
  const columns = ORDERS[order.replace('-', '') as keyof typeof ORDERS];
  return columns
    .reduce((query, column) => query.orderBy(column, direction), filteredPeople(db, schoolId, filters, today))
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countPeople(
  db: Kysely<DB>,
  schoolId: number,
  filters: UsersFilters,
  today: string,
): Promise<number> {
  const { count } = await filteredPeople(db, schoolId, filters, today)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Has the person of the row this role, by the kind of account or because it was given? */
function hasGivenRole(kind: Expression<string>, roleId: number) {
  return sql<boolean>`(${kind} = (select r.key from roles r where r.school_id = users.school_id and r.id = ${roleId})
    or exists (select 1 from user_roles g
      where g.school_id = users.school_id and g.user_id = users.id and g.role_id = ${roleId}))`;
}

export type PersonValues = Updateable<DB['users']>;

export async function updatePerson(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  values: PersonValues,
): Promise<void> {
  await db.updateTable('users').set(values).where('school_id', '=', schoolId).where('id', '=', userId).execute();
}

/**
 * Would the school still have an administrator without this one: somebody who can sign in, for as long as nobody
 * changes that? Waits for those who ask the same at the same time.
 */
export async function hasOtherAdministrator(db: Kysely<DB>, schoolId: number, userId: number): Promise<boolean> {
  const administrators = db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null);
  await administrators.orderBy('id').forUpdate().execute();
  // A statement of its own: it sees what those did who were waited for.
  const other = await administrators
    .where('id', '!=', userId)
    .where('is_locked', '=', false)
    .where('expire_at', 'is', null)
    .where('state', '=', 'ACTIVE')
    .where(
      sql<boolean>`not exists (select 1 from user_permissions o where o.school_id = users.school_id and o.user_id = users.id
        and o.permission = 'manage-users' and not o.is_allowed)`,
    )
    .executeTakeFirst();
  return other !== undefined;
}

/** Has somebody else at the school this username or e-mail address? */
export async function isTaken(
  db: Kysely<DB>,
  schoolId: number,
  { id, username, email }: { id: number; username: string; email: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['username']), '=', username.toLowerCase()),
        ...(email === null ? [] : [eb(eb.fn('lower', ['email']), '=', email.toLowerCase())]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Accounts of a school that were deleted before then and are not erased, oldest first. */
export async function listDeletedBefore(
  db: Kysely<DB>,
  schoolId: number,
  before: Date,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('deleted_at', '<', before.toISOString())
    .where('erased_at', 'is', null)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * What stays of a person who is erased: a row without name and address, which can never sign in again. Registers that
 * must be kept refer to its number (P-6.13).
 */
export async function eraseAccount(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  now: Date,
): Promise<void> {
  for (const table of ['user_permissions', 'user_roles', 'people_views', 'former_keys'] as const)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  for (const table of ['user_parents', 'checked_childs'] as const)
    await db
      .deleteFrom(table)
      .where('school_id', '=', school_id)
      .where((eb) => eb.or([eb('user_id', '=', user_id), eb('parent_id', '=', user_id)]))
      .execute();
  await forgetChanged(db, school_id, user_id);
  await db
    .updateTable('users')
    .set({
      uuid: sql`gen_random_uuid()`,
      username: `erased-${user_id}`,
      firstname: '–',
      lastname: `#${user_id}`,
      properties: sql`'{}'::jsonb`,
      meta: sql`'{}'::jsonb`,
      phone: null,
      is_trackable: false,
      email: null,
      title: null,
      sex: null,
      password_hash: null,
      locale: null,
      expire_at: null,
      is_tfa_enabled: false,
      is_locked: true,
      deleted_at: sql`coalesce(deleted_at, ${now.toISOString()}::timestamptz)`,
      erased_at: now.toISOString(),
    })
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .execute();
}
