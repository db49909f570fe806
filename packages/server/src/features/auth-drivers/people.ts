import type { Kysely } from 'kysely';
import type { Seal } from '../../kernel/config/seal.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Outbound } from '../../kernel/outbound/index.ts';
import { type Directory, type DirectoryEntry, openDirectory, ROOM_OF_LISTS, toFilterOfAnybody } from './directory.ts';
import { onlyValue, toDirectorySettings } from './directory-sign-in.ts';
import { type DriverRow, findDriver } from './queries.ts';
import { openSecret } from './secret.ts';

/** The name of the directory at which a school signs in; null: it has none. */
export async function nameOfDirectory(db: Kysely<DB>, schoolId: number): Promise<string | null> {
  const driver = (await findDriver(db, schoolId))?.driver;
  return driver?.method === 'LDAP' ? driver.name : null;
}

/**
 * Opens the directory of a school to read its people, and enters under the name by which it knows this product; null: the school has no directory.
 * Throws what `openDirectory` throws, and what the directory says of the name (`codeOf`).
 */
export async function openPeople(
  db: Kysely<DB>,
  { seal, outbound }: { seal: Seal; outbound: Outbound },
  schoolId: number,
): Promise<Directory | null> {
  const driver = (await findDriver(db, schoolId))?.driver;
  if (driver?.method !== 'LDAP') return null;
  const settings = toDirectorySettings(driver, openSecret(seal, driver));
  const directory = await openDirectory(settings, outbound, ROOM_OF_LISTS);
  try {
    await directory.bind(settings.client, settings.secret ?? '');
    return directory;
  } catch (thrown) {
    await directory[Symbol.asyncDispose]();
    throw thrown;
  }
}

/** How the directory of a school says who somebody is: for sign-ins, and to whom a first sign-in is compared. */
export type DirectoryNames = Pick<DriverRow, 'match_claim' | 'match_field' | 'updated_at' | 'is_on'> & {
  readonly subject_attribute: string;
};

/** Null: the school has no directory. */
export async function findDirectoryNames(db: Kysely<DB>, schoolId: number): Promise<DirectoryNames | null> {
  const driver = (await findDriver(db, schoolId))?.driver;
  if (driver?.method !== 'LDAP') return null;
  const { match_claim, match_field, updated_at, is_on, subject_attribute } = driver;
  return { match_claim, match_field, updated_at, is_on, subject_attribute: subject_attribute ?? '' };
}

/** By what a directory says that somebody may not sign in: Active Directory, 389 and its kind, OpenLDAP with a password policy. */
const STATES = ['userAccountControl', 'nsAccountLock', 'pwdAccountLockedTime'] as const;
const DISABLED_BIT = 2;
/** Locked by an administrator, and not for a time. */
const LOCKED_FOR_GOOD = '000001010000Z';

/** Is an account of a directory switched off, or locked for good? Not one that is locked for some minutes after wrong passwords. */
export function isSwitchedOff({ valuesOf }: Pick<DirectoryEntry, 'valuesOf'>): boolean {
  const [control = '', lock = '', time = ''] = STATES.map((name) => valuesOf(name)[0]);
  return (Number(control) & DISABLED_BIT) !== 0 || lock.toLowerCase() === 'true' || time === LOCKED_FOR_GOOD;
}

/**
 * Everybody who could sign in at the directory of a school, as it says now; null: the school has no directory. Throws as `openPeople` does.
 * @returns by the value that never changes: is the account there switched off?
 */
export async function readStates(
  db: Kysely<DB>,
  parts: { seal: Seal; outbound: Outbound },
  schoolId: number,
): Promise<ReadonlyMap<string, boolean> | null> {
  const driver = (await findDriver(db, schoolId))?.driver;
  if (driver?.method !== 'LDAP') return null;
  await using directory = await openPeople(db, parts, schoolId);
  if (directory === null) return null;
  const states = new Map<string, boolean>();
  const name = driver.subject_attribute ?? '';
  const filter = toFilterOfAnybody(driver.user_filter ?? '');
  for await (const page of directory.list(driver.base_dn ?? '', filter, [name, ...STATES]))
    for (const entry of page) {
      const subject = onlyValue(entry, name);
      if (subject !== null) states.set(subject, isSwitchedOff(entry));
    }
  return states;
}
