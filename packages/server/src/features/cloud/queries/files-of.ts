import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import { type ChannelRow, findChannel } from '../../channels/index.ts';
import { filesPart } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';
import { type CloudView, handInReaderOf } from './entries.ts';
import { hiddenFrom, isHidden, listSeenOwners } from './hidden.ts';
import { deleteVersionsOf, filesOf } from './versions.ts';

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
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('cloud_files as content')
        .select('content.id')
        .where('content.school_id', '=', school_id)
        .where((one) => one.or([one('content.file_id', '=', id), one('content.thumbnail_id', '=', id)]))
        // Former contents are for those who have the file now.
        .unionAll(
          eb
            .selectFrom('cloud_versions as version')
            .select('version.cloud_file_id as id')
            .where('version.school_id', '=', school_id)
            .where((one) => one.or([one('version.file_id', '=', id), one('version.thumbnail_id', '=', id)])),
        ),
    )
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
      .select([
        'below.place',
        'below.path',
        'owner.id as user_id',
        'owner.firstname',
        'owner.lastname',
        'file.uuid',
        'file.size',
      ])
      .select(sql<boolean>`below.return_id is not null`.as('is_returned'))
      .orderBy('below.place')
      .orderBy('owner.id')
      .orderBy('below.return_id', (order) => order.asc().nullsFirst())
      .orderBy('below.path')
      .execute()
  );
}
export type BelowRow = Awaited<ReturnType<typeof listBelow>>[number];

/** Some of what was deleted before an instant. */
export async function listGone(db: Kysely<DB>, before: Date) {
  return db
    .selectFrom('cloud_files')
    .select(['school_id', 'id'])
    .where('deleted_at', '<', before.toISOString())
    .limit(BATCH)
    .execute();
}

/** Those of them that are still deleted for so long, locked: somebody may have brought one back at the last moment. */
export async function lockGone(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  before: Date,
): Promise<number[]> {
  const rows = await db
    .selectFrom('cloud_files')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', '<', before.toISOString())
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Forgets entries; answers the files that nothing refers to any more. What lay in one of them and stays, since it went into the bin
 * earlier, lies in the nearest folder that is left.
 */
export async function forgetEntries(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<number[]> {
  await sql`
    with recursive up(id, parent_id) as (
      select c.id, p.parent_id from cloud_files c join cloud_files p on p.school_id = c.school_id and p.id = c.parent_id
      where c.school_id = ${schoolId} and c.parent_id = any(${ids}::bigint[]) and c.id <> all(${ids}::bigint[])
      union all
      select up.id, p.parent_id from up join cloud_files p on p.id = up.parent_id
      where p.school_id = ${schoolId} and up.parent_id = any(${ids}::bigint[]))
    update cloud_files set parent_id = up.parent_id, lost_parent = true from up
    where cloud_files.school_id = ${schoolId} and cloud_files.id = up.id
      and (up.parent_id is null or up.parent_id <> all(${ids}::bigint[]))`.execute(db);
  const versions = await deleteVersionsOf(db, { school_id: schoolId }, ids);
  const rows = await db
    .deleteFrom('cloud_files')
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning(['file_id', 'thumbnail_id'])
    .execute();
  return [...versions, ...filesOf(rows)];
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
      .select(['name', 'size', 'created_at', 'deleted_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      // What was deleted in another way than into the bin is gone for everybody.
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('bin_id', 'is not', null)]))
      .orderBy('id')
      .execute(),
  cloud_versions: (db, { school_id, user_id }) =>
    db
      .selectFrom('cloud_versions')
      .innerJoin('cloud_files as entry', (join) =>
        join
          .onRef('entry.school_id', '=', 'cloud_versions.school_id')
          .onRef('entry.id', '=', 'cloud_versions.cloud_file_id'),
      )
      .innerJoin(filesPart(db).as('file'), (join) =>
        join.onRef('file.school_id', '=', 'cloud_versions.school_id').onRef('file.id', '=', 'cloud_versions.file_id'),
      )
      .select(['file.name', 'file.size', 'cloud_versions.written_at as created_at'])
      .where('cloud_versions.school_id', '=', school_id)
      .where('cloud_versions.user_id', '=', user_id)
      .orderBy('cloud_versions.id')
      .execute(),
};
