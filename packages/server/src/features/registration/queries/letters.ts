import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

const inBatch = (db: Kysely<DB>, schoolId: number, batches: readonly string[]) =>
  db
    .selectFrom('activation_keys')
    .where('school_id', '=', schoolId)
    .where('batch', '=', sql<string>`any(${batches}::uuid[])`);

/** The codes of a list that can be used, still sealed. */
export async function listSealed(db: Kysely<DB>, schoolId: number, batch: string, now: Date) {
  return inBatch(db, schoolId, [batch])
    .select(['user_id', 'code_hash', 'letter_locale', 'expires_at'])
    .select(sql<Buffer>`sealed_code`.as('sealed_code'))
    .where('sealed_code', 'is not', null)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('id')
    .execute();
}

/** How many codes lists have, and how many of them can still be used. */
export async function countBatches(db: Kysely<DB>, schoolId: number, batches: readonly string[], now: Date) {
  const rows = await inBatch(db, schoolId, batches)
    .select('batch')
    .select(sql<number>`count(*)::integer`.as('made'))
    .select(
      sql<number>`count(*) filter (where used_at is null and withdrawn_at is null
        and expires_at > ${now.toISOString()})::integer`.as('open'),
    )
    .groupBy('batch')
    .execute();
  return new Map(rows.map(({ batch, made, open }) => [batch as string, { made, open }]));
}

/** How many of some people have a code for their account that can still be used. */
export async function countHolding(db: Kysely<DB>, schoolId: number, ids: readonly number[], now: Date) {
  const { count } = await db
    .selectFrom('activation_keys')
    .select(sql<number>`count(distinct user_id)::integer`.as('count'))
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('kind', '=', 'account')
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

/** The letters of a list cannot be printed again; those on paper still work. */
export async function forgetBatch(db: Kysely<DB>, schoolId: number, batch: string): Promise<void> {
  await db
    .updateTable('activation_keys')
    .set({ sealed_code: null })
    .where('school_id', '=', schoolId)
    .where('batch', '=', batch)
    .where('sealed_code', 'is not', null)
    .execute();
}

/** Withdraws the codes of a list that nobody has used. */
export async function withdrawBatch(db: Kysely<DB>, schoolId: number, batch: string, now: Date): Promise<void> {
  await db
    .updateTable('activation_keys')
    .set({ withdrawn_at: now.toISOString(), sealed_code: null })
    .where('school_id', '=', schoolId)
    .where('batch', '=', batch)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Empties codes whose time is over; returns their number. */
export async function pruneSealed(db: Kysely<DB>, now: Date): Promise<number> {
  const result = await db
    .updateTable('activation_keys')
    .set({ sealed_code: null })
    .where('sealed_code', 'is not', null)
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
