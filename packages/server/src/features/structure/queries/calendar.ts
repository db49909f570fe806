import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Sets of rows that belong to a school year as a whole. */
export type YearSet = 'times' | 'holidays';

interface YearKey {
  school_id: number;
  id: number;
}

/** The period grid of a school year, ordered by time. */
export async function listTimes(db: Kysely<DB>, schoolId: number, yearId: number) {
  return db
    .selectFrom('times')
    .select(['hour', 'weekday', 'begins_at', 'ends_at', 'type', 'is_hidden'])
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .orderBy('begins_at')
    .orderBy('id')
    .execute();
}

/** The periods of a school year by what tells them apart. */
export async function listTimeIds(db: Kysely<DB>, schoolId: number, yearId: number) {
  return db
    .selectFrom('times')
    .select(['id', 'hour', 'weekday'])
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .execute();
}

export async function findTime(db: Kysely<DB>, schoolId: number, id: number) {
  return db
    .selectFrom('times')
    .select(['hour', 'begins_at', 'ends_at'])
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Free days and holidays of a school year, or of all of them, ordered by time. */
export async function listHolidays(db: Kysely<DB>, schoolId: number, yearId?: number) {
  let query = db
    .selectFrom('holidays')
    .select(['id', 'name', 'shortcut', 'begins_at', 'ends_at', 'is_public', 'source'])
    .where('school_id', '=', schoolId)
    .where('ended_at', 'is', null)
    .orderBy('begins_at')
    .orderBy('id');
  if (yearId !== undefined) query = query.where('school_year_id', '=', yearId);
  return query.execute();
}

export interface FreeDay {
  readonly school_year_id: number;
  readonly name: string;
  readonly begins_at: string;
  readonly ends_at: string;
  readonly is_public: boolean;
}

/** Adds free days that people keep; answers their ids. */
export async function insertHolidays(db: Kysely<DB>, schoolId: number, rows: readonly FreeDay[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ school_year_id, name, begins_at, ends_at, is_public }) => {
    return { school_id: schoolId, school_year_id, name, begins_at, ends_at, is_public, source: OWN };
  });
  return (await db.insertInto('holidays').values(values).returning('id').execute()).map(({ id }) => id);
}

/** Ends free days that are in use. */
export async function endHolidays(db: Kysely<DB>, schoolId: number, ids: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('holidays')
    .set({ ended_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('id', 'in', [...ids])
    .where('ended_at', 'is', null)
    .execute();
}

/** Free days and holidays as a part of another feature's query. */
export function holidaysPart(db: Kysely<DB>) {
  return db.selectFrom('holidays').select(['school_id', 'name', 'begins_at', 'ends_at']).where('ended_at', 'is', null);
}

/** Free days that people keep: no import replaces them. */
export const isOwnFreeDay = ({ source }: { source: string }): boolean => source === OWN;
const OWN = 'manual';

/** A set of an import with all its columns, so that it can be restored. */
export async function readYearSet(db: Kysely<DB>, year: YearKey, set: YearSet) {
  const rows = db
    .selectFrom(set)
    .selectAll()
    .where('school_id', '=', year.school_id)
    .where('school_year_id', '=', year.id)
    .orderBy('id');
  return set === 'holidays' ? rows.where('source', '!=', OWN).execute() : rows.execute();
}

async function clearYearSet(db: Kysely<DB>, year: YearKey, set: YearSet): Promise<void> {
  const rows = db.deleteFrom(set).where('school_id', '=', year.school_id).where('school_year_id', '=', year.id);
  await (set === 'holidays' ? rows.where('source', '!=', OWN) : rows).execute();
}

/** Replaces the whole set, but for free days that people keep. */
export async function replaceYearSet(
  db: Kysely<DB>,
  year: YearKey,
  set: YearSet,
  rows: readonly object[],
  source: string,
): Promise<void> {
  await clearYearSet(db, year, set);
  if (rows.length === 0) return;
  await db
    .insertInto(set)
    .values(rows.map((row) => ({ ...row, school_id: year.school_id, school_year_id: year.id, source })) as never)
    .execute();
}

/** The set as it was when `readYearSet` read it. */
export async function restoreYearSet(
  db: Kysely<DB>,
  year: YearKey,
  set: YearSet,
  rows: readonly unknown[],
): Promise<void> {
  await clearYearSet(db, year, set);
  if (rows.length === 0) return;
  const table = sql.table(set);
  await sql`insert into ${table} overriding system value
    select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
}
