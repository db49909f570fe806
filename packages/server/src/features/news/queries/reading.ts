import { NEWEST_NEWS } from '@kreide/core/features/channels';
import { NEWS_PAGE, type NewsChannel } from '@kreide/core/features/news';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { channelsPart, membersPart, type Reader } from '../../channels/index.ts';
import { familyOf } from '../../users/index.ts';
import { newsOf } from '../queries.ts';
import { askedOf, receivingOf } from './confirmations.ts';

/** Who reads news. Managers read everything. */
export interface NewsReading extends Reader {
  readonly manages: boolean;
}

/** Is the reader in one of the channels of an item, or named by it? */
const receives = (db: Kysely<DB>, { school_id, user_id }: Reader) => sql<boolean>`(
  exists (select 1 from news_channels place
    join ${membersPart(db).where('school_id', '=', school_id).where('user_id', '=', user_id)} as member
      on member.channel_id = place.channel_id
    where place.school_id = ${school_id} and place.news_id = news.id)
  or exists (select 1 from news_users named
    where named.school_id = ${school_id} and named.news_id = news.id and named.user_id = ${user_id}))`;

/** News with what one reader sees of their receivers: all of them as author or manager, else what the reader is part of. */
function newsFor(db: Kysely<DB>, reader: NewsReading) {
  const { school_id, user_id, manages } = reader;
  const seesAll = sql<SqlBool>`(${manages}::boolean or news.user_id = ${user_id})`;
  return (
    newsOf(db, school_id)
      // Worked out for the rows of a page only: they stand among the columns.
      .select(
        sql<NewsChannel[]>`(select coalesce(json_agg(json_build_object('id', channel.id, 'type', channel.type,
            'meta', json_build_object('displayname', channel.displayname)) order by channel.displayname, channel.id), '[]')
          from news_channels place
          join ${channelsPart(db, reader)} as channel on channel.id = place.channel_id
          where place.school_id = ${school_id} and place.news_id = news.id and (${seesAll} or exists (
            select 1 from ${membersPart(db).where('school_id', '=', school_id).where('user_id', '=', user_id)} as member
            where member.channel_id = place.channel_id)))`.as('channels'),
      )
      .select(
        sql<number[]>`(select coalesce(json_agg(named.user_id order by named.user_id), '[]') from news_users named
          where named.school_id = ${school_id} and named.news_id = news.id
            and (${seesAll} or named.user_id = ${user_id}))`.as('user_ids'),
      )
      .select(receives(db, reader).as('is_receiver'))
      .select(
        sql<boolean>`exists (select 1 from news_confirmations done where done.school_id = ${school_id}
          and done.news_id = news.id and done.user_id = ${user_id})`.as('is_confirmed'),
      )
      .select(
        sql<{
          total: number;
          current: number;
          open: number;
          families: { total: number; current: number };
        } | null>`case when news.is_confirmable and ${seesAll} then (
          select json_build_object('total', count(*), 'current', count(done.user_id),
            'open', count(*) filter (where done.user_id is null and asked.user_id in (
              select now.user_id from ${receivingOf(db, school_id, sql.ref('news.id'))} as now)),
            'families', json_build_object('total', count(distinct family.id),
              'current', count(distinct family.id) filter (where done.user_id is not null)))
          from ${askedOf(db, school_id, sql.ref('news.id'))} as asked
          left join news_confirmations done on done.school_id = ${school_id} and done.news_id = news.id
            and done.user_id = asked.user_id
          left join lateral ${familyOf(sql`${school_id}::bigint`, sql`asked.user_id`)} as family on true
          where asked.user_id is distinct from news.user_id) end`.as('confirmed'),
      )
      .where(sql<SqlBool>`(${seesAll} or ${receives(db, reader)})`)
  );
}

export type ReadNewsRow = Awaited<ReturnType<typeof listNews>>[number];

const offsetOf = (page: number) => (page - 1) * NEWS_PAGE;

/** One page of published news that the reader receives, wrote or manages, and the first row of the next. */
export async function listNews(db: Kysely<DB>, reader: NewsReading, now: Date, page: number) {
  return newsFor(db, reader)
    .where('news.publish_at', '<=', now.toISOString())
    .orderBy('news.is_pinned', 'desc')
    .orderBy('news.publish_at', 'desc')
    .orderBy('news.id', 'desc')
    .offset(offsetOf(page))
    .limit(NEWS_PAGE + 1)
    .execute();
}

/** One page of the scheduled news that the reader wrote or manages, next first. */
export async function listScheduledNews(db: Kysely<DB>, reader: NewsReading, now: Date, page: number) {
  let query = newsFor(db, reader)
    .where('news.publish_at', '>', now.toISOString())
    .orderBy('news.publish_at')
    .orderBy('news.id')
    .offset(offsetOf(page))
    .limit(NEWS_PAGE + 1);
  if (!reader.manages) query = query.where('news.user_id', '=', reader.user_id);
  return query.execute();
}

/** One page of the published news of a channel, pinned first, then newest first. */
export async function listChannelNews(
  db: Kysely<DB>,
  reader: NewsReading,
  channelId: number,
  { now, page, search = '' }: { now: Date; page: number; search?: string | undefined },
) {
  return newsFor(db, reader)
    .where('news.publish_at', '<=', now.toISOString())
    .where(
      sql<SqlBool>`exists (select 1 from news_channels here where here.school_id = ${reader.school_id}
        and here.channel_id = ${channelId} and here.news_id = news.id)`,
    )
    .where(hasWords(sql`news.title || ' ' || regexp_replace(news.content_rendered, '<[^>]*>', ' ', 'g')`, search))
    .orderBy('news.is_pinned', 'desc')
    .orderBy('news.publish_at', 'desc')
    .orderBy('news.id', 'desc')
    .offset(offsetOf(page))
    .limit(NEWS_PAGE + 1)
    .execute();
}

/** One item that the reader receives, wrote or manages. */
export async function findNewsFor(db: Kysely<DB>, reader: NewsReading, id: number): Promise<ReadNewsRow | null> {
  return (await newsFor(db, reader).where('news.id', '=', id).executeTakeFirst()) ?? null;
}

/** Those of some items that the reader receives, wrote or manages. */
export async function listNewsByIds(
  db: Kysely<DB>,
  reader: NewsReading,
  ids: readonly number[],
): Promise<ReadNewsRow[]> {
  if (ids.length === 0) return [];
  return newsFor(db, reader).where('news.id', '=', sql<number>`any(${ids}::bigint[])`).orderBy('news.id').execute();
}

interface ChannelOfSchool {
  readonly school_id: number;
  readonly id: number;
}

/** The published news of a channel. */
const publishedIn = (db: Kysely<DB>, { school_id, id }: ChannelOfSchool, now: Date) =>
  db
    .selectFrom('news_channels as place')
    .innerJoin('news', (join) =>
      join.onRef('news.school_id', '=', 'place.school_id').onRef('news.id', '=', 'place.news_id'),
    )
    .where('place.school_id', '=', school_id)
    .where('place.channel_id', '=', id)
    .where('news.deleted_at', 'is', null)
    .where('news.publish_at', '<=', now.toISOString());

/** How many published news a channel has. */
export async function countChannelNews(db: Kysely<DB>, channel: ChannelOfSchool, now: Date): Promise<number> {
  const { count } = await publishedIn(db, channel, now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The newest published news of a channel. */
export async function listNewestOfChannel(db: Kysely<DB>, channel: ChannelOfSchool, now: Date) {
  return publishedIn(db, channel, now)
    .select(['news.id', 'news.title', 'news.publish_at'])
    .orderBy('news.publish_at', 'desc')
    .orderBy('news.id', 'desc')
    .limit(NEWEST_NEWS)
    .execute();
}
