import {
  CHANGES_MAXIMUM,
  type channelsApi,
  MESSAGES_PAGE,
  seesMembers,
  unreadCountOf,
} from '@kreide/core/features/channels';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { openChannel } from '../opened.ts';
import { listChanges, listPage } from '../queries/chat-messages.ts';
import { placeOf } from './opened-chat.ts';
import type { ChatParts } from './sending.ts';
import { toMessage } from './shown-message.ts';

/** The messages of a chat: a page, or what has changed since the caller last looked (C-7.46, C-7.119). */
export async function listChat(
  context: HandlerContext<(typeof channelsApi)['listMessages']>,
  { fileKey }: Pick<ChatParts, 'fileKey'>,
) {
  const { params, query, actor, db, now, fail } = context;
  // The state of the chat is read first: what is written meanwhile is a later change, and asked for again.
  const { channel, can } = await openChannel(db, actor, { chat_id: params.chatId }, 'read', { now, fail });
  const place = placeOf(channel);
  const part = {
    school_id: actor.school_id,
    chat_id: channel.chat_id,
    visible_from_seq: place.visible_from_seq,
    reader_id: actor.user_id,
  };
  const { after_change, updated_at, before, is_read } = query;
  const since =
    after_change !== undefined ? { change: after_change } : updated_at === undefined ? null : { instant: updated_at };
  const changes = since && (await listChanges(db, part, since));
  // A number that is still to come was given out by a database that has been put back since.
  const isAhead = after_change !== undefined && after_change > channel.change_seq;
  const reset = changes !== null && (changes.length > CHANGES_MAXIMUM || isAhead);
  const wanted = { page: query.page ?? 1, before, is_read, read_seq: place.read_seq };
  const rows = changes && !reset ? changes : await listPage(db, part, reset ? { page: 1, read_seq: 0 } : wanted);
  const has_more = rows !== changes && rows.length > MESSAGES_PAGE;
  const shown = has_more ? rows.slice(0, MESSAGES_PAGE) : rows;
  const sees_members = seesMembers(channel, can);
  const reader = { user_id: actor.user_id, read_seq: place.read_seq, can, sees_members, now, fileKey };
  return {
    data: shown.map((row) => toMessage(row, reader)),
    count: place.messages_sent - place.visible_from_seq,
    unread_count: unreadCountOf(place),
    change_seq: channel.change_seq,
    chat: { ...place, has_more, reset },
  };
}
