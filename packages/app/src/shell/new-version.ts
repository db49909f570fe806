import { hasUnsaved } from '../kernel/unsaved.ts';
import { reloadNewest } from './reload-newest.ts';
import { tellWorker } from './worker-messages.ts';

/** How often the app asks for a new deployment, ms (P-9.12). */
export const CHECK_INTERVAL = 60_000;
/** Held by every tab of the app: the number of holders is the number of tabs. */
const TAB_LOCK = 'kreide-tab';

async function isOnlyTab(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name === TAB_LOCK).length <= 1;
}

let registration: ServiceWorkerRegistration | null = null;
/** A newer version works already: another tab let it take over. */
let isOutdated = false;

/**
 * Keeps the app on the device and looks for newer versions. A newer one waits: it takes over at the next change of page when
 * this is the only tab and nothing is being written, or when the person asks for it, never in the middle of something.
 * @param onReady a newer version waits
 */
export async function keepApp(onReady: () => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !navigator.locks) return;
  void navigator.locks.request(TAB_LOCK, { mode: 'shared' }, () => new Promise(() => {}));
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    isOutdated = isControlled;
    isControlled = true;
  });
  const registered = await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  registration = registered;
  if (!isControlled) void keepLoadedFiles();
  if (registered.waiting && isControlled) onReady();
  registered.addEventListener('updatefound', () => {
    const { installing } = registered;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) onReady();
    });
  });
  setInterval(() => {
    if (navigator.onLine) registered.update().catch(() => {});
  }, CHECK_INTERVAL);
}

/** Hands the first worker the files that the page fetches before the worker runs; they come from the browser's cache. */
async function keepLoadedFiles(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const observer = new PerformanceObserver((list) => {
    const own = (list.getEntries() as PerformanceResourceTiming[])
      .filter(({ workerStart }) => workerStart === 0)
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
    if (active && own.length > 0) tellWorker(active, { type: 'keep', paths: own.map(({ pathname }) => pathname) });
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** Called after each change of page: the moment at which a newer version may take over. */
export async function offerMoment(): Promise<void> {
  const isWanted = isOutdated || (registration?.waiting != null && (await isOnlyTab()));
  if (isWanted && !hasUnsaved()) await reloadNewest();
}
