import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import { findChannel } from '../../channels/index.ts';
import { filesPart } from '../../files/index.ts';

/** Deleted files keep their content for so long, ms. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const BATCH = 200;

/** Is somebody in the channel whose cloud has this file, or this small picture of one? Who has left it reads no longer. */
export async function isCloudReader(
  db: Kysely<DB>,
  { school_id, id }: { readonly school_id: number; readonly id: number },
  userId: number,
): Promise<boolean> {
  const entry = await db
    .selectFrom('cloud_files')
    .select('channel_id')
    .where('school_id', '=', school_id)
    .where((eb) => eb.or([eb('file_id', '=', id), eb('thumbnail_id', '=', id)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!entry) return false;
  const channel = await findChannel(db, school_id, userId, { id: entry.channel_id });
  return channel !== undefined && channel.member_id !== null;
}

/** Whose folder is it that a signed address names? */
export async function findFolder(db: Kysely<DB>, uuid: string) {
  return db
    .selectFrom('cloud_files')
    .select(['school_id', 'channel_id', 'id', 'name'])
    .where('uuid', '=', uuid)
    .where('file_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** All files below a folder with the paths that they have in it, and folders that are empty. */
export async function listBelow(db: Kysely<DB>, schoolId: number, folderId: number) {
  return db
    .withRecursive('below', (recursive) =>
      recursive
        .selectFrom('cloud_files')
        .select(['id', 'file_id', sql<string>`name`.as('path')])
        .where('school_id', '=', schoolId)
        .where('parent_id', '=', folderId)
        .where('deleted_at', 'is', null)
        .unionAll(
          recursive
            .selectFrom('below')
            .innerJoin('cloud_files as c', 'c.parent_id', 'below.id')
            .select(['c.id', 'c.file_id', sql<string>`below.path || '/' || c.name`.as('path')])
            .where('c.school_id', '=', schoolId)
            .where('c.deleted_at', 'is', null),
        ),
    )
    .selectFrom('below')
    .innerJoin(filesPart(db).as('file'), (join) =>
      join.on('file.school_id', '=', schoolId).onRef('file.id', '=', 'below.file_id'),
    )
    .select(['below.path', 'file.uuid'])
    .orderBy('below.path')
    .execute();
}

/** Some of what was deleted long ago. */
export async function listGone(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('cloud_files')
    .select(['school_id', 'id', 'file_id', 'thumbnail_id'])
    .where('deleted_at', '<', new Date(now.getTime() - KEPT_MS).toISOString())
    .limit(BATCH)
    .execute();
}

export async function forgetEntries(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('cloud_files').where('school_id', '=', schoolId).where('id', 'in', ids).execute();
}

/** The files and folders that somebody brought into clouds. */
export const cloudData: PersonalData = {
  cloud_files: (db, { school_id, user_id }) =>
    db
      .selectFrom('cloud_files')
      .select(['name', 'size', 'created_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),
};
