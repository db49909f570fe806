import { channelEvents } from '@kreide/core/features/channels';
import { getActivitySummary, toBadge } from '@kreide/core/features/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { tellArrival } from '../chat/index.ts';
import { summaryQuery } from './summary-query.ts';

const refresh = () => void invalidateQueries(getActivitySummary);
const nothing = () => {};

/** How much is known to be unread, and whose that is: there are two badges, and one of them tells. */
let known: { id: number; count: number } | null = null;

/** The number of unread messages on the way to the chats, while they are not open (C-2.93); mounted, it stays true. */
export function ChatBadge({ className, isHere }: { className: string | undefined; isHere: boolean }) {
  const { t } = useTranslation('shell');
  const { data } = useQuery(summaryQuery);
  useRealtime(channelEvents.messageCreated, refresh, refresh);
  useRealtime(channelEvents.channelRead, refresh, nothing);
  useRealtime(channelEvents.channelUnread, refresh, nothing);
  useRealtime(channelEvents.channelChanged, refresh, nothing);
  const { id, properties } = useSelf();
  const count = data?.chats.unread_count;
  // Not by the event: what comes into muted chats is no arrival, nor is what was written on another device.
  useEffect(() => {
    if (count === undefined) return;
    const more = known?.id === id ? count - known.count : 0;
    known = { id, count };
    if (more > 0) void tellArrival(more, properties['users.sounds.off'] === '1');
  }, [count, id, properties]);
  const badge = toBadge(data?.chats.unread_count ?? 0);
  if (badge === null || isHere) return null;
  return (
    <span className={className} role="img" aria-label={t('navigation.unread', { badge })}>
      {badge}
    </span>
  );
}
