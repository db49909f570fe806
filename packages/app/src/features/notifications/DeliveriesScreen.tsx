import { DELIVERIES_PAGE, notificationsApi, type SchoolDelivery } from '@kreide/core/features/notifications';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf, queryOf } from '../../kernel/data.ts';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import styles from './DeliveriesScreen.module.css';
import { DeliveryFilters } from './DeliveryFilters.tsx';
import { SendPushDialog } from './SendPushDialog.tsx';
import { useDeliveryColumns } from './use-delivery-columns.tsx';
import { useDeliveryWish } from './use-delivery-wish.ts';

const idOf = ({ id }: SchoolDelivery) => id;

/** What became of push messages and mails of the school (P-7.28): never what they said. */
export function DeliveriesScreen() {
  const { t, language } = useTranslation('notifications');
  const filters = useDeliveryWish();
  const { wish, change } = filters;
  const { order = '-at', ...narrowed } = wish;
  const log = useInfiniteQuery({
    ...infiniteQueryOf(notificationsApi.listSchoolDeliveries, { query: wish }, DELIVERIES_PAGE),
    placeholderData: keepPreviousData,
  });
  const count = useQuery(queryOf(notificationsApi.countSchoolDeliveries, { query: narrowed }, { staleTime: 0 }));
  const total = count.data?.count;
  const [receiver, setReceiver] = useState<SchoolDelivery['user'] | null>(null);
  const columns = useDeliveryColumns({ onChoose: change, onWrite: setReceiver });
  return (
    <div className={styles.screen}>
      <DeliveryFilters {...filters} />
      <p className={styles.count} role="status">
        {total !== undefined && t('deliveries.count', { number: total.toLocaleString(language) })}
      </p>
      <PagedTable
        query={log}
        label={t('deliveries.title')}
        idOf={idOf}
        columns={columns}
        total={total}
        order={order}
        onOrder={(next) => change({ order: next === '-at' ? '' : next })}
        skeleton={{ type: 'list', label: t('deliveries.loading') }}
        errorTitle={t('deliveries.errorTitle')}
        empty={
          Object.keys(narrowed).length > 0 ? (
            <EmptyState icon="search" title={t('deliveries.noneTitle')} text={t('deliveries.noneText')} />
          ) : (
            <EmptyState icon="bell" title={t('deliveries.emptyTitle')} text={t('deliveries.emptyText')} />
          )
        }
      />
      {receiver && <SendPushDialog receiver={receiver} onClose={() => setReceiver(null)} />}
    </div>
  );
}
