import { freeName, sameName } from '@kreide/core/features/cloud';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { filesPart, renameFiles } from '../../files/index.ts';
import { listNames } from './change.ts';
import { lockCloud } from './clouds.ts';
import type { CloudKey } from './entries.ts';

/** What of a cloud moves: what lies at its top and was all there before an instant; null: everything. */
interface Moving extends CloudKey {
  readonly moved_before: string | null;
  /** What has come from elsewhere in the same year stays. */
  readonly except: readonly number[];
}

/**
 * The entries at the top of a cloud, with what lies below them; one to which something came later is not among them. What lies in the
 * bin goes where its folder goes, and by itself where it lay at the top: its people are those of the new channel. It is not counted
 * among the files; its bytes are, and those of former contents, since they fill the new channel too.
 */
const movingFrom = (db: Kysely<DB>, { school_id, channel_id, moved_before, except }: Moving) => sql`(
  with recursive tree(root, is_binned, id, size, file_id, created_at, is_there) as (
    select c.id, c.deleted_at is not null, c.id, c.size, c.file_id, c.created_at, c.deleted_at is null from cloud_files c
    where c.school_id = ${school_id} and c.channel_id = ${channel_id} and c.parent_id is null
      and (c.deleted_at is null or c.bin_id is not null) and c.id <> all(${except}::bigint[])
    union
    select tree.root, tree.is_binned, c.id, c.size, c.file_id, c.created_at, c.deleted_at is null
    from tree join cloud_files c on c.parent_id = tree.id
    where c.school_id = ${school_id} and (c.deleted_at is null or c.bin_id is not null))
  select root, count(file_id) filter (where is_there) as files_count, count(*) filter (where is_there) as entries_count,
    (sum(size) + coalesce(sum((select sum(f.size) from cloud_versions v
      join ${filesPart(db)} f on f.school_id = v.school_id and f.id = v.file_id
      where v.school_id = ${school_id} and v.cloud_file_id = tree.id)), 0))::bigint as size,
    max(created_at) filter (where is_there or is_binned) as last_at
  from tree group by root
  having ${moved_before}::timestamptz is null
    or max(created_at) filter (where is_there or is_binned) < ${moved_before}::timestamptz)`;

export interface CloudMeasure {
  readonly files_count: number;
  readonly entries_count: number;
  readonly size: number;
  /** When the last of it came. */
  readonly last_at: string | null;
}

/** How much of a cloud would move. */
export async function measureCloud(db: Kysely<DB>, moving: Moving): Promise<CloudMeasure> {
  const { rows } = await sql<CloudMeasure>`
    select coalesce(sum(files_count), 0)::bigint as files_count, coalesce(sum(entries_count), 0)::bigint as entries_count,
      coalesce(sum(size), 0)::bigint as size, max(last_at) as last_at from ${movingFrom(db, moving)} as moving`.execute(
    db,
  );
  const [measure] = rows;
  return measure ?? { files_count: 0, entries_count: 0, size: 0, last_at: null };
}

/** The next entry at the top that moves; null: none is left. */
export async function nextEntry(db: Kysely<DB>, moving: Moving, after: number): Promise<number | null> {
  const { rows } = await sql<{ root: number }>`select root from ${movingFrom(db, moving)} as moving
    where root > ${after} order by root limit 1`.execute(db);
  return rows[0]?.root ?? null;
}

/** What an entry was called before it moved, and is called since. */
export interface MovedName {
  readonly former_name: string;
  readonly placed_name: string;
}

/** Everything at and below an entry, with what went into the bin from there. */
async function listMoving(db: Kysely<DB>, schoolId: number, id: number) {
  const { rows } = await sql<{ id: number; size: number; file_id: number | null; is_there: boolean }>`
    with recursive tree(id) as (
      select ${id}::bigint
      union
      select c.id from tree join cloud_files c on c.parent_id = tree.id
      where c.school_id = ${schoolId} and (c.deleted_at is null or c.bin_id is not null))
    select c.id, c.size, c.file_id, c.deleted_at is null as is_there
    from tree join cloud_files c on c.school_id = ${schoolId} and c.id = tree.id`.execute(db);
  return rows;
}

/**
 * Moves an entry at the top of one cloud, with all that lies below it, to the top of another, and counts it there; its name
 * gets a number where it is taken. What lies in the bin stays there, in that of the other. Returns what it was and is called; null: it is
 * not there any more.
 * @param back the name to give back if nobody has changed it since
 */
export async function moveEntry(
  db: Kysely<DB>,
  { school_id, id, from, to, back }: { school_id: number; id: number; from: number; to: number; back?: MovedName },
  now: Date,
): Promise<MovedName | null> {
  for (const channel_id of [from, to].toSorted((one, other) => one - other))
    await lockCloud(db, { school_id, channel_id });
  const root = await db
    .selectFrom('cloud_files')
    .select(['id', 'name', 'file_id', 'deleted_at'])
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('channel_id', '=', from)
    .where('parent_id', 'is', null)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('bin_id', 'is not', null)]))
    .executeTakeFirst();
  if (!root) return null;
  const tree = await listMoving(db, school_id, id);
  const given = root.name === back?.placed_name ? back.former_name : root.name;
  const taken = (await listNames(db, { school_id, channel_id: to }, { id: null, isHandIn: false }))(null);
  // In the bin, several things may have one name.
  const name = root.deleted_at === null ? freeName(given, taken) : given;
  await sql`update cloud_files set channel_id = ${to}, name = case when id = ${id} then ${name} else name end,
      name_key = case when id = ${id} then ${sameName(name)} else name_key end
    where school_id = ${school_id} and id = any(${tree.map((one) => one.id)}::bigint[])`.execute(db);
  if (root.file_id !== null && name !== root.name) await renameFiles(db, school_id, [{ id: root.file_id, name }]);
  const there = tree.filter(({ is_there }) => is_there);
  if (there.length === 0) return { former_name: root.name, placed_name: name };
  const files = there.filter(({ file_id }) => file_id !== null).length;
  const size = there.reduce((sum, one) => sum + Number(one.size), 0);
  const at = now.toISOString();
  for (const [channel_id, sign] of [[from, -1] as const, [to, 1] as const])
    await sql`update clouds set size = size + ${sign * size}::bigint, files_count = files_count + ${sign * files}::integer,
        folders_count = folders_count + ${sign * (there.length - files)}::integer, activity_at = ${at}, shown_at = ${at}
      where school_id = ${school_id} and channel_id = ${channel_id}`.execute(db);
  return { former_name: root.name, placed_name: name };
}
