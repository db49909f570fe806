import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { filesPart } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';
import { type CloudKey, type CloudView, seenOwners } from './entries.ts';

/** What was given back in a folder, as somebody sees it: who reviews sees all of it, a pupil their own, and parents that of their children. */
export async function listReturns(db: Kysely<DB>, view: CloudView, folderId: number, uuid?: string) {
  const { school_id, reviews } = view;
  const files = sql<{ uuid: string; name: string; file_uuid: string; file_name: string }[]>`(
    select coalesce(json_agg(json_build_object('uuid', entry.uuid, 'name', entry.name, 'file_uuid', file.uuid,
      'file_name', file.name) order by entry.id), '[]')
    from cloud_files entry join ${filesPart(db)} file on file.school_id = entry.school_id and file.id = entry.file_id
    where entry.school_id = ${school_id} and entry.return_id = given.id and entry.deleted_at is null)`;
  let query = db
    .selectFrom('cloud_returns as given')
    .leftJoin(usersPart(db).as('giver'), (join) =>
      join.onRef('giver.school_id', '=', 'given.school_id').onRef('giver.id', '=', 'given.returned_by'),
    )
    .leftJoin(usersPart(db).as('receiver'), (join) =>
      join.onRef('receiver.school_id', '=', 'given.school_id').onRef('receiver.id', '=', 'given.user_id'),
    )
    .select(['given.id', 'given.uuid', 'given.user_id', 'given.remark', 'given.returned_at'])
    .select(['giver.firstname', 'giver.lastname', files.as('files')])
    .select(['receiver.firstname as receiver_firstname', 'receiver.lastname as receiver_lastname'])
    .where('given.school_id', '=', school_id)
    .where('given.folder_id', '=', folderId);
  if (!reviews) query = query.where('given.user_id', '=', sql<number>`any(${seenOwners(view)}::bigint[])`);
  if (uuid !== undefined) query = query.where('given.uuid', '=', uuid);
  return query.orderBy('given.id', 'desc').execute();
}
export type ReturnRow = Awaited<ReturnType<typeof listReturns>>[number];

export async function insertReturn(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  values: { folder_id: number; user_id: number; remark: string; returned_by: number },
  now: Date,
): Promise<{ id: number; uuid: string }> {
  return db
    .insertInto('cloud_returns')
    .values({ school_id, ...values, returned_at: now.toISOString() })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
}

export async function deleteReturn(db: Kysely<DB>, { school_id }: CloudKey, id: number): Promise<void> {
  await db.deleteFrom('cloud_returns').where('school_id', '=', school_id).where('id', '=', id).execute();
}

/** The files that came with something that was given back. */
export async function listReturnedFiles(db: Kysely<DB>, { school_id }: CloudKey, returnId: number) {
  return db
    .selectFrom('cloud_files')
    .select(['id', 'size'])
    .where('school_id', '=', school_id)
    .where('return_id', '=', returnId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** What was given back in some folders. */
export async function listReturnsIn(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  folderIds: readonly number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('cloud_returns')
    .select('uuid')
    .where('school_id', '=', school_id)
    .where('folder_id', '=', sql<number>`any(${folderIds}::bigint[])`)
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** When something was given back to people in a folder last. */
export async function listReturnMoments(db: Kysely<DB>, schoolId: number, folderId: number) {
  return db
    .selectFrom('cloud_returns')
    .select(['user_id', (eb) => eb.fn.max('returned_at').as('returned_at')])
    .where('school_id', '=', schoolId)
    .where('folder_id', '=', folderId)
    .groupBy('user_id')
    .execute();
}

/** Of somebody who is erased go the words that were for them; what they gave to others stays without their name. */
export async function eraseReturns(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .updateTable('cloud_returns')
    .set({ user_id: null, remark: '' })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
  await db
    .updateTable('cloud_returns')
    .set({ returned_by: null })
    .where('school_id', '=', school_id)
    .where('returned_by', '=', user_id)
    .execute();
}
