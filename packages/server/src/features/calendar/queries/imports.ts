import type { FileCalendar, ImportState } from '@kreide/core/features/calendar';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { changedAt } from '../../../kernel/data/changed-at.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { EventKey, EventValues, Participants } from '../queries.ts';
import { isInvited } from './series-part.ts';

/** Which event, or series, one of a file is. */
export interface ImportedAs {
  readonly uid_hash: string;
  readonly content_hash: string;
  readonly event_id: number | null;
  readonly series_id: number | null;
}

/** What an import did with one event of its file, for taking it back. */
export interface ImportChange {
  readonly uid_hash: string;
  readonly event_id: number | null;
  readonly series_id: number | null;
  /** Events that made room. */
  readonly gone: readonly number[];
  /** What an event said that was changed where it was; null: it is new. */
  readonly before: EventValues | null;
  readonly former: ImportedAs | null;
}

declare module '../../../kernel/data/json.ts' {
  interface JsonColumns {
    'calendar_imports.calendar': FileCalendar;
    'calendar_imports.changes': readonly ImportChange[];
  }
}

const HOUR_MS = 3_600_000;
export const NOTHING: FileCalendar = { name: '', events: [], left: [], zones: [] };

export async function insertImport(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  { file_name, calendar, hours }: { file_name: string; calendar: FileCalendar; hours: number },
  now: Date,
): Promise<number> {
  const ends_at = new Date(now.getTime() + hours * HOUR_MS).toISOString();
  const times = { created_at: now.toISOString(), ends_at };
  const { id } = await db
    .insertInto('calendar_imports')
    .values({ school_id, user_id, file_name, state: 'TRIED', calendar: toJsonText(calendar), ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The imports of somebody that were carried out, the newest first. */
export async function listImports(db: Kysely<DB>, school_id: number, user_id: number, most: number) {
  const rows = await db
    .selectFrom('calendar_imports')
    .select(['id', 'file_name', 'state', 'added', 'changed', 'created_at', 'ends_at'])
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('state', '!=', 'TRIED')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ state, ...row }) => ({ ...row, state: state as 'APPLIED' | 'UNDONE' }));
}
export type ImportRow = Awaited<ReturnType<typeof listImports>>[number];

/** An import of somebody; all of theirs are locked for the rest of the transaction, one at a time. */
export async function takeImport(db: Kysely<DB>, { school_id, id }: EventKey, user_id: number) {
  const rows = await db
    .selectFrom('calendar_imports')
    .select(['id', 'state', 'file_name', 'calendar', 'changes', 'channels', 'ends_at'])
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .orderBy('id')
    .forUpdate()
    .execute();
  const found = rows.find((row) => row.id === id);
  return found && { ...found, isNewest: !rows.some((row) => row.id > id && row.state === 'APPLIED') };
}

export async function writeImport(
  db: Kysely<DB>,
  { school_id, id }: EventKey,
  done: {
    changes: readonly ImportChange[];
    channels: readonly number[];
    added: number;
    changed: number;
    hours: number;
  },
  now: Date,
): Promise<void> {
  const { changes, channels, added, changed, hours } = done;
  const ends_at = new Date(now.getTime() + hours * HOUR_MS).toISOString();
  await db
    .updateTable('calendar_imports')
    .set({ state: 'APPLIED', calendar: toJsonText(NOTHING), changes: toJsonText(changes), ends_at })
    .set({ channels: [...channels], added, changed })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

export async function markUndone(db: Kysely<DB>, { school_id, id }: EventKey): Promise<void> {
  await db
    .updateTable('calendar_imports')
    .set({ state: 'UNDONE', changes: toJsonText([]) })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** What the events of a file are already, for somebody: those of which something still takes place. */
export async function listImported(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  hashes: readonly string[],
): Promise<Map<string, ImportedAs>> {
  const { rows } = await sql<ImportedAs>`select kept.uid_hash, kept.content_hash, kept.event_id, kept.series_id
    from calendar_imported kept
    where kept.school_id = ${school_id} and kept.user_id = ${user_id} and kept.uid_hash = any(${[...hashes]}::text[])
      and exists (select 1 from calendar_events event where event.school_id = ${school_id} and event.deleted_at is null
        and event.user_id = ${user_id} and (event.id = kept.event_id or event.series_id = kept.series_id))`.execute(db);
  return new Map(rows.map((row) => [row.uid_hash, row]));
}

/** Those of some events that somebody sees. */
export async function listSeen(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  ids: readonly number[],
) {
  return db
    .selectFrom('calendar_events as event')
    .select(['event.id', 'event.name', 'event.begins_at'])
    .where('event.school_id', '=', school_id)
    .where('event.deleted_at', 'is', null)
    .where('event.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where(sql<SqlBool>`(event.user_id = ${user_id} or ${isInvited(db, { school_id, user_id })})`)
    .execute();
}

export const stateOf = (planned: { content_hash: string }, known: ImportedAs | undefined): ImportState => {
  if (!known) return 'new';
  return known.content_hash === planned.content_hash ? 'known' : 'changed';
};

/** Keeps what events of a file are from now on. */
export async function keepImported(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  rows: readonly ImportedAs[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into calendar_imported (school_id, user_id, uid_hash, content_hash, event_id, series_id)
    select ${school_id}, ${user_id}, value ->> 'uid_hash', value ->> 'content_hash',
      (value ->> 'event_id')::bigint, (value ->> 'series_id')::bigint
    from jsonb_array_elements(${toJsonText(rows)}::jsonb) as r(value)
    on conflict (school_id, user_id, uid_hash) do update set content_hash = excluded.content_hash,
      event_id = excluded.event_id, series_id = excluded.series_id`.execute(db);
}

export async function forgetImported(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  hashes: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('calendar_imported')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('uid_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute();
}

/** What events say, by their ids. */
export async function listValues(db: Kysely<DB>, school_id: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('calendar_events')
    .select(['id', 'name', 'description', 'location', 'category', 'is_all_day', 'begins_at', 'ends_at'])
    .select(['is_notifiable', 'participants_visible', 'answers_for'])
    .where('school_id', '=', school_id)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, ...values }) => [id, values as EventValues]));
}

/** Writes what events say, in one statement; those that are deleted stay so. */
export async function writeValues(
  db: Kysely<DB>,
  school_id: number,
  rows: readonly { readonly id: number; readonly values: Partial<EventValues> }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update calendar_events event set name = value ->> 'name', description = value ->> 'description',
      location = value ->> 'location', category = value ->> 'category',
      is_all_day = (value ->> 'is_all_day')::boolean, begins_at = (value ->> 'begins_at')::timestamptz,
      ends_at = (value ->> 'ends_at')::timestamptz, updated_at = ${changedAt(now, 'event')}
    from jsonb_array_elements(${toJsonText(rows.map(({ id, values }) => ({ ...values, id })))}::jsonb) as r(value)
    where event.school_id = ${school_id} and event.deleted_at is null
      and event.id = (value ->> 'id')::bigint`.execute(db);
}

/** Inserts events that do not repeat; their ids in the same order. */
export async function insertEvents(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  all: readonly EventValues[],
  now: Date,
): Promise<number[]> {
  if (all.length === 0) return [];
  const at = now.toISOString();
  const rows = all.map((values) => ({ school_id, user_id, ...values, created_at: at, updated_at: at }));
  const made = await db.insertInto('calendar_events').values(rows).returning('id').execute();
  return made.map(({ id }) => id);
}

/** Adds channels and people to events; `like`: those who take part in another one. */
export async function addParticipants(
  db: Kysely<DB>,
  school_id: number,
  ids: readonly number[],
  { channels, users }: Participants,
): Promise<void> {
  const events = sql`unnest(${[...ids]}::bigint[]) as event (id)`;
  await sql`insert into calendar_event_channels (school_id, event_id, channel_id)
    select ${school_id}::bigint, event.id, unnest(${[...channels]}::bigint[]) from ${events} on conflict do nothing`.execute(
    db,
  );
  await sql`insert into calendar_event_users (school_id, event_id, user_id)
    select ${school_id}::bigint, event.id, unnest(${[...users]}::bigint[]) from ${events} on conflict do nothing`.execute(
    db,
  );
}

/** The events of some series that take place, with the date of each by its rule. */
export async function listDated(db: Kysely<DB>, school_id: number, series: readonly number[]) {
  const { rows } = await sql<{ id: number; series_id: number; recurs_on: string }>`
    select id, series_id, recurs_on from calendar_events where school_id = ${school_id}
      and series_id = any(${[...series]}::bigint[]) and deleted_at is null order by recurs_on`.execute(db);
  return rows;
}

/** What of events is their own from now on. */
export async function markChanged(db: Kysely<DB>, school_id: number, ids: readonly number[]): Promise<void> {
  await sql`update calendar_events set changed = '{name,description,location,times}'
    where school_id = ${school_id} and id = any(${[...ids]}::bigint[])`.execute(db);
}

/** Takes events away, or brings those back that an import took away. */
export async function setGone(
  db: Kysely<DB>,
  school_id: number,
  ids: readonly number[],
  isGone: boolean,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await sql`update calendar_events set deleted_at = case when ${isGone} then coalesce(deleted_at, ${at}) end,
      is_left_out = false, updated_at = ${changedAt(now)}
    where school_id = ${school_id} and id = any(${[...ids]}::bigint[])`.execute(db);
}

/** Everybody who takes part in some events. */
export async function participantsOf(db: Kysely<DB>, school_id: number, ids: readonly number[]): Promise<Participants> {
  const { rows } = await sql<{ channels: number[]; users: number[] }>`select
      (select coalesce(json_agg(distinct channel_id), '[]') from calendar_event_channels
        where school_id = ${school_id} and event_id = any(${[...ids]}::bigint[])) as channels,
      (select coalesce(json_agg(distinct user_id), '[]') from calendar_event_users
        where school_id = ${school_id} and event_id = any(${[...ids]}::bigint[])) as users`.execute(db);
  return rows[0] ?? { channels: [], users: [] };
}

/** Removes imports whose time is over; returns the number. */
export async function pruneImports(db: Kysely<DB>, now: Date): Promise<number> {
  const gone = await db.deleteFrom('calendar_imports').where('ends_at', '<', now.toISOString()).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
