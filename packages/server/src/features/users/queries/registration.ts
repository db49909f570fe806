import type { Language, UserType } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { gradeOn } from '../../structure/index.ts';

/** Most people of a search. */
const PEOPLE = 20;

/** Usernames and e-mail addresses are one space: with either somebody signs in. */
export async function isNameFree(db: Kysely<DB>, schoolId: number, name: string, exceptId: number | null) {
  const wanted = name.trim().toLowerCase();
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb(eb.fn('lower', ['username']), '=', wanted), eb(eb.fn('lower', ['email']), '=', wanted)]))
    .where('id', '!=', exceptId ?? 0)
    .executeTakeFirst();
  return row === undefined;
}

/** Those of the names that begin with this one and are taken as usernames, in lower case. */
export async function listTakenNames(db: Kysely<DB>, schoolId: number, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select((eb) => eb.fn<string>('lower', ['username']).as('name'))
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb(eb.fn('lower', ['username']), 'like', `${start.replace(/[\\%_]/g, '\\$&')}%`))
    .execute();
  return rows.map(({ name }) => name);
}

/** People as the school knows them before they register, with the grade of that day. */
export async function listRegistering(db: Kysely<DB>, schoolId: number, ids: readonly number[], today: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'firstname', 'lastname', 'sex', 'email', 'type', 'role', 'state', 'locale'])
    .select(sql<boolean>`password_hash is null`.as('is_pending'))
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
}

/** People of the school by parts of their name for whom a code can be made: who has no account yet, and pupils, for their parents. */
export async function searchPeople(db: Kysely<DB>, schoolId: number, keyword: string, today: string) {
  return db
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname', 'type'])
    .select(sql<boolean>`password_hash is null`.as('is_pending'))
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .where(hasWords(sql`lastname || ' ' || firstname`, keyword))
    .where((eb) => eb.or([eb('type', '=', 'STUDENT'), eb('password_hash', 'is', null)]))
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .limit(PEOPLE)
    .execute();
}

/** What somebody says of themselves when they register. */
export interface Registered {
  firstname: string;
  lastname: string;
  sex: string;
  email: string | null;
  username: string;
  locale: Language;
  password_hash: string;
}

/** Adds an account that waits until somebody registers with it; its username is a placeholder until then. */
export async function createPending(
  db: Kysely<DB>,
  schoolId: number,
  person: {
    firstname: string;
    lastname: string;
    type: UserType;
    username: string;
    email: string | null;
    locale?: Language;
  },
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ school_id: schoolId, ...person, role: person.type, state: 'PENDING', created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets up an account that waited for it. */
export async function activate(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  registered: Registered,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...registered, state: 'ACTIVE' })
    .where('school_id', '=', schoolId)
    .where('id', '=', userId)
    .execute();
}

/** Adds the account of a parent. */
export async function createParent(
  db: Kysely<DB>,
  schoolId: number,
  registered: Registered,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ school_id: schoolId, ...registered, type: 'PARENT', role: 'PARENT', created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
