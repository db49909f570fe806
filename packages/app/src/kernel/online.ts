import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

const read = (): boolean => navigator.onLine;

/** Whether the device reports a network connection. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, read, read);
