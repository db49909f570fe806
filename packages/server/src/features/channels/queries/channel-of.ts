import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';

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

export type ChannelRow = NonNullable<Awaited<ReturnType<typeof findChannel>>>;

/** Several of them. */
export async function listChannelsOf(db: Kysely<DB>, schoolId: number, userId: number, ids: readonly number[]) {
  return channelsOf(db, schoolId, userId).where('channels.id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}
