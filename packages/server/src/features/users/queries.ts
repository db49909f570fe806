import type { TfaMode, UserProperties } from '@kreide/core/features/users';
import type { HeldRole, PermissionOverride } from '@kreide/core/kernel';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import { purposeOf } from '../schools/index.ts';
import { gradeOn, hasGrades, hasHadGrade, teacherAccounts } from '../structure/index.ts';

/** Most people who are told when somebody asks a school for help. */
const ADMINISTRATORS = 20;

declare module '../../kernel/data/json.ts' {
  interface JsonColumns {
    'users.properties': UserProperties;
  }
}

/** People as a part of another feature's query; includes archived ones, who have a `deleted_at`. */
export function usersPart(db: Kysely<DB>) {
  return db
    .selectFrom('users')
    .select(['school_id', 'id', 'uuid', 'username', 'firstname', 'lastname', 'type', 'role', 'locale'])
    .select(['is_locked', 'expire_at', 'read_only_from', 'deleted_at', 'is_tfa_enabled', 'properties'])
    .select('state as account_state');
}

/** Has the account ended (P-4.25)? */
export function hasExpired({ expire_at }: { expire_at: string | null }, now: Date): boolean {
  return expire_at !== null && Date.parse(expire_at) <= now.getTime();
}

/** Has somebody left the school who may read until their account ends? Whoever may stay has no end any more. */
export function readsOnly(account: { expire_at: string | null; read_only_from: string | null }, now: Date): boolean {
  const { expire_at, read_only_from } = account;
  return expire_at !== null && read_only_from !== null && Date.parse(read_only_from) <= now.getTime();
}

/** Those whose account has not ended, as a condition on their `expire_at`. */
export const hasNotEnded = (expireAt: Expression<unknown>, now: Date) =>
  sql<SqlBool>`(${expireAt} is null or ${expireAt} > ${now.toISOString()}::timestamptz)`;

/** Is there an account that can be used now? */
export async function isPresent(db: Kysely<DB>, schoolId: number, userId: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', userId)
    .where('is_locked', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) => hasNotEnded(eb.ref('expire_at'), now))
    .executeTakeFirst();
  return row !== undefined;
}

function personsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('users')
    .leftJoin(teacherAccounts(db).as('teacher'), (join) =>
      join.onRef('teacher.school_id', '=', 'users.school_id').onRef('teacher.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.firstname', 'users.lastname', 'users.type', 'teacher.id as teacher_id'])
    .where('users.school_id', '=', schoolId)
    .where('users.deleted_at', 'is', null);
}

const personOf = (db: Kysely<DB>, schoolId: number, userId: number) =>
  personsOf(db, schoolId).where('users.id', '=', userId);

/** A person of the school with the teacher record of the account; undefined: there is none with that id. */
export async function findPerson(db: Kysely<DB>, schoolId: number, userId: number) {
  return personOf(db, schoolId, userId).executeTakeFirst();
}

/** The same of many people; those who are not there are left out. */
export async function listPersons(db: Kysely<DB>, schoolId: number, userIds: readonly number[]) {
  return personsOf(db, schoolId)
    .where((eb) => sql<SqlBool>`${eb.ref('users.id')} = any(${userIds}::bigint[])`)
    .execute();
}

/** A person with the data that only they and user managers see, and the grade of that day. */
export async function getUser(db: Kysely<DB>, schoolId: number, userId: number, today: string) {
  return personOf(db, schoolId, userId)
    .select(['users.uuid', 'users.username', 'users.email', 'users.role', 'users.locale', 'teacher.shortcut'])
    .select(['users.properties', 'users.phone', 'users.sex', 'users.is_trackable', 'users.expire_at'])
    .select(['users.created_at', 'users.tfa_mode', 'users.is_tfa_enabled', namedRoles.as('roles')])
    .$narrowType<{ tfa_mode: TfaMode }>()
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .executeTakeFirst();
}

/**
 * The account with a username or an e-mail address, in lower case, as a part of another feature's query; usernames take
 * precedence. Includes the password hash.
 */
export function accountNamed(db: Kysely<DB>, schoolId: number | Expression<number>, name: string) {
  return db
    .selectFrom('users')
    .select(['school_id', 'id', 'uuid', 'password_hash', 'is_locked', 'expire_at', 'username', 'email', 'locale'])
    .select(['role', 'tfa_mode', 'is_tfa_enabled'])
    .$narrowType<{ tfa_mode: TfaMode }>()
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
    .limit(1);
}

export async function findAccount(db: Kysely<DB>, schoolId: number, name: string) {
  return accountNamed(db, schoolId, name).executeTakeFirst();
}

/** The password hash of a user; null: none was set yet, or there is no such user any more. */
export async function findPasswordHash(
  db: Kysely<DB>,
  user: { school_id: number; id: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('school_id', '=', user.school_id)
    .where('id', '=', user.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.password_hash ?? null;
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

/** Adds to the properties of a person, or replaces those of the same name; returns all of them. */
export async function setProperties(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  properties: UserProperties,
): Promise<UserProperties> {
  const row = await db
    .updateTable('users')
    .set({ properties: sql`users.properties || ${toJsonText(properties)}::jsonb` })
    .where('school_id', '=', schoolId)
    .where('id', '=', userId)
    .returning('properties')
    .executeTakeFirstOrThrow();
  return row.properties;
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

/** The same of several people, in one order for all who do so. */
export async function lockUsers(db: Kysely<DB>, schoolId: number, userIds: readonly number[]): Promise<void> {
  await sql`select 1 from users where school_id = ${schoolId} and id = any(${userIds}::bigint[]) order by id for update`.execute(
    db,
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
      (eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'),
      // Where there are no grades, none can be missing.
      (eb) => {
        const [school, child] = [eb.ref('users.school_id'), eb.ref('users.id')];
        return sql<boolean>`(${hasHadGrade(school, child)} or not ${hasGrades(school)})`.as('is_registered');
      },
    ])
    .where('user_parents.school_id', '=', schoolId)
    .where('user_parents.parent_id', '=', parentId)
    .where('users.deleted_at', 'is', null)
    .orderBy('user_parents.id')
    .execute();
}

/** The children of several parents, archived ones left out, oldest link first. */
export async function listChildrenOf(db: Kysely<DB>, schoolId: number, parentIds: readonly number[]) {
  return db
    .selectFrom('user_parents')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'user_parents.school_id').onRef('users.id', '=', 'user_parents.user_id'),
    )
    .select(['user_parents.user_id', 'user_parents.parent_id'])
    .where('user_parents.school_id', '=', schoolId)
    .where('user_parents.parent_id', '=', sql<number>`any(${parentIds}::bigint[])`)
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

/** The parents of several children. */
export async function listParentsOf(db: Kysely<DB>, schoolId: number, childIds: readonly number[]) {
  return db
    .selectFrom('user_parents')
    .select(['user_id', 'parent_id'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${childIds}::bigint[])`)
    .orderBy('user_id')
    .execute();
}

/** The parents of all who learn at a school now, each once. */
export async function listParentsOfSchool(db: Kysely<DB>, schoolId: number, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('user_parents')
    .innerJoin('users as child', (join) =>
      join.onRef('child.school_id', '=', 'user_parents.school_id').onRef('child.id', '=', 'user_parents.user_id'),
    )
    .select('user_parents.parent_id')
    .distinct()
    .where('user_parents.school_id', '=', schoolId)
    .where('child.deleted_at', 'is', null)
    .where((eb) => hasNotEnded(eb.ref('child.expire_at'), now))
    .execute();
  return rows.map(({ parent_id }) => parent_id);
}

/** People who can sign in, with their language and the school's decisions about their rights. */
export async function listReachable(db: Kysely<DB>, schoolId: number, ids: readonly number[], now: Date) {
  return db
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname', 'locale', 'role', ...overrideColumns('users')])
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .where('is_locked', '=', false)
    .where((eb) => hasNotEnded(eb.ref('expire_at'), now))
    .execute();
}

/** The first administrators of a school who can sign in, in the order of their accounts. */
export async function listAdministrators(db: Kysely<DB>, schoolId: number, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .where('is_locked', '=', false)
    .where((eb) => hasNotEnded(eb.ref('expire_at'), now))
    .orderBy('id')
    .limit(ADMINISTRATORS)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of some people who can sign in and have an address for mails. */
export async function listMailable(db: Kysely<DB>, schoolId: number, ids: readonly number[], now: Date) {
  return db
    .selectFrom('users')
    .select(['id', 'locale', 'email'])
    .$narrowType<{ email: string }>()
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('email', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('is_locked', '=', false)
    .where((eb) => hasNotEnded(eb.ref('expire_at'), now))
    .orderBy('id')
    .execute();
}

/** Who can sign in, with whether they have an address for mails, as a part of another feature's query. */
export function presentPart(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('users')
    .select(['school_id', 'id', sql<boolean>`email is not null`.as('has_email')])
    .where('deleted_at', 'is', null)
    .where('is_locked', '=', false)
    .where((eb) => hasNotEnded(eb.ref('expire_at'), now));
}

/** Whether a user is a child of a parent, as a part of another feature's query. */
export function parenthood(schoolId: Expression<number>, parentId: Expression<number>, userId: Expression<number>) {
  return sql<SqlBool>`exists (select 1 from user_parents link
    where link.school_id = ${schoolId} and link.user_id = ${userId} and link.parent_id = ${parentId})`;
}

/** What a school decides about a role, as a part of a query. */
export function overridesOf(schoolId: Expression<unknown>, key: Expression<unknown>) {
  return sql<PermissionOverride[]>`(select ${OVERRIDES} from role_permissions o
    where o.school_id = ${schoolId} and o.role = ${key})`;
}
const OVERRIDES = sql`coalesce(json_agg(json_build_object('permission', o.permission, 'is_allowed', o.is_allowed)), '[]'::json)`;

/** A role with its own name, if it has one. */
export interface StoredRole {
  readonly id: number;
  readonly key: string;
  readonly name: string | null;
}

/**
 * Columns with a school's decisions about a person's rights and what the school is for, for a query that has a `users` row under the alias:
 * together with `role` they are the input of `permissionsOf`.
 */
export function overrideColumns(alias: string) {
  const user = (column: string) => sql.ref(`${alias}.${column}`);
  const overrides = overridesOf(user('school_id'), sql.ref('r.key'));
  return [
    overridesOf(user('school_id'), user('role')).as('role_overrides'),
    sql<(StoredRole & HeldRole)[]>`(select coalesce(json_agg(json_build_object(
        'id', r.id, 'key', r.key, 'name', r.name, 'overrides', ${overrides}) order by r.id), '[]'::json)
      from user_roles g join roles r on r.school_id = g.school_id and r.id = g.role_id
      where g.school_id = ${user('school_id')} and g.user_id = ${user('id')})`.as('held_roles'),
    sql<PermissionOverride[]>`(select ${OVERRIDES} from user_permissions o
      where o.school_id = ${user('school_id')} and o.user_id = ${user('id')})`.as('permission_overrides'),
    purposeOf(user('school_id')).as('purpose'),
  ] as const;
}

/** All roles of a person: that of the kind of account first, then those that were given. */
const namedRoles = sql<
  StoredRole[]
>`(select coalesce(json_agg(json_build_object('id', r.id, 'key', r.key, 'name', r.name)
    order by r.key = users.role desc, r.id), '[]'::json)
  from roles r where r.school_id = users.school_id and (r.key = users.role or exists (
    select 1 from user_roles g where g.school_id = r.school_id and g.role_id = r.id and g.user_id = users.id)))`;

/** Those of the words that are a first or last name of somebody at the school, or a part of one. */
export async function listNamesAmong(db: Kysely<DB>, schoolId: number, words: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(['firstname', 'lastname'])
    .where('school_id', '=', schoolId)
    .where(sql<SqlBool>`string_to_array(firstname || ' ' || lastname, ' ') && ${[...words]}::text[]`)
    .execute();
  const wanted = new Set(words);
  return rows.flatMap(({ firstname, lastname }) =>
    `${firstname} ${lastname}`.split(' ').filter((part) => wanted.has(part)),
  );
}
