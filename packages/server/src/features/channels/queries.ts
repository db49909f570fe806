import { NOTIFICATIONS_PAGE, type Notification, type NotificationAction } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';

/** Names of what a notification is about, as they were then. */
export interface TargetSnapshot {
  name: string;
  /** Display name of who caused it. */
  by: string | null;
}

declare module '../../kernel/data/json.ts' {
  interface JsonColumns {
    'messages.actions': readonly NotificationAction[];
    'messages.target_snapshot': TargetSnapshot;
  }
}

/** Takes the personal channels of accounts away that nobody has used; one that holds anything refuses it. */
export async function removeUnusedChannels(
  db: Kysely<DB>,
  schoolId: number,
  ownerIds: readonly number[],
): Promise<void> {
  await sql`delete from chats where school_id = ${schoolId} and messages_sent = 0 and channel_id in (
    select id from channels where school_id = ${schoolId} and owner_id = any(${ownerIds}::bigint[]))`.execute(db);
  await sql`delete from channels where school_id = ${schoolId} and owner_id = any(${ownerIds}::bigint[])`.execute(db);
}

/** The personal channel of somebody with its chat. */
export async function getPersonalChannel(db: Kysely<DB>, schoolId: number, userId: number) {
  return db
    .selectFrom('channels')
    .innerJoin('chats', (join) =>
      join.onRef('chats.school_id', '=', 'channels.school_id').onRef('chats.channel_id', '=', 'channels.id'),
    )
    .select(['channels.id', 'channels.uuid', 'chats.id as chat_id', 'chats.messages_sent', 'chats.change_seq'])
    .select(['chats.created_at', 'chats.last_change_at'])
    .where('channels.school_id', '=', schoolId)
    .where('channels.owner_id', '=', userId)
    .executeTakeFirstOrThrow();
}

function notificationsOf(db: Kysely<DB>, schoolId: number, chatId: number) {
  return db
    .selectFrom('messages')
    .select(['chat_id', 'seq', 'uuid', 'is_read', 'created_at', 'change_seq'])
    .select(['target_type', 'target_id', 'target_snapshot', 'content', 'actions'])
    .where('school_id', '=', schoolId)
    .where('chat_id', '=', chatId)
    .where('type', '=', 'NC_EVENT');
}

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

/** One page of a chat's notifications, newest first, and the first row of the next. */
export async function listNotifications(
  db: Kysely<DB>,
  schoolId: number,
  chatId: number,
  { page, isRead }: { page: number; isRead: boolean | undefined },
) {
  let query = notificationsOf(db, schoolId, chatId)
    .orderBy('seq', 'desc')
    .offset((page - 1) * NOTIFICATIONS_PAGE)
    .limit(NOTIFICATIONS_PAGE + 1);
  if (isRead !== undefined) query = query.where('is_read', '=', isRead);
  return query.execute();
}

/** How many notifications people have, by their ids. */
export async function countNotifications(db: Kysely<DB>, schoolId: number, userIds: readonly number[]) {
  const { rows } = await sql<{
    user_id: number;
    chat_id: number;
    change_seq: number;
    count: number;
    unread_count: number;
  }>`
    select channels.owner_id as user_id, chats.id as chat_id, chats.change_seq, counted.count, counted.unread_count
    from channels
    join chats on chats.school_id = channels.school_id and chats.channel_id = channels.id
    cross join lateral (
      select count(*) as count, count(*) filter (where not messages.is_read) as unread_count from messages
      where messages.school_id = chats.school_id and messages.chat_id = chats.id and messages.type = 'NC_EVENT'
    ) as counted
    where channels.school_id = ${schoolId} and channels.owner_id = any(${userIds}::bigint[])`.execute(db);
  return rows;
}

/** Marks a notification of somebody; null when they have none with that uuid. Marking it again changes nothing. */
export async function markNotification(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  uuid: string,
  isRead: boolean,
): Promise<{ row: NotificationRow; isChanged: boolean } | null> {
  const { chat_id } = await getPersonalChannel(db, schoolId, userId);
  const find = () => notificationsOf(db, schoolId, chat_id).where('uuid', '=', uuid).executeTakeFirst();
  const known = await find();
  if (!known) return null;
  const { rows } = await sql`
    with raised as (
      update chats set change_seq = change_seq + 1, last_change_at = greatest(now(), last_change_at)
      where school_id = ${schoolId} and id = ${chat_id} and ${known.is_read !== isRead}
      returning change_seq
    )
    update messages set is_read = ${isRead}, change_seq = raised.change_seq from raised
    where messages.school_id = ${schoolId} and messages.chat_id = ${chat_id} and messages.seq = ${known.seq}
    returning 1`.execute(db);
  return { row: (await find()) ?? known, isChanged: rows.length > 0 };
}

/** How much somebody has not read since a message of their personal chat. */
export interface UnreadCount {
  user_id: number;
  /** Number of the newest message that was counted. */
  last_seq: number;
  lessons: number;
  others: number;
}

/** Counts the unread notifications of people after a message each, in one statement; who has none is left out. */
export async function countUnreadAfter(
  db: Kysely<DB>,
  schoolId: number,
  people: readonly { user_id: number; after_seq: number }[],
): Promise<UnreadCount[]> {
  const ids = people.map(({ user_id }) => user_id);
  const after = people.map(({ after_seq }) => after_seq);
  const { rows } = await sql<UnreadCount>`
    select given.user_id, max(messages.seq) as last_seq,
      count(*) filter (where messages.target_type = 'lesson') as lessons,
      count(*) filter (where messages.target_type is distinct from 'lesson') as others
    from unnest(${ids}::bigint[], ${after}::bigint[]) as given(user_id, after_seq)
    join channels on channels.school_id = ${schoolId} and channels.owner_id = given.user_id
    join chats on chats.school_id = channels.school_id and chats.channel_id = channels.id
    join messages on messages.school_id = chats.school_id and messages.chat_id = chats.id
      and messages.seq > given.after_seq and messages.type = 'NC_EVENT' and not messages.is_read
    group by given.user_id
    order by given.user_id`.execute(db);
  return rows;
}

/** Which of these notifications have been read, by their uuids. */
export async function listReadNotifications(
  db: Kysely<DB>,
  schoolId: number,
  uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uuids.length === 0) return new Set();
  const rows = await db
    .selectFrom('messages')
    .select('uuid')
    .where('school_id', '=', schoolId)
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .where('is_read', '=', true)
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
}

/** A text that several people get: everything that is the same for all of them. */
export interface NotificationText {
  /** Plain text, its first line the title. */
  content: string;
  target_type: Notification['target_type'];
  target_id: number | null;
  target_snapshot: TargetSnapshot;
  /** With what it goes. */
  told_of?: ToldOf;
  /** Whose name it says besides its reader's: with that person it goes too. Null: nobody's. */
  named_id: number | null;
}

/** What a notification tells of: when that is deleted, the notification goes with it. */
export type ToldOf =
  | `news:${number}`
  | `event:${number}`
  | `absence:${string}`
  | `mark:${number}:${number}`
  | `return:${string}`
  | `lesson:${number}`
  | `mention:${string}`
  | `choice:${number}`
  | `exam:${number}`
  | `evening:${number}`
  | `reminder:${number}`
  | `absent:${number}`;

/** Who gets which text, as an index, and what pressing it does. */
export interface NotificationReceiver {
  user_id: number;
  text: number;
  actions: readonly NotificationAction[];
}

/**
 * Writes notifications into personal chats, in the order given, in one statement however many people there are.
 * Returns who has got some.
 */
export async function writeNotifications(
  db: Kysely<DB>,
  schoolId: number,
  texts: readonly NotificationText[],
  receivers: readonly NotificationReceiver[],
  now: Date,
): Promise<{ user_id: number; seq: number; uuid: string; text: number }[]> {
  if (receivers.length === 0) return [];
  const at = now.toISOString();
  const people = receivers.map(({ user_id }) => user_id);
  const chosen = receivers.map(({ text }) => text);
  const actions = receivers.map((receiver) => JSON.stringify(receiver.actions));
  const { rows } = await sql<{ user_id: number; seq: number; uuid: string; text: number }>`
    with given as (
      select user_id, text, actions, row_number() over (partition by user_id order by place) as place,
        count(*) over (partition by user_id) as total
      from unnest(${people}::bigint[], ${chosen}::integer[], ${actions}::text[]) with ordinality as g(user_id, text, actions, place)
    ), texts as (
      select (number - 1)::integer as text, value ->> 'content' as content, value ->> 'target_type' as target_type,
        (value ->> 'target_id')::bigint as target_id, value -> 'target_snapshot' as target_snapshot,
        value ->> 'told_of' as told_of, (value ->> 'named_id')::bigint as named_id
      from jsonb_array_elements(${toJsonText(texts)}::jsonb) with ordinality as t(value, number)
    ), raised as (
      update chats set messages_sent = messages_sent + totals.total, change_seq = change_seq + totals.total,
        last_change_at = greatest(${at}::timestamptz, last_change_at)
      from (select distinct user_id, total from given) as totals
      join channels on channels.school_id = ${schoolId} and channels.owner_id = totals.user_id
      where chats.school_id = ${schoolId} and chats.channel_id = channels.id
      returning chats.id, chats.messages_sent - totals.total as sent, chats.change_seq - totals.total as changed, totals.user_id
    ), written as (
      insert into messages (school_id, chat_id, seq, type, content, target_type, target_id, target_snapshot, actions,
        told_of, named_id, is_read, change_seq, created_at)
      select ${schoolId}, raised.id, raised.sent + given.place, 'NC_EVENT', texts.content, texts.target_type, texts.target_id,
        texts.target_snapshot, given.actions::jsonb, texts.told_of, texts.named_id, false, raised.changed + given.place, ${at}::timestamptz
      from raised join given using (user_id) join texts using (text)
      returning chat_id, seq, uuid
    )
    select raised.user_id, written.seq, written.uuid, given.text
    from written join raised on raised.id = written.chat_id
    join given on given.user_id = raised.user_id and raised.sent + given.place = written.seq
    order by raised.user_id, written.seq`.execute(db);
  return rows;
}

/** The personal channel of somebody who is erased, with all that the server wrote into it. */
export async function erasePersonalChannel(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  const channels = db
    .selectFrom('channels')
    .select('id')
    .where('school_id', '=', school_id)
    .where('owner_id', '=', user_id);
  const chats = db
    .selectFrom('chats')
    .select('id')
    .where('school_id', '=', school_id)
    .where('channel_id', 'in', channels);
  await db.deleteFrom('messages').where('school_id', '=', school_id).where('chat_id', 'in', chats).execute();
  await db.deleteFrom('chats').where('school_id', '=', school_id).where('channel_id', 'in', channels).execute();
  await db.deleteFrom('channels').where('school_id', '=', school_id).where('owner_id', '=', user_id).execute();
}
