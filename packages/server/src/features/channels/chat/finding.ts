import {
  type chatApi,
  MESSAGES_BEFORE,
  MESSAGES_PAGE,
  type Message,
  seesMembers,
  toSearchWords,
} from '@kreide/core/features/channels';
import { toInstant } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../../kernel/http/context.ts';
import { openChannel } from '../opened.ts';
import { findFirst, listAround, listNewer, searchMessages } from '../queries/chat-finding.ts';
import type { MessageRow } from '../queries/chat-messages.ts';
import { placeOf } from './opened-chat.ts';
import type { ChatParts } from './sending.ts';
import { toMessage } from './shown-message.ts';
import { type SurveysOf, withSurveys } from './surveys.ts';

type Api = typeof chatApi;

interface Asking extends Pick<HandlerContext, 'db' | 'now'> {
  params: { chatId: number };
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** Messages that somebody looks for in a chat: by words, by day, or by their place. */
export function findingHandlers({ fileKey }: Pick<ChatParts, 'fileKey'>, surveysOf: SurveysOf) {
  /** The chat as the caller sees it, and how its messages are shown to them. */
  async function open(context: Asking) {
    const { params, actor, db, now, fail } = context;
    const { channel, can } = await openChannel(db, actor, { chat_id: params.chatId }, 'read', { now, fail });
    const place = placeOf(channel);
    const sees_members = seesMembers(channel, can);
    const reader = { user_id: actor.user_id, read_seq: place.read_seq, can, sees_members, now, fileKey };
    const show = (rows: readonly MessageRow[]): Promise<Message[]> =>
      withSurveys(
        rows.map((row) => toMessage(row, reader)),
        context,
        surveysOf,
      );
    const part = {
      school_id: actor.school_id,
      chat_id: channel.chat_id,
      visible_from_seq: place.visible_from_seq,
      reader_id: actor.user_id,
    };
    return { part, place, show, change_seq: channel.change_seq };
  }

  return {
    async search(context: HandlerContext<Api['search']>) {
      const { query, db } = context;
      const { part, place, show } = await open(context);
      const before = Math.min(query.before ?? Number.MAX_SAFE_INTEGER, place.messages_sent + 1);
      const rows = await searchMessages(db, part, toSearchWords(query.q), before);
      return { data: await show(rows.slice(0, MESSAGES_PAGE)), has_more: rows.length > MESSAGES_PAGE };
    },

    async around(context: HandlerContext<Api['around']>) {
      const { part, place, show, change_seq } = await open(context);
      const { older, newer } = await listAround(context.db, part, context.query.seq);
      const following = newer.slice(0, MESSAGES_PAGE);
      const flags = { has_more: older.length > MESSAGES_BEFORE, has_newer: newer.length > MESSAGES_PAGE };
      return {
        data: await show([...following.toReversed(), ...older.slice(0, MESSAGES_BEFORE)]),
        seq: following[0]?.seq ?? null,
        change_seq,
        chat: { ...place, ...flags, reset: false },
      };
    },

    async newer(context: HandlerContext<Api['newer']>) {
      const { part, place, show, change_seq } = await open(context);
      const rows = await listNewer(context.db, part, context.query.after);
      const has_newer = rows.length > MESSAGES_PAGE;
      const has_more = context.query.after > place.visible_from_seq;
      const data = await show(rows.slice(0, MESSAGES_PAGE).toReversed());
      return { data, change_seq, chat: { ...place, has_more, has_newer, reset: false } };
    },

    async first(context: HandlerContext<Api['first']>) {
      const { part } = await open(context);
      const since = toInstant(context.query.date, '00:00', context.actor.time_zone);
      return { data: { seq: await findFirst(context.db, part, since.toISOString()) } };
    },
  };
}
