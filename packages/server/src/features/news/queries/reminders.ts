import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/**
 * Writes down that an item is reminded of now, if nobody was since then; answers null, or when somebody was. Of two at
 * the same moment one comes first.
 */
export async function markReminded(
  db: Kysely<DB>,
  { school_id, id }: { readonly school_id: number; readonly id: number },
  now: Date,
  since: Date,
): Promise<string | null> {
  const marked = await db
    .updateTable('news')
    .set({ reminded_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where(sql<boolean>`(reminded_at is null or reminded_at <= ${since.toISOString()}::timestamptz)`)
    .returning('id')
    .executeTakeFirst();
  if (marked) return null;
  const row = await db
    .selectFrom('news')
    .select('reminded_at')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.reminded_at ?? now.toISOString();
}
