import type { ParentRelation } from '@kreide/core/features/users';
import { type Kysely, sql } from 'kysely';
import { insertRows } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn, teacherAccounts } from '../../structure/index.ts';

/** The fields of an account that an import may change. */
const COLUMNS = [
  'id',
  'firstname',
  'lastname',
  'sex',
  'email',
  'phone',
  'deleted_at',
  'expire_at',
  'read_only_from',
] as const;

/** Everybody of a school who is not erased, archived ones included, with the grade of that day and the children. */
export async function listForImport(db: Kysely<DB>, schoolId: number, today: string) {
  return db
    .selectFrom('users')
    .leftJoin(teacherAccounts(db).as('teacher'), (join) =>
      join.onRef('teacher.school_id', '=', 'users.school_id').onRef('teacher.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.firstname', 'users.lastname', 'users.sex', 'users.email', 'users.phone'])
    .select([
      'users.type',
      'users.role',
      'users.deleted_at',
      'users.expire_at',
      'users.read_only_from',
      'teacher.shortcut',
    ])
    .select(sql<boolean>`users.password_hash is null and users.state = 'PENDING'`.as('is_waiting'))
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .select(
      sql<number[]>`array(select link.user_id from user_parents link
        where link.school_id = users.school_id and link.parent_id = users.id order by link.user_id)`.as('children'),
    )
    .where('users.school_id', '=', schoolId)
    .where('users.erased_at', 'is', null)
    .where('users.type', 'in', ['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE'])
    .execute();
}

/** The accounts that an import changes, locked for the rest of the transaction; erased ones are left out. */
export async function lockForImport(db: Kysely<DB>, schoolId: number, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}
export type ImportedAccount = Awaited<ReturnType<typeof lockForImport>>[number];

/** Writes the fields that an import may change; all columns in one statement. */
export async function setImported(
  db: Kysely<DB>,
  schoolId: number,
  accounts: readonly ImportedAccount[],
): Promise<void> {
  if (accounts.length === 0) return;
  await sql`update users u set firstname = r.firstname, lastname = r.lastname, sex = r.sex, email = r.email,
      phone = r.phone, deleted_at = r.deleted_at, expire_at = r.expire_at, read_only_from = r.read_only_from
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as r(id bigint, firstname text, lastname text, sex text, email text, phone text, deleted_at timestamptz,
        expire_at timestamptz, read_only_from timestamptz)
    where u.school_id = ${schoolId} and u.id = r.id`.execute(db);
}

/** An account that an import makes: it waits until its person registers. */
export interface NewAccount {
  readonly firstname: string;
  readonly lastname: string;
  readonly sex: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly username: string;
  readonly type: string;
  readonly role: string;
}

/** Adds accounts; returns their ids in the same order. */
export async function createImported(
  db: Kysely<DB>,
  schoolId: number,
  accounts: readonly NewAccount[],
  now: Date,
): Promise<number[]> {
  if (accounts.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval('users_id_seq'::regclass) as id from generate_series(1, ${accounts.length})`.execute(db);
  const ids = rows.map(({ id }) => id);
  const text = 'text' as const;
  await insertRows(
    db,
    'users',
    {
      id: 'bigint',

      firstname: text,
      lastname: text,
      sex: text,
      email: text,
      phone: text,
      username: text,
      type: text,
      role: text,
    },
    accounts.map((account, index) => ({ ...account, id: ids[index] })),
    { school_id: schoolId, state: 'PENDING', created_at: now.toISOString() },
  );
  return ids;
}

/** Links parents to children where there is no link yet; returns the new ones. */
export async function addLinks(
  db: Kysely<DB>,
  schoolId: number,
  links: readonly { parent_id: number; user_id: number; relation: ParentRelation }[],
  now: Date,
): Promise<{ id: number; parent_id: number }[]> {
  if (links.length === 0) return [];
  return db
    .insertInto('user_parents')
    .values(links.map((link) => ({ school_id: schoolId, ...link, created_at: now.toISOString() })))
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id', 'parent_id']).doNothing())
    .returning(['id', 'parent_id'])
    .execute();
}

/** Takes links away; answers who was linked to whom. */
export async function removeLinks(db: Kysely<DB>, schoolId: number, ids: readonly number[]) {
  return db
    .deleteFrom('user_parents')
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning(['parent_id', 'user_id'])
    .execute();
}

/** Accounts of one statement: so often it is told how far it is. */
const REMOVED_AT_ONCE = 500;

/**
 * Takes accounts away that nobody has used and that nothing refers to; returns those that stay. `prepare` removes what
 * other features made with them; the caller's transaction goes on either way.
 */
export async function removeUnused(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  prepare: (unused: readonly number[]) => Promise<void>,
  /** Hears how far it is, from 0 to 1. */
  tell: (share: number) => Promise<void>,
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('password_hash', 'is', null)
    .where('state', '=', 'PENDING')
    .execute();
  const unused = rows.map(({ id }) => id);
  const removed = new Set<number>();
  for (let first = 0; first < unused.length; first += REMOVED_AT_ONCE) {
    const part = unused.slice(first, first + REMOVED_AT_ONCE);
    for (const id of await removeAll(db, schoolId, part, prepare)) removed.add(id);
    await tell(Math.min(1, (first + REMOVED_AT_ONCE) / unused.length));
  }
  return ids.filter((id) => !removed.has(id));
}

/** Removes all of them, or, where something refers to one, the halves without it; returns those that are gone. */
async function removeAll(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  prepare: (unused: readonly number[]) => Promise<void>,
): Promise<readonly number[]> {
  await sql`savepoint unused`.execute(db);
  try {
    await prepare(ids);
    await db
      .deleteFrom('users')
      .where('school_id', '=', schoolId)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .execute();
    await sql`release savepoint unused`.execute(db);
    return ids;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error;
    await sql`rollback to savepoint unused`.execute(db);
    await sql`release savepoint unused`.execute(db);
  }
  if (ids.length === 1) return [];
  const middle = Math.ceil(ids.length / 2);
  return [
    ...(await removeAll(db, schoolId, ids.slice(0, middle), prepare)),
    ...(await removeAll(db, schoolId, ids.slice(middle), prepare)),
  ];
}
