import { listMissingDetails } from '@kreide/core/features/users';
import { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import type { AppRoute } from '../kernel/feature.ts';
import { START_ROUTE, toAddChildTarget, toOnboardingTarget } from '../kernel/guards.ts';
import { isOfEarlier } from '../kernel/kept-answers.ts';
import { PlanMarks } from '../kernel/plan-marks.ts';
import { Redirect } from '../kernel/Redirect.tsx';
import { readLastSchool, selfQuery, session } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toasts } from '../ui/toast-store.ts';
import { AccountButton } from './AccountButton.tsx';
import styles from './AppLayout.module.css';
import { Brand } from './Brand.tsx';
import { creations, featureBanners } from './feature-routes.ts';
import { Header } from './Header.tsx';
import { isFor } from './is-for.ts';
import { AccountPanel, loadPlanExams, MutedBanner, PolicyDue, SecondStepDue } from './late.ts';
import { isMuted } from './muted.ts';
import { Navigation } from './Navigation.tsx';
import { Notch } from './Notch.tsx';
import { isPlaced, toBarEntries, toEntries } from './navigation.ts';
import { OfflineNotes } from './OfflineNotes.tsx';
import { shapeOf } from './page-shape.ts';
import { preloadPages } from './preload-pages.ts';
import { SkipLink } from './SkipLink.tsx';
import { ConnectionLostScreen } from './screens/ConnectionLostScreen.tsx';
import { LoadingScreen } from './screens/LoadingScreen.tsx';
import { useHeight } from './use-height.ts';
import { useRouteHandle } from './use-route-title.ts';

/** People without a name, or who have not said anything about their sex, do so first (P-2.02). */
const DETAILS_ROUTE = '/settings/fill-user-details';

/** The frame of every page that needs a session, anew for each account: nothing of the former one stays on screen. */
export function AppLayout(props: { routes: readonly AppRoute[] }) {
  const { owner, landing } = useStore(session);
  const shown = useRef(owner);
  const navigate = useNavigate();
  useEffect(() => {
    if (owner && shown.current && owner !== shown.current) navigate(landing, { replace: true });
    shown.current = owner;
  }, [owner, landing, navigate]);
  return <Frame key={owner} {...props} />;
}

/** What is told above every page. */
function Banners({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useHeight(place, '--kreide-banners');
  return <div ref={place}>{children}</div>;
}

/** Header, navigation, banners, page. */
function Frame({ routes }: { routes: readonly AppRoute[] }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { isSignedIn, endedBy } = useStore(session);
  const self = useQuery({ ...selfQuery, enabled: isSignedIn });
  const { mutedView, noBottomBar } = useRouteHandle();
  const [hasPanel, setPanel] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const { pathname, search } = useLocation();
  const entries = useMemo(() => toEntries(routes), [routes]);

  useEffect(() => {
    if (isSignedIn) return;
    const slink = readLastSchool()?.slink;
    if (endedBy) toasts.show('info', t('logout.expired'));
    else toasts.show('success', t('logout.done'));
    navigate(slink ? `/${slink}/login` : START_ROUTE, { replace: true });
  }, [isSignedIn, endedBy, navigate, t]);

  const isReady = self.data !== undefined;
  // The frame that comes in the place of the loading screen is drawn in steps that hold nobody up.
  const isDrawn = useDeferredValue(isReady);
  useEffect(() => (isReady ? preloadPages(routes, entries) : undefined), [isReady, routes, entries]);

  // Held until the person goes on: the recovery codes are shown after the second step is there.
  if (self.data?.second_step?.is_due && !isHeld) setHeld(true);

  if (!isSignedIn) return null;
  if (isHeld) return <SecondStepDue onDone={() => setHeld(false)} />;
  if (self.isPending || (isReady && !isDrawn)) return <LoadingScreen />;
  const { data } = self;
  if (!data) {
    return (
      <ConnectionLostScreen
        error={ApiError.from(self.error)}
        onRetry={() => self.refetch()}
        isRetrying={self.isFetching}
      />
    );
  }
  // Without a network nobody can accept anything: what was kept stays open to them.
  if (data.has_due_policy && !isOfEarlier(self.dataUpdatedAt)) return <PolicyDue />;
  const isAsked = listMissingDetails(data).length > 0;
  // One question after the other: each leads away from the other's page.
  const target = isAsked ? DETAILS_ROUTE : (toAddChildTarget(data, pathname) ?? toOnboardingTarget(data, pathname));
  if (target !== null && target !== pathname) {
    // Details that were missing at the last visit may have come since, here or on another device.
    if (!isOfEarlier(self.dataUpdatedAt))
      return <Redirect to={target} {...(isAsked && { state: { wanted: pathname + search } })} />;
    if (self.isFetching) return <LoadingScreen />;
  }
  const { footer_menu } = data.school.meta;
  const own = entries.filter(({ needs }) => isFor(needs, data));
  const possible = creations.filter(({ needs }) => isFor(needs, data));
  return (
    <div className={styles.layout} data-bare={noBottomBar}>
      <SkipLink />
      <aside className={styles.side}>
        <div className={styles.brand}>
          <Brand />
        </div>
        <Navigation entries={own.filter((entry) => entry.isBeside || isPlaced(entry, footer_menu))} look="side" />
        <AccountButton self={data} onPress={() => setPanel(true)} />
      </aside>
      <div className={styles.page}>
        <Header onMenu={() => setPanel(true)} />
        <Banners>
          <OfflineNotes />
          {/* Each by itself: one that is still on its way holds up no other. */}
          {featureBanners.map(
            ({ key, needs, Component }) =>
              isFor(needs, data) && (
                <Suspense key={key}>
                  <Component />
                </Suspense>
              ),
          )}
          <Suspense>{mutedView && isMuted(mutedView) && <MutedBanner key={mutedView} view={mutedView} />}</Suspense>
        </Banners>
        <main id="main" tabIndex={-1} className={styles.main}>
          <Suspense fallback={<Skeleton type={shapeOf(pathname)} label={t('loading.text')} />}>
            <PlanMarks value={loadPlanExams}>
              <Outlet />
            </PlanMarks>
          </Suspense>
        </main>
      </div>
      <div className={styles.bottom}>
        <Navigation
          entries={toBarEntries(own, footer_menu, data.school.properties)}
          look="bottom"
          notch={possible.length > 0 && <Notch creations={possible} />}
        />
      </div>
      {hasPanel && (
        <Suspense fallback={null}>
          <AccountPanel onClose={() => setPanel(false)} />
        </Suspense>
      )}
    </div>
  );
}
