import { type Message, seesMembers } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import { channelCanOf } from '../opened.ts';
import type { ChannelRow } from '../queries/channel-of.ts';
import { findMessage, type MessageRow } from '../queries/chat-messages.ts';
import { placeOf } from './opened-chat.ts';
import { toMessage } from './shown-message.ts';

/** For whom a message is shown. */
export interface Showing {
  actor: Actor;
  channel: ChannelRow;
  now: Date;
  fileKey: Uint8Array;
}

/** One message as the caller has it, for an answer. */
export async function showMessage(db: Kysely<DB>, showing: Showing, seq: number): Promise<Message | null> {
  const { actor, channel } = showing;
  const { visible_from_seq } = placeOf(channel);
  const part = { school_id: actor.school_id, chat_id: channel.chat_id, visible_from_seq, reader_id: actor.user_id };
  const row = await findMessage(db, part, seq);
  return row && toShown(row, showing);
}

/** A row as the caller has it. */
export function toShown(row: MessageRow, { actor, channel, now, fileKey }: Showing): Message {
  const { read_seq } = placeOf(channel);
  const can = channelCanOf(actor, channel, now);
  return toMessage(row, {
    user_id: actor.user_id,
    read_seq,
    can,
    sees_members: seesMembers(channel, can),
    now,
    fileKey,
  });
}
