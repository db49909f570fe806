import { listNotifications, type Notification } from '@kreide/core/features/channels';
import { getActivitySummary, markSeen, markUnseen } from '@kreide/core/features/notifications';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { applyToCounts, applyToNotifications } from './apply-notification.ts';

const touches = [listNotifications, getActivitySummary];

/** Marks a notification as read or unread: shown at once, rolled back when the server refuses (C-4.38). */
export function useMarking(item: Notification): (isRead: boolean) => void {
  const echo = (is_read: boolean) => () => {
    applyToNotifications({ ...item, is_read });
    applyToCounts((known) => ({ ...known, unread_count: Math.max(0, known.unread_count + (is_read ? -1 : 1)) }));
  };
  const seen = useMutation(mutationOf(markSeen, { touches, echo: echo(true) }));
  const unseen = useMutation(mutationOf(markUnseen, { touches, echo: echo(false) }));
  return (isRead) => (isRead ? seen : unseen).mutate({ params: { uuid: item.uuid } });
}
