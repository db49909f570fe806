import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { usersPart } from '../../users/index.ts';

/** A channel by its id, or by the id of its chat. */
export type ChannelRef = { id: number } | { chat_id: number };

/** The class or course of the channel is no more. */
export const isOutdated = sql<boolean>`channels.ended_at is not null`.as('is_outdated');

function channelsOf(db: Kysely<DB>, schoolId: number, userId: number) {
  return db
    .selectFrom('channels')
    .innerJoin('chats', (join) =>
      join.onRef('chats.school_id', '=', 'channels.school_id').onRef('chats.channel_id', '=', 'channels.id'),
    )
    .leftJoin('channel_members as member', (join) =>
      join
        .onRef('member.school_id', '=', 'channels.school_id')
        .onRef('member.channel_id', '=', 'channels.id')
        .on('member.user_id', '=', userId)
        .on('member.left_at', 'is', null),
    )
    .select(['channels.id', 'channels.uuid', 'channels.type', 'channels.name', 'channels.target'])
    .select(['channels.is_disabled', 'channels.is_leavable', 'channels.is_twoway', 'channels.twoway_expires_at'])
    .select(isOutdated)
    .select(['channels.is_hidden_memberlist', 'channels.low_user_id', 'channels.high_user_id'])
    .select(['chats.id as chat_id', 'chats.messages_sent', 'chats.change_seq'])
    .select(['chats.last_change_at', 'chats.created_at'])
    .select(['member.user_id as member_id', 'member.is_admin', 'member.read_seq', 'member.visible_from_seq'])
    .select(['member.is_unread', 'member.is_muted', 'member.is_pinned', 'member.is_archived', 'member.knocked_at'])
    .where('channels.school_id', '=', schoolId)
    .where('channels.owner_id', 'is', null)
    .where('channels.deleted_at', 'is', null);
}

/** A channel with its chat and how one person has it; personal channels are not among them. */
export async function findChannel(db: Kysely<DB>, schoolId: number, userId: number, ref: ChannelRef) {
  const query = channelsOf(db, schoolId, userId);
  return 'id' in ref
    ? query.where('channels.id', '=', ref.id).executeTakeFirst()
    : query.where('chats.id', '=', ref.chat_id).executeTakeFirst();
}

/**
 * What is asked under the lock before somebody writes in a chat, in one statement, since all others wait for it: the
 * channel, its members and the name of the author, whether there is a message with the uuid anywhere in the school, and
 * how much the author has written since an instant.
 */
export async function findForWriting(
  db: Kysely<DB>,
  { school_id, user_id, chat_id, uuid, since }: Writing,
): Promise<ForWriting | undefined> {
  const row = await channelsOf(db, school_id, user_id)
    .where('chats.id', '=', chat_id)
    .leftJoin(usersPart(db).as('author'), (join) =>
      join.on('author.school_id', '=', school_id).on('author.id', '=', user_id),
    )
    .leftJoin('messages as known', (join) => join.on('known.school_id', '=', school_id).on('known.uuid', '=', uuid))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('messages as recent')
          .select((count) => [
            count.fn.countAll<number>().as('written'),
            count.fn.countAll<number>().filterWhere('recent.chat_id', '=', chat_id).as('written_here'),
          ])
          .where('recent.school_id', '=', school_id)
          .where('recent.user_id', '=', user_id)
          .where('recent.created_at', '>', since)
          .as('recent'),
      (join) => join.onTrue(),
    )
    .select(['author.firstname', 'author.lastname', 'recent.written', 'recent.written_here'])
    .select(['known.chat_id as known_chat_id', 'known.seq as known_seq', 'known.user_id as known_user_id'])
    .select((eb) =>
      eb
        .selectFrom('channel_members as others')
        .select(sql<number[]>`coalesce(array_agg(others.user_id order by others.user_id), '{}')`.as('ids'))
        .where('others.school_id', '=', school_id)
        .whereRef('others.channel_id', '=', 'channels.id')
        .where('others.left_at', 'is', null)
        .as('member_ids'),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { firstname, lastname, written, written_here, member_ids, ...rest } = row;
  const { known_chat_id, known_seq, known_user_id, ...channel } = rest;
  const known =
    known_chat_id === null || known_seq === null
      ? null
      : { chat_id: known_chat_id, seq: known_seq, user_id: known_user_id };
  const author = { firstname, lastname };
  return { channel, known, author, written: { all: written ?? 0, here: written_here ?? 0 }, members: member_ids ?? [] };
}

interface Writing {
  school_id: number;
  user_id: number;
  chat_id: number;
  uuid: string;
  since: string;
}

export interface ForWriting {
  channel: ChannelRow;
  known: { chat_id: number; seq: number; user_id: number | null } | null;
  author: { firstname: string | null; lastname: string | null };
  written: { all: number; here: number };
  members: number[];
}

export type ChannelRow = NonNullable<Awaited<ReturnType<typeof findChannel>>>;

/** Several of them. */
export async function listChannelsOf(db: Kysely<DB>, schoolId: number, userId: number, ids: readonly number[]) {
  return channelsOf(db, schoolId, userId).where('channels.id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}
