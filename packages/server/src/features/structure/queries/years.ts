import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { schoolsPart } from '../../schools/index.ts';

export type YearHead = Awaited<ReturnType<typeof listYears>>[number];

/** The school years of a school, oldest first, with the state of their plans. */
export async function listYears(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('school_years')
    .select(['id', 'name', 'begins_at', 'ends_at', 'anchor', 'revision', 'last_updated_at'])
    .where('school_id', '=', schoolId)
    .orderBy('begins_at')
    .execute();
}

/** One school year with the version in force and its time zone. */
export async function getYear(db: Kysely<DB>, schoolId: number, yearId: number) {
  return db
    .selectFrom('school_years')
    .innerJoin(schoolsPart(db).as('school'), 'school.id', 'school_years.school_id')
    .select([
      'school_years.id',
      'school_years.name',
      'begins_at',
      'ends_at',
      'anchor',
      'revision',
      'days_to_show',
      'last_updated_at',
      'published_version_id',
      'school.time_zone',
    ])
    .where('school_years.school_id', '=', schoolId)
    .where('school_years.id', '=', yearId)
    .executeTakeFirstOrThrow();
}

/** Takes the lock of a school year for the rest of the transaction: one publication at a time. */
export async function lockYear(db: Kysely<DB>, schoolId: number, yearId: number): Promise<void> {
  await sql`select 1 from school_years where school_id = ${schoolId} and id = ${yearId} for update`.execute(db);
}

/**
 * Puts a version of the plan in force and returns the new revision. `anchor`, the first Monday of week A, is unchanged
 * when omitted.
 */
export async function putInForce(
  db: Kysely<DB>,
  year: { school_id: number; id: number },
  values: { published_version_id: number | null; anchor?: string | null },
  now: Date,
): Promise<number> {
  const { revision } = await db
    .updateTable('school_years')
    .set({ ...values, revision: sql<number>`revision + 1`, last_updated_at: now.toISOString() })
    .where('school_id', '=', year.school_id)
    .where('id', '=', year.id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}
