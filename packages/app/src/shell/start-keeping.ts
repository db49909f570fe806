import type { createBrowserRouter } from 'react-router';
import { watchArrivals } from '../features/notifications/watch-arrivals.ts';
import { watchConsent } from '../features/usage/watch-consent.ts';
import { translate } from '../kernel/i18n.ts';
import { toasts } from '../ui/toast-store.ts';
import { keepApp, offerMoment } from './new-version.ts';
import { reloadNewest } from './reload-newest.ts';

/** What begins once the first page stands: sounds for messages, and for those who have consented what is counted; keeps the app on the device, tells of a newer version, and lets it take over between two pages (P-9.12). */
export function startKeeping(router: ReturnType<typeof createBrowserRouter>): void {
  watchArrivals();
  watchConsent(router);
  if (window.Capacitor)
    void import('./wrapper-opening.ts').then(({ followOpening }) => followOpening(router), console.warn);
  const action = { label: translate('shell:update.now'), onAction: () => void reloadNewest() };
  keepApp(() => toasts.show('info', translate('shell:update.ready'), { action })).catch((error: unknown) =>
    // Certificates that the browser does not trust, or storage that is off: the app works as long as there is a network.
    console.warn('The app is not kept on this device', error),
  );
  let page = router.state.location.pathname;
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle' || location.pathname === page) return;
    page = location.pathname;
    void offerMoment();
  });
}
