import type { CalendarView } from '@kreide/core/features/structure';
import { type Kysely, sql } from 'kysely';
import { type SchoolCounts, toCounts } from '../../../kernel/data/counts.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { schoolsPart } from '../../schools/index.ts';

/** School years as a part of another feature's query. */
export function yearsPart(db: Kysely<DB>) {
  return db.selectFrom('school_years').select(['school_id', 'id', 'name']);
}

/** Which version of the plan is in force in each school year, as a part of another feature's query. */
export function inForcePart(db: Kysely<DB>) {
  return db.selectFrom('school_years').select(['school_id', 'id', 'published_version_id']);
}

export type YearHead = Awaited<ReturnType<typeof listYears>>[number];

/** The school years of a school, oldest first, with the state of their plans. */
export async function listYears(db: Kysely<DB>, schoolId: number) {
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
      'last_updated_at',
      'published_version_id',
      'days_to_show',
    ])
    .select(sql<CalendarView>`calendar_view`.as('calendar_view'))
    .select(sql<boolean>`school.active_school_year_id is not distinct from school_years.id`.as('is_active'))
    .where('school_years.school_id', '=', schoolId)
    .orderBy('begins_at')
    .execute();
}

interface YearValues {
  name: string;
  begins_at: string;
  ends_at: string;
  calendar_view?: CalendarView | undefined;
  days_to_show?: number | undefined;
}

/** Adds a school year with the period times of the newest one before it, and its view unless another is given; returns its id. */
export async function createYear(
  db: Kysely<DB>,
  schoolId: number,
  { calendar_view, days_to_show, ...year }: YearValues,
): Promise<number> {
  const before = await db
    .selectFrom('school_years')
    .select(['id', 'calendar_view', 'days_to_show'])
    .where('school_id', '=', schoolId)
    .where('begins_at', '<', year.begins_at)
    .orderBy('begins_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const view = {
    calendar_view: calendar_view ?? before?.calendar_view,
    days_to_show: days_to_show ?? before?.days_to_show,
  };
  const { id } = await db
    .insertInto('school_years')
    .values({ school_id: schoolId, ...year, ...view })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (before)
    await sql`insert into times (school_id, school_year_id, weekday, hour, begins_at, ends_at, type, is_hidden, source)
      select school_id, ${id}, weekday, hour, begins_at, ends_at, type, is_hidden, source from times
      where school_id = ${schoolId} and school_year_id = ${before.id}`.execute(db);
  return id;
}

/** Changes what is given; a new revision, so that nothing worked out for the old days is used. */
export async function updateYear(
  db: Kysely<DB>,
  key: { school_id: number; id: number },
  year: YearValues,
): Promise<void> {
  await db
    .updateTable('school_years')
    .set({ ...year, revision: sql<number>`revision + 1` })
    .where('school_id', '=', key.school_id)
    .where('id', '=', key.id)
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
    .select(sql<CalendarView>`calendar_view`.as('calendar_view'))
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

/** Of all years of a school: what was worked out from them before is outdated. */
export async function markYearsChanged(db: Kysely<DB>, schoolId: number): Promise<void> {
  await db
    .updateTable('school_years')
    .set({ revision: sql<number>`revision + 1` })
    .where('school_id', '=', schoolId)
    .execute();
}

/** Whole days since schools put a plan into force, wherever it came from; one that is missing has none. */
export async function daysSincePlan(db: Kysely<DB>, schoolIds: readonly number[], now: Date): Promise<SchoolCounts> {
  const rows = await db
    .selectFrom('school_years')
    .select('school_id')
    .select(
      sql<string>`floor(extract(epoch from ${now.toISOString()}::timestamptz - max(last_updated_at)) / 86400)`.as(
        'count',
      ),
    )
    .where('school_id', '=', sql<number>`any(${[...schoolIds]}::bigint[])`)
    .where('published_version_id', 'is not', null)
    .where('last_updated_at', 'is not', null)
    .groupBy('school_id')
    .execute();
  return toCounts(rows);
}
