import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ChannelKey } from './members.ts';

/** Lets a message stand above the others of its chat, or none. */
export async function setPinnedMessage(db: Kysely<DB>, { school_id, id }: ChannelKey, seq: number | null) {
  await db
    .updateTable('chats')
    .set({ pinned_seq: seq })
    .where('school_id', '=', school_id)
    .where('channel_id', '=', id)
    .execute();
}
