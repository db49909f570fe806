import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { ChannelFacts } from './ChannelFacts.tsx';
import styles from './Channels.module.css';
import { managedQuery } from './channels-queries.ts';

/** `/management/:schoolUuid/channels`: the channels of the school by name, never what is written in them (T-2.98, C-4.13). */
export function ManagedChannelsScreen() {
  const { t } = useTranslation('channels');
  const { school } = useSelf();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const query = useInfiniteQuery(managedQuery(search));
  return (
    <div className={styles.screen}>
      <SearchField label={t('list.search')} value={typed} onChange={setTyped} />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('managed.title')}
        skeleton={{ type: 'list', label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        empty={<EmptyState icon="search" title={t('list.noneTitle')} text={t('list.noneText')} />}
      >
        {(channel) => (
          <Link to={`/management/${school.uuid}/channels/${channel.id}`} className={styles.row}>
            <ChannelFacts channel={channel} />
            {channel.is_disabled && <Tag>{t('managed.disabled')}</Tag>}
          </Link>
        )}
      </InfiniteList>
    </div>
  );
}
