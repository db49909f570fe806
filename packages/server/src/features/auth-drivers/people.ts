import type { Kysely } from 'kysely';
import type { Seal } from '../../kernel/config/seal.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Outbound } from '../../kernel/outbound/index.ts';
import { type Directory, openDirectory, ROOM_OF_LISTS } from './directory.ts';
import { toDirectorySettings } from './directory-sign-in.ts';
import { findDriver } from './queries.ts';
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
