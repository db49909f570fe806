/** An account known on this device; without its school it cannot be used (P-5.26). */
export interface StoredUser {
  uuid: string;
  access_token: string;
  displayname: string;
  /** User type; empty while it could not be read. */
  type: string;
  /** Whether the account outlives the tab ("stay signed in"). */
  stays: boolean;
  /** Holds the permission `manage-{product}`: the token of an administrator of the product. */
  is_manager: boolean;
  school?: { slink: string; name: string; purpose: string } | null;
}

/** The accounts of a device; exactly one of them is selected (P-4.11). */
export interface StoredUsers {
  users: readonly StoredUser[];
  selected: string;
}

export type SelectionError = 'user-school-obj-is-undefined' | 'user-not-selectable';

/** Adds an account, or updates a known one in its place, and selects it. */
export function addUser(stored: StoredUsers | null, user: StoredUser): StoredUsers {
  const users = stored?.users ?? [];
  const isKnown = users.some(({ uuid }) => uuid === user.uuid);
  return {
    users: isKnown ? users.map((known) => (known.uuid === user.uuid ? user : known)) : [...users, user],
    selected: user.uuid,
  };
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
export const toKeptList = (stored: StoredUsers | null): readonly StoredUser[] =>
  stored && stored.users.length > 1 ? stored.users : [];

/**
 * The parents whose sessions end because a pupil signs in on the same device: nobody who is signed in as a child is
 * left with the account of a parent (P-4.14). None while an administrator of the product is signed in too (P-4.15), and
 * where the pupil is invented.
 */
export function parentsToEnd(stored: StoredUsers): readonly StoredUser[] {
  const selected = stored.users.find(({ uuid }) => uuid === stored.selected);
  if (
    selected?.type !== 'STUDENT' ||
    selected.school?.purpose === 'trial' ||
    stored.users.some(({ is_manager }) => is_manager)
  )
    return [];
  return stored.users.filter(({ type }) => type === 'PARENT');
}

/** One account of a list that the device kept; null for anything else. */
export function parseStoredUser(value: unknown): StoredUser | null {
  if (value === null || typeof value !== 'object') return null;
  const { uuid, access_token, displayname, type, stays, is_manager, school } = value as Partial<StoredUser>;
  if (typeof uuid !== 'string' || typeof access_token !== 'string' || typeof displayname !== 'string') return null;
  const { slink, name, purpose } = school ?? {};
  return {
    uuid,
    access_token,
    displayname,
    type: typeof type === 'string' ? type : '',
    stays: stays === true,
    is_manager: is_manager === true,
    school:
      typeof slink === 'string' && typeof name === 'string'
        ? { slink, name, purpose: typeof purpose === 'string' ? purpose : 'usual' }
        : null,
  };
}
