import { useEffect, useState } from 'react';

/**
 * Was this browser allowed to show messages, now or while the page is open? Else there is nothing to register, and no code for
 * it to load. `Notification.permission` would make the drawing wait for another process of the browser.
 */
export function useConsent(): boolean {
  const [isGiven, setGiven] = useState(false);
  useEffect(() => {
    if (!('Notification' in window)) return;
    const end = new AbortController();
    const watch = async () => {
      const status = await navigator.permissions.query({ name: 'notifications' });
      if (end.signal.aborted) return;
      const read = () => setGiven(status.state === 'granted');
      status.addEventListener('change', read, end);
      read();
    };
    // A browser that tells of no change is asked once.
    watch().catch(() => setGiven(Notification.permission === 'granted'));
    return () => end.abort();
  }, []);
  return isGiven;
}
