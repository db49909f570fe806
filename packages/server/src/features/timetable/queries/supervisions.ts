import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { StoredSupervision } from '../stored.ts';

interface YearKey {
  school_id: number;
  id: number;
}

const COLUMNS = [
  'uuid',
  'source',
  'area',
  'teacher_id',
  'weekday',
  'before_hour',
  'minutes',
  'time_begins_at',
  'time_ends_at',
  'weeks',
  'dates',
] as const;

/** The break supervisions of a school year, ordered by time. */
export async function listSupervisions(db: Kysely<DB>, schoolId: number, yearId: number): Promise<StoredSupervision[]> {
  return db
    .selectFrom('supervisions')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .orderBy('weekday')
    .orderBy('time_begins_at')
    .orderBy('area')
    .orderBy('id')
    .execute();
}

/** Puts these in the place of all supervisions of the school year. */
export async function replaceSupervisions(
  db: Kysely<DB>,
  year: YearKey,
  rows: readonly StoredSupervision[],
): Promise<void> {
  const { school_id, id: school_year_id } = year;
  await db
    .deleteFrom('supervisions')
    .where('school_id', '=', school_id)
    .where('school_year_id', '=', school_year_id)
    .execute();
  if (rows.length === 0) return;
  await sql`insert into supervisions (school_id, school_year_id, ${sql.join(COLUMNS.map((name) => sql.ref(name)))})
    select ${school_id}, ${school_year_id}, ${sql.join(COLUMNS.map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(null::supervisions, ${JSON.stringify(rows)}::jsonb)`.execute(db);
}
