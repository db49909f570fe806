import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import { membersPart } from '../../channels/index.ts';
import { choices, isChosen, isGoing, STEPS } from './reminders.ts';

/** Instants: after the first one, up to the second. */
interface Span {
  readonly from: string;
  readonly to: Date;
}

/**
 * Notes the reminders whose time came within a span. A day is one of the school's clock, also where that is changed; of an event
 * that began a day ago nobody is reminded any more.
 */
export async function noteDue(db: Kysely<DB>, school_id: number, zone: string, { from, to }: Span): Promise<void> {
  const [after, until] = [sql`${from}::timestamptz`, sql`${to.toISOString()}::timestamptz`];
  const members = membersPart(db).where('school_id', '=', school_id);
  const at = sql`case when step.minutes < 1440 then event.begins_at - make_interval(mins => step.minutes)
    else (event.begins_at at time zone ${zone} - make_interval(days => step.minutes / 1440)) at time zone ${zone} end`;
  await sql`insert into calendar_due_reminders (school_id, event_id, user_id, minutes, begins_at, not_before)
    select ${school_id}, event.id, person.user_id, event.minutes, event.begins_at, ${until}
    from (select event.id, event.series_id, event.user_id, event.begins_at, event.answers_for, step.minutes
        from ${STEPS} as step (minutes)
        join calendar_events event on event.school_id = ${school_id} and event.deleted_at is null
          and event.begins_at > ${after} + make_interval(mins => step.minutes, hours => -2)
          and event.begins_at <= ${until} + make_interval(mins => step.minutes, hours => 2)
        where ${at} > ${after} and ${at} <= ${until} and event.begins_at > ${until} - interval '1 day') as event
    cross join lateral (
      select named.user_id from calendar_event_users named
        where named.school_id = ${school_id} and named.event_id = event.id
      union select member.user_id from calendar_event_channels place
        join ${members} as member on member.channel_id = place.channel_id
        where place.school_id = ${school_id} and place.event_id = event.id
      union select event.user_id where event.user_id is not null) as person
    ${choices(school_id, sql`person.user_id`)}
    where ${isChosen(sql`event.minutes`)} and ${isGoing}
    on conflict do nothing`.execute(db);
}

/** What is not to be told any more, or should not have been. */
export interface StaleReminder {
  readonly event_id: number;
  readonly user_id: number;
  /** Null: it was not told yet. */
  readonly done_at: string | null;
  readonly mail_uuid: string | null;
}

/**
 * Forgets the reminders of events that are deleted, that begin at another time, or in which the person does not take part any more;
 * and those that wait and are not wanted any more.
 * @param of these events, and the other dates of their series; or those that wait; or all of events that have not been over for long
 */
export async function takeStale(
  db: Kysely<DB>,
  school_id: number,
  now: Date,
  of: readonly number[] | 'waiting' | 'all',
): Promise<StaleReminder[]> {
  const members = membersPart(db).where('school_id', '=', school_id);
  const recent = sql`due.begins_at > ${now.toISOString()}::timestamptz - interval '1 day'`;
  const ofEvents = (ids: readonly number[]) => sql`(due.event_id = any(${[...ids]}::bigint[])
    or due.event_id in (select one.id from calendar_events one where one.school_id = ${school_id}
      and one.series_id in (select other.series_id from calendar_events other
        where other.school_id = ${school_id} and other.id = any(${[...ids]}::bigint[]))))`;
  const among = typeof of === 'object' ? ofEvents(of) : of === 'all' ? recent : sql`due.done_at is null`;
  const { rows } = await sql<StaleReminder>`delete from calendar_due_reminders due
    where due.school_id = ${school_id} and ${among} and not exists (
      select 1 from calendar_events event ${choices(school_id, sql`due.user_id`)}
      where event.school_id = ${school_id} and event.id = due.event_id and event.deleted_at is null
        and event.begins_at = due.begins_at and ${isGoing}
        and (due.done_at is not null or ${isChosen(sql`due.minutes`)})
        and (event.user_id = due.user_id
          or exists (select 1 from calendar_event_users named where named.school_id = ${school_id}
            and named.event_id = event.id and named.user_id = due.user_id)
          or exists (select 1 from calendar_event_channels place
            join ${members} as member on member.channel_id = place.channel_id
            where place.school_id = ${school_id} and place.event_id = event.id and member.user_id = due.user_id)))
    returning event_id, user_id, done_at, mail_uuid`.execute(db);
  return rows;
}

/** Most reminders of one round; the next one comes a minute later. */
const ROUND = 5000;

/** What waits and may be told now: once for each event and person, however many of its times have come. */
export async function listDue(db: Kysely<DB>, school_id: number, now: Date) {
  return db
    .selectFrom('calendar_due_reminders as due')
    .innerJoin('calendar_events as event', (join) =>
      join.onRef('event.school_id', '=', 'due.school_id').onRef('event.id', '=', 'due.event_id'),
    )
    .select(['due.event_id', 'due.user_id', 'event.name', 'event.location', 'event.begins_at', 'event.is_all_day'])
    .distinct()
    .where('due.school_id', '=', school_id)
    .where('due.done_at', 'is', null)
    .where('due.not_before', '<=', now.toISOString())
    .orderBy('event.begins_at')
    .orderBy('due.event_id')
    .orderBy('due.user_id')
    .limit(ROUND)
    .execute();
}

/** What became of a reminder. */
export interface ReminderOutcome {
  readonly event_id: number;
  readonly user_id: number;
  /** Instant until which it waits; null: it is done. */
  readonly later: string | null;
  readonly mail_uuid: string | null;
}

export async function writeOutcomes(
  db: Kysely<DB>,
  school_id: number,
  outcomes: readonly ReminderOutcome[],
  now: Date,
): Promise<void> {
  if (outcomes.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await sql`update calendar_due_reminders due set mail_uuid = (value ->> 'mail_uuid')::uuid,
      not_before = coalesce((value ->> 'later')::timestamptz, due.not_before),
      done_at = case when value ->> 'later' is null then ${at} end
    from jsonb_array_elements(${toJsonText(outcomes)}::jsonb) as o(value)
    where due.school_id = ${school_id} and due.event_id = (value ->> 'event_id')::bigint
      and due.user_id = (value ->> 'user_id')::bigint and due.done_at is null and due.not_before <= ${at}`.execute(db);
}

/** Removes reminders that cannot come again, and choices for events that are over or gone; returns the number. */
export async function pruneReminders(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 2 * 86_400_000).toISOString();
  const due = await db.deleteFrom('calendar_due_reminders').where('begins_at', '<', before).executeTakeFirst();
  const chosen = await sql`delete from calendar_reminders chosen using calendar_events event
    where event.school_id = chosen.school_id and event.id = chosen.event_id and not event.is_left_out
      and (event.ends_at < ${before} or event.deleted_at < ${before})`.execute(db);
  return Number(due.numDeletedRows) + Number(chosen.numAffectedRows ?? 0);
}
