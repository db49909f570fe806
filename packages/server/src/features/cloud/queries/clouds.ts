import type { CloudGroup } from '@kreide/core/features/cloud';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { channelsPart, membersPart, type Reader } from '../../channels/index.ts';
import type { CloudKey } from './entries.ts';

/** Who asks for clouds, and whose hand-ins they see beside their own. */
export interface CloudsReader extends Reader {
  readonly children: readonly number[];
}

/** When something came for some people into the cloud of a channel in which they are: by themselves, or given back to them. */
function ownActivity(db: Kysely<DB>, { school_id, user_id, children }: CloudsReader) {
  const owners = sql`any(${[user_id, ...children]}::bigint[])`;
  return sql`(select max(own.at) from (
      select e.channel_id, e.user_id, e.updated_at as at from cloud_files e
      where e.school_id = ${school_id} and e.user_id = ${owners} and e.deleted_at is null
      union all
      select h.channel_id, r.user_id, r.returned_at from cloud_returns r
      join cloud_files h on h.school_id = ${school_id} and h.id = r.folder_id
      where r.school_id = ${school_id} and r.user_id = ${owners}) as own
    join ${membersPart(db)} m on m.school_id = ${school_id} and m.channel_id = own.channel_id and m.user_id = own.user_id
    where own.channel_id = channel.id)`;
}

/**
 * The clouds of the reader’s school, whether or not anything has been brought into them. When something happened there last
 * is said of what the reader sees: that others have handed something in is known to those who review.
 */
const cloudsOf = (db: Kysely<DB>, reader: CloudsReader) =>
  db
    .selectFrom(channelsPart(db, reader).as('channel'))
    .leftJoin('clouds', (join) =>
      join.onRef('clouds.school_id', '=', 'channel.school_id').onRef('clouds.channel_id', '=', 'channel.id'),
    )
    .leftJoin(membersPart(db).as('member'), (join) =>
      join
        .onRef('member.school_id', '=', 'channel.school_id')
        .onRef('member.channel_id', '=', 'channel.id')
        .on('member.user_id', '=', reader.user_id),
    )
    .select(['channel.avatar_id', 'channel.shortcut'])
    .select(['channel.id', 'channel.displayname', 'channel.color', 'channel.created_by', 'channel.updated_at'])
    .select(['clouds.size', 'clouds.files_count', 'clouds.folders_count'])
    .select(
      sql<string | null>`case when member.is_admin and channel.type <> 'CHAT' then clouds.activity_at
        else greatest(clouds.shown_at, ${ownActivity(db, reader)}) end`.as('activity_at'),
    )
    .where('channel.school_id', '=', reader.school_id);
export type CloudRow = Awaited<ReturnType<typeof listClouds>>[number];

interface Wanted {
  readonly search: string | undefined;
  readonly group: CloudGroup | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A page of those in whose channels the reader is; the newest activity first, untouched ones by name. */
export async function listClouds(db: Kysely<DB>, reader: CloudsReader, { search, group, offset, limit }: Wanted) {
  let query = cloudsOf(db, reader);
  if (group !== undefined) query = query.where('channel.type', group === 'conversations' ? '=' : '!=', 'CHAT');
  return query
    .where('member.user_id', 'is not', null)
    .where(hasWords(sql.ref('channel.displayname'), search))
    .orderBy('activity_at', (order) => order.desc().nullsLast())
    .orderBy(sql`kreide_fold(channel.displayname)`)
    .orderBy('channel.id')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function findCloud(
  db: Kysely<DB>,
  reader: CloudsReader,
  channelId: number,
): Promise<CloudRow | undefined> {
  return cloudsOf(db, reader).where('channel.id', '=', channelId).executeTakeFirst();
}

/** The members of a channel who let it ring, but one; of something that is handed in those alone who review it. */
export async function listToCall(
  db: Kysely<DB>,
  { school_id, channel_id }: CloudKey,
  { except, isHandIn }: { except: number; isHandIn: boolean },
): Promise<number[]> {
  const rows = await db
    .selectFrom(membersPart(db).as('member'))
    .select('member.user_id')
    .where('member.school_id', '=', school_id)
    .where('member.channel_id', '=', channel_id)
    .where('member.is_muted', '=', false)
    .where('member.user_id', '!=', except)
    .where((eb) => (isHandIn ? eb('member.is_admin', '=', true) : eb.lit(true)))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** How full a cloud is. */
export interface Filling {
  readonly size: number;
  readonly files_count: number;
  readonly folders_count: number;
}
const EMPTY: Filling = { size: 0, files_count: 0, folders_count: 0 };

export async function getFilling(db: Kysely<DB>, { school_id, channel_id }: CloudKey): Promise<Filling> {
  const row = await db
    .selectFrom('clouds')
    .select(['size', 'files_count', 'folders_count'])
    .where('school_id', '=', school_id)
    .where('channel_id', '=', channel_id)
    .executeTakeFirst();
  return row ?? EMPTY;
}

/** The cloud for a change, made if it was not there: nobody else changes it until the commit. */
export async function lockCloud(db: Kysely<DB>, { school_id, channel_id }: CloudKey): Promise<Filling> {
  await db
    .insertInto('clouds')
    .values({ school_id, channel_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('clouds')
    .select(['size', 'files_count', 'folders_count'])
    .where('school_id', '=', school_id)
    .where('channel_id', '=', channel_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** What came or went; what is handed in, or given back, happens for its owner and for those who review. */
interface Touched {
  readonly size?: number;
  readonly files?: number;
  readonly folders?: number;
  readonly isHandedIn: boolean;
}

/** Counts what came or went. */
export async function touchCloud(
  db: Kysely<DB>,
  { school_id, channel_id }: CloudKey,
  { size = 0, files = 0, folders = 0, isHandedIn }: Touched,
  now: Date,
): Promise<void> {
  await db
    .updateTable('clouds')
    .set((eb) => ({
      size: eb('size', '+', size),
      files_count: eb('files_count', '+', files),
      folders_count: eb('folders_count', '+', folders),
      activity_at: now.toISOString(),
      ...(isHandedIn ? {} : { shown_at: now.toISOString() }),
    }))
    .where('school_id', '=', school_id)
    .where('channel_id', '=', channel_id)
    .execute();
}
