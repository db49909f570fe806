import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { presentPart } from '../../users/index.ts';

/** Accounts that an import has read under this key, from whatever source; two at most, since one more than one is too many. */
export async function findByImportKey(db: Kysely<DB>, schoolId: number, key: string, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom(presentPart(db, now).where('school_id', '=', schoolId).as('present'))
    .innerJoin('user_import_identities as identity', (join) =>
      join.onRef('identity.school_id', '=', 'present.school_id').onRef('identity.user_id', '=', 'present.id'),
    )
    .select('identity.user_id')
    .distinct()
    .where('identity.school_id', '=', schoolId)
    .where('identity.external_id', '=', key)
    .limit(2)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
