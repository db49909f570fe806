import { CHANNEL_TYPES } from '@kreide/core/features/channels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useSelf } from '../../kernel/session.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { ChannelFacts } from './ChannelFacts.tsx';
import { ChannelRow } from './ChannelRow.tsx';
import styles from './Channels.module.css';
import { channelsOfTypeQuery } from './channels-queries.ts';
import { LiveChannels } from './LiveChannels.tsx';

const ALL = 'all';
const NAMES = ['type'] as const;

/**
 * `/channels/type/:userId?`: channels by type (C-2.04). One’s own, archived ones too; those of somebody else as facts, for
 * whoever may see all channels of the school.
 */
export function TypeScreen() {
  const { t } = useTranslation('channels');
  const self = useSelf();
  const { userId } = useParams();
  const isOwn = userId === undefined || userId === String(self.id);
  usePageHead({ title: t(isOwn ? 'list.title' : 'list.ofPerson') });
  if (!isOwn && (!/^[1-9]\d{0,14}$/.test(userId) || !self.permissions.includes('view-all-channels')))
    return <EmptyState icon="lock" title={t('list.refusedTitle')} text={t('list.refusedText')} />;
  return <Typed id={isOwn ? 'self' : userId} />;
}

function Typed({ id }: { id: string }) {
  const { t } = useTranslation('channels');
  const isOwn = id === 'self';
  const { search: address, change } = useAddressFilters(NAMES);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim().slice(0, 100)));
  // What two people write is nobody else’s business.
  const types = CHANNEL_TYPES.filter((one) => isOwn || one !== 'CHAT');
  const type = types.find((one) => one === address.get('type'));
  const query = useInfiniteQuery(channelsOfTypeQuery(id, type, search));
  return (
    <div className={styles.screen}>
      <LiveChannels />
      <search className={styles.filters} aria-label={t('list.filters')}>
        <SearchField label={t('list.search')} value={typed} onChange={setTyped} />
        <SegmentedControl
          look="chips"
          label={t('list.type')}
          segments={[
            { key: ALL, label: t('list.all') },
            ...types.map((key) => ({ key, label: t(`list.types.${key}`) })),
          ]}
          value={type ?? ALL}
          onChange={(key) => change({ type: key === ALL ? '' : key })}
        />
      </search>
      <InfiniteList
        query={query}
        idOf={(channel) => channel.id}
        className={styles.list}
        label={t('list.title')}
        skeleton={{ type: 'list', label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        empty={<EmptyState icon="search" title={t('list.noneTitle')} text={t('list.noneText')} />}
      >
        {(channel) =>
          isOwn ? (
            <ChannelRow channel={channel} />
          ) : (
            <div className={styles.plain}>
              <ChannelFacts channel={channel} />
            </div>
          )
        }
      </InfiniteList>
    </div>
  );
}
