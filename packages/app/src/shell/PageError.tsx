import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { shelves } from '../kernel/storage.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { ErrorState } from '../ui/States.tsx';
import { toasts } from '../ui/toast-store.ts';
import { isChunkError, reloadForNewVersion } from './chunk-reload.ts';

const reload = () => window.location.reload();

/**
 * A page that broke or could not be fetched, below header and navigation, so that the other pages stay in reach. Without a network the
 * page comes by itself as soon as there is one again; loading anew before that would lose what is on the device.
 */
export function PageError() {
  const error = useRouteError();
  const { t } = useTranslation('shell');
  const isOutOfReach = isChunkError(error);
  useEffect(() => {
    console.error(error);
    reloadForNewVersion(error, __RELEASED_AT__, shelves.session, reload);
  }, [error]);
  useEffect(() => {
    if (!isOutOfReach) return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isOutOfReach]);

  function retry() {
    if (isOutOfReach && !navigator.onLine) toasts.show('error', t('connectionLost.text'));
    else reload();
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
