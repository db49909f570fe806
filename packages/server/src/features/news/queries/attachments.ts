import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { filesPart, type ShownFile } from '../../files/index.ts';

/** A file of an item. */
export interface AttachedFile extends ShownFile {
  readonly id: number;
}

/** The files of the item `news` of a query, in their order. */
export const attachmentsOf = (db: Kysely<DB>, schoolId: number) => sql<AttachedFile[]>`(
  select coalesce(json_agg(json_build_object('id', file.id, 'uuid', file.uuid, 'name', file.name, 'mime', file.mime,
    'size', file.size, 'width', file.width, 'height', file.height, 'alt_name', file.alt_name) order by place.position), '[]')
  from news_files place
  join ${filesPart(db).where('school_id', '=', schoolId)} as file on file.id = place.file_id
  where place.school_id = ${schoolId} and place.news_id = news.id)`;

/** Makes these the files of an item, in this order. */
export async function setAttachments(
  db: Kysely<DB>,
  school_id: number,
  news_id: number,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from news_files where school_id = ${school_id} and news_id = ${news_id}
    and file_id != all(${ids}::bigint[])`.execute(db);
  await sql`insert into news_files (school_id, news_id, file_id, position)
    select ${school_id}::bigint, ${news_id}::bigint, file.id, file.position
    from unnest(${ids}::bigint[]) with ordinality as file(id, position)
    on conflict (school_id, news_id, file_id) do update set position = excluded.position`.execute(db);
}

/** Files of items that are there, with the item and its author. */
export async function listOwners(db: Kysely<DB>, schoolId: number, uuids: readonly string[]) {
  return db
    .selectFrom('news_files as place')
    .innerJoin('news', (join) =>
      join.onRef('news.school_id', '=', 'place.school_id').onRef('news.id', '=', 'place.news_id'),
    )
    .innerJoin(filesPart(db).as('file'), (join) =>
      join.onRef('file.school_id', '=', 'place.school_id').onRef('file.id', '=', 'place.file_id'),
    )
    .select(['file.id', 'file.uuid', 'place.news_id'])
    .where('place.school_id', '=', schoolId)
    .where('news.deleted_at', 'is', null)
    .where('file.uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .orderBy('place.news_id')
    .execute();
}

/** Takes files out of their items; one that was above the title is there no more. */
export async function detachFiles(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from news_files where school_id = ${schoolId} and file_id = any(${ids}::bigint[])`.execute(db);
  await sql`update news set preview_file_id = null, preview_alt = ''
    where school_id = ${schoolId} and preview_file_id = any(${ids}::bigint[])`.execute(db);
}

/** Makes a file the picture above the title, or none. */
export async function setPreview(
  db: Kysely<DB>,
  school_id: number,
  id: number,
  { file_id, alt_name }: { file_id: number | null; alt_name: string },
): Promise<void> {
  await db
    .updateTable('news')
    .set({ preview_file_id: file_id, preview_alt: alt_name })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** The picture above the title is described as the file that it is. */
export async function describePreview(db: Kysely<DB>, schoolId: number, fileId: number, alt: string): Promise<void> {
  await db
    .updateTable('news')
    .set({ preview_alt: alt })
    .where('school_id', '=', schoolId)
    .where('preview_file_id', '=', fileId)
    .execute();
}
