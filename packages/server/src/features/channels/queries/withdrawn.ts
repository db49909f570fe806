import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ToldOf } from '../queries.ts';

/** What is gone, and for whom: for everybody, or for some people. */
export interface Withdrawing {
  readonly school_id: number;
  readonly told_of: readonly ToldOf[];
  /** Somebody who is gone: what says their name. */
  readonly named_id?: number;
  readonly people?: readonly number[];
  /** What these people were told that names that person. */
  readonly pairs?: readonly { readonly owner_id: number; readonly named_id: number }[];
}

/** Takes back what people were told of something, in the transaction in which it is deleted. */
export type WithdrawTold = (db: Kysely<DB>, withdrawing: Withdrawing, now: Date) => Promise<void>;

/** Who has lost notifications, and which. */
export interface Withdrawn {
  readonly user_id: number;
  readonly uuids: readonly string[];
}

/** Of what somebody was told already, and has not removed it. */
export async function listTold(db: Kysely<DB>, schoolId: number, asked: readonly ToldOf[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('messages')
    .select('told_of')
    .distinct()
    .where('school_id', '=', schoolId)
    .where('told_of', '=', sql<string>`any(${asked}::text[])`)
    .execute();
  return new Set(rows.flatMap(({ told_of }) => told_of ?? []));
}

/** Which notifications: the statement that deletes them and returns `chat_id` and `uuid`. */
function toDeleting({ school_id, told_of, named_id, people, pairs = [] }: Withdrawing) {
  // The pairs are looked up first and once: beside a table without statistics a plan may otherwise do it for each notification.
  if (pairs.length > 0)
    return sql`told as materialized (
      select pair.named_id, chats.id as chat_id
      from unnest(${pairs.map((pair) => pair.owner_id)}::bigint[], ${pairs.map((pair) => pair.named_id)}::bigint[]) as pair(owner_id, named_id)
      join channels on channels.school_id = ${school_id} and channels.owner_id = pair.owner_id
      join chats on chats.school_id = channels.school_id and chats.channel_id = channels.id
    ), gone as (
      delete from messages using told
      where messages.school_id = ${school_id} and messages.named_id = told.named_id and messages.chat_id = told.chat_id
        and messages.type = 'NC_EVENT'
      returning messages.chat_id, messages.uuid
    )`;
  const asked = named_id === undefined ? sql`told_of = any(${told_of}::text[])` : sql`named_id = ${named_id}`;
  return sql`theirs as (
      select chats.id from channels
      join chats on chats.school_id = channels.school_id and chats.channel_id = channels.id
      where channels.school_id = ${school_id} and channels.owner_id = any(${people ?? []}::bigint[])
    ), gone as (
      delete from messages where school_id = ${school_id} and ${asked} and type = 'NC_EVENT'
        and (${people === undefined} or chat_id in (select id from theirs))
      returning chat_id, uuid
    )`;
}

/**
 * Takes the notifications of something back; returns who had some. The numbers of the others in their personal chats stay.
 */
export async function withdrawNotifications(db: Kysely<DB>, withdrawing: Withdrawing, now: Date): Promise<Withdrawn[]> {
  const { school_id, told_of, named_id, pairs = [] } = withdrawing;
  if (told_of.length === 0 && named_id === undefined && pairs.length === 0) return [];
  const { rows } = await sql<Withdrawn>`
    with ${toDeleting(withdrawing)}, raised as (
      update chats set change_seq = change_seq + 1, last_change_at = greatest(${now.toISOString()}::timestamptz, last_change_at)
      where school_id = ${school_id} and id in (select chat_id from gone)
      returning id, channel_id
    )
    select channels.owner_id as user_id, (select array_agg(gone.uuid) from gone where gone.chat_id = raised.id) as uuids
    from raised join channels on channels.school_id = ${school_id} and channels.id = raised.channel_id
    order by channels.owner_id`.execute(db);
  return rows;
}

/** Something goes on under another name: what was told of it goes with that one. */
export async function renameTold(
  db: Kysely<DB>,
  schoolId: number,
  names: readonly { former: ToldOf; later: ToldOf }[],
): Promise<void> {
  if (names.length === 0) return;
  await sql`update messages set told_of = n.later
    from unnest(${names.map(({ former }) => former)}::text[], ${names.map(({ later }) => later)}::text[]) as n(former, later)
    where school_id = ${schoolId} and told_of = n.former`.execute(db);
}

/** A survey is deleted: the messages that carry it do not name it any more. */
export async function forgetSurveyNames(db: Kysely<DB>, schoolId: number, surveyId: number): Promise<void> {
  await db
    .updateTable('messages')
    .set({ target_snapshot: null })
    .where('school_id', '=', schoolId)
    .where('target_type', '=', 'surveys')
    .where('target_id', '=', surveyId)
    .execute();
}
