import { DELIVERIES_PAGE, notificationsApi, type SchoolDelivery } from '@kreide/core/features/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import styles from './DeliveriesScreen.module.css';
import { DeliveryFilters } from './DeliveryFilters.tsx';
import { DeliveryItem } from './DeliveryItem.tsx';
import { SendPushDialog } from './SendPushDialog.tsx';
import { useDeliveryWish } from './use-delivery-wish.ts';

/** What became of push messages and mails of the school, newest first (P-7.28): never what they said. */
export function DeliveriesScreen() {
  const { t } = useTranslation('notifications');
  const { school } = useSelf();
  const filters = useDeliveryWish();
  const { wish, change } = filters;
  const log = useInfiniteQuery(
    infiniteQueryOf(notificationsApi.listSchoolDeliveries, { query: wish }, DELIVERIES_PAGE),
  );
  const [receiver, setReceiver] = useState<SchoolDelivery['user'] | null>(null);
  const isFiltered = Object.keys(wish).length > 0;
  return (
    <div className={styles.screen}>
      <DeliveryFilters {...filters} />
      <InfiniteList
        query={log}
        idOf={({ id }) => id}
        className={styles.list}
        skeleton={{ type: 'list', label: t('deliveries.loading') }}
        errorTitle={t('deliveries.errorTitle')}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={t('deliveries.noneTitle')} text={t('deliveries.noneText')} />
          ) : (
            <EmptyState icon="bell" title={t('deliveries.emptyTitle')} text={t('deliveries.emptyText')} />
          )
        }
      >
        {(entry) => <DeliveryItem entry={entry} timeZone={school.time_zone} onChoose={change} onWrite={setReceiver} />}
      </InfiniteList>
      {receiver && <SendPushDialog receiver={receiver} onClose={() => setReceiver(null)} />}
    </div>
  );
}
