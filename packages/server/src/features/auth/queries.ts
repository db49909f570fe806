import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { findSchoolBySlink } from '../schools/index.ts';

/** The account that a username or an e-mail address names at one school. */
export async function findForSignIn(db: Kysely<DB>, slink: string, name: string) {
  const school = await findSchoolBySlink(db, slink);
  if (!school) return null;
  const user = await db
    .selectFrom('users')
    .select(['school_id', 'id', 'uuid', 'password_hash', 'is_locked'])
    .where('school_id', '=', school.id)
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
    .limit(1)
    .executeTakeFirst();
  return user ? { ...user, school } : null;
}
