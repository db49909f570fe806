import type { Self } from '@kreide/core/features/users';
import { hasGate, PRODUCT, type SchoolPurpose, STORAGE_KEYS } from '@kreide/core/kernel';
import type { StoredUser, StoredUsers } from '../../kernel/stored-users.ts';

/** The schools that those who run the product go between. */
export const SPECIAL_PURPOSES = ['management', 'internal'] as const satisfies readonly SchoolPurpose[];
export type SpecialPurpose = (typeof SPECIAL_PURPOSES)[number];

/** At most so many accounts have a shortcut (C-2.81, P-9.29). */
const SHORTCUTS = 4;

/**
 * Whether the ways to the management school and to internal ones are offered: at such a school with the right to manage
 * the product, or where this device has sample data (C-2.80, C-6.10, P-6.23).
 */
export function hasSpecialSchools(
  self: Pick<Self, 'permissions'> & { school: Pick<Self['school'], 'purpose'> },
  storage: Pick<Storage, 'getItem'>,
): boolean {
  const isManager = self.school.purpose !== 'usual' && self.permissions.includes(`manage-${PRODUCT}`);
  return isManager || storage.getItem(STORAGE_KEYS.sampleSchool) !== null;
}

/**
 * Why this wrapper cannot open another environment: it is of the kind before 4.0.0, or too old to leave its server. Null:
 * it can, as every browser (P-8.19, P-8.20).
 */
export function environmentRefusal(version: string | null): 'notInWrapper' | 'versionTooOld' | null {
  if (version === null || hasGate(version, 'environments')) return null;
  return hasGate(version, 'capacitor') ? 'versionTooOld' : 'notInWrapper';
}

/** The account of such a school on this device. */
export const accountAt = ({ users }: StoredUsers, purpose: SpecialPurpose): StoredUser | undefined =>
  users.find(({ school }) => school?.purpose === purpose);

const selectedOf = ({ users, selected }: StoredUsers) => users.find(({ uuid }) => uuid === selected);

/** Where those are who must not be taken for somebody else: no shortcut works there (C-8.18, C-8.19). */
export function guardedPurpose(stored: StoredUsers): SpecialPurpose | null {
  return SPECIAL_PURPOSES.find((purpose) => purpose === selectedOf(stored)?.school?.purpose) ?? null;
}

export type Shortcut = { select: StoredUser } | 'other-school' | 'edit-school';

/**
 * What a key does for somebody who tries the product with several accounts: Alt and a digit selects one of the first
 * four, Alt+S goes to another school, Alt+A to the settings of the school. Null: nothing, as always where no
 * administrator of the product is signed in (C-2.81 to C-2.83, P-9.29 to P-9.32).
 */
export function toShortcut(event: Pick<KeyboardEvent, 'altKey' | 'code'>, stored: StoredUsers): Shortcut | null {
  if (!event.altKey || !stored.users.some(({ is_manager }) => is_manager)) return null;
  if (event.code === 'KeyS') return 'other-school';
  if (event.code === 'KeyA') return 'edit-school';
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  const select = stored.users.slice(0, SHORTCUTS)[Number(digit ?? 0) - 1];
  return select ? { select } : null;
}

/** The next account of another school than the selected one, in the order of the list. */
export function nextElsewhere(stored: StoredUsers): StoredUser | undefined {
  const index = stored.users.findIndex(({ uuid }) => uuid === stored.selected);
  const slink = stored.users[index]?.school?.slink;
  const following = [...stored.users.slice(index + 1), ...stored.users.slice(0, index)];
  return following.find(({ school }) => school && school.slink !== slink);
}
