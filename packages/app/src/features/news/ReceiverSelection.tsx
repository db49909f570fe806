import { newsChannelTypeOf } from '@kreide/core/features/news';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { toldApart } from '../../kernel/told-apart.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { PickRow } from '../../ui/PickRow.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { PeoplePicker, postableQuery } from '../channels/index.ts';
import styles from './NewsPages.module.css';
import { ReaderCount } from './ReaderCount.tsx';
import type { NewsFormState } from './use-news-form.ts';
import { useReceivers } from './use-receivers.ts';

interface ReceiverSelectionProps {
  form: NewsFormState;
  onNext: () => void;
}

/** Who receives an item (C-2.22): channels in which one may write, and single people; with how many will read it. */
export function ReceiverSelection({ form, onNext }: ReceiverSelectionProps) {
  const { t } = useTranslation(['news', 'form']);
  const { values, problems, change } = form;
  const [hasTried, setTried] = useState(false);
  const { channels, user_ids } = values;
  const types = useSelf().school.meta.news_channel_types;
  const hasPeople = types.includes('users');
  const hasChannels = types.some((type) => type !== 'users');
  const [tab, setTab] = useState<'channels' | 'people'>(hasChannels ? 'channels' : 'people');
  const receivers = useReceivers(values);
  usePreselection(form);
  // What may not be written to any more is no receiver.
  const { data, isPlaceholderData } = receivers;
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const open = channels.filter((id) => data.channels.some((channel) => channel.id === id));
    const people = user_ids.filter((id) => data.users.some((person) => person.id === id));
    if (open.length < channels.length || people.length < user_ids.length) change({ channels: open, user_ids: people });
  }, [data, isPlaceholderData, channels, user_ids, change]);
  const count = channels.length + user_ids.length;
  const problem = problems.find(({ field }) => field === 'channels' || field === 'user_ids');
  // Without a network the list says what a channel is called.
  const listed = useInfiniteQuery(postableQuery('')).data ?? [];
  const named = [...listed, ...(data?.channels ?? [])];
  const chosen = [
    ...channels.map((id) => ({
      key: `channel ${id}`,
      name: named.findLast((channel) => channel.id === id)?.meta.displayname,
      drop: () => change({ channels: channels.filter((one) => one !== id) }),
    })),
    ...user_ids.map((id) => {
      const person = data?.users.find((one) => one.id === id);
      return {
        key: `user ${id}`,
        name: person && toldApart(person),
        drop: () => change({ user_ids: user_ids.filter((one) => one !== id) }),
      };
    }),
  ].filter(({ name }) => name !== undefined);
  return (
    <>
      <section className={styles.chosen} aria-label={t('receivers.chosen')}>
        {chosen.map(({ key, name = '', drop }) => (
          <Button key={key} icon="close" aria-label={t('receivers.remove', { name })} onPress={drop}>
            {name}
          </Button>
        ))}
      </section>
      <p role="status" className={styles.about}>
        {count === 0 ? t('receivers.none') : data && <ReaderCount of={data} />}
      </p>
      <Problem text={problem?.text ?? (hasTried && count === 0 ? t('rules.receiversRequired') : null)} />
      <Tabs
        label={t('receivers.kinds')}
        tabs={[
          ...(hasChannels ? [{ id: 'channels' as const, text: t('receivers.channels') }] : []),
          ...(hasPeople ? [{ id: 'people' as const, text: t('receivers.people') }] : []),
        ]}
        value={tab}
        onChange={setTab}
      >
        {tab === 'people' ? (
          <PeoplePicker
            action={t('receivers.add')}
            chosen={user_ids}
            onPick={({ id }) => change({ user_ids: [...user_ids, id] })}
            onPickAll={(people) => change({ user_ids: [...user_ids, ...people.map(({ id }) => id)] })}
          />
        ) : (
          <ChannelPicker chosen={channels} onPick={(id) => change({ channels: [...channels, id] })} />
        )}
      </Tabs>
      <StepFoot>
        <LinkButton href="/news">{t('form.cancel')}</LinkButton>
        <Button look="primary" onPress={() => (count > 0 ? onNext() : setTried(true))}>
          {t('form:steps.next')}
        </Button>
      </StepFoot>
    </>
  );
}

/** The receiver that the address names: `/news/create/channelselection/channel/12`, or `user/7`. */
function usePreselection({ values, change }: NewsFormState): void {
  const { type, id: text = '' } = useParams();
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  const [taken, setTaken] = useState<number | null>(null);
  useEffect(() => {
    if (id === null || taken === id) return;
    setTaken(id);
    const field = type === 'user' || type === 'users' ? 'user_ids' : 'channels';
    if (!values[field].includes(id)) change({ [field]: [...values[field], id] });
  }, [id, type, taken, values, change]);
}

interface ChannelPickerProps {
  chosen: readonly number[];
  onPick: (id: number) => void;
}

/** The channels in which the user may write, of the kinds that the school allows (C-9.24). */
function ChannelPicker({ chosen, onPick }: ChannelPickerProps) {
  const { t } = useTranslation('news');
  const types = useSelf().school.meta.news_channel_types;
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const query = useInfiniteQuery(postableQuery(search));
  const offered = query.data?.filter(({ type, target_types: [target = null] }) =>
    types.includes(newsChannelTypeOf({ type, target })),
  );
  return (
    <div className={styles.page}>
      <SearchField label={t('receivers.search')} value={typed} onChange={setTyped} />
      <InfiniteList
        query={{ ...query, data: offered }}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t('receivers.channels')}
        skeleton={{ type: 'list', label: t('receivers.loading') }}
        errorTitle={t('receivers.errorTitle')}
        empty={<EmptyState icon="search" title={t('receivers.emptyTitle')} text={t('receivers.emptyText')} />}
      >
        {({ id, meta, users_count }) => (
          <PickRow className={styles.row}>
            <span>
              {meta.displayname}
              <span className={styles.about}>{t('receivers.members', { count: users_count })}</span>
            </span>
            <Button
              isDisabled={chosen.includes(id)}
              aria-label={t('receivers.addNamed', { name: meta.displayname })}
              onPress={() => onPick(id)}
            >
              {t('receivers.add')}
            </Button>
          </PickRow>
        )}
      </InfiniteList>
    </div>
  );
}
