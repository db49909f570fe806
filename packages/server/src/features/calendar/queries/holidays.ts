import { type Kysely, sql } from 'kysely';
import { changedAt } from '../../../kernel/data/changed-at.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersPart } from '../../channels/index.ts';
import { holidaysPart } from '../../structure/index.ts';
import type { EventKey } from '../queries.ts';

/** Does the date of the row `event` lie in holidays? */
const isInHolidays = (db: Kysely<DB>, school_id: number) => sql<boolean>`exists (select 1
  from ${holidaysPart(db).where('school_id', '=', school_id)} as holiday
  where event.recurs_on between holiday.begins_at and holiday.ends_at)`;

/**
 * Takes the dates in holidays out of a series that leaves them out, and brings back those that are in none any more. Events that
 * were moved for themselves stay, and so do those that are answered or over, unless they are new; what had been deleted stays deleted.
 */
export async function followHolidays(db: Kysely<DB>, { school_id, id }: EventKey, now: Date): Promise<void> {
  const at = now.toISOString();
  await sql`update calendar_events one set is_left_out = moved.is_out,
      deleted_at = case when moved.is_out then ${at}::timestamptz end, updated_at = ${changedAt(now, 'one')}
    from (select event.id, (series.skips_holidays and 'times' != all(event.changed)
          and ${isInHolidays(db, school_id)}
          and (event.is_left_out or event.created_at >= ${at} or (event.begins_at > ${at} and not exists (
            select 1 from calendar_event_answers given
            where given.school_id = ${school_id} and given.event_id = event.id)))) as is_out
        from calendar_events event
        join calendar_series series on series.school_id = ${school_id} and series.id = event.series_id
        where event.school_id = ${school_id} and event.series_id = ${id}
          and (event.deleted_at is null or event.is_left_out)) as moved
    where one.school_id = ${school_id} and one.id = moved.id and one.is_left_out != moved.is_out`.execute(db);
}

/** A school whose calendar has followed its holidays. */
export interface FollowedSchool {
  readonly school_id: number;
  /** One of the events that came or went. */
  readonly id: number;
  /** The accounts that take part in one of them, and their authors. */
  readonly users: number[];
}

/**
 * The same for all events to come of all schools, after their holidays were changed. Events that somebody has answered stay
 * where they are; their details say that they lie in holidays.
 */
export async function followAllHolidays(db: Kysely<DB>, now: Date): Promise<FollowedSchool[]> {
  const at = now.toISOString();
  const members = membersPart(db);
  const { rows } = await sql<FollowedSchool>`with judged as (
      select event.school_id, event.id, event.is_left_out, exists (select 1 from ${holidaysPart(db)} as holiday
          where holiday.school_id = event.school_id
            and event.recurs_on between holiday.begins_at and holiday.ends_at) as is_out
      from calendar_series series
      join calendar_events event on event.school_id = series.school_id and event.series_id = series.id
      where series.skips_holidays and series.ends_on >= (${at}::timestamptz)::date - 1
        and event.begins_at > ${at} and 'times' != all(event.changed)
        and (event.deleted_at is null or event.is_left_out)),
    followed as (
      update calendar_events one set is_left_out = judged.is_out,
        deleted_at = case when judged.is_out then ${at}::timestamptz end, updated_at = ${changedAt(now, 'one')}
      from judged where one.school_id = judged.school_id and one.id = judged.id and judged.is_left_out != judged.is_out
        and not (judged.is_out and exists (select 1 from calendar_event_answers given
          where given.school_id = judged.school_id and given.event_id = judged.id))
      returning one.school_id, one.id, one.user_id),
    concerned as (
      select followed.school_id, followed.user_id from followed where followed.user_id is not null
      union select named.school_id, named.user_id from followed
        join calendar_event_users named on named.school_id = followed.school_id and named.event_id = followed.id
      union select member.school_id, member.user_id from followed
        join calendar_event_channels place on place.school_id = followed.school_id and place.event_id = followed.id
        join ${members} as member on member.school_id = place.school_id and member.channel_id = place.channel_id)
    select followed.school_id, min(followed.id) as id, (select coalesce(json_agg(concerned.user_id), '[]')
        from concerned where concerned.school_id = followed.school_id) as users
    from followed group by followed.school_id`.execute(db);
  return rows;
}
