import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { ownPlans, ownTeacherId } from '../timetable/index.ts';
import styles from './FeedScreen.module.css';
import { LiveNews } from './LiveNews.tsx';
import { NewsCard } from './NewsCard.tsx';
import { newsFeedQuery } from './news-queries.ts';
import { TodayCard } from './TodayCard.tsx';

/**
 * Today's lessons of the user or their children, and the news of the school, pinned first, then newest first;
 * `?news=<uuid>`, as homepages link to it, opens that item.
 */
export function FeedScreen() {
  const { t } = useTranslation('news');
  const self = useSelf();
  const { firstname, school } = self;
  const feed = useInfiniteQuery(newsFeedQuery);
  const plans = ownPlans(self);
  const wanted = useSearchParams()[0].get('news');
  const teacherId = ownTeacherId(self);
  return (
    <div className={styles.feed}>
      <LiveNews />
      <p className={styles.hello}>{t('feed.hello', { name: firstname })}</p>
      {plans.length > 0 && (
        <div className={styles.today}>
          {plans.map((plan) => (
            <TodayCard
              key={plan.id}
              entity={teacherId === null ? 'users' : 'teachers'}
              id={teacherId ?? plan.id}
              name={plan.name ?? undefined}
              timeZone={school.time_zone}
            />
          ))}
        </div>
      )}
      <div className={styles.news}>
        {self.permissions.includes('create-news') && (
          <div className={styles.tools}>
            <LinkButton look="primary" icon="edit" href="/news/create">
              {t('feed.write')}
            </LinkButton>
            <LinkButton look="quiet" icon="clock" href="/news/scheduled">
              {t('feed.scheduled')}
            </LinkButton>
          </div>
        )}
        <Loaded
          query={feed}
          skeleton={{ type: 'news', label: t('feed.loading') }}
          errorTitle={t('feed.errorTitle')}
          empty={<EmptyState icon="news" title={t('feed.emptyTitle')} text={t('feed.emptyText')} />}
        >
          {(items) => (
            <ul className={styles.list}>
              {items.map((item) => (
                <li key={item.id}>
                  <NewsCard item={item} timeZone={school.time_zone} isWanted={item.uuid === wanted} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {feed.hasNextPage && (
          <Button isPending={feed.isFetchingNextPage} onPress={() => feed.fetchNextPage()}>
            {t('feed.loadMore')}
          </Button>
        )}
      </div>
    </div>
  );
}
