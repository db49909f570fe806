import type { StoredSession, TokenStore } from '@kreide/core/client';
import { STORAGE_KEYS } from '@kreide/core/kernel';
import type { Shelves } from './storage.ts';

/** Whose session the token is; required by `auth/refresh` (P-3.32). */
const USER_KEY = 'auth_user';

/**
 * Keeps the selected session on the device: in local storage with "stay signed in" (P-4.01), else only in session
 * storage (P-4.02). A renewed token replaces the old one in place.
 */
export function createSessionShelf({ local, session }: Shelves) {
  const read = (shelf: Shelves['local']): StoredSession | null => {
    const access_token = shelf.getItem(STORAGE_KEYS.authToken);
    const uuid = shelf.getItem(USER_KEY);
    return access_token && uuid ? { access_token, uuid } : null;
  };
  const clear = () => {
    for (const shelf of [local, session]) {
      shelf.removeItem(STORAGE_KEYS.authToken);
      shelf.removeItem(USER_KEY);
    }
  };
  const write = (stored: StoredSession, stays: boolean) => {
    clear();
    const shelf = stays ? local : session;
    shelf.setItem(STORAGE_KEYS.authToken, stored.access_token);
    shelf.setItem(USER_KEY, stored.uuid);
  };
  return {
    get: () => read(session) ?? read(local),
    set: (next) => (next ? write(next, read(session) === null && read(local) !== null) : clear()),
    /** After a sign-in: keeps the session for as long as the user chose. */
    keep: write,
  } satisfies TokenStore & { keep: (stored: StoredSession, stays: boolean) => void };
}
