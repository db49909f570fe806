import { addEventChannel, addEventUser, type EventChannel, type EventPerson } from '@kreide/core/features/calendar';
import type { Channel, Contact } from '@kreide/core/features/channels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { toldApart } from '../../kernel/told-apart.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { PickRow } from '../../ui/PickRow.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { PeoplePicker, postableQuery } from '../channels/index.ts';
import styles from './EventForm.module.css';
import type { EventFormState } from './use-event-form.ts';

/** Whom one can invite (C-4.85). */
const TABS = ['global', 'custom', 'generated', 'courses', 'users'] as const;
type Tab = (typeof TABS)[number];

/** The tab of a channel. */
function tabOf({ type, target_types }: Pick<Channel, 'type' | 'target_types'>): Tab | null {
  if (type === 'GLOBAL') return 'global';
  if (type === 'CUSTOM') return 'custom';
  if (type !== 'GENERATED') return null;
  return target_types.some((target) => target === 'courses' || target === 'course-parents') ? 'courses' : 'generated';
}

const toEventPerson = ({ id, displayname, subtitle }: Contact): EventPerson => ({
  id,
  meta: { displayname, subtitle },
});

/** The participants: channels in which the user may write, and people whom they may write to (C-2.55). */
export function ParticipantsStep({ form }: { form: EventFormState }) {
  const { t } = useTranslation('calendar');
  const [tab, setTab] = useState<Tab>('global');
  const { participants } = form.values;
  const { channels, users } = participants;
  const chosen = [
    ...channels.map(({ id, meta }) => ({
      key: `channel ${id}`,
      name: meta.displayname,
      drop: () => form.change({ participants: { channels: channels.filter((one) => one.id !== id), users } }),
    })),
    ...users.map(({ id, meta }) => ({
      key: `user ${id}`,
      name: toldApart(meta),
      drop: () => form.change({ participants: { channels, users: users.filter((one) => one.id !== id) } }),
    })),
  ];
  return (
    <div className={styles.form}>
      <section className={styles.chosen} aria-label={t('participants.chosen')}>
        {chosen.length === 0 && <p className={styles.about}>{t('form.nobody')}</p>}
        {chosen.map(({ key, name, drop }) => (
          <Button key={key} icon="close" aria-label={t('participants.remove', { name })} onPress={drop}>
            {name}
          </Button>
        ))}
      </section>
      <Tabs
        label={t('participants.kinds')}
        tabs={TABS.map((id) => ({ id, text: t(`participants.${id}`) }))}
        value={tab}
        onChange={setTab}
      >
        {tab === 'users' ? (
          <PeoplePicker
            action={t('participants.add')}
            chosen={users.map(({ id }) => id)}
            onPick={(person) => form.change({ participants: addEventUser(participants, toEventPerson(person)) })}
            onPickAll={(people) =>
              form.change({
                participants: people.reduce((all, person) => addEventUser(all, toEventPerson(person)), participants),
              })
            }
          />
        ) : (
          <ChannelPicker
            tab={tab}
            chosen={channels.map(({ id }) => id)}
            onPick={(channel) => form.change({ participants: addEventChannel(participants, channel) })}
          />
        )}
      </Tabs>
    </div>
  );
}

interface ChannelPickerProps {
  tab: Tab;
  chosen: readonly number[];
  onPick: (channel: EventChannel) => void;
}

function ChannelPicker({ tab, chosen, onPick }: ChannelPickerProps) {
  const { t } = useTranslation('calendar');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const query = useInfiniteQuery(postableQuery(search));
  return (
    <>
      {tab !== 'global' && <SearchField label={t('participants.search')} value={typed} onChange={setTyped} />}
      <InfiniteList
        query={{ ...query, data: query.data?.filter((channel) => tabOf(channel) === tab) }}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t(`participants.${tab}`)}
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
