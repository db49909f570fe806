import type { AppPassword } from '@kreide/core/features/auth';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

interface Owner {
  school_id: number;
  id: number;
}

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at'] as const;
const PURPOSE = sql<AppPasswordPurpose>`purpose`.as('purpose');

/** What a password opens: what programs of people read, their files, or the import of plans (T-7.127); nothing else. */
export type AppPasswordPurpose = AppPassword['purpose'];

export async function listAppPasswords(db: Kysely<DB>, { school_id, id }: Owner) {
  return db
    .selectFrom('app_passwords')
    .select(COLUMNS)
    .select(PURPOSE)
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
}

export async function createAppPassword(
  db: Kysely<DB>,
  { school_id, id }: Owner,
  { name, hash, purpose = 'program' }: { name: string; hash: Buffer; purpose?: AppPasswordPurpose },
  now: Date,
) {
  return db
    .insertInto('app_passwords')
    .values({ school_id, user_id: id, name, password_hash: hash, purpose, created_at: now.toISOString() })
    .returning(COLUMNS)
    .returning(PURPOSE)
    .executeTakeFirstOrThrow();
}

/** The app password of this account with this hash and for this purpose. */
export async function findAppPassword(
  db: Kysely<DB>,
  { school_id, id }: Owner,
  hash: Buffer,
  purpose: AppPasswordPurpose,
) {
  return db
    .selectFrom('app_passwords')
    .select(COLUMNS)
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .where('password_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

export async function noteAppPasswordUse(
  db: Kysely<DB>,
  schoolId: number,
  appPasswordId: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('app_passwords')
    .set({ last_used_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('id', '=', appPasswordId)
    .execute();
}

/** Removes those of an account for a purpose, with their sessions. */
export async function removeAppPasswordsFor(
  db: Kysely<DB>,
  { school_id, id }: Owner,
  purpose: AppPasswordPurpose,
): Promise<void> {
  await db
    .deleteFrom('app_passwords')
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .where('purpose', '=', purpose)
    .execute();
}

/** Removes one with the sessions that were opened with it. */
export async function removeAppPassword(db: Kysely<DB>, owner: Owner, appPasswordId: number): Promise<void> {
  await db
    .deleteFrom('app_passwords')
    .where('school_id', '=', owner.school_id)
    .where('user_id', '=', owner.id)
    .where('id', '=', appPasswordId)
    .execute();
}

/** Removes all of an account with their sessions. */
export async function removeAppPasswordsOf(db: Kysely<DB>, { school_id, id }: Owner): Promise<void> {
  await db.deleteFrom('app_passwords').where('school_id', '=', school_id).where('user_id', '=', id).execute();
}
