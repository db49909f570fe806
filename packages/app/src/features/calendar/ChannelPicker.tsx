import type { EventChannel } from '@kreide/core/features/calendar';
import type { Channel } from '@kreide/core/features/channels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { PickRow } from '../../ui/PickRow.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { postableQuery } from '../channels/index.ts';
import styles from './EventForm.module.css';

/** The kinds of channels that one can invite (C-4.85). */
export const CHANNEL_TABS = ['global', 'custom', 'generated', 'courses'] as const;
type ChannelTab = (typeof CHANNEL_TABS)[number];

/** The tab of a channel. */
function tabOf({ type, target_types }: Pick<Channel, 'type' | 'target_types'>): ChannelTab | null {
  if (type === 'GLOBAL') return 'global';
  if (type === 'CUSTOM') return 'custom';
  if (type !== 'GENERATED') return null;
  return target_types.some((target) => target === 'courses' || target === 'course-parents') ? 'courses' : 'generated';
}

interface ChannelPickerProps {
  /** Name of the list. */
  label: string;
  /** Channels of one kind; left out: of all kinds. */
  tab?: ChannelTab;
  chosen: readonly number[];
  onPick: (channel: EventChannel) => void;
}

/** Channels in which the user may write, to invite one after the other. */
export function ChannelPicker({ label, tab, chosen, onPick }: ChannelPickerProps) {
  const { t } = useTranslation('calendar');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const query = useInfiniteQuery(postableQuery(search));
  return (
    <>
      {tab !== 'global' && <SearchField label={t('participants.search')} value={typed} onChange={setTyped} />}
      <InfiniteList
        query={{ ...query, data: query.data?.filter((channel) => tab === undefined || tabOf(channel) === tab) }}
        idOf={({ id }) => id}
        className={styles.rows}
        label={label}
        skeleton={{ type: 'list', label: t('participants.loading') }}
        errorTitle={t('participants.errorTitle')}
        {...(!query.hasNextPage && {
          empty: (
            <EmptyState
              icon="search"
              headingLevel={3}
              title={t('participants.emptyTitle')}
              text={t('participants.emptyText')}
            />
          ),
        })}
      >
        {({ id, type, meta: { displayname } }) => (
          <PickRow className={styles.row}>
            <span>{displayname}</span>
            <Button
              isDisabled={chosen.includes(id)}
              aria-label={t('participants.addNamed', { name: displayname })}
              onPress={() => onPick({ id, type, meta: { displayname } })}
            >
              {t('participants.add')}
            </Button>
          </PickRow>
        )}
      </InfiniteList>
    </>
  );
}
