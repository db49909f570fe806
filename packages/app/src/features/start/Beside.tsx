import { placeOf } from '@kreide/core/features/calendar';
import type { LocalTime } from '@kreide/core/kernel';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NearDates, nearQuery } from '../calendar/index.ts';
import { channelsQuery, UnreadChannels } from '../channels/index.ts';
import { HomeworkDue, homeworkDueQuery, useCurrentBook } from '../classbook/index.ts';
import { NewForYou, summaryQuery } from '../notifications/index.ts';

/**
 * What is new, what is due, what comes: unread notifications and chats, homework of the next week, the next dates. A part
 * without anything in it takes no place, and all of them appear at once, so that nothing moves.
 */
export function Beside({ now, learns }: { now: LocalTime; learns: boolean }) {
  const { t } = useTranslation(['start', 'shell']);
  const { permissions, school } = useSelf();
  const book = useCurrentBook();
  const asksHomework = learns && book !== null && permissions.includes('view-homeworks');
  const summary = useQuery(summaryQuery);
  const unreadChats = summary.data?.chats.unread_count ?? 0;
  const channels = useInfiniteQuery({ ...channelsQuery({ filter: 'only_unread' }), enabled: unreadChats > 0 });
  const homework = useQuery({ ...homeworkDueQuery(book ?? 0, now.date), enabled: asksHomework });
  const dates = useQuery(nearQuery(now.date));
  const asked = [summary, channels, homework, dates];
  if (asked.some(({ isLoading }) => isLoading))
    return (
      <Card>
        <Skeleton type="list" items={3} label={t('changes.loading')} />
      </Card>
    );
  const open = (dates.data ?? []).filter((event) => {
    const { ends_date, ends_minutes } = placeOf(event, school.time_zone);
    return ends_date > now.date || (ends_date === now.date && ends_minutes > now.minutes);
  });
  const failed = asked.filter(({ data, isError }) => isError && data === undefined);
  return (
    <>
      {failed.length > 0 && (
        <Card>
          <p role="alert">{t('changes.error')}</p>
          <Button
            icon="refresh"
            isPending={failed.some(({ isFetching }) => isFetching)}
            onPress={() => failed.map((query) => query.refetch())}
          >
            {t('shell:retry')}
          </Button>
        </Card>
      )}
      {(summary.data?.notifications.unread_count ?? 0) > 0 && <NewForYou />}
      {unreadChats > 0 && (channels.data ?? []).length > 0 && <UnreadChannels channels={channels.data ?? []} />}
      {(homework.data ?? []).length > 0 && <HomeworkDue homework={homework.data ?? []} today={now.date} />}
      {open.length > 0 && <NearDates events={open} />}
    </>
  );
}
