import { CLOUD_VERSIONS_MAXIMUM } from '@kreide/core/features/cloud';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { filesPart } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';
import type { CloudKey } from './entries.ts';

const BATCH = 200;

/** The former contents of a file, the latest first. */
export async function listVersions(db: Kysely<DB>, { school_id }: CloudKey, entryId: number) {
  return db
    .selectFrom('cloud_versions as version')
    .innerJoin(filesPart(db).as('file'), (join) =>
      join.onRef('file.school_id', '=', 'version.school_id').onRef('file.id', '=', 'version.file_id'),
    )
    .leftJoin(usersPart(db).as('writer'), (join) =>
      join.onRef('writer.school_id', '=', 'version.school_id').onRef('writer.id', '=', 'version.user_id'),
    )
    .select(['version.id', 'version.uuid', 'version.file_id', 'version.thumbnail_id'])
    .select(['version.written_at', 'version.replaced_at', 'writer.firstname', 'writer.lastname'])
    .select(['file.uuid as file_uuid', 'file.name as file_name', 'file.size'])
    .where('version.school_id', '=', school_id)
    .where('version.cloud_file_id', '=', entryId)
    .orderBy('version.replaced_at', 'desc')
    .orderBy('version.id', 'desc')
    .execute();
}
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** The former contents of a file. */
export async function listVersionFiles(db: Kysely<DB>, { school_id }: CloudKey, entryId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('cloud_versions')
    .select('file_id')
    .where('school_id', '=', school_id)
    .where('cloud_file_id', '=', entryId)
    .execute();
  return rows.map(({ file_id }) => file_id);
}

/** The present contents of some files stay as versions: who wrote them, and when. Another content takes their place in this transaction. */
export async function keepVersions(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  entryIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    insert into cloud_versions (school_id, cloud_file_id, file_id, thumbnail_id, user_id, written_at, replaced_at)
    select school_id, id, file_id, thumbnail_id, case when edited_at is null then user_id else edited_by end,
      coalesce(edited_at, created_at), ${now.toISOString()}::timestamptz
    from cloud_files
    where school_id = ${school_id} and id = any(${entryIds}::bigint[]) and file_id is not null`.execute(db);
}

/** Forgets what is too old a version of some files; answers the files that nothing refers to any more. */
export async function trimVersions(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  entryIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<VersionFiles>`
    delete from cloud_versions using (
      select id, row_number() over (partition by cloud_file_id order by replaced_at desc, id desc) as place from cloud_versions
      where school_id = ${school_id} and cloud_file_id = any(${entryIds}::bigint[])) as placed
    where cloud_versions.school_id = ${school_id} and cloud_versions.id = placed.id
      and placed.place > ${CLOUD_VERSIONS_MAXIMUM}
    returning cloud_versions.file_id, cloud_versions.thumbnail_id`.execute(db);
  return filesOf(rows);
}

interface VersionFiles {
  readonly file_id: number | null;
  readonly thumbnail_id: number | null;
}
/** Contents and small pictures. */
export const filesOf = (rows: readonly VersionFiles[]): number[] =>
  rows.flatMap(({ file_id, thumbnail_id }) => [file_id, thumbnail_id].filter((id) => id !== null));

export async function deleteVersion(db: Kysely<DB>, { school_id }: CloudKey, id: number): Promise<void> {
  await db.deleteFrom('cloud_versions').where('school_id', '=', school_id).where('id', '=', id).execute();
}

/** Forgets the versions of some files that go; answers the files that nothing refers to any more. */
export async function deleteVersionsOf(
  db: Kysely<DB>,
  { school_id }: Pick<CloudKey, 'school_id'>,
  entryIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .deleteFrom('cloud_versions')
    .where('school_id', '=', school_id)
    .where('cloud_file_id', '=', sql<number>`any(${entryIds}::bigint[])`)
    .returning(['file_id', 'thumbnail_id'])
    .execute();
  return filesOf(rows);
}

/** Some of the contents that were replaced before an instant. */
export async function listOldVersions(db: Kysely<DB>, before: Date) {
  return db
    .selectFrom('cloud_versions')
    .select(['school_id', 'id', 'file_id', 'thumbnail_id'])
    .where('replaced_at', '<', before.toISOString())
    .limit(BATCH)
    .execute();
}

export async function forgetVersions(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('cloud_versions').where('school_id', '=', schoolId).where('id', 'in', ids).execute();
}

/** What takes the place of a content. */
export interface NewContent {
  /** Number of the entry. */
  readonly id: number;
  readonly file_id: number;
  readonly thumbnail_id: number | null;
  readonly size: number;
}

interface Written {
  readonly user_id: number;
  /** When that session of an office server kept a version last; left out: it was no office server. */
  readonly session?: { readonly key: string; readonly versioned_at: string };
}

/** The contents of entries are others from now on, written by somebody; what was handed in came now. */
export async function replaceContents(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  contents: readonly NewContent[],
  { user_id, session }: Written,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const ids = contents.map(({ id }) => id);
  const files = contents.map(({ file_id }) => file_id);
  const thumbnails = contents.map(({ thumbnail_id }) => thumbnail_id);
  const sizes = contents.map(({ size }) => size);
  await sql`update cloud_files set file_id = given.file_id, thumbnail_id = given.thumbnail_id, size = given.size,
      edited_at = ${at}, updated_at = ${at}, edited_by = ${user_id}, edit_session = ${session?.key ?? null},
      versioned_at = ${session?.versioned_at ?? null}::timestamptz, handed_in_at = case when handed_in_at is null then null else ${at}::timestamptz end
    from unnest(${ids}::bigint[], ${files}::bigint[], ${thumbnails}::bigint[], ${sizes}::bigint[])
      as given(id, file_id, thumbnail_id, size)
    where cloud_files.school_id = ${school_id} and cloud_files.id = given.id`.execute(db);
}
