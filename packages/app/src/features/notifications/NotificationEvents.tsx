import { channelEvents, listNotifications } from '@kreide/core/features/channels';
import { getActivitySummary, notificationEvents } from '@kreide/core/features/notifications';
import { invalidateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useWhenLate } from '../../kernel/when-late.ts';
import { toasts } from '../../ui/toast-store.ts';
import { applyToCounts, applyToNotifications } from './apply-notification.ts';

/** Keeps bell and lists up to date with what happens elsewhere; renders nothing (C-7.115). */
export function NotificationEvents(): null {
  useWhenLate(() => void invalidateQueries(getActivitySummary));
  useRealtime(
    notificationEvents.count,
    ({ notification, told, ...counted }) => {
      applyToCounts(() => counted);
      if (notification) applyToNotifications(notification);
      else void invalidateQueries(listNotifications);
      // For whoever has the app before them; a device that is not looked at rings (C-9.32).
      if (told && document.visibilityState === 'visible') toasts.show('notification', told, { topic: 'notification' });
    },
    () => {
      void invalidateQueries(getActivitySummary);
      void invalidateQueries(listNotifications);
    },
  );
  // What is edited or taken back in a chat that is not open does not stay on the device as it was (D-6.07).
  useRealtime(
    channelEvents.messageChanged,
    async ({ is_reaction, ...place }) => {
      if (!is_reaction) await (await import('./forget-message.ts')).forgetMessage(place);
    },
    () => {},
  );
  return null;
}
