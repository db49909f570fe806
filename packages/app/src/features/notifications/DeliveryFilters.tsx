import { DELIVERY_STATES } from '@kreide/core/features/notifications';
import { useEffect, useState } from 'react';
import { TableViews } from '../../kernel/TableViews.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './DeliveriesScreen.module.css';
import { DELIVERY_FILTERS, type useDeliveryWish } from './use-delivery-wish.ts';

/** How long nothing is typed before the log is asked, ms. */
const PAUSE = 400;
const ALL = 'all';
const WAYS = ['push', 'mail'] as const;

/** Who, which way and with what outcome. What is typed counts after a pause. */
export function DeliveryFilters({ wish, change, reset }: ReturnType<typeof useDeliveryWish>) {
  const { t } = useTranslation('notifications');
  const { search = '', state, way, user_id, device_uuid } = wish;
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => change({ search: typed.trim() }), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, search, change]);
  const all = { key: ALL, text: t('deliveries.all') };
  const only = [user_id && t('deliveries.onlyPerson'), device_uuid && t('deliveries.onlyDevice')].filter(Boolean);
  return (
    <>
      <search className={styles.filters} aria-label={t('deliveries.filters')}>
        <div className={styles.fields}>
          <SearchField
            label={t('deliveries.search')}
            placeholder={t('deliveries.searchHint')}
            value={typed}
            onChange={setTyped}
          />
          <Select
            label={t('deliveries.way')}
            options={[all, ...WAYS.map((key) => ({ key, text: t(`deliveries.way_${key}`) }))]}
            value={way ?? ALL}
            onChange={(key) => change({ way: key === ALL ? '' : key })}
          />
          <Select
            label={t('deliveries.state')}
            options={[all, ...DELIVERY_STATES.map((key) => ({ key, text: t(`deliveries.state_${key}`) }))]}
            value={state ?? ALL}
            onChange={(key) => change({ state: key === ALL ? '' : key })}
          />
        </div>
        {Object.keys(wish).length > 0 && (
          <div className={styles.tools}>
            <Button
              look="quiet"
              icon="close"
              onPress={() => {
                setTyped('');
                reset();
              }}
            >
              {t('deliveries.reset')}
            </Button>
            {only.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        )}
      </search>
      <TableViews
        table="deliveries"
        names={DELIVERY_FILTERS}
        onOpen={(opened) => setTyped(opened.get('search') ?? '')}
      />
    </>
  );
}
