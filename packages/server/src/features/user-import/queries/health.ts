import { type Kysely, sql } from 'kysely';
import { toCounts } from '../../../kernel/data/counts.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Lists of people that could not be read or saved since then. */
export async function countFailedRuns(db: Kysely<DB>, schoolIds: readonly number[], since: Date) {
  const rows = await db
    .selectFrom('user_imports')
    .select('school_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('school_id', '=', sql<number>`any(${[...schoolIds]}::bigint[])`)
    .where('state', '=', 'FAILED')
    .where('created_at', '>=', since.toISOString())
    .groupBy('school_id')
    .execute();
  return toCounts(rows);
}
