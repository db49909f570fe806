import { getNews } from '@kreide/core/features/news';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { LiveNews } from './LiveNews.tsx';
import { NewsCard } from './NewsCard.tsx';
import styles from './NewsPages.module.css';
import { NoNews } from './NewsStates.tsx';

const UnreachedScreen = late(async () => (await import('./UnreachedScreen.tsx')).UnreachedScreen);

/** One item on its own page (C-2.20), and below it the list of those who are not reached. */
export function SingleNewsScreen() {
  const { list } = useParams();
  if (list === undefined) return <SingleNews />;
  if (list !== 'unreached') return <NoNews />;
  return (
    <Suspense>
      <UnreachedScreen />
    </Suspense>
  );
}

function SingleNews() {
  const { t } = useTranslation('news');
  const { school } = useSelf();
  const navigate = useNavigate();
  const id = useParams().id ?? '';
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const query = useQuery(queryOf(getNews, { params: { id } }, { enabled: isId }));
  if (!isId || query.error?.code === 'not_found') return <NoNews />;
  return (
    <div className={styles.page}>
      <LiveNews />
      <WayBack href="/news" label={t('single.back')} />
      <Loaded
        query={query}
        skeleton={{ type: 'news', items: 1, label: t('single.loading') }}
        errorTitle={t('single.errorTitle')}
      >
        {(item) => <NewsCard item={item} timeZone={school.time_zone} isAlone onRemove={() => navigate('/news')} />}
      </Loaded>
    </div>
  );
}
