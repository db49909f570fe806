import { notificationsApi } from '@kreide/core/features/notifications';
import { ApiError } from '@kreide/core/kernel';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { client } from '../../kernel/client.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './SettingsScreen.module.css';

/**
 * The page behind the link in a digest, without a sign-in. Nothing ends before the button is pressed: scanners of mails
 * open every address (D-6.03).
 */
export function DigestOffScreen() {
  const { t } = useTranslation('notifications');
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const [state, setState] = useState<'open' | 'pending' | 'done' | 'over' | 'failed'>(token === '' ? 'over' : 'open');

  async function end(): Promise<void> {
    setState('pending');
    try {
      await client.call(notificationsApi.unsubscribe, { body: { token } });
      setState('done');
    } catch (thrown) {
      const { code } = ApiError.from(thrown);
      setState(code === 'not_found' || code === 'invalid' ? 'over' : 'failed');
    }
  }

  if (state === 'done' || state === 'over')
    return (
      <div className={styles.page}>
        <Card isRoomy>
          <div role="status">
            <EmptyState
              headingLevel={1}
              icon={state === 'done' ? 'checkCircle' : 'alert'}
              title={t(`digestOff.${state}Title`)}
              text={t(`digestOff.${state}Text`)}
            />
          </div>
        </Card>
      </div>
    );
  return (
    <div className={styles.page}>
      <Card isRoomy>
        <div className={styles.form}>
          <h1>{t('digestOff.title')}</h1>
          <p>{t('digestOff.text')}</p>
          {state === 'failed' && <p role="alert">{t('digestOff.failed')}</p>}
          <div className={styles.actions}>
            <Button look="primary" isPending={state === 'pending'} onPress={end}>
              {t('digestOff.button')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}
