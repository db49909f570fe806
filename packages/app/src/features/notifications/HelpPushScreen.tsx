import type { Device } from '@kreide/core/features/notifications';
import { writeMoment } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './SettingsScreen.module.css';
import { pushDetailsQuery } from './settings-queries.ts';

/** What to do when no message arrives, and what became of the last one on each device (P-2.69, P-7.28). */
export function HelpPushScreen() {
  const { t } = useTranslation('notifications');
  const { id } = useSelf();
  const details = useQuery(pushDetailsQuery);
  const empty = <EmptyState icon="bell" title={t('help.noDevices')} text={t('help.noDevicesText')} />;
  return (
    <div className={styles.page}>
      <Card>
        <ul className={styles.tips}>
          <li>{t('help.permission')}</li>
          <li>{t('help.phone')}</li>
          <li>{t('help.system')}</li>
        </ul>
        <LinkButton look="quiet" icon="settings" href={`/settings/${id}/notifications`}>
          {t('settings.title')}
        </LinkButton>
      </Card>
      <Card>
        <h2>{t('help.devices')}</h2>
        <Loaded
          query={details}
          skeleton={{ type: 'list', items: 2, label: t('settings.loading') }}
          errorTitle={t('settings.errorTitle')}
        >
          {({ devices }) =>
            devices.length === 0 ? (
              empty
            ) : (
              <ul className={styles.devices}>
                {devices.map((device) => (
                  <DeviceItem key={device.uuid} device={device} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </div>
  );
}

function DeviceItem({ device: { name, is_silent, last_delivery } }: { device: Device }) {
  const { t, language } = useTranslation('notifications');
  const { school } = useSelf();
  const when = last_delivery && writeMoment(language, new Date(last_delivery.at), school.time_zone, 'medium');
  return (
    <li>
      <strong>{name || t('help.unnamed')}</strong>
      <span>{last_delivery && when ? t(`help.state_${last_delivery.state}`, { when }) : t('help.never')}</span>
      {is_silent === 1 && <span>{t('help.silent')}</span>}
    </li>
  );
}
