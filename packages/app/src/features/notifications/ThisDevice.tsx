import { notificationsApi, toConsent } from '@kreide/core/features/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { usePushAnswered } from './PushRegistration.tsx';
import { canPush } from './push-device.ts';
import styles from './SettingsScreen.module.css';
import { SELF } from './settings-queries.ts';

/** Whether this device shows messages, a way to let it, and what a message looks like there. */
export function ThisDevice() {
  const { t } = useTranslation('notifications');
  const { school } = useSelf();
  const [consent, setConsent] = useState(() => (canPush() ? toConsent(Notification.permission) : null));
  const test = useMutation({
    ...mutationOf(notificationsApi.testPush),
    onSuccess: ({ devices }) => toasts.show('success', t('settings.testSent', { devices })),
  });
  const answered = usePushAnswered();
  const ask = async () => {
    setConsent(toConsent(await Notification.requestPermission()));
    await answered();
  };
  return (
    <Card>
      <section className={styles.form} aria-labelledby="this-device">
        <h2 id="this-device">{t('settings.device')}</h2>
        <p>{consent === null ? t('settings.unsupported') : t(`settings.consent_${consent}`)}</p>
        <figure className={styles.preview}>
          <figcaption>{t('settings.preview')}</figcaption>
          <p>
            <strong>{school.name}</strong>
            <br />
            {t('push.lesson')}
          </p>
        </figure>
        <div className={styles.actions}>
          {consent === 'PENDING' && (
            <Button look="primary" icon="bell" onPress={() => void ask()}>
              {t('settings.allow')}
            </Button>
          )}
          <Button isPending={test.isPending} onPress={() => test.mutate(SELF)}>
            {t('settings.test')}
          </Button>
          <LinkButton look="quiet" icon="info" href="/notifications/help-push">
            {t('settings.help')}
          </LinkButton>
        </div>
      </section>
    </Card>
  );
}
