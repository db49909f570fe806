import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/**
 * How many messages somebody has not read, in all their channels together; what they muted or archived does not call
 * them. A channel that was set unread by hand is one at least.
 */
export async function countUnreadMessages(db: Kysely<DB>, schoolId: number, userId: number): Promise<number> {
  const row = await db
    .selectFrom('channel_members as member')
    .innerJoin('chats', (join) =>
      join.onRef('chats.channel_id', '=', 'member.channel_id').onRef('chats.school_id', '=', 'member.school_id'),
    )
    .innerJoin('channels', (join) =>
      join.onRef('channels.id', '=', 'member.channel_id').onRef('channels.school_id', '=', 'member.school_id'),
    )
    .select(
      sql<number>`coalesce(sum(greatest(chats.messages_sent - greatest(member.read_seq, member.visible_from_seq),
        member.is_unread::int)), 0)`.as('count'),
    )
    .where('member.school_id', '=', schoolId)
    .where('member.user_id', '=', userId)
    .where('member.left_at', 'is', null)
    .where('member.is_muted', '=', false)
    .where('member.is_archived', '=', false)
    .where('channels.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
