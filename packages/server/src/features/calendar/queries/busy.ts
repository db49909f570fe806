import { type Busy, EVENT_DAYS_MAXIMUM } from '@kreide/core/features/calendar';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersPart } from '../../channels/index.ts';

/**
 * When people take part in events within a span, or have made them. What is noted for a whole day leaves them their time, and so does what
 * they have declined.
 * @param except an event that does not count
 */
export async function listBusy(
  db: Kysely<DB>,
  { school_id, except }: { school_id: number; except: number | null },
  userIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<Busy[]> {
  const people = sql`any(${[...userIds]}::bigint[])`;
  const members = membersPart(db).where('school_id', '=', school_id);
  const { rows } = await sql<{ user_id: number; begins_at: string; ends_at: string }>`
    select distinct person.user_id, event.begins_at, event.ends_at
    from calendar_events event
    cross join lateral (
      select named.user_id from calendar_event_users named
        where named.school_id = ${school_id} and named.event_id = event.id and named.user_id = ${people}
      union select member.user_id from calendar_event_channels place
        join ${members} as member on member.channel_id = place.channel_id
        where place.school_id = ${school_id} and place.event_id = event.id and member.user_id = ${people}
      union select event.user_id where event.user_id = ${people}) as person
    where event.school_id = ${school_id} and event.deleted_at is null and not event.is_all_day
      and event.id is distinct from ${except}::bigint
      and event.begins_at > ${from.toISOString()}::timestamptz - make_interval(days => ${EVENT_DAYS_MAXIMUM})
      and event.begins_at < ${to.toISOString()}::timestamptz and event.ends_at > ${from.toISOString()}::timestamptz
      and not exists (select 1 from calendar_event_answers given where given.school_id = ${school_id}
        and given.event_id = event.id and given.user_id = person.user_id and given.answer = 'no')`.execute(db);
  return rows.map(({ user_id, begins_at, ends_at }) => ({
    user_id,
    begins_at: Date.parse(begins_at),
    ends_at: Date.parse(ends_at),
  }));
}
