import type { Subscription } from '@kreide/core/features/subscriptions';
import { dateFormatOf, localeOf } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Subscriptions.module.css';
import { removeSubscription, subscriptionsQuery } from './use-subscriptions.ts';

/** The addresses that somebody has made: for what, when last used, and a way to end each. Nothing while there are none. */
export function AddressList() {
  const { t } = useTranslation('subscriptions');
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const subscriptions = useQuery(subscriptionsQuery);
  return (
    <Loaded
      query={subscriptions}
      skeleton={{ items: 1, label: t('list_loading') }}
      errorTitle={t('list_error')}
      headingLevel={3}
      empty={null}
    >
      {(all) => (
        <section className={styles.list} aria-labelledby={heading}>
          <h3 id={heading} ref={title} tabIndex={-1}>
            {t('list_title')}
          </h3>
          <ul>
            {all.map((subscription) => (
              <Address key={subscription.uuid} subscription={subscription} onRemoved={() => title.current?.focus()} />
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}

/** One address; the question before it goes stands in its place. */
function Address({ subscription, onRemoved }: { subscription: Subscription; onRemoved: () => void }) {
  const { t, i18n } = useTranslation('subscriptions');
  const timeZone = useSelf().school.time_zone;
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(removeSubscription);
  const name = subscription.name ?? t('unnamed');
  const day = dateFormatOf(localeOf(i18n.language), { dateStyle: 'medium', timeZone });
  const moment = dateFormatOf(localeOf(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  });
  const args = { params: { uuid: subscription.uuid } };
  const end = () =>
    remove.mutate(args, {
      onSuccess: () => {
        toasts.show('success', t('removed'));
        onRemoved();
      },
    });
  return (
    <li className={styles.address}>
      <div className={styles.about}>
        <b>{name}</b>
        <span>{t('calendar_name', { name: subscription.displayname })}</span>
        <span>
          {subscription.last_fetched_at === null
            ? t('fetched_never')
            : t('fetched', { date: moment.format(new Date(subscription.last_fetched_at)) })}
        </span>
        <span>{t('created', { date: day.format(new Date(subscription.created_at)) })}</span>
      </div>
      {!isAsking && <IconButton icon="trash" label={t('remove_named', { name })} onPress={() => setAsking(true)} />}
      {isAsking && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, this is a question with two buttons
        <div role="group" className={styles.question} aria-label={t('remove_named', { name })}>
          <p>{t('remove_question')}</p>
          <div className={styles.buttons}>
            <Button autoFocus onPress={() => setAsking(false)}>
              {t('keep')}
            </Button>
            <Button look="danger" icon="trash" isPending={remove.isPending} onPress={end}>
              {t('remove')}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}
