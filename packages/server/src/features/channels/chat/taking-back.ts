import { channelEvents } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../../kernel/http/context.ts';
import { removeFiles } from '../../files/index.ts';
import { findFileId } from '../queries/chat-files.ts';
import { beginChange, changeMessage, touchReplies } from '../queries/chat-write.ts';
import { listMemberIds } from '../queries/members.ts';
import { dropMentions } from '../queries/mentions.ts';
import { dropReactions } from '../queries/reactions.ts';
import type { MentionParts } from './mentioning.ts';
import type { ChatParts } from './sending.ts';

interface Taking extends Pick<HandlerContext, 'now' | 'emit' | 'afterCommit'> {
  actor: Actor;
}

/** Takes a message back for everybody, with its file, and tells them. The caller has locked the channel. */
export async function takeBack(
  db: Kysely<DB>,
  { actor: { school_id, user_id }, now, emit, afterCommit }: Taking,
  { channel_id, seq, uuid }: { channel_id: number; seq: number; uuid: string },
  { store, withdrawTold }: Pick<ChatParts, 'store'> & Pick<MentionParts, 'withdrawTold'>,
): Promise<void> {
  const key = { school_id, id: channel_id };
  const change = await beginChange(db, key, { now });
  await touchReplies(db, school_id, change, uuid);
  const file = await findFileId(db, school_id, uuid);
  await changeMessage(db, school_id, change, seq, { content: '', unset_by: user_id });
  await dropReactions(db, { school_id, chat_id: change.chat_id, seq });
  await dropMentions(db, { school_id, chat_id: change.chat_id, seq });
  await withdrawTold(db, { school_id, told_of: [`mention:${uuid}`] }, now);
  for (const removed of await removeFiles(db, school_id, file === null ? [] : [file], now))
    afterCommit(() => store.remove(removed));
  const { chat_id, change_seq } = change;
  const users = await listMemberIds(db, key);
  await emit(channelEvents.messageChanged, { users }, { channel_id, chat_id, change_seq, seq, uuid });
}
