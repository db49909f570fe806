import { type Kysely, sql } from 'kysely';
import { toCounts } from '../../../kernel/data/counts.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Children whom parents miss, and people who ask to come to the school: both wait for an answer. */
export async function countOpenRequests(db: Kysely<DB>, schoolIds: readonly number[], now: Date) {
  const open = (table: 'child_requests' | 'applications') =>
    db
      .selectFrom(table)
      .select('school_id')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('school_id', '=', sql<number>`any(${[...schoolIds]}::bigint[])`)
      .where('state', '=', 'open')
      .where('expires_at', '>', now.toISOString())
      .groupBy('school_id')
      .execute();
  return { child_requests: toCounts(await open('child_requests')), applications: toCounts(await open('applications')) };
}
