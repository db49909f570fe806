import { useInfiniteQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useContext, useEffect, useState } from 'react';
import { type RouteObject, UNSAFE_DataRouterContext } from 'react-router';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { isOfEarlier } from '../../kernel/kept-answers.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import beside from './Beside.module.css';
import { ChannelRow } from './ChannelRow.tsx';
import styles from './Channels.module.css';
import { channelsQuery, FILTERS } from './channels-queries.ts';
import { forgetChanged } from './forget-changed.ts';

/** What the list itself needs has priority, ms. */
const AHEAD_DELAY = 1_000;
const NONE: RouteObject[] = [];
const CHAT = 'channels/:id/chat?';

/** The page with this path, among others or within them. */
function findPage(pages: readonly RouteObject[], path: string): RouteObject | undefined {
  for (const page of pages) {
    const found = page.path === path ? page : findPage(page.children ?? NONE, path);
    if (found) return found;
  }
  return undefined;
}

const ALL = 'all';
const NAMES = ['search', 'show'] as const;

interface ChannelListProps {
  /** Whether it stands beside a page; else it is the page. */
  isBeside: boolean;
  /** The channel that is open beside it. */
  current?: number | undefined;
}

/** One's channels with search and filters, which stay in the address when another channel is opened from them. */
export function ChannelList({ isBeside, current }: ChannelListProps) {
  const { t } = useTranslation('channels');
  const { search: address, change } = useAddressFilters(NAMES);
  const search = (address.get('search') ?? '').slice(0, 100);
  const filter = FILTERS.find((one) => one === address.get('show'));
  const [typed, setTyped] = useState(search);
  useDebounced(typed, (text) => text.trim() !== search && change({ search: text.trim() }));
  const query = useInfiniteQuery(channelsQuery({ search, filter }));
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    if (data && !isOfEarlier(dataUpdatedAt)) void forgetChanged(data);
  }, [data, dataUpdatedAt]);
  const pages = useContext(UNSAFE_DataRouterContext)?.router.routes ?? NONE;
  // The next page is most likely one of these chats: code and texts are there before it is chosen.
  useEffect(() => {
    const timer = setTimeout(() => {
      const lazy = findPage(pages, CHAT)?.lazy;
      if (typeof lazy === 'function') void lazy().catch(() => {});
      void i18next.loadNamespaces('chat').catch(() => {});
    }, AHEAD_DELAY);
    return () => clearTimeout(timer);
  }, [pages]);
  const isNarrowed = search !== '' || filter !== undefined;
  const kept = new URLSearchParams({ ...(search && { search }), ...(filter && { show: filter }) }).toString();
  return (
    <div className={classes(styles.screen, isBeside && beside.list)}>
      <search className={styles.filters} aria-label={t('list.filters')}>
        <SearchField label={t('list.search')} value={typed} onChange={setTyped} />
        <SegmentedControl
          look="chips"
          label={t('list.show')}
          segments={[{ key: ALL, label: t('list.all') }, ...FILTERS.map((key) => ({ key, label: t(`list.${key}`) }))]}
          value={filter ?? ALL}
          onChange={(key) => change({ show: key === ALL ? '' : key })}
        />
        <Link to="/channels/type">{t('list.byType')}</Link>
      </search>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('list.title')}
        skeleton={{ type: 'list', label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('list.noneTitle')} text={t('list.noneText')} />
          ) : (
            <EmptyState
              icon="chat"
              title={t('list.emptyTitle')}
              text={t('list.emptyText')}
              action={<LinkButton href="/channels/creation/list">{t('creation.title')}</LinkButton>}
            />
          )
        }
      >
        {(channel) => <ChannelRow channel={channel} filters={kept} isCurrent={channel.id === current} />}
      </InfiniteList>
    </div>
  );
}
