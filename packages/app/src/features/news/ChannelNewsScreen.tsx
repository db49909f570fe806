import { listChannelNews, newsEvents } from '@kreide/core/features/news';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { invalidateQueries } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { channelQuery } from '../channels/index.ts';
import { LiveNews } from './LiveNews.tsx';
import { NewsCard } from './NewsCard.tsx';
import styles from './NewsPages.module.css';
import { NoNews } from './NewsStates.tsx';
import { channelNewsQuery } from './news-queries.ts';

/** The news of one channel (C-2.16), newest first, with a search. */
export function ChannelNewsScreen() {
  const { t } = useTranslation('news');
  const { school, permissions } = useSelf();
  const id = useParams().id ?? '';
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const channel = useQuery({ ...channelQuery(id), enabled: isId });
  const news = useInfiniteQuery({ ...channelNewsQuery(id, search), enabled: isId });
  const refresh = () => void invalidateQueries(listChannelNews);
  useRealtime(newsEvents.saved, refresh, refresh);
  useRealtime(newsEvents.removed, refresh, () => {});
  usePageHead({ title: channel.data ? t('channel.of', { name: channel.data.meta.displayname }) : '' });
  if (!isId || (!news.data && ['not_found', 'forbidden'].includes(news.error?.code ?? ''))) return <NoNews />;
  return (
    <div className={styles.page}>
      <LiveNews />
      <div className={styles.buttons}>
        <WayBack href={`/channels/${id}`} label={t('channel.back')} />
        {channel.data?.can.write === 1 && permissions.includes('create-news') && (
          <LinkButton look="primary" icon="edit" href={`/news/create/channelselection/channel/${id}`}>
            {t('feed.write')}
          </LinkButton>
        )}
      </div>
      <SearchField label={t('channel.search')} value={typed} onChange={setTyped} />
      <InfiniteList
        query={news}
        idOf={(item) => item.id}
        className={styles.list}
        skeleton={{ type: 'news', label: t('feed.loading') }}
        errorTitle={t('feed.errorTitle')}
        empty={
          <EmptyState
            icon="news"
            title={t(search === '' ? 'feed.emptyTitle' : 'channel.noneTitle')}
            text={t(search === '' ? 'channel.emptyText' : 'channel.noneText')}
          />
        }
      >
        {(item) => <NewsCard item={item} timeZone={school.time_zone} />}
      </InfiniteList>
    </div>
  );
}
