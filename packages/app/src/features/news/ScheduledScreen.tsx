import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
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
      <div className={styles.back}>
        <LinkButton look="quiet" icon="arrowLeft" href="/feed">
          {t('single.back')}
        </LinkButton>
      </div>
      <Loaded
        query={scheduled}
        skeleton={{ type: 'news', label: t('scheduled.loading') }}
        errorTitle={t('scheduled.errorTitle')}
        empty={<EmptyState icon="clock" title={t('scheduled.emptyTitle')} text={t('scheduled.emptyText')} />}
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.id}>
                <NewsCard item={item} timeZone={school.time_zone} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {scheduled.hasNextPage && (
        <Button isPending={scheduled.isFetchingNextPage} onPress={() => scheduled.fetchNextPage()}>
          {t('scheduled.loadMore')}
        </Button>
      )}
    </div>
  );
}
