import { sameName } from '@kreide/core/features/cloud';
import { extensionOf } from '@kreide/core/features/files';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import type { CloudKey } from './entries.ts';

/** A folder, and whether files that come into it are handed in. */
export interface Place {
  /** null: the cloud itself. */
  readonly id: number | null;
  readonly isHandIn: boolean;
  /** With what it is given back; left out: it is not. */
  readonly return_id?: number;
}

/** Among which names one has to be free: what is handed in has its name among what its owner handed in, and nobody else learns of it. */
export function spaceOf(userId: number | null, { isHandIn, return_id }: Place): string {
  if (return_id !== undefined) return `>${return_id}/`;
  return isHandIn ? `${userId ?? 0}/` : '';
}

/** By which names are the same. */
export const keyOf = (name: string, userId: number | null, place: Place): string =>
  spaceOf(userId, place) + sameName(name);

/** The names that are taken for somebody in a folder, as `sameName` compares them. */
export type TakenNames = (userId: number | null) => Set<string>;

export async function listNames(
  db: Kysely<DB>,
  { school_id, channel_id }: CloudKey,
  { id, isHandIn, return_id }: Place,
  except: readonly number[] = [],
): Promise<TakenNames> {
  const rows = await db
    .selectFrom('cloud_files')
    .select(['name', 'user_id'])
    .where('school_id', '=', school_id)
    .where('channel_id', '=', channel_id)
    .where('parent_id', id === null ? 'is' : '=', id)
    .where('return_id', 'is not distinct from', return_id ?? null)
    .where('deleted_at', 'is', null)
    .where('id', '!=', sql<number>`all(${except}::bigint[])`)
    .execute();
  return (userId) =>
    new Set(rows.filter((row) => !isHandIn || row.user_id === userId).map(({ name }) => sameName(name)));
}

/** The files in a folder with some of the keys by which names are the same. */
export async function listNamed(
  db: Kysely<DB>,
  { school_id, channel_id }: CloudKey,
  { id }: Place,
  keys: readonly string[],
): Promise<{ uuid: string }[]> {
  return db
    .selectFrom('cloud_files')
    .select('uuid')
    .where('school_id', '=', school_id)
    .where('channel_id', '=', channel_id)
    .where('parent_id', id === null ? 'is' : '=', id)
    .where('name_key', '=', sql<string>`any(${keys}::text[])`)
    .where('file_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
}

export interface NewEntry {
  readonly name: string;
  readonly user_id: number;
  readonly file?: { readonly id: number; readonly size: number; readonly thumbnail_id: number | null };
  readonly is_protected_folder?: boolean;
  readonly upload_limited_at?: string | null;
  readonly allowed_extensions?: string[];
  readonly description?: string;
}

/** Writes files and folders; answers their uuids in the same order. */
export async function insertEntries(
  db: Kysely<DB>,
  key: CloudKey,
  place: Place,
  entries: readonly NewEntry[],
  now: Date,
): Promise<string[]> {
  const at = now.toISOString();
  const rows = await db
    .insertInto('cloud_files')
    .values(
      entries.map(({ name, user_id, file, is_protected_folder = false, upload_limited_at = null, ...said }) => ({
        school_id: key.school_id,
        channel_id: key.channel_id,
        parent_id: place.id,
        user_id,
        name,
        name_key: keyOf(name, user_id, place),
        extension: file ? extensionOf(name) : '',
        size: file?.size ?? 0,
        file_id: file?.id ?? null,
        thumbnail_id: file?.thumbnail_id ?? null,
        is_protected_folder,
        upload_limited_at,
        ...said,
        handed_in_at: place.isHandIn ? at : null,
        return_id: place.return_id ?? null,
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
  placed: readonly { id: number; name: string; user_id: number | null }[],
  place: Place,
  now: Date,
): Promise<void> {
  const ids = placed.map(({ id }) => id);
  const names = placed.map(({ name }) => name);
  const keys = placed.map(({ name, user_id }) => keyOf(name, user_id, place));
  await sql`update cloud_files set parent_id = ${place.id}, name = given.name, name_key = given.name_key,
      updated_at = ${now.toISOString()}
    from unnest(${ids}::bigint[], ${names}::text[], ${keys}::text[]) as given(id, name, name_key)
    where cloud_files.school_id = ${school_id} and cloud_files.id = given.id`.execute(db);
}

/** A file is called by another extension from now on. */
export async function setExtension(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  id: number,
  extension: string,
): Promise<void> {
  await db
    .updateTable('cloud_files')
    .set({ extension })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** Since when some entries lie below a hand-in folder, and that others do so no longer. */
export async function markHandedIn(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  ids: readonly number[],
  handedInAt: Date | null,
): Promise<void> {
  const at = handedInAt?.toISOString() ?? null;
  await db
    .updateTable('cloud_files')
    .set({ handed_in_at: sql`case when ${at}::timestamptz is null then null else coalesce(handed_in_at, ${at}) end` })
    .where('school_id', '=', school_id)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Who may add what to a folder from now on, and what is said of it or of a file. */
export async function updateEntry(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  id: number,
  values: {
    is_protected_folder: boolean;
    upload_limited_at: string | null;
    allowed_extensions: string[];
    description: string;
  },
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

/**
 * Everything at and below some entries, and whether it lies below a hand-in folder that is one of them or below them. `root` is the
 * uppermost of these entries that it lies in.
 */
export async function listTree(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  ids: readonly number[],
  // As if these entries were no hand-in folders any more.
  { isEnding = false } = {},
) {
  const { rows } = await sql<{
    id: number;
    root: number;
    user_id: number | null;
    size: number;
    file_id: number | null;
    name: string;
    return_id: number | null;
    level: number;
    is_inside: boolean;
  }>`
    with recursive tree(id, root, user_id, size, file_id, name, return_id, is_hand_in, is_inside, level) as (
      select c.id, c.id, c.user_id, c.size, c.file_id, c.name, c.return_id, c.upload_limited_at is not null and not ${isEnding}::boolean, false, 0
      from cloud_files c
      where c.school_id = ${school_id} and c.id = any(${ids}::bigint[]) and c.deleted_at is null
      union
      select c.id, tree.root, c.user_id, c.size, c.file_id, c.name, c.return_id, c.upload_limited_at is not null,
        tree.is_inside or tree.is_hand_in, tree.level + 1
      from tree join cloud_files c on c.parent_id = tree.id
      where c.school_id = ${school_id} and c.deleted_at is null)
    select id, (array_agg(root order by level desc))[1] as root, user_id, size, file_id, name, return_id, max(level) as level,
      bool_and(is_inside) as is_inside
    from tree group by id, user_id, size, file_id, name, return_id`.execute(db);
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

/** Files stay with their channel, and in its bin until they go; who brought, deleted or wrote them is forgotten. */
export async function eraseOwner(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  const forgotten = (column: 'user_id' | 'deleted_by' | 'edited_by') => sql`nullif(${sql.ref(column)}, ${user_id})`;
  await sql`update cloud_files set user_id = ${forgotten('user_id')}, deleted_by = ${forgotten('deleted_by')},
      edited_by = ${forgotten('edited_by')}
    where school_id = ${school_id} and (user_id = ${user_id} or deleted_by = ${user_id} or edited_by = ${user_id})`.execute(
    db,
  );
  await db
    .updateTable('cloud_versions')
    .set({ user_id: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
}
