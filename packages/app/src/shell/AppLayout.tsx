import { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import type { AppRoute } from '../kernel/feature.ts';
import { START_ROUTE } from '../kernel/guards.ts';
import { useIsOnline } from '../kernel/online.ts';
import { readLastSchool, selfQuery, session } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Banner } from '../ui/Banner.tsx';
import { toasts } from '../ui/toast-store.ts';
import { AccountMenu } from './AccountMenu.tsx';
import styles from './AppLayout.module.css';
import { Brand } from './Brand.tsx';
import { Navigation } from './Navigation.tsx';
import { toEntries } from './navigation.ts';
import { preloadPages } from './preload-pages.ts';
import { SkipLink } from './SkipLink.tsx';
import { ConnectionLostScreen } from './screens/ConnectionLostScreen.tsx';
import { LoadingScreen } from './screens/LoadingScreen.tsx';
import { usePageTitle } from './use-route-title.ts';

/** The frame of every page that needs a session: header, navigation, page. */
export function AppLayout({ routes }: { routes: readonly AppRoute[] }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const { isSignedIn, endedBy } = useStore(session);
  const self = useQuery({ ...selfQuery, enabled: isSignedIn });
  const title = usePageTitle();
  const entries = useMemo(() => toEntries(routes), [routes]);

  useEffect(() => {
    if (isSignedIn) return;
    const slink = readLastSchool()?.slink;
    if (endedBy) toasts.show('info', t('logout.expired'));
    else toasts.show('success', t('logout.done'));
    navigate(slink ? `/${slink}/login` : START_ROUTE, { replace: true });
  }, [isSignedIn, endedBy, navigate, t]);

  const isReady = self.data !== undefined;
  useEffect(() => (isReady ? preloadPages(routes, entries) : undefined), [isReady, routes, entries]);

  if (!isSignedIn) return null;
  if (self.isPending) return <LoadingScreen />;
  if (!self.data) {
    return (
      <ConnectionLostScreen
        error={ApiError.from(self.error)}
        onRetry={() => self.refetch()}
        isRetrying={self.isFetching}
      />
    );
  }
  return (
    <div className={styles.layout}>
      <SkipLink />
      <aside className={styles.side}>
        <div className={styles.brand}>
          <Brand />
        </div>
        <Navigation entries={entries} look="side" />
      </aside>
      <div className={styles.page}>
        <header className={styles.header}>
          <div className={styles.heading}>
            <h1>{title}</h1>
            <p>{self.data.school.name}</p>
          </div>
          <AccountMenu />
        </header>
        {!isOnline && (
          <Banner kind="warning" icon="offline">
            {t('offline.banner')}
          </Banner>
        )}
        <main id="main" tabIndex={-1} className={styles.main}>
          <Suspense fallback={<LoadingScreen />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <div className={styles.bottom}>
        <Navigation entries={entries} look="bottom" />
      </div>
    </div>
  );
}
