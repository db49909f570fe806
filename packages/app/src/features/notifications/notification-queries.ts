import { getPersonal, listNotifications, NOTIFICATIONS_PAGE } from '@kreide/core/features/channels';
import { infiniteQueryOf, queryOf } from '../../kernel/data.ts';

/** The channel whose chat holds the notifications; it never changes. */
export const personalChannelQuery = queryOf(getPersonal, {}, { staleTime: Number.POSITIVE_INFINITY });

/** The pages of a chat's notifications, all or only the unread ones (C-7.106). */
export const notificationsQuery = (chatId: number, isOnlyUnread: boolean) =>
  infiniteQueryOf(
    listNotifications,
    { params: { chatId: String(chatId) }, query: isOnlyUnread ? { is_read: 'false' } : {} },
    NOTIFICATIONS_PAGE,
  );
