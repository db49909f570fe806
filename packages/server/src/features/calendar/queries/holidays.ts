import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { holidaysPart } from '../../structure/index.ts';
import { changedAt, type EventKey } from '../queries.ts';

/** Does the date of the row `event` lie in holidays? */
const isInHolidays = (db: Kysely<DB>, school_id: number) => sql<boolean>`exists (select 1
  from ${holidaysPart(db).where('school_id', '=', school_id)} as holiday
  where event.recurs_on between holiday.begins_at and holiday.ends_at)`;

/**
 * Takes the dates in holidays out of a series that leaves them out, and brings back those that are in none any more. Events that
 * were moved for themselves stay, and so do those that had been deleted.
 */
export async function followHolidays(db: Kysely<DB>, { school_id, id }: EventKey, now: Date): Promise<void> {
  const at = now.toISOString();
  await sql`update calendar_events one set is_left_out = moved.is_out,
      deleted_at = case when moved.is_out then ${at}::timestamptz end, updated_at = ${changedAt(now)}
    from (select event.id, (series.skips_holidays and 'times' != all(event.changed)
          and ${isInHolidays(db, school_id)}) as is_out
        from calendar_events event
        join calendar_series series on series.school_id = ${school_id} and series.id = event.series_id
        where event.school_id = ${school_id} and event.series_id = ${id}
          and (event.deleted_at is null or event.is_left_out)) as moved
    where one.school_id = ${school_id} and one.id = moved.id and one.is_left_out != moved.is_out`.execute(db);
}
