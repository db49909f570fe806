import type { EventSeries } from '@kreide/core/features/calendar';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersPart, type Reader } from '../../channels/index.ts';
import { holidaysPart } from '../../structure/index.ts';

/** Does somebody take part in the row `event`, or another one, by name or in a channel? */
export const isInvited = (
  db: Kysely<DB>,
  { school_id, user_id }: Pick<Reader, 'school_id' | 'user_id'>,
  id = sql`event.id`,
) =>
  sql<boolean>`(exists (select 1 from calendar_event_users named where named.school_id = ${school_id}
      and named.event_id = ${id} and named.user_id = ${user_id})
    or exists (select 1 from calendar_event_channels place
      join ${membersPart(db).where('school_id', '=', school_id).where('user_id', '=', user_id)} as member
        on member.channel_id = place.channel_id
      where place.school_id = ${school_id} and place.event_id = ${id}))`;

/** What the row `event` says of its series: the rule, its place in it, and the events beside it that the reader sees. */
export function seriesOf(db: Kysely<DB>, reader: Pick<Reader, 'school_id' | 'user_id'>) {
  const { school_id, user_id } = reader;
  const ofSeries = sql`from calendar_events one where one.school_id = ${school_id} and one.series_id = event.series_id`;
  const seen = sql`and one.deleted_at is null
    and (one.user_id = ${user_id} or ${isInvited(db, reader, sql`one.id`)})`;
  return sql<EventSeries | null>`(select json_build_object('id', series.id, 'rule', series.rule,
      'skips_holidays', series.skips_holidays, 'date', event.recurs_on, 'begins_on', series.begins_on,
      'ends_on', series.ends_on,
      'dates', (select count(*) ${ofSeries} and one.deleted_at is null),
      'left_out', (select count(*) ${ofSeries} and one.is_left_out),
      'previous_id', (select one.id ${ofSeries} and one.recurs_on < event.recurs_on ${seen}
        order by one.recurs_on desc limit 1),
      'next_id', (select one.id ${ofSeries} and one.recurs_on > event.recurs_on ${seen}
        order by one.recurs_on limit 1),
      'holiday', (select holiday.name from ${holidaysPart(db).where('school_id', '=', school_id)} as holiday
        where series.skips_holidays and event.recurs_on between holiday.begins_at and holiday.ends_at
        order by holiday.begins_at limit 1))
    from calendar_series series where series.school_id = ${school_id} and series.id = event.series_id)`;
}
