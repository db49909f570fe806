import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** A key by which a source names somebody beside the key of today, since two accounts became one. */
export interface FormerKey {
  readonly source: string;
  readonly key: string;
  readonly user_id: number;
}

export async function keepFormerKeys(db: Kysely<DB>, schoolId: number, keys: readonly FormerKey[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('former_keys')
    .values(keys.map((key) => ({ school_id: schoolId, ...key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listFormerKeys(db: Kysely<DB>, schoolId: number, sources: readonly string[]) {
  return db
    .selectFrom('former_keys')
    .select(['source', 'key', 'user_id'])
    .where('school_id', '=', schoolId)
    .where('source', '=', sql<string>`any(${sources}::text[])`)
    .execute();
}

/** Whom a source named by this key before; in whatever source with null. */
export async function findFormer(
  db: Kysely<DB>,
  schoolId: number,
  key: string,
  source: string | null,
): Promise<number[]> {
  let query = db
    .selectFrom('former_keys')
    .select('user_id')
    .distinct()
    .where('school_id', '=', schoolId)
    .where('key', '=', key);
  // Keys of a list never start with a colon: those are names for signing in.
  query = source === null ? query.where('source', 'not like', ':%') : query.where('source', '=', source);
  return (await query.orderBy('user_id').execute()).map(({ user_id }) => user_id);
}

/** Nobody of the school is known by such a key any more. */
export async function forgetFormerKeys(db: Kysely<DB>, schoolId: number, source: string): Promise<void> {
  await db.deleteFrom('former_keys').where('school_id', '=', schoolId).where('source', '=', source).execute();
}
