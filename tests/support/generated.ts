import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeTables } from '../../packages/server/src/kernel/data/database-types.ts';
import { closeOwnTestServer, createTestDatabase } from './database.ts';

const DATABASE_TYPES = join(import.meta.dirname, '../../packages/server/src/kernel/data/database.generated.ts');

/** The types of the database after all migrations. */
export async function describeMigratedDatabase(): Promise<string> {
  await using test = await createTestDatabase();
  return await describeTables(test.database.pool);
}

export function readDatabaseTypes(): Promise<string> {
  return readFile(DATABASE_TYPES, 'utf8');
}

/** Called by `npm run generate`. */
export async function writeDatabaseTypes(): Promise<void> {
  try {
    await writeFile(DATABASE_TYPES, await describeMigratedDatabase());
  } finally {
    await closeOwnTestServer();
  }
}
