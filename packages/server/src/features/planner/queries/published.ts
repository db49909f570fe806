import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** When versions that were planned here were published in a school year, those that were removed since too. */
export async function listPlannedHere(db: Kysely<DB>, schoolId: number, yearId: number) {
  return db
    .selectFrom('planner_versions')
    .select('published_at')
    .$narrowType<{ published_at: string }>()
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .where('published_at', 'is not', null)
    .orderBy('published_at')
    .execute();
}
