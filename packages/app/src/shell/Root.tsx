import { localeOf } from '@kreide/core/kernel';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { RouterProvider } from 'react-aria-components';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Outlet, useHref, useNavigate, useRouteError, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { late } from '../kernel/late.ts';
import { queries } from '../kernel/query.ts';
import { session } from '../kernel/session.ts';
import { shelves } from '../kernel/storage.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { ChalkGrain } from '../ui/Chalk.tsx';
import { ErrorState } from '../ui/States.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { reloadForNewVersion } from './chunk-reload.ts';
import styles from './Root.module.css';
import { reloadNewest } from './reload-newest.ts';
import { useRouteTitle } from './use-route-title.ts';

const LogoutDialog = late(async () => (await import('../features/auth/LogoutDialog.tsx')).LogoutDialog);

/** Resolves in-app link addresses; those with their own scheme (`webcal:`, `mailto:`) are left alone. */
function useAddress(href: string): string {
  const inApp = useHref(href);
  return /^[a-z][a-z\d+.-]*:/i.test(href) ? href : inApp;
}

/** The root of every page: providers, title and focus, toasts, the sign-out dialog. */
export function Root() {
  const navigate = useNavigate();
  const { t, language } = useTranslation('shell');
  const [search] = useSearchParams();
  const { isSignedIn, isInvalid } = useStore(session);
  useRouteTitle();
  return (
    <QueryClientProvider client={queries}>
      <I18nProvider locale={localeOf(language)}>
        <RouterProvider navigate={(path) => navigate(path)} useHref={useAddress}>
          <ChalkGrain />
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
          {isSignedIn && (isInvalid || search.has('logout')) && (
            <Suspense fallback={null}>
              <LogoutDialog />
            </Suspense>
          )}
          <Toasts texts={{ region: t('toasts.region'), close: t('close') }} />
        </RouterProvider>
      </I18nProvider>
    </QueryClientProvider>
  );
}

/** A page that crashed: a part missing after an update triggers one reload (P-8.21), anything else shows an error. */
export function RootError() {
  const error = useRouteError();
  const { t } = useTranslation('shell');
  const reload = () => window.location.reload();
  useEffect(() => {
    console.error(error);
    reloadForNewVersion(error, __RELEASED_AT__, shelves.session, reloadNewest);
  }, [error]);
  return (
    <main className={styles.broken}>
      <ErrorState
        headingLevel={1}
        title={t('titles.error')}
        text={t('error.text')}
        retryLabel={t('logout.refresh')}
        onRetry={reload}
      />
    </main>
  );
}
