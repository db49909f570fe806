import type { EventAnswersFor, EventDraft } from '@kreide/core/features/calendar';
import { type Kysely, sql } from 'kysely';
import { changedAt } from '../../kernel/data/changed-at.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { membersPart } from '../channels/index.ts';

/** Who takes part in an event. */
export interface Participants {
  readonly channels: readonly number[];
  readonly users: readonly number[];
}

export interface EventKey {
  readonly school_id: number;
  readonly id: number;
}

/** What the author of an event wants, and need not say. */
export interface EventChoices {
  readonly is_notifiable: boolean;
  readonly participants_visible: boolean;
  readonly answers_for: EventAnswersFor | null;
}

/** An event as it is stored. */
export interface EventValues
  extends Omit<EventDraft, keyof Participants | keyof EventChoices | 'repeats'>,
    EventChoices {}

const eventAt = (db: Kysely<DB>, { school_id, id }: EventKey) =>
  db.updateTable('calendar_events').where('school_id', '=', school_id).where('id', '=', id);

/** Creates an event and answers its id. */
export async function insertEvent(
  db: Kysely<DB>,
  school_id: number,
  user_id: number,
  values: EventValues,
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const { id } = await db
    .insertInto('calendar_events')
    .values({ school_id, user_id, ...values, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes a change based on the state of `seen`; false when the event is no longer in that state. */
export async function updateEvent(
  db: Kysely<DB>,
  key: EventKey,
  values: EventValues,
  seen: string,
  now: Date,
): Promise<boolean> {
  const result = await eventAt(db, key)
    .set({ ...values, updated_at: changedAt(now) })
    .where('deleted_at', 'is', null)
    .where(sql`date_trunc('milliseconds', updated_at)`, '=', seen)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Writes when an event is, whatever state it is in. */
export async function writeEventTimes(
  db: Kysely<DB>,
  key: EventKey,
  { begins_at, ends_at, is_all_day }: Pick<EventValues, 'begins_at' | 'ends_at' | 'is_all_day'>,
): Promise<void> {
  await eventAt(db, key).set({ begins_at, ends_at, is_all_day }).execute();
}

export async function markEventDeleted(db: Kysely<DB>, key: EventKey, now: Date): Promise<void> {
  await eventAt(db, key)
    .set({ deleted_at: now.toISOString(), updated_at: changedAt(now) })
    .execute();
}

export async function listParticipants(db: Kysely<DB>, { school_id, id }: EventKey): Promise<Participants> {
  const { rows } = await sql<{ channels: number[]; users: number[] }>`select
      (select coalesce(json_agg(channel_id order by channel_id), '[]') from calendar_event_channels
        where school_id = ${school_id} and event_id = ${id}) as channels,
      (select coalesce(json_agg(user_id order by user_id), '[]') from calendar_event_users
        where school_id = ${school_id} and event_id = ${id}) as users`.execute(db);
  return rows[0] ?? { channels: [], users: [] };
}

/** Makes these the participants of an event; a repeated id counts once. */
export async function setParticipants(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  { channels, users }: Participants,
): Promise<void> {
  await sql`delete from calendar_event_channels where school_id = ${school_id} and event_id = ${id}
    and channel_id != all(${channels}::bigint[])`.execute(db);
  await sql`delete from calendar_event_users where school_id = ${school_id} and event_id = ${id}
    and user_id != all(${users}::bigint[])`.execute(db);
  await sql`insert into calendar_event_channels (school_id, event_id, channel_id)
    select distinct ${school_id}::bigint, ${id}::bigint, unnest(${channels}::bigint[])
    on conflict do nothing`.execute(db);
  await sql`insert into calendar_event_users (school_id, event_id, user_id)
    select distinct ${school_id}::bigint, ${id}::bigint, unnest(${users}::bigint[])
    on conflict do nothing`.execute(db);
}

/** Everybody whom these participants mean now; `rung`: without those who muted each channel through which it reaches them. */
export async function listAudience(
  db: Kysely<DB>,
  school_id: number,
  { channels, users }: Participants,
  rung: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select taking.user_id from (
      select member.user_id from ${membersPart(db).where('school_id', '=', school_id)} as member
      where member.channel_id = any(${channels}::bigint[]) and not (${rung}::boolean and member.is_muted)
      union select unnest(${users}::bigint[])) as taking
    order by taking.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
