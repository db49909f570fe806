import { type Kysely, sql } from 'kysely';
import { toCounts } from '../../../kernel/data/counts.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Uploads of plans that failed since then. */
export async function countFailedUploads(db: Kysely<DB>, schoolIds: readonly number[], since: Date) {
  const rows = await db
    .selectFrom('timetable_uploads')
    .select('school_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('school_id', '=', sql<number>`any(${[...schoolIds]}::bigint[])`)
    .where('state', '=', 'FAILED')
    .where('created_at', '>=', since.toISOString())
    .groupBy('school_id')
    .execute();
  return toCounts(rows);
}

/** When plans of a school year were published, but not those that were taken back. */
export async function listPublished(db: Kysely<DB>, schoolId: number, yearId: number) {
  return db
    .selectFrom('timetable_uploads')
    .select('published_at')
    .$narrowType<{ published_at: string }>()
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .where('state', '=', 'PUBLISHED')
    .where('published_at', 'is not', null)
    .orderBy('published_at')
    .execute();
}
