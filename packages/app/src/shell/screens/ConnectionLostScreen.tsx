import type { ApiError } from '@kreide/core/kernel';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/States.tsx';
import styles from './ConnectionLostScreen.module.css';

interface ConnectionLostProps {
  error: ApiError;
  onRetry: () => void;
  isRetrying: boolean;
}

/** The app cannot start without its server: retry, or check the service status (P-8.12). */
export function ConnectionLostScreen({ error, onRetry, isRetrying }: ConnectionLostProps) {
  const { t } = useTranslation(['shell', 'errors']);
  const statusUrl = useStore(branding, (state) => state.brand.status_url);
  const isOutage = error.status === 0 || error.status >= 500;
  return (
    <main className={styles.screen}>
      <ErrorState
        headingLevel={1}
        icon={isOutage ? 'offline' : 'alert'}
        title={t(isOutage ? 'connectionLost.title' : 'titles.error')}
        text={isOutage ? t('connectionLost.text') : toReason(t, error)}
        retryLabel={t('retry')}
        onRetry={onRetry}
        isRetrying={isRetrying}
        action={statusUrl && <LinkButton href={statusUrl}>{t('connectionLost.status')}</LinkButton>}
      />
    </main>
  );
}
