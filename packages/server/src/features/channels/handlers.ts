import { channelsApi } from '@kreide/core/features/channels';
import { implement } from '../../kernel/http/implement.ts';
import { changingHandlers } from './changing.ts';
import { listChat } from './chat/listing.ts';
import type { ChatParts } from './chat/sending.ts';
import { type SurveysOf, withSurveys } from './chat/surveys.ts';
import type { KnownAbove } from './known-above.ts';
import { listingHandlers } from './listing.ts';
import { memberHandlers } from './members.ts';
import { countNotifications, getPersonalChannel, listNotifications } from './queries.ts';
import { settingsHandlers } from './settings.ts';
import { toNotification } from './shown.ts';
import { startingHandlers } from './starting.ts';

export function channelsHandlers(
  parts: Pick<ChatParts, 'fileKey'>,
  { surveysOf, ...known }: KnownAbove & { surveysOf: SurveysOf },
) {
  return implement(channelsApi, {
    ...listingHandlers(known),
    ...startingHandlers(known),
    ...changingHandlers(known),
    ...memberHandlers(known),
    ...settingsHandlers(),

    async getPersonal({ actor, db }) {
      const { chat_id, ...row } = await getPersonalChannel(db, actor.school_id, actor.user_id);
      const { messages_sent, created_at, last_change_at } = row;
      const chat = { id: chat_id, messages_sent, created_at, updated_at: last_change_at };
      return { data: { id: row.id, uuid: row.uuid, type: 'CHAT', chat_id, chat } };
    },

    async listMessages(context) {
      const { params, query, actor, db } = context;
      const [own] = await countNotifications(db, actor.school_id, [actor.user_id]);
      if (own?.chat_id !== params.chatId) {
        const answer = await listChat(context, parts);
        return { ...answer, data: await withSurveys(answer.data, context, surveysOf) };
      }
      const wanted = { page: query.page ?? 1, isRead: query.is_read };
      const rows = await listNotifications(db, actor.school_id, own.chat_id, wanted);
      const { count, unread_count, change_seq } = own;
      return { data: rows.map(toNotification), count, unread_count, change_seq };
    },
  });
}
