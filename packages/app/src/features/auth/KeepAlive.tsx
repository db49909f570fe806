import { hasFallenSilent, KEEP_ALIVE } from '@kreide/core/features/auth';
import { useEffect } from 'react';
import { KEEP_ALIVE_KEY } from '../../kernel/session-store.ts';
import { signOut } from '../../kernel/sign-in.ts';
import { shelves } from '../../kernel/storage.ts';

/** Leaves signs of life, and ends the session when there were none for too long (P-4.28 to P-4.30); renders nothing. */
export function KeepAlive(): null {
  useEffect(() => {
    const ping = () => {
      const now = Date.now();
      if (hasFallenSilent(shelves.local.getItem(KEEP_ALIVE_KEY), now)) {
        clearInterval(timer);
        void signOut({ all: true });
      } else shelves.local.setItem(KEEP_ALIVE_KEY, String(now));
    };
    const timer = setInterval(ping, KEEP_ALIVE.ping);
    ping();
    return () => clearInterval(timer);
  }, []);
  return null;
}
