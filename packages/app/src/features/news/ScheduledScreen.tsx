import { useInfiniteQuery } from '@tanstack/react-query';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { LiveNews } from './LiveNews.tsx';
import { NewsCard } from './NewsCard.tsx';
import styles from './NewsPages.module.css';
import { Refused } from './NewsStates.tsx';
import { scheduledNewsQuery } from './news-queries.ts';

/** Scheduled items that the user may edit, soonest first (C-2.19). */
export function ScheduledScreen() {
  const { t } = useTranslation('news');
  const { school, permissions } = useSelf();
  const mayWrite = permissions.includes('create-news');
  const scheduled = useInfiniteQuery({ ...scheduledNewsQuery, enabled: mayWrite });
  if (!mayWrite) return <Refused />;
  return (
    <div className={styles.page}>
      <LiveNews />
      <WayBack href="/news" label={t('single.back')} />
      <InfiniteList
        query={scheduled}
        idOf={({ id }) => id}
        className={styles.list}
        skeleton={{ type: 'news', label: t('scheduled.loading') }}
        errorTitle={t('scheduled.errorTitle')}
        empty={<EmptyState icon="clock" title={t('scheduled.emptyTitle')} text={t('scheduled.emptyText')} />}
      >
        {(item) => <NewsCard item={item} timeZone={school.time_zone} />}
      </InfiniteList>
    </div>
  );
}
