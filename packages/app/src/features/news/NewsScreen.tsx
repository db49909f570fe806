import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { SurveyVoters } from '../surveys/index.ts';
import { LiveNews } from './LiveNews.tsx';
import { NewsCard } from './NewsCard.tsx';
import styles from './NewsScreen.module.css';
import { newsFeedQuery } from './news-queries.ts';

/**
 * The news of the school, pinned first, then newest first (C-2.18); `?news=<uuid>`, as homepages link to it, brings that
 * item into sight, and `?voters_list=<survey uuid>` opens the list of who has answered that survey.
 */
export function NewsScreen() {
  const { t } = useTranslation('news');
  const self = useSelf();
  const { school } = self;
  const feed = useInfiniteQuery(newsFeedQuery);
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('news');
  const voters = search.get('voters_list');
  return (
    <div className={styles.news}>
      <LiveNews />
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
      <InfiniteList
        query={feed}
        idOf={({ id }) => id}
        className={styles.list}
        skeleton={{ type: 'news', label: t('feed.loading') }}
        errorTitle={t('feed.errorTitle')}
        empty={<EmptyState icon="news" title={t('feed.emptyTitle')} text={t('feed.emptyText')} />}
      >
        {(item) => <NewsCard item={item} timeZone={school.time_zone} isWanted={item.uuid === wanted} />}
      </InfiniteList>
      {voters && (
        <Suspense>
          <SurveyVoters
            uuid={voters}
            onClose={() =>
              setSearch(
                (all) => {
                  all.delete('voters_list');
                  return all;
                },
                { replace: true },
              )
            }
          />
        </Suspense>
      )}
    </div>
  );
}
