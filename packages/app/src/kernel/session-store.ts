import type { StoredSession, TokenStore } from '@kreide/core/client';
import { STORAGE_KEYS } from '@kreide/core/kernel';
import type { Shelves } from './storage.ts';

/** The owner of the session; required by `auth/refresh` (P-3.32). */
export const USER_KEY = 'auth_user';
/** The list of accounts, from two on (P-4.13); read and written by `accounts.ts`. */
export const ACCOUNTS_KEY = 'auth_users';
/** When a tab last showed a sign of life, epoch ms (P-4.28); a sign-in begins without one. */
export const KEEP_ALIVE_KEY = 'keep_alive';

/**
 * Keeps the selected session on the device: in local storage with "stay signed in" (P-4.01), else only in session
 * storage (P-4.02). A renewed token replaces the old one in place.
 */
export function createSessionStore({ local, session }: Shelves) {
  const read = (store: Shelves['local']): StoredSession | null => {
    const access_token = store.getItem(STORAGE_KEYS.authToken);
    const uuid = store.getItem(USER_KEY);
    return access_token && uuid ? { access_token, uuid } : null;
  };
  const remove = (store: Shelves['local']) => {
    store.removeItem(STORAGE_KEYS.authToken);
    store.removeItem(USER_KEY);
  };
  const put = (store: Shelves['local'], stored: StoredSession) => {
    store.setItem(STORAGE_KEYS.authToken, stored.access_token);
    store.setItem(USER_KEY, stored.uuid);
  };
  // Other tabs never see a moment without a session: the new one is there before the old one goes.
  const write = (stored: StoredSession, stays: boolean, isBeside = false) => {
    local.removeItem(KEEP_ALIVE_KEY);
    put(stays ? local : session, stored);
    if (stays) remove(session);
    else if (!isBeside) remove(local);
  };
  const isInTab = () => read(session) !== null;
  return {
    get: () => read(session) ?? read(local),
    set: (next) => {
      if (next) put(isInTab() || read(local) === null ? session : local, next);
      else for (const store of [local, session]) remove(store);
    },
    /**
     * After a sign-in: keeps the session for as long as the user chose. `isBeside`: one that ends with its tab leaves
     * that of the device alone, which is there again afterwards.
     */
    keep: write,
    /** The session of every tab that has none of its own. */
    ofDevice: () => read(local),
    setOfDevice: (stored: StoredSession | null) => (stored ? put(local, stored) : remove(local)),
    /** Whether it outlives the tab. */
    stays: () => !isInTab(),
    /** Forgets the session that this tab has; one of its own does not take that of the device with it. */
    leave: () => remove(isInTab() ? session : local),
    /** Whether this device has several accounts. */
    hasAccounts: () => [local, session].some((store) => store.getItem(ACCOUNTS_KEY) !== null),
    /** Forgets the selected session and all others. */
    clear: () => {
      for (const store of [local, session]) {
        remove(store);
        store.removeItem(ACCOUNTS_KEY);
      }
    },
  } satisfies TokenStore & Record<string, unknown>;
}
