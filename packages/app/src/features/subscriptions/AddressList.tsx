import type { Subscription } from '@kreide/core/features/subscriptions';
import { toLocal, writeDate, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Subscriptions.module.css';
import { removeSubscription, subscriptionsQuery } from './use-subscriptions.ts';

/** The user's addresses: for which plan, when last used, and a way to revoke each. Hidden while empty. */
export function AddressList() {
  const { t } = useTranslation('subscriptions');
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const subscriptions = useQuery(subscriptionsQuery);
  return (
    <Loaded
      query={subscriptions}
      skeleton={{ items: 1, label: t('listLoading') }}
      errorTitle={t('listError')}
      headingLevel={3}
      empty={null}
    >
      {(all) => (
        <section className={styles.list} aria-labelledby={heading}>
          <h3 id={heading} ref={title} tabIndex={-1}>
            {t('listTitle')}
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

/** One address; the confirmation to revoke it replaces it in place. */
function Address({ subscription, onRemoved }: { subscription: Subscription; onRemoved: () => void }) {
  const { t, language } = useTranslation('subscriptions');
  const timeZone = useSelf().school.time_zone;
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    ...removeSubscription,
    // Of the mutation, not of the call: the row may be gone before the call's callbacks.
    onSuccess: () => {
      toasts.show('success', t('removed'));
      onRemoved();
    },
  });
  const name = subscription.name ?? t('unnamed');
  const args = { params: { uuid: subscription.uuid } };
  const end = () => remove.mutate(args);
  return (
    <li className={styles.address}>
      <div className={styles.about}>
        <b>{name}</b>
        <span>{t('calendarName', { name: subscription.displayname })}</span>
        <span>
          {subscription.last_fetched_at === null
            ? t('fetchedNever')
            : t('fetched', { date: writeMoment(language, new Date(subscription.last_fetched_at), timeZone, 'medium') })}
        </span>
        <span>
          {t('created', {
            date: writeDate(language, toLocal(new Date(subscription.created_at), timeZone).date, 'medium'),
          })}
        </span>
      </div>
      {!isAsking && <IconButton icon="trash" label={t('removeNamed', { name })} onPress={() => setAsking(true)} />}
      {isAsking && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, this is a question with two buttons
        <div role="group" className={styles.question} aria-label={t('removeNamed', { name })}>
          <p>{t('removeQuestion')}</p>
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
