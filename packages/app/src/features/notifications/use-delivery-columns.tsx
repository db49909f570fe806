import type { Delivery, SchoolDelivery } from '@kreide/core/features/notifications';
import { writeMoment } from '@kreide/core/kernel';
import { useMemo } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Menu } from '../../ui/Menu.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { DeliveryWish } from './use-delivery-wish.ts';

const LOOKS: Readonly<Record<Delivery['state'], TagLook>> = {
  WAITING: 'info',
  SENT: 'success',
  DROPPED: 'plain',
  GONE: 'warning',
  REFUSED: 'danger',
  FAILED: 'danger',
};

interface DeliveryActions {
  /** Shows only what belongs to the same person or device. */
  onChoose: (values: Pick<DeliveryWish, 'user_id' | 'device_uuid'>) => void;
  onWrite: (user: SchoolDelivery['user']) => void;
}

/** What the log says of each delivery: to whom, why, which way, when, and what became of it. */
export function useDeliveryColumns({ onChoose, onWrite }: DeliveryActions): readonly Column<SchoolDelivery>[] {
  const { t, language } = useTranslation('notifications');
  const zone = useSelf().school.time_zone;
  return useMemo(() => {
    const moment = (at: string) => writeMoment(language, new Date(at), zone, 'medium');
    return [
      {
        key: 'person',
        name: t('deliveries.search'),
        width: 'minmax(0, 3fr)',
        card: 'title',
        cell: ({ user }) => user.displayname,
      },
      {
        key: 'at',
        name: t('deliveries.at'),
        width: 'minmax(9.5rem, 2fr)',
        isOrdered: true,
        card: 'below',
        cell: ({ created_at }) => <time dateTime={created_at}>{moment(created_at)}</time>,
      },
      {
        key: 'kind',
        name: t('deliveries.kind'),
        width: 'minmax(0, 3fr)',
        card: 'below',
        cell: ({ kind }) => t(`deliveries.kind_${kind}`),
      },
      {
        key: 'way',
        name: t('deliveries.way'),
        width: 'minmax(0, 3fr)',
        card: 'below',
        cell: ({ way, device_name }) => (way === 'mail' ? t('deliveries.way_mail') : device_name || t('help.unnamed')),
      },
      {
        key: 'details',
        name: t('deliveries.details'),
        width: 'minmax(0, 3fr)',
        card: 'below',
        cell: ({ code, tries, state, not_before }) =>
          [
            ...(code === null ? [] : [t('deliveries.code', { code })]),
            ...(tries > 1 ? [t('deliveries.tries', { tries })] : []),
            ...(state === 'WAITING' ? [t('deliveries.notBefore', { when: moment(not_before) })] : []),
          ].join(' · '),
      },
      {
        key: 'state',
        name: t('deliveries.state'),
        width: 'minmax(8.5rem, 1fr)',
        card: 'end',
        cell: ({ state }) => <Tag look={LOOKS[state]}>{t(`deliveries.state_${state}`)}</Tag>,
      },
      {
        key: 'actions',
        name: t('deliveries.actions'),
        width: '2.75rem',
        card: 'corner',
        cell: ({ user, device_uuid }) => (
          <Menu
            icon="dots"
            label={t('deliveries.menu', { name: user.displayname })}
            entries={[
              { key: 'person', text: t('deliveries.ofPerson'), onAction: () => onChoose({ user_id: `${user.id}` }) },
              ...(device_uuid === null
                ? []
                : [{ key: 'device', text: t('deliveries.ofDevice'), onAction: () => onChoose({ device_uuid }) }]),
              { key: 'write', text: t('deliveries.write'), onAction: () => onWrite(user) },
            ]}
          />
        ),
      },
    ];
  }, [t, language, zone, onChoose, onWrite]);
}
