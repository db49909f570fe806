import { listNotifications, type Notification, type NotificationCounts } from '@kreide/core/features/channels';
import { applyCounts, applyNotification, getActivitySummary } from '@kreide/core/features/notifications';
import { updateQueries } from '../../kernel/data.ts';

/** Applies a change to all cached lists: answers, events and optimistic updates take the same path. */
export function applyToNotifications(changed: Notification): void {
  updateQueries(listNotifications, (items) => applyNotification(items, changed, 'all'), {
    query: { is_read: undefined },
  });
  updateQueries(listNotifications, (items) => applyNotification(items, changed, 'unread'), {
    query: { is_read: 'false' },
  });
}

/** Applies new numbers to the bell. */
export function applyToCounts(change: (known: NotificationCounts) => NotificationCounts): void {
  updateQueries(getActivitySummary, (summary) => ({
    ...summary,
    notifications: applyCounts(summary.notifications, change(summary.notifications)),
  }));
}
