import type { Delivery, SchoolDelivery } from '@kreide/core/features/notifications';
import { writeMoment } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Menu } from '../../ui/Menu.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import styles from './DeliveriesScreen.module.css';

const LOOKS: Readonly<Record<Delivery['state'], TagLook>> = {
  WAITING: 'info',
  SENT: 'success',
  DROPPED: 'plain',
  GONE: 'warning',
  REFUSED: 'danger',
  FAILED: 'danger',
};

interface DeliveryItemProps {
  entry: SchoolDelivery;
  timeZone: string;
  /** Shows only what belongs to the same person or device. */
  onChoose: (values: { user_id?: string; device_uuid?: string }) => void;
  onWrite: (user: SchoolDelivery['user']) => void;
}

/** One delivery: to whom, which way, when, and what became of it. */
export function DeliveryItem({ entry, timeZone, onChoose, onWrite }: DeliveryItemProps) {
  const { t, language } = useTranslation('notifications');
  const { user, way, device_uuid, device_name, kind, state, code, tries } = entry;
  const moment = (at: string) => writeMoment(language, new Date(at), timeZone, 'medium');
  const facts = [
    t(`deliveries.kind_${kind}`),
    way === 'mail' ? t('deliveries.way_mail') : device_name || t('help.unnamed'),
    ...(code === null ? [] : [t('deliveries.code', { code })]),
    ...(tries > 1 ? [t('deliveries.tries', { tries })] : []),
    ...(state === 'WAITING' ? [t('deliveries.notBefore', { when: moment(entry.not_before) })] : []),
  ];
  const actions = [
    { key: 'person', text: t('deliveries.ofPerson'), onAction: () => onChoose({ user_id: `${user.id}` }) },
    ...(device_uuid === null
      ? []
      : [{ key: 'device', text: t('deliveries.ofDevice'), onAction: () => onChoose({ device_uuid }) }]),
    { key: 'write', text: t('deliveries.write'), onAction: () => onWrite(user) },
  ];
  return (
    <div className={styles.item}>
      <div className={styles.head}>
        <strong>{user.displayname}</strong>
        <Tag look={LOOKS[state]}>{t(`deliveries.state_${state}`)}</Tag>
        <time dateTime={entry.created_at}>{moment(entry.created_at)}</time>
        <Menu icon="dots" label={t('deliveries.menu', { name: user.displayname })} entries={actions} />
      </div>
      <p>{facts.join(' · ')}</p>
    </div>
  );
}
