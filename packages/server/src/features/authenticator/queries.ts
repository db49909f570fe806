import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

export interface KeyRow {
  id_hash: string;
  sealed: Buffer;
}

export async function insertKey(db: Kysely<DB>, row: KeyRow, today: string): Promise<void> {
  await db
    .insertInto('two_factor_keys')
    .values({ ...row, asked_on: today })
    .execute();
}

/** The keys of these ids, in any order; notes once a day that somebody asks for them. */
export async function readKeys(db: Kysely<DB>, hashes: readonly string[], today: string): Promise<KeyRow[]> {
  const rows = await db
    .selectFrom('two_factor_keys')
    .select(['id_hash', 'sealed', 'asked_on'])
    .where('id_hash', 'in', hashes)
    .execute();
  const due = rows.filter(({ asked_on }) => asked_on < today).map(({ id_hash }) => id_hash);
  if (due.length > 0)
    await db.updateTable('two_factor_keys').set({ asked_on: today }).where('id_hash', 'in', due).execute();
  return rows;
}

/** False: there is none. */
export async function deleteKey(db: Kysely<DB>, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('two_factor_keys')
    .where('id_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Removes the keys that nobody asked for since that day; returns their number. */
export async function pruneKeys(db: Kysely<DB>, day: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('two_factor_keys')
    .where('asked_on', '<', day)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
