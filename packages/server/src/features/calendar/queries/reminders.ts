import { type EventReminders, REMINDER_MINUTES } from '@kreide/core/features/calendar';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { EventKey } from '../queries.ts';

/** What somebody is reminded of: of an event, or of whichever one. */
export async function readReminders(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  series_id: number | null,
  user_id: number,
): Promise<EventReminders> {
  const { rows } = await sql<EventReminders>`select minutes, origin from (
      select 1 as place, 'event' as origin, minutes from calendar_reminders
        where school_id = ${school_id} and event_id = ${id} and user_id = ${user_id}
      union all select 2, 'series', minutes from calendar_series_reminders
        where school_id = ${school_id} and series_id = ${series_id}::bigint and user_id = ${user_id}
      union all select 3, 'usual', minutes from calendar_usual_reminders
        where school_id = ${school_id} and user_id = ${user_id}) as chosen
    order by place limit 1`.execute(db);
  return rows[0] ?? { minutes: [], origin: 'usual' };
}

/** Chooses for one event; null: nothing of its own any more. */
export async function chooseForEvent(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  user_id: number,
  minutes: number[] | null,
): Promise<void> {
  const key = { school_id, event_id: id, user_id };
  if (minutes)
    await db
      .insertInto('calendar_reminders')
      .values({ ...key, minutes })
      .onConflict((conflict) => conflict.columns(['school_id', 'event_id', 'user_id']).doUpdateSet({ minutes }))
      .execute();
  else
    await db
      .deleteFrom('calendar_reminders')
      .where('school_id', '=', school_id)
      .where('event_id', '=', id)
      .where('user_id', '=', user_id)
      .execute();
}

/** Chooses for all dates of a series, those included for which something else was chosen. */
export async function chooseForSeries(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  user_id: number,
  minutes: number[] | null,
): Promise<void> {
  await sql`delete from calendar_reminders where school_id = ${school_id} and user_id = ${user_id}
    and event_id in (select id from calendar_events where school_id = ${school_id} and series_id = ${id})`.execute(db);
  if (minutes)
    await db
      .insertInto('calendar_series_reminders')
      .values({ school_id, series_id: id, user_id, minutes })
      .onConflict((conflict) => conflict.columns(['school_id', 'series_id', 'user_id']).doUpdateSet({ minutes }))
      .execute();
  else
    await db
      .deleteFrom('calendar_series_reminders')
      .where('school_id', '=', school_id)
      .where('series_id', '=', id)
      .where('user_id', '=', user_id)
      .execute();
}

/** What somebody has chosen for all dates of a series goes on with its second part. */
export async function copySeriesReminders(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  series_id: number,
): Promise<void> {
  await sql`insert into calendar_series_reminders (school_id, series_id, user_id, minutes)
    select school_id, ${series_id}, user_id, minutes from calendar_series_reminders
    where school_id = ${school_id} and series_id = ${id}`.execute(db);
}

/**
 * What people said of single dates of a series goes on with the same days of the one that takes its place: their answers, and when they
 * want to be reminded.
 */
export async function copyOfDates(db: Kysely<DB>, { school_id, id }: EventKey, series_id: number): Promise<void> {
  const days = sql`calendar_events former
    join calendar_events later on later.school_id = ${school_id} and later.series_id = ${series_id} and later.deleted_at is null
      and later.recurs_on = former.recurs_on`;
  const isFormer = sql`former.school_id = ${school_id} and former.series_id = ${id} and former.deleted_at is null`;
  await sql`insert into calendar_event_answers (school_id, event_id, user_id, answer, answered_at)
    select ${school_id}::bigint, later.id, said.user_id, said.answer, said.answered_at from ${days}
    join calendar_event_answers said on said.school_id = ${school_id} and said.event_id = former.id where ${isFormer}`.execute(
    db,
  );
  await sql`insert into calendar_reminders (school_id, event_id, user_id, minutes)
    select ${school_id}::bigint, later.id, said.user_id, said.minutes from ${days}
    join calendar_reminders said on said.school_id = ${school_id} and said.event_id = former.id where ${isFormer}`.execute(
    db,
  );
}

export async function readUsual(db: Kysely<DB>, school_id: number, user_id: number): Promise<number[]> {
  const row = await db
    .selectFrom('calendar_usual_reminders')
    .select('minutes')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.minutes ?? [];
}

export async function writeUsual(db: Kysely<DB>, school_id: number, user_id: number, minutes: number[]): Promise<void> {
  await db
    .insertInto('calendar_usual_reminders')
    .values({ school_id, user_id, minutes })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doUpdateSet({ minutes }))
    .execute();
}

/** From now on reminders of a school are looked for. */
export async function beginReminding(db: Kysely<DB>, school_id: number, now: Date): Promise<void> {
  await db
    .insertInto('calendar_reminder_runs')
    .values({ school_id, looked_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The schools in which somebody wanted to be reminded. */
export async function listReminding(db: Kysely<DB>): Promise<number[]> {
  const rows = await db.selectFrom('calendar_reminder_runs').select('school_id').orderBy('school_id').execute();
  return rows.map(({ school_id }) => school_id);
}

/** Up to when a school was looked through, for this transaction alone; null: nobody there is reminded. */
export async function takeRun(db: Kysely<DB>, school_id: number): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_reminder_runs')
    .select('looked_at')
    .where('school_id', '=', school_id)
    .forUpdate()
    .executeTakeFirst();
  return row?.looked_at ?? null;
}

export async function endRun(db: Kysely<DB>, school_id: number, now: Date): Promise<void> {
  await db
    .updateTable('calendar_reminder_runs')
    .set({ looked_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .execute();
}

/** What a person `person.user_id` has chosen for the row `event`, and what they have answered. */
export const choices = (school_id: number, person: ReturnType<typeof sql>) => sql`
  left join calendar_reminders own on own.school_id = ${school_id} and own.event_id = event.id and own.user_id = ${person}
  left join calendar_series_reminders whole on whole.school_id = ${school_id} and whole.series_id = event.series_id
    and whole.user_id = ${person}
  left join calendar_usual_reminders usual on usual.school_id = ${school_id} and usual.user_id = ${person}
  left join calendar_event_answers given on given.school_id = ${school_id} and given.event_id = event.id
    and given.user_id = ${person}`;

export const isChosen = (minutes: ReturnType<typeof sql>) =>
  sql<SqlBool>`${minutes} = any(coalesce(own.minutes, whole.minutes, usual.minutes))`;
export const isGoing = sql<SqlBool>`(event.answers_for is null or given.answer is distinct from 'no')`;
export const STEPS = sql`unnest(${[...REMINDER_MINUTES]}::integer[])`;
