/** An account known on this device; without its school it cannot be used (P-5.26). */
export interface StoredUser {
  uuid: string;
  access_token: string;
  displayname: string;
  type: string;
  school?: { slink: string; name: string } | null;
}

/** The accounts of a device; exactly one of them is selected (P-4.11). */
export interface StoredUsers {
  users: readonly StoredUser[];
  selected: string;
}

export type SelectionError = 'user-school-obj-is-undefined' | 'user-not-selectable';

/** Adds an account, or updates a known one, and selects it. */
export function addUser(stored: StoredUsers | null, user: StoredUser): StoredUsers {
  const others = (stored?.users ?? []).filter(({ uuid }) => uuid !== user.uuid);
  return { users: [...others, user], selected: user.uuid };
}

/**
 * Selects one of the accounts; an unknown one and one without a school are errors, never used silently (P-5.26, P-8.22,
 * P-8.23). On an error the selection stays.
 */
export function selectUser(stored: StoredUsers, uuid: string): StoredUsers | SelectionError {
  const user = stored.users.find((known) => known.uuid === uuid);
  if (!user) return 'user-not-selectable';
  return user.school ? { ...stored, selected: uuid } : 'user-school-obj-is-undefined';
}

/** Removes one account and keeps the others signed in; null when none remains: a full sign-out follows (P-4.12). */
export function removeUser(stored: StoredUsers, uuid: string): StoredUsers | null {
  const users = stored.users.filter((user) => user.uuid !== uuid);
  const next = users.find((user) => user.uuid === stored.selected) ?? users.find((user) => user.school) ?? users[0];
  return next ? { users, selected: next.uuid } : null;
}

/** What is stored on the device: the list from two accounts on, nothing for one (P-4.13). */
export const toKeptList = (stored: StoredUsers | null): StoredUsers | null =>
  stored && stored.users.length > 1 ? stored : null;
