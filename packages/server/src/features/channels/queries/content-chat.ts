import { CHANGES_MAXIMUM } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { beginChange } from './chat-write.ts';
import type { ContentRoute } from './content.ts';
import type { ChannelKey } from './members.ts';
import { setPinnedMessage } from './pinned.ts';

/** From which message on somebody saw the old chat. */
export interface OldPlace {
  readonly user_id: number;
  readonly visible_from_seq: number;
}

/** How somebody had the new chat, and how they have it when everything has come: from which message on, and read up to. */
export interface NewPlace extends OldPlace {
  readonly sees_from_seq: number;
  readonly read_seq: number;
}

/** The messages of the old chat up to `up_to`, which stand in the new one after its message `from`. */
export interface MovedSpan extends ContentRoute {
  readonly up_to: number;
  readonly from: number;
}

const oldKey = ({ school_id, old_channel_id }: ContentRoute): ChannelKey => ({ school_id, id: old_channel_id });
const newKey = ({ school_id, new_channel_id }: ContentRoute): ChannelKey => ({ school_id, id: new_channel_id });

async function chatOf(db: Kysely<DB>, { school_id, id }: ChannelKey) {
  return db
    .selectFrom('chats')
    .select(['id', 'change_seq', 'pinned_seq'])
    .where('school_id', '=', school_id)
    .where('channel_id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Gives the messages of the new chat behind a place other numbers, together with who has read them and from where they see them. */
async function shift(
  db: Kysely<DB>,
  span: MovedSpan,
  { behind, by, now }: { behind: number; by: number; now: Date },
): Promise<void> {
  const { school_id } = span;
  const key = newKey(span);
  const chat = await chatOf(db, key);
  const pinned = chat.pinned_seq !== null && chat.pinned_seq > behind ? chat.pinned_seq : null;
  if (pinned !== null) await setPinnedMessage(db, key, null);
  const { change_seq, last_change_at } = await beginChange(db, key, { now });
  // By way of numbers that nobody has: two would be the same for a moment otherwise.
  await sql`update messages set seq = -(seq + ${by}::bigint), change_seq = ${change_seq}, updated_at = ${last_change_at}
    where school_id = ${school_id} and chat_id = ${chat.id} and seq > ${behind}`.execute(db);
  await sql`update messages set seq = -seq
    where school_id = ${school_id} and chat_id = ${chat.id} and seq < 0`.execute(db);
  await sql`update message_reports set seq = -(seq + ${by}::bigint)
    where school_id = ${school_id} and chat_id = ${chat.id} and seq > ${behind}`.execute(db);
  await sql`update message_reports set seq = -seq
    where school_id = ${school_id} and chat_id = ${chat.id} and seq < 0`.execute(db);
  await sql`update chats set messages_sent = messages_sent + ${by}::bigint
    where school_id = ${school_id} and id = ${chat.id}`.execute(db);
  await sql`update channel_members set
      visible_from_seq = case when visible_from_seq > ${behind} then visible_from_seq + ${by}::bigint else visible_from_seq end,
      read_seq = case when read_seq > ${behind} then read_seq + ${by}::bigint else read_seq end
    where school_id = ${school_id} and channel_id = ${key.id}`.execute(db);
  if (pinned !== null) await setPinnedMessage(db, key, pinned + by);
}

/**
 * Makes room in the new chat and lets nobody see what moves, neither there nor in the old chat, until all of it is there.
 * Returns how the members had both, and what was pinned.
 */
export async function openChatMove(db: Kysely<DB>, span: MovedSpan, now: Date) {
  const { school_id, up_to, from } = span;
  const old = await chatOf(db, oldKey(span));
  const pinned_seq = old.pinned_seq !== null && old.pinned_seq <= up_to ? old.pinned_seq : null;
  if (pinned_seq !== null) await setPinnedMessage(db, oldKey(span), null);
  await beginChange(db, oldKey(span), { now });
  const { rows: old_places } = await sql<OldPlace>`
    with former as (
      select user_id, visible_from_seq from channel_members where school_id = ${school_id}
        and channel_id = ${span.old_channel_id} and visible_from_seq < ${up_to} for update
    ), hidden as (
      update channel_members set visible_from_seq = ${up_to} from former
      where school_id = ${school_id} and channel_id = ${span.old_channel_id} and channel_members.user_id = former.user_id
    )
    select * from former order by user_id`.execute(db);
  await shift(db, span, { behind: from, by: up_to, now });
  await hideNew(db, span);
  return { old_places, pinned_seq };
}

/** Nobody sees anything of the new chat up to the last message that moves. */
async function hideNew(db: Kysely<DB>, { school_id, new_channel_id, from, up_to }: MovedSpan): Promise<void> {
  await sql`update channel_members set visible_from_seq = ${from + up_to}
    where school_id = ${school_id} and channel_id = ${new_channel_id} and visible_from_seq < ${from + up_to}
      and left_at is null`.execute(db);
}

/** Moves some of the messages, with their reactions, mentions, files and reports: those after one place and up to another. */
export async function moveMessages(
  db: Kysely<DB>,
  span: MovedSpan,
  { after, until, isBack }: { after: number; until: number; isBack: boolean },
): Promise<void> {
  const { school_id, from } = span;
  const [old, fresh] = [await chatOf(db, oldKey(span)), await chatOf(db, newKey(span))];
  const [source, target, channel] = isBack
    ? [fresh.id, old.id, span.old_channel_id]
    : [old.id, fresh.id, span.new_channel_id];
  // Each chat counts its own changes.
  const changes = isBack ? old.change_seq : fresh.change_seq;
  const [base, by] = isBack ? [from, -from] : [0, from];
  for (const table of ['messages', 'message_reports'] as const)
    await sql`update ${sql.table(table)} set chat_id = ${target}, seq = seq + ${by}::bigint
        ${table === 'messages' ? sql`, change_seq = ${changes}` : sql`, channel_id = ${channel}`}
      where school_id = ${school_id} and chat_id = ${source} and seq > ${base + after} and seq <= ${base + until}`.execute(
      db,
    );
}

/** So many messages, the newest ones up to a place, are new to the devices of those who see them: else they would not ask for them. */
async function announce(db: Kysely<DB>, key: ChannelKey, upTo: number, now: Date): Promise<number> {
  const { chat_id, change_seq, last_change_at } = await beginChange(db, key, { now });
  await sql`update messages set change_seq = ${change_seq}, updated_at = ${last_change_at}
    where school_id = ${key.school_id} and chat_id = ${chat_id} and seq in (
      select seq from messages where school_id = ${key.school_id} and chat_id = ${chat_id} and seq <= ${upTo}
      order by seq desc limit ${CHANGES_MAXIMUM + 1})`.execute(db);
  return change_seq;
}

/** Everything has come: everybody sees it from where they may, and has read what they had read. Returns the change of either chat. */
export async function finishChatMove(
  db: Kysely<DB>,
  span: MovedSpan,
  { places, pinned_seq, now }: { places: readonly NewPlace[]; pinned_seq: number | null; now: Date },
): Promise<{ old_change: number; new_change: number }> {
  const { school_id, new_channel_id, from, up_to } = span;
  // Who came in between, or for whom it was cleared, keeps their place.
  await sql`update channel_members set visible_from_seq = place.sees_from_seq,
      read_seq = greatest(channel_members.read_seq, place.read_seq)
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place(user_id bigint, sees_from_seq bigint, read_seq bigint)
    where school_id = ${school_id} and channel_id = ${new_channel_id} and channel_members.user_id = place.user_id
      and visible_from_seq = ${from + up_to} and left_at is null`.execute(db);
  const key = newKey(span);
  if (pinned_seq !== null && (await chatOf(db, key)).pinned_seq === null)
    await setPinnedMessage(db, key, from + pinned_seq);
  await sql`update channels set activity_at = greatest(activity_at, (
      select m.created_at from messages m join chats c on c.school_id = m.school_id and c.id = m.chat_id
      where c.school_id = ${school_id} and m.school_id = ${school_id} and c.channel_id = ${new_channel_id} order by m.seq desc limit 1))
    where school_id = ${school_id} and id = ${new_channel_id}`.execute(db);
  const new_change = await announce(db, key, from + up_to, now);
  const { change_seq: old_change } = await beginChange(db, oldKey(span), { now });
  return { old_change, new_change };
}

/** Begins to move everything back: nobody sees it. Returns how the members have the new chat, and what of it is pinned there. */
export async function openChatReturn(db: Kysely<DB>, span: MovedSpan, now: Date) {
  const { school_id, new_channel_id, from, up_to } = span;
  const { pinned_seq } = await chatOf(db, newKey(span));
  const isMoved = pinned_seq !== null && pinned_seq > from && pinned_seq <= from + up_to;
  if (isMoved) await setPinnedMessage(db, newKey(span), null);
  await beginChange(db, newKey(span), { now });
  const { rows: places } = await sql<OldPlace>`select user_id, visible_from_seq from channel_members
    where school_id = ${school_id} and channel_id = ${new_channel_id} and visible_from_seq < ${from + up_to}
      and left_at is null order by user_id`.execute(db);
  await hideNew(db, span);
  return { places, pinned_seq: isMoved ? pinned_seq - from : null };
}

/** Everything is back: both chats are as they were, with what has happened since. Returns the change of either chat. */
export async function finishChatReturn(
  db: Kysely<DB>,
  span: MovedSpan,
  wanted: {
    old_places: readonly OldPlace[];
    new_places: readonly OldPlace[];
    pinned_seq: number | null;
    now: Date;
  },
): Promise<{ old_change: number; new_change: number }> {
  const { school_id, old_channel_id, new_channel_id, from, up_to } = span;
  const { old_places, new_places, pinned_seq, now } = wanted;
  // Where they are among what goes is the place before it.
  await sql`update channel_members set read_seq = least(read_seq, ${from}::bigint)
    where school_id = ${school_id} and channel_id = ${new_channel_id} and read_seq > ${from} and read_seq < ${from + up_to}`.execute(
    db,
  );
  await sql`update channel_members set visible_from_seq = least(place.visible_from_seq, ${from}::bigint)
    from jsonb_to_recordset(${JSON.stringify(new_places)}::jsonb) as place(user_id bigint, visible_from_seq bigint)
    where school_id = ${school_id} and channel_id = ${new_channel_id} and channel_members.user_id = place.user_id
      and channel_members.visible_from_seq = ${from + up_to}`.execute(db);
  await shift(db, span, { behind: from, by: -up_to, now });
  await sql`update channel_members set visible_from_seq = place.visible_from_seq
    from jsonb_to_recordset(${JSON.stringify(old_places)}::jsonb) as place(user_id bigint, visible_from_seq bigint)
    where school_id = ${school_id} and channel_id = ${old_channel_id} and channel_members.user_id = place.user_id
      and channel_members.visible_from_seq = ${up_to}`.execute(db);
  const key = oldKey(span);
  if (pinned_seq !== null && (await chatOf(db, key)).pinned_seq === null) await setPinnedMessage(db, key, pinned_seq);
  const old_change = await announce(db, key, up_to, now);
  const { change_seq: new_change } = await beginChange(db, newKey(span), { now });
  return { old_change, new_change };
}
