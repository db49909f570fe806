import type { SeriesTimes } from '@kreide/core/features/calendar';
import { type Kysely, sql } from 'kysely';
import { changedAt } from '../../../kernel/data/changed-at.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { EventKey, EventValues, Participants } from '../queries.ts';
import { type EventPart, SERIES_COLUMNS } from '../values.ts';
import { copySeriesReminders } from './reminders.ts';

/** What a series has besides its events. */
export interface SeriesHead extends SeriesTimes {
  readonly rule: string;
  readonly begins_on: string;
  readonly ends_on: string;
  readonly time_zone: string;
  readonly skips_holidays: boolean;
}

/** One date of a series; instants. */
export interface SeriesDate {
  readonly recurs_on: string;
  readonly begins_at: string;
  readonly ends_at: string;
}

export async function insertSeries(db: Kysely<DB>, school_id: number, head: SeriesHead, now: Date): Promise<number> {
  const at = now.toISOString();
  const { id } = await db
    .insertInto('calendar_series')
    .values({ school_id, ...head, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The series, locked for the rest of the transaction: one change of it at a time. */
export async function lockSeries(db: Kysely<DB>, { school_id, id }: EventKey) {
  return db
    .selectFrom('calendar_series')
    .select(['rule', 'begins_on', 'ends_on', 'is_all_day', 'begins_time', 'ends_time', 'ends_days', 'time_zone'])
    .select('skips_holidays')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateSeries(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  head: Partial<SeriesHead>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('calendar_series')
    .set({ ...head, updated_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** The events of a series from a date on, those that were taken out included, by their dates. */
export async function listSeriesDates(db: Kysely<DB>, { school_id, id }: EventKey, from = '1900-01-01') {
  return db
    .selectFrom('calendar_events')
    .select('id')
    .select(sql<string>`recurs_on`.as('recurs_on'))
    .select(sql<boolean>`deleted_at is null`.as('takes_place'))
    .where('school_id', '=', school_id)
    .where('series_id', '=', id)
    .where('recurs_on', '>=', from)
    .orderBy('recurs_on')
    .execute();
}

const columnsOf = (rows: readonly SeriesDate[]) =>
  sql`unnest(${rows.map((row) => row.recurs_on)}::date[], ${rows.map((row) => row.begins_at)}::timestamptz[],
    ${rows.map((row) => row.ends_at)}::timestamptz[]) as dated (recurs_on, begins_at, ends_at)`;

/** Adds events for these dates. */
export async function insertSeriesDates(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  user_id: number | null,
  values: EventValues,
  rows: readonly SeriesDate[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const { name, description, location, category, is_all_day, is_notifiable, participants_visible } = values;
  const at = now.toISOString();
  await sql`insert into calendar_events (school_id, user_id, series_id, recurs_on, begins_at, ends_at, name, description,
      location, category, is_all_day, is_notifiable, participants_visible, answers_for, created_at, updated_at)
    select ${school_id}, ${user_id}, ${id}, dated.recurs_on, dated.begins_at, dated.ends_at, ${name}, ${description},
      ${location}, ${category}, ${is_all_day}, ${is_notifiable}, ${participants_visible}, ${values.answers_for}, ${at}, ${at}
    from ${columnsOf(rows)}`.execute(db);
}

/** Makes an event, which has been alone, one of a series. */
export async function attachEvent(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  series_id: number,
  recurs_on: string,
): Promise<void> {
  await db
    .updateTable('calendar_events')
    .set({ series_id, recurs_on })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** Moves the events of a series from a date on to another series. */
export async function splitSeries(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  from: string,
  series_id: number,
): Promise<void> {
  await db
    .updateTable('calendar_events')
    .set({ series_id })
    .where('school_id', '=', school_id)
    .where('series_id', '=', id)
    .where('recurs_on', '>=', from)
    .execute();
  await copySeriesReminders(db, { school_id, id }, series_id);
}

/** Gives events their dates by the rule, and their times unless these were changed for themselves. */
export async function moveSeriesDates(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  rows: readonly (SeriesDate & { readonly id: number })[],
  is_all_day: boolean,
): Promise<void> {
  await sql`update calendar_events event set recurs_on = dated.recurs_on,
      begins_at = case when 'times' = any(event.changed) then event.begins_at else dated.begins_at end,
      ends_at = case when 'times' = any(event.changed) then event.ends_at else dated.ends_at end,
      is_all_day = case when 'times' = any(event.changed) then event.is_all_day else ${is_all_day} end
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.recurs_on)}::date[],
      ${rows.map((row) => row.begins_at)}::timestamptz[], ${rows.map((row) => row.ends_at)}::timestamptz[])
      as dated (id, recurs_on, begins_at, ends_at)
    where event.school_id = ${school_id} and event.series_id = ${id} and event.id = dated.id`.execute(db);
}

/** Writes what was changed of a series to its events, but what was changed of one alone; all of them count as changed. */
export async function writeSeries(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  values: EventValues,
  parts: readonly EventPart[],
  now: Date,
): Promise<void> {
  const columns = SERIES_COLUMNS.filter((column) => parts.includes(column)).map(
    (column) =>
      sql`${sql.ref(column)} = case when ${column} = any(changed) then ${sql.ref(column)} else ${values[column]} end, `,
  );
  await sql`update calendar_events set ${sql.join(columns, sql``)} updated_at = ${changedAt(now)}
    where school_id = ${school_id} and series_id = ${id}`.execute(db);
}

/** What each date of a series says, and what of that is its own. */
export async function listSeriesWords(db: Kysely<DB>, { school_id, id }: EventKey) {
  return db
    .selectFrom('calendar_events')
    .select(['id', 'changed', ...SERIES_COLUMNS])
    .where('school_id', '=', school_id)
    .where('series_id', '=', id)
    .orderBy('recurs_on')
    .execute();
}

/** What of one event is its own from now on, and what is no longer. */
export async function markParts(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  own: readonly EventPart[],
  shared: readonly EventPart[] = [],
): Promise<void> {
  await sql`update calendar_events set changed = array(select distinct part
      from unnest(changed || ${[...own]}::text[]) as part where part != all(${[...shared]}::text[]) order by part)
    where school_id = ${school_id} and id = ${id}`.execute(db);
}

const removeAnswers = (db: Kysely<DB>, school_id: number, ids: readonly number[]) =>
  sql`delete from calendar_event_answers where school_id = ${school_id}
    and event_id = any(${[...ids]}::bigint[])`.execute(db);

/** Takes events out of their series, and away. */
export async function dropSeriesDates(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update calendar_events set series_id = null, recurs_on = null, is_left_out = false,
      deleted_at = coalesce(deleted_at, ${now.toISOString()}::timestamptz), updated_at = ${changedAt(now)}
    where school_id = ${school_id} and series_id = ${id} and id = any(${[...ids]}::bigint[])`.execute(db);
  await removeAnswers(db, school_id, ids);
}

/** Deletes the events of a series from a date on; answers those that were there. */
export async function deleteSeriesDates(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  from: string,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`update calendar_events set is_left_out = false,
      deleted_at = coalesce(deleted_at, ${now.toISOString()}::timestamptz), updated_at = ${changedAt(now)}
    where school_id = ${school_id} and series_id = ${id} and recurs_on >= ${from}
      and (deleted_at is null or is_left_out) returning id`.execute(db);
  const ids = rows.map((row) => row.id);
  await removeAnswers(db, school_id, ids);
  return ids;
}

/**
 * Makes these the participants of a series, but of events whose participants were changed for themselves; answers of others go.
 * @param dates of these dates alone
 */
export async function setSeriesParticipants(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  { channels, users }: Participants,
  audience: readonly number[],
  dates?: readonly string[],
): Promise<void> {
  const ofDates = dates ? sql`and recurs_on = any(${dates}::date[])` : sql``;
  const events = sql`(select id from calendar_events where school_id = ${school_id} and series_id = ${id}
    and 'participants' != all(changed) ${ofDates})`;
  await sql`delete from calendar_event_channels where school_id = ${school_id} and event_id in ${events}
    and channel_id != all(${channels}::bigint[])`.execute(db);
  await sql`delete from calendar_event_users where school_id = ${school_id} and event_id in ${events}
    and user_id != all(${users}::bigint[])`.execute(db);
  await sql`insert into calendar_event_channels (school_id, event_id, channel_id)
    select distinct ${school_id}::bigint, event.id, unnest(${channels}::bigint[]) from ${events} as event
    on conflict do nothing`.execute(db);
  await sql`insert into calendar_event_users (school_id, event_id, user_id)
    select distinct ${school_id}::bigint, event.id, unnest(${users}::bigint[]) from ${events} as event
    on conflict do nothing`.execute(db);
  await sql`delete from calendar_event_answers where school_id = ${school_id} and event_id in ${events}
    and user_id != all(${[...audience]}::bigint[])`.execute(db);
}

/** Is the event in the state that somebody has seen? */
export async function isAsSeen(db: Kysely<DB>, { school_id, id }: EventKey, seen: string): Promise<boolean> {
  const row = await db
    .selectFrom('calendar_events')
    .select('id')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(sql`date_trunc('milliseconds', updated_at)`, '=', seen)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The event of a series that takes place on a day or first after it, else the last one; null: none does. */
export async function findSeriesEvent(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  date: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('calendar_events')
    .select('id')
    .where('school_id', '=', school_id)
    .where('series_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy(sql`recurs_on < ${date}`)
    .orderBy(sql`abs(recurs_on - ${date}::date)`)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
