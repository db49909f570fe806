import type { Sex } from '@kreide/core/features/users';
import type { Language } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** A person of a school. */
export interface PersonKey {
  readonly school_id: number;
  readonly user_id: number;
}

function peopleOf(db: Kysely<DB>, { school_id, user_id }: PersonKey) {
  return db
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null);
}

/** The details that somebody has entered about themselves; undefined: the person is gone. */
export async function findProfile(db: Kysely<DB>, person: PersonKey) {
  return peopleOf(db, person)
    .select(['id', 'username', 'firstname', 'lastname', 'sex', 'email', 'phone', 'locale', 'is_trackable', 'role'])
    .executeTakeFirst();
}

/** Has this person consented to being counted, at this moment (P-7.58)? */
export async function isTrackable(db: Kysely<DB>, person: PersonKey): Promise<boolean> {
  const found = await peopleOf(db, person).where('is_trackable', '=', true).select('id').executeTakeFirst();
  return found !== undefined;
}

interface ProfileChange {
  username?: string;
  firstname?: string;
  lastname?: string;
  sex?: Sex;
  email?: string;
  phone?: string | null;
  locale?: Language;
  is_trackable?: boolean;
}

/** Changes what somebody has entered about themselves. */
export async function updateProfile(db: Kysely<DB>, person: PersonKey, change: ProfileChange): Promise<void> {
  const { school_id, user_id } = person;
  await db.updateTable('users').set(change).where('school_id', '=', school_id).where('id', '=', user_id).execute();
}
