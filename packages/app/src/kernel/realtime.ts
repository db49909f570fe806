import { createRealtime } from '@kreide/core/client';
import type { EventDeclaration, PayloadOf } from '@kreide/core/kernel';
import { useEffect, useEffectEvent } from 'react';
import { sessionStore } from './client.ts';
import { FIRST_PAUSE, whenIdle } from './idle.ts';
import { queries } from './query.ts';
import { serverAddress } from './server-address.ts';
import { selfQuery, session } from './session.ts';

let isFirst = true;

async function whenCalm(): Promise<void> {
  const pause = isFirst ? FIRST_PAUSE : 0;
  isFirst = false;
  await new Promise((resolve) => setTimeout(resolve, pause));
  await whenIdle();
}

/** The app's only realtime connection: opened by the first screen that listens, its code fetched after first paint. */
export const realtime = createRealtime({
  url: serverAddress,
  token: async ({ renew }) => {
    // An ordinary call renews the session, one tab for all.
    if (renew) await queries.fetchQuery({ ...selfQuery, staleTime: 0 });
    return sessionStore.get()?.access_token ?? null;
  },
  load: async () => {
    await whenCalm();
    return import('socket.io-client');
  },
});

session.subscribe(({ owner }, former) => {
  if (owner === former.owner) return;
  realtime.close();
  if (owner) realtime.connect();
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
