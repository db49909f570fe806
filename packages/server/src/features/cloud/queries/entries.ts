import { type CloudDirection, type CloudFileType, type CloudOrder, sameName } from '@kreide/core/features/cloud';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords, wordsOf } from '../../../kernel/data/searching.ts';
import { filesPart } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';
import { type HandInReader, hiddenFrom } from './hidden.ts';

/** Which cloud: that of a channel, whose number it has. */
export interface CloudKey {
  readonly school_id: number;
  readonly channel_id: number;
}

/** A cloud as somebody sees it. */
export interface CloudView extends CloudKey {
  readonly user_id: number;
  /** Sees what everybody has handed in. */
  readonly reviews: boolean;
  /** Whose hand-ins are seen beside one's own: those of the children who are in the channel. */
  readonly children: readonly number[];
}

/** The people whose hand-ins somebody sees. */
export const seenOwners = ({ user_id, children }: CloudView): number[] => [user_id, ...children];

/** From whom hand-ins of others are kept. */
export const handInReaderOf = (view: CloudView): HandInReader => ({
  school_id: view.school_id,
  channel_ids: [view.channel_id],
  owners: view.reviews ? null : seenOwners(view).map((user_id) => ({ channel_id: view.channel_id, user_id })),
});

/** What is shown of the rows with these numbers; stands in statements that begin with `hidden`. */
const isShown = (id: string) => sql<SqlBool>`${sql.ref(id)} not in (select hidden.id from hidden)`;

/** A folder above an entry. */
export interface Above {
  id: number;
  uuid: string;
  name: string;
  is_protected_folder: boolean;
  upload_limited_at: string | null;
  allowed_extensions: string[];
}

/** The folders above an entry, the uppermost first. */
const aboveOf = (schoolId: number) => sql<Above[]>`(
  with recursive up(id, parent_id, level) as (
    select p.id, p.parent_id, 1 from cloud_files p where p.school_id = ${schoolId} and p.id = entry.parent_id
    union all
    select p.id, p.parent_id, up.level + 1 from up join cloud_files p on p.id = up.parent_id where p.school_id = ${schoolId})
  select coalesce(json_agg(json_build_object('id', p.id, 'uuid', p.uuid, 'name', p.name,
    'is_protected_folder', p.is_protected_folder, 'upload_limited_at', p.upload_limited_at,
    'allowed_extensions', p.allowed_extensions) order by up.level desc), '[]')
  from up join cloud_files p on p.school_id = ${schoolId} and p.id = up.id)`;

/** Bytes of all that is shown below a folder. */
const sizeBelow = (schoolId: number) => sql<number>`(
  with recursive below(id, size) as (
    select c.id, c.size from cloud_files c
    where c.school_id = ${schoolId} and c.parent_id = entry.id and c.deleted_at is null and ${isShown('c.id')}
    union all
    select c.id, c.size from below join cloud_files c on c.parent_id = below.id
    where c.school_id = ${schoolId} and c.deleted_at is null and ${isShown('c.id')})
  select coalesce(sum(below.size), 0)::bigint from below)`;

/** What somebody sees of a cloud, with its file, its picture, who brought it and the folders above it. */
function entriesOf(db: Kysely<DB>, view: CloudView) {
  const { school_id, channel_id } = view;
  return db
    .with('hidden', () => hiddenFrom(handInReaderOf(view)))
    .selectFrom('cloud_files as entry')
    .leftJoin(filesPart(db).as('file'), (join) =>
      join.onRef('file.school_id', '=', 'entry.school_id').onRef('file.id', '=', 'entry.file_id'),
    )
    .leftJoin(filesPart(db).as('thumbnail'), (join) =>
      join.onRef('thumbnail.school_id', '=', 'entry.school_id').onRef('thumbnail.id', '=', 'entry.thumbnail_id'),
    )
    .leftJoin(usersPart(db).as('owner'), (join) =>
      join.onRef('owner.school_id', '=', 'entry.school_id').onRef('owner.id', '=', 'entry.user_id'),
    )
    .leftJoin('cloud_returns as given', (join) =>
      join.onRef('given.school_id', '=', 'entry.school_id').onRef('given.id', '=', 'entry.return_id'),
    )
    .leftJoin(usersPart(db).as('receiver'), (join) =>
      join.onRef('receiver.school_id', '=', 'given.school_id').onRef('receiver.id', '=', 'given.user_id'),
    )
    .select(['entry.id', 'entry.uuid', 'entry.channel_id', 'entry.parent_id', 'entry.name', 'entry.extension'])
    .select(['entry.file_id', 'entry.is_protected_folder', 'entry.upload_limited_at', 'entry.user_id'])
    .select(['entry.handed_in_at', 'entry.created_at', 'entry.updated_at', 'entry.is_collaborative', 'entry.edited_at'])
    .select(['entry.allowed_extensions', 'entry.description', 'entry.edit_session', 'entry.versioned_at'])
    .select('entry.thumbnail_id')
    .select(['file.uuid as file_uuid', 'file.mime', 'file.width', 'file.alt_name', 'file.name as file_name'])
    .select(['file.sha256', 'file.reserved', 'file.duration_in_seconds'])
    .select(['thumbnail.uuid as thumbnail_uuid', 'thumbnail.name as thumbnail_name'])
    .select(['owner.firstname', 'owner.lastname', 'entry.return_id', 'given.returned_at'])
    .select([
      'receiver.id as receiver_id',
      'receiver.firstname as receiver_firstname',
      'receiver.lastname as receiver_lastname',
    ])
    .select((eb) => [
      eb
        .case()
        .when('entry.file_id', 'is', null)
        .then(sizeBelow(school_id))
        .else(eb.ref('entry.size'))
        .end()
        .as('size'),
      eb
        .selectFrom('cloud_files as child')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('child.school_id', '=', school_id)
        .whereRef('child.parent_id', '=', 'entry.id')
        .where('child.deleted_at', 'is', null)
        .where(isShown('child.id'))
        .as('children_count'),
      aboveOf(school_id).as('above'),
    ])
    .where('entry.school_id', '=', school_id)
    .where('entry.channel_id', '=', channel_id)
    .where('entry.deleted_at', 'is', null)
    .where(isShown('entry.id'));
}
export type EntryRow = Awaited<ReturnType<typeof listByUuids>>[number];

export async function findEntry(
  db: Kysely<DB>,
  key: CloudView,
  ref: { uuid: string } | { id: number },
): Promise<EntryRow | undefined> {
  const query = entriesOf(db, key);
  return 'id' in ref
    ? query.where('entry.id', '=', ref.id).executeTakeFirst()
    : query.where('entry.uuid', '=', ref.uuid).executeTakeFirst();
}

/** Some of them; what is not there, or is in another cloud, is left out. */
export async function listByUuids(db: Kysely<DB>, key: CloudView, uuids: readonly string[]) {
  return entriesOf(db, key).where('entry.uuid', '=', sql<string>`any(${uuids}::uuid[])`).orderBy('entry.id').execute();
}

/**
 * The number of what lies at a path, given as its names; null: nothing. Several people may have handed something in under
 * the same name: that of the asking person comes first.
 */
export async function findByPath(db: Kysely<DB>, key: CloudView, names: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with recursive hidden as ${hiddenFrom(handInReaderOf(key))},
    walk(id, user_id, level, name) as (
      select null::bigint, null::bigint, 0, (${names.map(sameName)}::text[])[1]
      union all
      select e.id, e.user_id, walk.level + 1, (${names.map(sameName)}::text[])[walk.level + 2]
      from walk join cloud_files e on e.parent_id is not distinct from walk.id
      where e.school_id = ${key.school_id} and e.channel_id = ${key.channel_id} and e.deleted_at is null
        and e.name_key in (walk.name, coalesce(e.user_id, 0) || '/' || walk.name) and ${isShown('e.id')})
    select id from walk where level = ${names.length} and id is not null
    order by (user_id = ${key.user_id}) desc nulls last, id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

export interface Listing {
  /** The folder; null: the cloud itself. */
  readonly parent_id: number | null;
  readonly file_type: CloudFileType | undefined;
  readonly search: string | undefined;
  readonly orderBy: CloudOrder;
  readonly orderDir: CloudDirection;
  readonly offset: number;
  readonly limit: number;
}

/** Everything below a folder. */
const isBelow = (schoolId: number, parentId: number) => sql<SqlBool>`entry.id in (
  with recursive below(id) as (
    select c.id from cloud_files c where c.school_id = ${schoolId} and c.parent_id = ${parentId}
    union all
    select c.id from below join cloud_files c on c.parent_id = below.id where c.school_id = ${schoolId})
  select id from below)`;

/** A page of a folder, or of what below it has these words in its name; folders first. */
export async function listEntries(db: Kysely<DB>, key: CloudView, listing: Listing) {
  const { parent_id, file_type, search, orderBy, orderDir, offset, limit } = listing;
  let query = entriesOf(db, key);
  const words = wordsOf(search);
  if (words.length > 0) {
    query = query.where(hasWords(sql.ref('entry.name'), words));
    if (parent_id !== null) query = query.where(isBelow(key.school_id, parent_id));
  } else query = query.where('entry.parent_id', parent_id === null ? 'is' : '=', parent_id);
  if (file_type !== undefined) query = query.where('entry.file_id', file_type === 'DIR' ? 'is' : 'is not', null);
  query = query.orderBy(sql`(entry.file_id is null)`, 'desc');
  if (orderBy === 'type') query = query.orderBy('entry.extension', orderDir);
  if (orderBy === 'size') query = query.orderBy('entry.size', orderDir);
  if (orderBy === 'created_at') query = query.orderBy('entry.created_at', orderDir);
  return query
    .orderBy(STEM, orderBy === 'name' ? orderDir : 'asc')
    .orderBy('entry.id')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** The name without its extension, so that a copy stands behind what it is a copy of. */
const STEM = sql`regexp_replace(entry.name, '\\.[A-Za-z0-9]{1,10}$', '') collate kreide_natural`;
