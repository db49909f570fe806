import { channelEvents } from '@kreide/core/features/channels';
import { getActivitySummary, toBadge } from '@kreide/core/features/notifications';
import { useQuery } from '@tanstack/react-query';
import { invalidateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { summaryQuery } from './summary-query.ts';

const refresh = () => void invalidateQueries(getActivitySummary);
const nothing = () => {};

/** The number of unread messages on the way to the chats, while they are not open (C-2.93); mounted, it stays true. */
export function ChatBadge({ className, isHere }: { className: string | undefined; isHere: boolean }) {
  const { t } = useTranslation('shell');
  const { data } = useQuery(summaryQuery);
  useRealtime(channelEvents.messageCreated, refresh, refresh);
  useRealtime(channelEvents.channelRead, refresh, nothing);
  useRealtime(channelEvents.channelUnread, refresh, nothing);
  useRealtime(channelEvents.channelChanged, refresh, nothing);
  const badge = toBadge(data?.chats.unread_count ?? 0);
  if (badge === null || isHere) return null;
  return (
    <span className={className} role="img" aria-label={t('navigation.unread', { badge })}>
      {badge}
    </span>
  );
}
