import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { AddButton } from './AddButton.tsx';
import { ChannelRow } from './ChannelRow.tsx';
import styles from './Channels.module.css';
import { channelsQuery, FILTERS } from './channels-queries.ts';
import { LiveChannels } from './LiveChannels.tsx';

const ALL = 'all';
const NAMES = ['search', 'show'] as const;

/** `/channels`: one’s channels, pinned first, then the newest activity (C-2.01, C-2.02). */
export function ChannelsScreen() {
  // A kept answer may be older than the property (C-2.03, P-2.05).
  const isOff = useSelf().school.properties.channels === false;
  return isOff ? <Navigate to="/lite-channels" replace /> : <Channels />;
}

function Channels() {
  const { t } = useTranslation('channels');
  const { search: address, change } = useAddressFilters(NAMES);
  const search = (address.get('search') ?? '').slice(0, 100);
  const filter = FILTERS.find((one) => one === address.get('show'));
  const [typed, setTyped] = useState(search);
  useDebounced(typed, (text) => text.trim() !== search && change({ search: text.trim() }));
  const query = useInfiniteQuery(channelsQuery({ search, filter }));
  const isNarrowed = search !== '' || filter !== undefined;
  return (
    <div className={styles.screen}>
      <LiveChannels />
      <AddButton />
      <search className={styles.filters} aria-label={t('list.filters')}>
        <SearchField label={t('list.search')} value={typed} onChange={setTyped} />
        <SegmentedControl
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
        {(channel) => <ChannelRow channel={channel} />}
      </InfiniteList>
    </div>
  );
}
