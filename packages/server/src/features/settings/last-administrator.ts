import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { findProfile, hasOtherAdministrator, type PersonKey } from '../users/index.ts';

/** Would nobody be left who could administer the school? Others who ask at the same time wait. */
export async function isLastAdministrator(db: Kysely<DB>, person: PersonKey): Promise<boolean> {
  const profile = await findProfile(db, person);
  return profile?.role === 'ADMIN' && !(await hasOtherAdministrator(db, person.school_id, person.user_id));
}
