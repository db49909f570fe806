import { createRealtime } from '@kreide/core/client';
import type { EventDeclaration, PayloadOf } from '@kreide/core/kernel';
import { useEffect, useEffectEvent } from 'react';
import { sessionShelf } from './client.ts';
import { queries } from './query.ts';
import { serverAddress } from './server-address.ts';
import { selfQuery, session } from './session.ts';

/** Earliest time after the app has started, ms: what the first page needs comes before the connection's code (D-7.01). */
const FIRST_CONNECTION = 1_500;

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const afterPause = () => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2000 });
      else resolve();
    };
    setTimeout(afterPause, Math.max(200, FIRST_CONNECTION - performance.now()));
  });
}

/** The app's only realtime connection: opened by the first screen that listens, its code fetched after first paint. */
export const realtime = createRealtime({
  url: serverAddress,
  token: async ({ renew }) => {
    // An ordinary call renews the session, one tab for all.
    if (renew) await queries.fetchQuery({ ...selfQuery, staleTime: 0 });
    return sessionShelf.get()?.access_token ?? null;
  },
  load: async () => {
    await whenIdle();
    return import('socket.io-client');
  },
});

session.subscribe(({ isSignedIn }, former) => {
  if (isSignedIn !== former.isSignedIn) isSignedIn ? realtime.connect() : realtime.close();
});
window.addEventListener('online', realtime.connect);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') realtime.connect();
});

/**
 * Subscribes to a declared event while the component is mounted.
 * @param onMissed events may have been lost: refetch
 */
export function useRealtime<D extends EventDeclaration>(
  event: D,
  onEvent: (payload: PayloadOf<D>) => void,
  onMissed: () => void,
): void {
  const tell = useEffectEvent(onEvent);
  const tellMissed = useEffectEvent(onMissed);
  useEffect(() => {
    const endEvents = realtime.subscribe(event, (payload) => tell(payload));
    const endMissed = realtime.onReconnected(() => tellMissed());
    return () => {
      endEvents();
      endMissed();
    };
  }, [event]);
}
