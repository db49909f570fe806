import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { channelsPart, membersPart, type Reader } from '../../channels/index.ts';
import type { CloudKey } from './entries.ts';

/** The clouds of the reader’s school, whether or not anything has been brought into them. */
const cloudsOf = (db: Kysely<DB>, reader: Reader) =>
  db
    .selectFrom(channelsPart(db, reader).as('channel'))
    .leftJoin('clouds', (join) =>
      join.onRef('clouds.school_id', '=', 'channel.school_id').onRef('clouds.channel_id', '=', 'channel.id'),
    )
    .select(['channel.id', 'channel.displayname', 'channel.color'])
    .select(['clouds.size', 'clouds.files_count', 'clouds.folders_count', 'clouds.activity_at'])
    .where('channel.school_id', '=', reader.school_id);
export type CloudRow = Awaited<ReturnType<typeof listClouds>>[number];

/** A page of those in whose channels the reader is; the newest activity first, untouched ones by name. */
export async function listClouds(
  db: Kysely<DB>,
  reader: Reader,
  { search, offset, limit }: { search: string | undefined; offset: number; limit: number },
) {
  return cloudsOf(db, reader)
    .innerJoin(membersPart(db).as('member'), (join) =>
      join
        .onRef('member.school_id', '=', 'channel.school_id')
        .onRef('member.channel_id', '=', 'channel.id')
        .on('member.user_id', '=', reader.user_id),
    )
    .where(hasWords(sql.ref('channel.displayname'), search))
    .orderBy('clouds.activity_at', (order) => order.desc().nullsLast())
    .orderBy(sql`kreide_fold(channel.displayname)`)
    .orderBy('channel.id')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function findCloud(db: Kysely<DB>, reader: Reader, channelId: number): Promise<CloudRow | undefined> {
  return cloudsOf(db, reader).where('channel.id', '=', channelId).executeTakeFirst();
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

/** Counts what came or went. */
export async function touchCloud(
  db: Kysely<DB>,
  { school_id, channel_id }: CloudKey,
  { size = 0, files = 0, folders = 0 }: { size?: number; files?: number; folders?: number },
  now: Date,
): Promise<void> {
  await db
    .updateTable('clouds')
    .set((eb) => ({
      size: eb('size', '+', size),
      files_count: eb('files_count', '+', files),
      folders_count: eb('folders_count', '+', folders),
      activity_at: now.toISOString(),
    }))
    .where('school_id', '=', school_id)
    .where('channel_id', '=', channel_id)
    .execute();
}
