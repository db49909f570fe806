import { listNotifications } from '@kreide/core/features/channels';
import { getActivitySummary, notificationEvents } from '@kreide/core/features/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { invalidateQueries } from '../../kernel/data.ts';
import { realtime, useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { tellArrival } from '../chat/index.ts';
import { applyToCounts, applyToNotifications } from './apply-notification.ts';
import { summaryQuery } from './summary-query.ts';

/** Keeps bell and lists up to date with what happens elsewhere; renders nothing (C-7.115). */
export function NotificationEvents(): null {
  // The number was read before the line stood: what happened in between was told to nobody.
  useEffect(() => realtime.onState((state) => state === 'connected' && void invalidateQueries(getActivitySummary)), []);
  useRealtime(
    notificationEvents.count,
    ({ notification, ...counted }) => {
      applyToCounts(() => counted);
      if (notification) applyToNotifications(notification);
      else void invalidateQueries(listNotifications);
    },
    () => {
      void invalidateQueries(getActivitySummary);
      void invalidateQueries(listNotifications);
    },
  );
  useArrivals();
  return null;
}

/** Tells when there is more that is unread in the chats: what comes into a muted one, or was written elsewhere, is no arrival. */
function useArrivals(): void {
  const { properties } = useSelf();
  const count = useQuery(summaryQuery).data?.chats.unread_count;
  const known = useRef(count);
  const tell = useEffectEvent((more: number) => void tellArrival(more, properties['users.sounds.off'] === '1'));
  useEffect(() => {
    if (count !== undefined && known.current !== undefined && count > known.current) tell(count - known.current);
    known.current = count;
  }, [count]);
}
