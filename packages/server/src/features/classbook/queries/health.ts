import { type Kysely, sql } from 'kysely';
import { toCounts } from '../../../kernel/data/counts.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Entries of a span of days whose roll nobody has taken. */
export async function countOpenRolls(
  db: Kysely<DB>,
  schoolIds: readonly number[],
  { from, to }: { from: string; to: string },
) {
  const rows = await db
    .selectFrom('classbook_entries')
    .select('school_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('school_id', '=', sql<number>`any(${[...schoolIds]}::bigint[])`)
    .where('roll_taken_at', 'is', null)
    .where('lesson_date', '>=', from)
    .where('lesson_date', '<=', to)
    .groupBy('school_id')
    .execute();
  return toCounts(rows);
}
