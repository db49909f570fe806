import {
  EVENT_DAYS_MAXIMUM,
  EVENT_LOCATIONS_MAXIMUM,
  EVENT_RANGE_MAXIMUM,
  EVENTS_PAGE,
  type EventAnswer,
  type EventAnswersFor,
  type EventChannel,
  type EventNumbers,
  type EventPerson,
} from '@kreide/core/features/calendar';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { channelsPart, membersPart, type Reader } from '../../channels/index.ts';
import { usersPart } from '../../users/index.ts';
import { isInvited, seriesOf } from './series-part.ts';

/** Who reads events; whoever may change all that they take part in sees all of their participants. */
export interface EventReading extends Reader {
  readonly manages: boolean;
}

/** Those events of a school in which the reader takes part, and their own. */
function eventsFor(db: Kysely<DB>, { school_id, user_id }: Pick<Reader, 'school_id' | 'user_id'>) {
  return db
    .selectFrom('calendar_events as event')
    .leftJoin(usersPart(db).as('author'), (join) =>
      join.onRef('author.school_id', '=', 'event.school_id').onRef('author.id', '=', 'event.user_id'),
    )
    .select(['event.id', 'event.name', 'event.is_all_day', 'event.begins_at', 'event.ends_at', 'event.location'])
    .select(['event.category', 'event.description', 'event.is_notifiable', 'event.participants_visible'])
    .select(['event.user_id', 'event.updated_at', 'author.firstname', 'author.lastname'])
    .select(sql<EventAnswersFor | null>`event.answers_for`.as('answers_for'))
    .where('event.school_id', '=', school_id)
    .where('event.deleted_at', 'is', null)
    .where(sql<SqlBool>`(event.user_id = ${user_id} or ${isInvited(db, { school_id, user_id })})`);
}

/** The same with who takes part: worked out for the rows of a page only, as they stand among the columns. */
function wholeEventsFor(db: Kysely<DB>, reader: EventReading) {
  const { school_id, user_id, manages } = reader;
  const seesAnswers = sql<SqlBool>`(event.answers_for <> 'author' or ${manages}::boolean or event.user_id = ${user_id})`;
  const seesAll = sql<SqlBool>`(event.participants_visible or ${manages}::boolean or event.user_id = ${user_id})`;
  const members = membersPart(db).where('school_id', '=', school_id);
  const people = usersPart(db).where('school_id', '=', school_id).where('deleted_at', 'is', null);
  /** The accounts that take part, as `taking`. */
  const taking = sql`(select named.user_id from calendar_event_users named
        where named.school_id = ${school_id} and named.event_id = event.id
      union select member.user_id from calendar_event_channels place
        join ${members} as member on member.channel_id = place.channel_id
        where place.school_id = ${school_id} and place.event_id = event.id) as taking`;
  const isThere = sql<SqlBool>`taking.user_id = any(array(select person.id from ${people} as person))`;
  return eventsFor(db, reader)
    .select(isInvited(db, reader).as('is_invited'))
    .select(
      sql<EventAnswer | null>`case when event.answers_for is not null then (select given.answer
        from calendar_event_answers given where given.school_id = ${school_id} and given.event_id = event.id
          and given.user_id = ${user_id}) end`.as('own_answer'),
    )
    .select(
      sql<EventNumbers | null>`case when event.answers_for is not null and ${seesAnswers} then (
        select json_build_object('yes', count(*) filter (where given.answer = 'yes'),
          'no', count(*) filter (where given.answer = 'no'), 'maybe', count(*) filter (where given.answer = 'maybe'),
          'open', case when ${seesAll} then count(*) filter (where given.answer is null) end)
        from ${taking} left join calendar_event_answers given on given.school_id = ${school_id}
          and given.event_id = event.id and given.user_id = taking.user_id
        where ${isThere}) end`.as('participants_status'),
    )
    .select(
      sql<EventChannel[]>`(select coalesce(json_agg(json_build_object('id', channel.id, 'type', channel.type,
          'meta', json_build_object('displayname', channel.displayname)) order by channel.displayname, channel.id), '[]')
        from calendar_event_channels place
        join ${channelsPart(db, reader)} as channel on channel.id = place.channel_id
        where place.school_id = ${school_id} and place.event_id = event.id and (${seesAll} or exists (
          select 1 from ${members.where('user_id', '=', user_id)} as member
          where member.channel_id = place.channel_id)))`.as('channels'),
    )
    .select(
      sql<EventPerson[]>`(select coalesce(json_agg(json_build_object('id', person.id, 'meta', json_build_object(
          'displayname', person.firstname || ' ' || person.lastname)) order by person.lastname, person.id), '[]')
        from calendar_event_users named join ${people} as person on person.id = named.user_id
        where named.school_id = ${school_id} and named.event_id = event.id
          and (${seesAll} or named.user_id = ${user_id}))`.as('users'),
    )
    .select(
      sql<number | null>`case when ${seesAll} then (select count(*)::integer from ${taking} where ${isThere}) end`.as(
        'participants',
      ),
    )
    .select(seriesOf(db, reader).as('series'));
}

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number];
export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/** One page of events that are not over yet, or of those that are, and the first row of the next page. */
export async function listEvents(
  db: Kysely<DB>,
  reader: EventReading,
  { now, page, isPast }: { now: Date; page: number; isPast: boolean },
) {
  const at = now.toISOString();
  const query = wholeEventsFor(db, reader)
    .offset((page - 1) * EVENTS_PAGE)
    .limit(EVENTS_PAGE + 1);
  return isPast
    ? query.where('event.ends_at', '<', at).orderBy('event.ends_at', 'desc').orderBy('event.id', 'desc').execute()
    : query.where('event.ends_at', '>=', at).orderBy('event.begins_at').orderBy('event.id').execute();
}

/** Instants, the second one not included. */
export interface EventRange {
  readonly from: Date;
  readonly to: Date;
}

const DAY_MS = 86_400_000;

const inRange = <Query extends ReturnType<typeof eventsFor>>(query: Query, { from, to }: EventRange) =>
  query
    .where('event.begins_at', '<', to.toISOString())
    .where('event.begins_at', '>=', new Date(from.getTime() - (EVENT_DAYS_MAXIMUM + 2) * DAY_MS).toISOString())
    .where('event.ends_at', '>=', from.toISOString())
    .orderBy('event.begins_at')
    .orderBy('event.id')
    .limit(EVENT_RANGE_MAXIMUM);

/** The events of a range, without who takes part. */
export async function listEntries(db: Kysely<DB>, reader: Pick<Reader, 'school_id' | 'user_id'>, range: EventRange) {
  return inRange(eventsFor(db, reader), range).execute();
}

/** The events of a range as a whole. */
export async function listEventsIn(db: Kysely<DB>, reader: EventReading, range: EventRange): Promise<EventRow[]> {
  return (await inRange(wholeEventsFor(db, reader), range).execute()) as EventRow[];
}

export async function findEvent(db: Kysely<DB>, reader: EventReading, id: number): Promise<EventRow | null> {
  return (await wholeEventsFor(db, reader).where('event.id', '=', id).executeTakeFirst()) ?? null;
}

/** Places of the reader's events, the latest first. */
export async function listLocations(db: Kysely<DB>, reader: EventReading): Promise<string[]> {
  const rows = await db
    .selectFrom(eventsFor(db, reader).as('seen'))
    .select('seen.location')
    .where('seen.location', 'is not', null)
    .groupBy('seen.location')
    .orderBy(sql`max(seen.begins_at)`, 'desc')
    .orderBy('seen.location')
    .limit(EVENT_LOCATIONS_MAXIMUM)
    .execute();
  return rows.flatMap(({ location }) => location ?? []);
}
