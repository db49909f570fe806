import type { NewsChannel } from '@kreide/core/features/news';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type Reader as ChannelReader, channelsPart, membersPart } from '../../channels/index.ts';
import { usersPart } from '../../users/index.ts';

/** Whose members read an item, and who reads it besides. */
export interface Receivers {
  readonly channels: readonly number[];
  readonly user_ids: readonly number[];
}

export async function listReceivers(db: Kysely<DB>, schoolId: number, newsId: number): Promise<Receivers> {
  const { rows } = await sql<{ channels: number[]; user_ids: number[] }>`select
      (select coalesce(json_agg(channel_id order by channel_id), '[]') from news_channels
        where school_id = ${schoolId} and news_id = ${newsId}) as channels,
      (select coalesce(json_agg(user_id order by user_id), '[]') from news_users
        where school_id = ${schoolId} and news_id = ${newsId}) as user_ids`.execute(db);
  return rows[0] ?? { channels: [], user_ids: [] };
}

/** Makes these the receivers of an item; a repeated id counts once. */
export async function setReceivers(
  db: Kysely<DB>,
  school_id: number,
  news_id: number,
  { channels, user_ids }: Receivers,
): Promise<void> {
  await sql`delete from news_channels where school_id = ${school_id} and news_id = ${news_id}
    and channel_id != all(${channels}::bigint[])`.execute(db);
  await sql`delete from news_users where school_id = ${school_id} and news_id = ${news_id}
    and user_id != all(${user_ids}::bigint[])`.execute(db);
  await sql`insert into news_channels (school_id, news_id, channel_id)
    select distinct ${school_id}::bigint, ${news_id}::bigint, unnest(${channels}::bigint[])
    on conflict do nothing`.execute(db);
  await sql`insert into news_users (school_id, news_id, user_id)
    select distinct ${school_id}::bigint, ${news_id}::bigint, unnest(${user_ids}::bigint[])
    on conflict do nothing`.execute(db);
}

/** Somebody who reads an item. */
export interface Reader {
  readonly id: number;
  readonly firstname: string;
  readonly lastname: string;
}

/** Everybody whom these receivers mean now. */
export async function listReaders(
  db: Kysely<DB>,
  schoolId: number,
  { channels, user_ids }: Receivers,
): Promise<Reader[]> {
  const people = usersPart(db).where('school_id', '=', schoolId).where('deleted_at', 'is', null);
  const { rows } = await sql<Reader>`select person.id, person.firstname, person.lastname from ${people} as person
    where person.id = any(${user_ids}::bigint[]) or person.id in (
      select member.user_id from ${membersPart(db).where('school_id', '=', schoolId)} as member
      where member.channel_id = any(${channels}::bigint[]))
    order by person.id`.execute(db);
  return rows;
}

/** Channels by their names in the language of the reader. */
export async function listNamedChannels(
  db: Kysely<DB>,
  reader: ChannelReader,
  ids: readonly number[],
): Promise<NewsChannel[]> {
  const rows = await channelsPart(db, reader)
    .where('channels.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('displayname')
    .orderBy('channels.id')
    .execute();
  return rows.map(({ id, type, displayname }) => ({ id, type, meta: { displayname } }));
}
