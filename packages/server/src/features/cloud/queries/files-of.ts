import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import { type ChannelRow, findChannel } from '../../channels/index.ts';
import { filesPart } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';
import { type CloudView, handInReaderOf } from './entries.ts';
import { hiddenFrom, isHidden, listSeenOwners } from './hidden.ts';

/** Deleted files keep their content for so long, ms. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const BATCH = 200;

/** Does its member see what others have handed in: the same as `cloudAbilitiesOf` of core says of `review`. */
export const reviews = ({ member_id, type, is_admin }: ChannelRow): boolean =>
  member_id !== null && type !== 'CHAT' && is_admin === true;

/** Is somebody in the channel whose cloud has this file, or this small picture of one? Who has left it
 * reads no longer, and what was handed in is for its owner and for who reviews. */
export async function isCloudReader(
  db: Kysely<DB>,
  { school_id, id }: { readonly school_id: number; readonly id: number },
  userId: number,
): Promise<boolean> {
  const entry = await db
    .selectFrom('cloud_files')
    .select(['id', 'channel_id'])
    .where('school_id', '=', school_id)
    .where((eb) => eb.or([eb('file_id', '=', id), eb('thumbnail_id', '=', id)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!entry) return false;
  const channel = await findChannel(db, school_id, userId, { id: entry.channel_id });
  if (!channel || channel.member_id === null) return false;
  const { channel_id } = entry;
  const owners = reviews(channel) ? null : await listSeenOwners(db, { school_id, user_id: userId }, [channel_id]);
  return !(await isHidden(db, { school_id, channel_ids: [channel_id], owners }, entry.id));
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

/**
 * All files below a folder that are shown to a reader: the path of the hand-in folder that each lies below, as it is within
 * the folder, null for none, the path from there on, and who brought it.
 */
export async function listBelow(db: Kysely<DB>, view: CloudView, folderId: number, isHandedIn: boolean) {
  const { school_id } = view;
  const isHandIn = sql<boolean>`c.upload_limited_at is not null`;
  const shown = sql<SqlBool>`c.id not in (select hidden.id from hidden)`;
  return (
    db
      .withRecursive('hidden', () => hiddenFrom(handInReaderOf(view)))
      .withRecursive('below', (recursive) =>
        recursive
          .selectFrom('cloud_files as c')
          .select(['c.id', 'c.file_id', 'c.user_id', 'c.return_id', isHandIn.as('is_hand_in')])
          .select([sql<string | null>`case when ${isHandedIn} then '' end`.as('place'), sql<string>`c.name`.as('path')])
          .where('c.school_id', '=', school_id)
          .where('c.parent_id', '=', folderId)
          .where('c.deleted_at', 'is', null)
          .where(shown)
          .unionAll(
            recursive
              .selectFrom('below')
              .innerJoin('cloud_files as c', 'c.parent_id', 'below.id')
              .select(['c.id', 'c.file_id', 'c.user_id', 'c.return_id', isHandIn.as('is_hand_in')])
              .select([
                sql<string | null>`coalesce(below.place, case when below.is_hand_in then below.path end)`.as('place'),
                sql<string>`case when below.place is null and below.is_hand_in then '' else below.path || '/' end || c.name`.as(
                  'path',
                ),
              ])
              .where('c.school_id', '=', school_id)
              .where('c.deleted_at', 'is', null)
              .where(shown),
          ),
      )
      .selectFrom('below')
      .innerJoin(filesPart(db).as('file'), (join) =>
        join.on('file.school_id', '=', school_id).onRef('file.id', '=', 'below.file_id'),
      )
      .leftJoin('cloud_returns as given', (join) =>
        join.on('given.school_id', '=', school_id).onRef('given.id', '=', 'below.return_id'),
      )
      // What was given back lies with what its receiver has handed in.
      .leftJoin(usersPart(db).as('owner'), (join) =>
        join
          .on('owner.school_id', '=', school_id)
          .onRef('owner.id', '=', (eb) =>
            eb
              .case()
              .when('below.return_id', 'is', null)
              .then(eb.ref('below.user_id'))
              .else(eb.ref('given.user_id'))
              .end(),
          ),
      )
      .select(['below.place', 'below.path', 'owner.id as user_id', 'owner.firstname', 'owner.lastname', 'file.uuid'])
      .select(sql<boolean>`below.return_id is not null`.as('is_returned'))
      .orderBy('below.place')
      .orderBy('owner.id')
      .orderBy('below.return_id', (order) => order.asc().nullsFirst())
      .orderBy('below.path')
      .execute()
  );
}
export type BelowRow = Awaited<ReturnType<typeof listBelow>>[number];

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

/** The files and folders that somebody brought into clouds, and the words with which they were given something back. */
export const cloudData: PersonalData = {
  cloud_returns: (db, { school_id, user_id }) =>
    db
      .selectFrom('cloud_returns')
      .select(['remark', 'returned_at as created_at'])
      .where('school_id', '=', school_id)
      .where((eb) => eb.or([eb('user_id', '=', user_id), eb('returned_by', '=', user_id)]))
      .orderBy('id')
      .execute(),
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
