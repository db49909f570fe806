import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { offlineStore } from '../kernel/offline-store.ts';
import { shelves } from '../kernel/storage.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { ErrorState } from '../ui/States.tsx';
import { toasts } from '../ui/toast-store.ts';
import { isChunkError, reloadForNewVersion } from './chunk-reload.ts';
import { reloadNewest } from './reload-newest.ts';

const reload = () => window.location.reload();

/**
 * Replaces a page that crashed or could not be fetched, below header and navigation, so that other pages can be
 * reached. Offline, the page retries once there is a network; a reload before that would lose what is loaded.
 */
export function PageError() {
  const error = useRouteError();
  const { t } = useTranslation('shell');
  const isOutOfReach = isChunkError(error);
  useEffect(() => {
    console.error(error);
    reloadForNewVersion(error, __RELEASED_AT__, shelves.session, reloadNewest);
  }, [error]);
  useEffect(() => {
    if (!isOutOfReach) return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isOutOfReach]);

  function retry() {
    if (isOutOfReach && !navigator.onLine) toasts.show('error', t('connectionLost.text'));
    // An answer that an older version kept on the device may have crashed the page.
    else void offlineStore.clear().then(reload);
  }

  return isOutOfReach ? (
    <ErrorState
      icon="offline"
      title={t('connectionLost.title')}
      text={t('connectionLost.page')}
      retryLabel={t('retry')}
      onRetry={retry}
    />
  ) : (
    <ErrorState title={t('titles.error')} text={t('error.text')} retryLabel={t('logout.refresh')} onRetry={retry} />
  );
}
