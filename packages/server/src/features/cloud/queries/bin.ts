import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { filesPart } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';
import type { Above, CloudKey, CloudView } from './entries.ts';

/** A folder that something in the bin lay in: there, in the bin itself, or, where neither is said, gone in another way. */
export interface BinAbove extends Above {
  readonly channel_id: number;
  readonly is_there: boolean;
  /** With what it went into the bin. */
  readonly bin_id: number | null;
}

/** The folders above something in the bin, the uppermost first, also those that are not there any more. */
const aboveOf = (schoolId: number) => sql<BinAbove[]>`(
  with recursive up(id, parent_id, level) as (
    select p.id, p.parent_id, 1 from cloud_files p where p.school_id = ${schoolId} and p.id = entry.parent_id
    union all
    select p.id, p.parent_id, up.level + 1 from up join cloud_files p on p.id = up.parent_id where p.school_id = ${schoolId})
  select coalesce(json_agg(json_build_object('id', p.id, 'uuid', p.uuid, 'name', p.name, 'channel_id', p.channel_id,
    'is_there', p.deleted_at is null, 'bin_id', p.bin_id, 'is_protected_folder', p.is_protected_folder,
    'upload_limited_at', p.upload_limited_at, 'allowed_extensions', p.allowed_extensions) order by up.level desc), '[]')
  from up join cloud_files p on p.school_id = ${schoolId} and p.id = up.id)`;

/**
 * What lies in the bin of a cloud as somebody sees it: who reviews sees everything; everybody else what they deleted themselves and had
 * brought themselves, with all that is in it. Who reviewed once and does so no longer therefore sees nothing of others.
 */
const isSeen = ({ school_id, user_id, reviews }: CloudView) =>
  reviews
    ? sql<SqlBool>`true`
    : sql<SqlBool>`entry.deleted_by = ${user_id} and not exists (
        select 1 from cloud_files c where c.school_id = ${school_id} and c.bin_id = entry.id and c.user_id is distinct from ${user_id})`;

function binOf(db: Kysely<DB>, view: CloudView) {
  const { school_id, channel_id } = view;
  return db
    .selectFrom('cloud_files as entry')
    .leftJoin(usersPart(db).as('owner'), (join) =>
      join.onRef('owner.school_id', '=', 'entry.school_id').onRef('owner.id', '=', 'entry.user_id'),
    )
    .leftJoin(usersPart(db).as('deleter'), (join) =>
      join.onRef('deleter.school_id', '=', 'entry.school_id').onRef('deleter.id', '=', 'entry.deleted_by'),
    )
    .select(['entry.id', 'entry.uuid', 'entry.channel_id', 'entry.name', 'entry.extension', 'entry.file_id'])
    .select(['entry.user_id', 'entry.deleted_by', 'entry.handed_in_at', 'entry.return_id', 'entry.lost_parent'])
    .select(['entry.is_protected_folder', 'entry.upload_limited_at'])
    .select((eb) => eb.ref('entry.deleted_at').$notNull().as('deleted_at'))
    .select(['owner.firstname', 'owner.lastname'])
    .select(['deleter.firstname as deleter_firstname', 'deleter.lastname as deleter_lastname'])
    .select([
      aboveOf(school_id).as('above'),
      sql<number>`(select coalesce(sum(c.size), 0)::bigint from cloud_files c
        where c.school_id = ${school_id} and c.bin_id = entry.id)`.as('size'),
      sql<number>`(select count(c.file_id) from cloud_files c
        where c.school_id = ${school_id} and c.bin_id = entry.id)`.as('files_count'),
    ])
    .where('entry.school_id', '=', school_id)
    .where('entry.channel_id', '=', channel_id)
    .whereRef('entry.bin_id', '=', 'entry.id')
    .where(isSeen(view));
}
export type BinRow = Awaited<ReturnType<typeof listBinned>>[number];

/** A page of the bin, the latest first; without one all of it. */
export async function listBinned(db: Kysely<DB>, view: CloudView, page?: { offset: number; limit: number }) {
  const query = binOf(db, view).orderBy('entry.deleted_at', 'desc').orderBy('entry.id', 'desc');
  return (page ? query.offset(page.offset).limit(page.limit) : query).execute();
}

/** Some of it; what does not lie there, or is not seen, is left out. */
export async function listBinnedOf(db: Kysely<DB>, view: CloudView, uuids: readonly string[]): Promise<BinRow[]> {
  return binOf(db, view).where('entry.uuid', '=', sql<string>`any(${uuids}::uuid[])`).orderBy('entry.id').execute();
}

/** How many of some entries went into the bin with others, or are these. */
export async function countWith(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  binIds: readonly number[],
  uuids: readonly string[],
): Promise<number> {
  const row = await db
    .selectFrom('cloud_files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('school_id', '=', school_id)
    .where('bin_id', '=', sql<number>`any(${binIds}::bigint[])`)
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Everything that went into the bin with some entries, these included, locked: nothing of it goes for good meanwhile. */
export async function listWith(db: Kysely<DB>, { school_id }: CloudKey, binIds: readonly number[]) {
  return db
    .selectFrom('cloud_files')
    .select(['id', 'parent_id', 'file_id', 'user_id', 'size', 'handed_in_at', 'upload_limited_at'])
    .select((eb) => eb.ref('bin_id').$notNull().as('bin_id'))
    .where('school_id', '=', school_id)
    .where('bin_id', '=', sql<number>`any(${binIds}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}
export type WithRow = Awaited<ReturnType<typeof listWith>>[number];

/** Puts entries into the bin, each with what of it goes: the numbers of both, in the same order. */
export async function binEntries(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  gone: readonly { readonly id: number; readonly bin_id: number; readonly is_handed_in: boolean }[],
  deletedBy: number,
  now: Date,
): Promise<void> {
  const [ids, bins, handed] = [
    gone.map(({ id }) => id),
    gone.map(({ bin_id }) => bin_id),
    gone.map(({ is_handed_in }) => is_handed_in),
  ];
  await sql`update cloud_files set deleted_at = ${now.toISOString()}, deleted_by = ${deletedBy}, bin_id = given.bin_id,
      handed_in_at = case when given.is_handed_in then coalesce(handed_in_at, created_at) else handed_in_at end
    from unnest(${ids}::bigint[], ${bins}::bigint[], ${handed}::boolean[]) as given(id, bin_id, is_handed_in)
    where cloud_files.school_id = ${school_id} and cloud_files.id = given.id`.execute(db);
}

/** Where something comes back to, and under which name. */
export interface Returning {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly name_key: string;
}

/** Takes entries out of the bin with all that went with them, and puts each where it comes back to. */
export async function unbinEntries(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  returning: readonly Returning[],
  now: Date,
): Promise<void> {
  const ids = returning.map(({ id }) => id);
  const parents = returning.map(({ parent_id }) => parent_id);
  const names = returning.map(({ name }) => name);
  const keys = returning.map(({ name_key }) => name_key);
  await sql`update cloud_files set parent_id = given.parent_id, name = given.name, name_key = given.name_key,
      updated_at = ${now.toISOString()}
    from unnest(${ids}::bigint[], ${parents}::bigint[], ${names}::text[], ${keys}::text[]) as given(id, parent_id, name, name_key)
    where cloud_files.school_id = ${school_id} and cloud_files.id = given.id`.execute(db);
  await db
    .updateTable('cloud_files')
    .set({ deleted_at: null, deleted_by: null, bin_id: null, lost_parent: false })
    .where('school_id', '=', school_id)
    .where('bin_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** The names that are taken in some folders, with whose they are; a folder that has no number is the cloud itself. */
export async function listTaken(db: Kysely<DB>, { school_id, channel_id }: CloudKey, parentIds: readonly number[]) {
  return db
    .selectFrom('cloud_files')
    .select(['parent_id', 'name_key'])
    .where('school_id', '=', school_id)
    .where('channel_id', '=', channel_id)
    .where(sql<SqlBool>`coalesce(parent_id, 0) = any(${parentIds}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Bytes in the bin of a channel, and of the former contents of all its files, also of those in the bin. */
export async function countKept(db: Kysely<DB>, { school_id, channel_id }: CloudKey) {
  const { rows } = await sql<{ bin: number; versions: number }>`
    select (select coalesce(sum(c.size), 0)::bigint from cloud_files c
        where c.school_id = ${school_id} and c.channel_id = ${channel_id} and c.bin_id is not null) as bin,
      (select coalesce(sum(f.size), 0)::bigint from cloud_files c
        join cloud_versions v on v.school_id = c.school_id and v.cloud_file_id = c.id
        join ${filesPart(db)} f on f.school_id = v.school_id and f.id = v.file_id
        where c.school_id = ${school_id} and c.channel_id = ${channel_id}) as versions`.execute(db);
  return { bin: Number(rows[0]?.bin ?? 0), versions: Number(rows[0]?.versions ?? 0) };
}

/** Bytes in the bin as far as somebody sees it. */
export async function countSeenBin(db: Kysely<DB>, view: CloudView): Promise<number> {
  const { school_id } = view;
  const row = await db
    .selectFrom('cloud_files as entry')
    .innerJoin('cloud_files as inside', 'inside.bin_id', 'entry.id')
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('inside.size'), sql`0`), 'bigint').as('size'))
    .where('entry.school_id', '=', school_id)
    .where('inside.school_id', '=', school_id)
    .where('entry.channel_id', '=', view.channel_id)
    .whereRef('entry.bin_id', '=', 'entry.id')
    .where(isSeen(view))
    .executeTakeFirst();
  return Number(row?.size ?? 0);
}
