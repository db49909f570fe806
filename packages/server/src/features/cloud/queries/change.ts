import { sameName } from '@kreide/core/features/cloud';
import { extensionOf } from '@kreide/core/features/files';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import type { CloudKey } from './entries.ts';

/** The names that a folder has, as `sameName` compares them. */
export async function listNames(
  db: Kysely<DB>,
  { school_id, channel_id }: CloudKey,
  parentId: number | null,
  except: readonly number[] = [],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('cloud_files')
    .select('name_key')
    .where('school_id', '=', school_id)
    .where('channel_id', '=', channel_id)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('deleted_at', 'is', null)
    .where('id', '!=', sql<number>`all(${except}::bigint[])`)
    .execute();
  return new Set(rows.map(({ name_key }) => name_key));
}

export interface NewEntry {
  readonly name: string;
  readonly parent_id: number | null;
  readonly user_id: number;
  readonly file?: { readonly id: number; readonly size: number; readonly thumbnail_id: number | null };
  readonly is_protected_folder?: boolean;
  readonly upload_limited_at?: string | null;
}

/** Writes files and folders; answers their uuids in the same order. */
export async function insertEntries(
  db: Kysely<DB>,
  key: CloudKey,
  entries: readonly NewEntry[],
  now: Date,
): Promise<string[]> {
  const at = now.toISOString();
  const rows = await db
    .insertInto('cloud_files')
    .values(
      entries.map(({ name, parent_id, user_id, file, is_protected_folder = false, upload_limited_at = null }) => ({
        school_id: key.school_id,
        channel_id: key.channel_id,
        parent_id,
        user_id,
        name,
        name_key: sameName(name),
        extension: file ? extensionOf(name) : '',
        size: file?.size ?? 0,
        file_id: file?.id ?? null,
        thumbnail_id: file?.thumbnail_id ?? null,
        is_protected_folder,
        upload_limited_at,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning(['id', 'uuid'])
    .execute();
  return rows.toSorted((a, b) => a.id - b.id).map(({ uuid }) => uuid);
}

/** Puts entries where they belong now, under the names that they have there. */
export async function placeEntries(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  placed: readonly { id: number; name: string }[],
  parentId: number | null,
  now: Date,
): Promise<void> {
  const ids = placed.map(({ id }) => id);
  const names = placed.map(({ name }) => name);
  await sql`update cloud_files set parent_id = ${parentId}, name = given.name, name_key = given.name_key,
      updated_at = ${now.toISOString()}
    from unnest(${ids}::bigint[], ${names}::text[], ${names.map(sameName)}::text[]) as given(id, name, name_key)
    where cloud_files.school_id = ${school_id} and cloud_files.id = given.id`.execute(db);
}

/** Who may add to a folder from now on. */
export async function restrictFolder(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  id: number,
  values: { is_protected_folder: boolean; upload_limited_at: string | null },
): Promise<void> {
  await db.updateTable('cloud_files').set(values).where('school_id', '=', school_id).where('id', '=', id).execute();
}

export async function touchEntry(db: Kysely<DB>, { school_id }: CloudKey, id: number, now: Date): Promise<void> {
  await db
    .updateTable('cloud_files')
    .set({ updated_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** Everything at and below some entries. */
export async function listTree(db: Kysely<DB>, { school_id }: CloudKey, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    user_id: number | null;
    size: number;
    file_id: number | null;
    level: number;
  }>`
    with recursive tree(id, user_id, size, file_id, level) as (
      select c.id, c.user_id, c.size, c.file_id, 0 from cloud_files c
      where c.school_id = ${school_id} and c.id = any(${ids}::bigint[]) and c.deleted_at is null
      union
      select c.id, c.user_id, c.size, c.file_id, tree.level + 1 from tree join cloud_files c on c.parent_id = tree.id
      where c.school_id = ${school_id} and c.deleted_at is null)
    select id, user_id, size, file_id, max(level) as level from tree group by id, user_id, size, file_id`.execute(db);
  return rows;
}

export async function deleteEntries(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('cloud_files')
    .set({ deleted_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Files stay with their channel; who brought them is forgotten. */
export async function eraseOwner(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .updateTable('cloud_files')
    .set({ user_id: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
}
