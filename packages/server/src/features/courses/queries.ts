import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { usersPart } from '../users/index.ts';

/** Those of some people who are at the school, by name. */
export async function listNamed(db: Kysely<DB>, schoolId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return usersPart(db)
    .where('school_id', '=', schoolId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();
}
