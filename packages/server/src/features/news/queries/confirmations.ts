import { NEWS_READERS_PAGE } from '@kreide/core/features/news';
import { type Expression, type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { membersPart } from '../../channels/index.ts';
import { usersPart } from '../../users/index.ts';

/** Who receives an item now. */
const receivingOf = (db: Kysely<DB>, schoolId: number, newsId: Expression<unknown>) => sql`(
  select member.user_id from news_channels place
  join ${membersPart(db).where('school_id', '=', schoolId)} as member on member.channel_id = place.channel_id
  where place.school_id = ${schoolId} and place.news_id = ${newsId}
  union select named.user_id from news_users named
  where named.school_id = ${schoolId} and named.news_id = ${newsId})`;

/**
 * Who is asked to confirm an item: who received it when it was published, and who receives it since; who has no account any
 * more is not. The author is among them.
 */
export const askedOf = (db: Kysely<DB>, schoolId: number, newsId: Expression<unknown>) => sql`(
  select person.id as user_id from ${usersPart(db).where('school_id', '=', schoolId).where('deleted_at', 'is', null)} as person
  where person.id in (
    select kept.user_id from news_audience kept where kept.school_id = ${schoolId} and kept.news_id = ${newsId}
    union ${receivingOf(db, schoolId, newsId)}))`;

/** Writes down who receives an item now. Who receives it no longer, and has not confirmed it, is not asked any more. */
export async function settleAudience(db: Kysely<DB>, school_id: number, news_id: number, now: Date): Promise<void> {
  const id = sql`${news_id}::bigint`;
  await sql`delete from news_audience where school_id = ${school_id} and news_id = ${news_id}
    and user_id not in (select user_id from ${receivingOf(db, school_id, id)} as now)
    and user_id not in (select user_id from news_confirmations where school_id = ${school_id} and news_id = ${news_id})`.execute(
    db,
  );
  await sql`insert into news_audience (school_id, news_id, user_id, added_at)
    select ${school_id}::bigint, ${id}, receiving.user_id, ${now.toISOString()}::timestamptz
    from ${receivingOf(db, school_id, id)} as receiving on conflict do nothing`.execute(db);
}

/** Keeps that somebody has read an item; a second time changes nothing. */
export async function insertConfirmation(
  db: Kysely<DB>,
  key: { school_id: number; news_id: number; user_id: number },
  now: Date,
): Promise<void> {
  await db
    .insertInto('news_confirmations')
    .values({ ...key, via: 'app', confirmed_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** One page of those who have confirmed an item, or have not, by name. */
export async function listReaderPage(
  db: Kysely<DB>,
  { school_id, id, author_id }: { school_id: number; id: number; author_id: number | null },
  { isConfirmed, search = '', page }: { isConfirmed: boolean; search?: string | undefined; page: number },
) {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const news = sql`${id}::bigint`;
  const name = sql`person.lastname || ' ' || person.firstname`;
  const { rows } = await sql<{
    id: number;
    firstname: string;
    lastname: string;
    confirmed_at: string | null;
    has_left: boolean;
  }>`select person.id, person.firstname, person.lastname, done.confirmed_at,
      person.id not in (select user_id from ${receivingOf(db, school_id, news)} as now) as has_left
    from ${askedOf(db, school_id, news)} as asked
    join ${usersPart(db).where('school_id', '=', school_id)} as person on person.id = asked.user_id
    left join news_confirmations done on done.school_id = ${school_id} and done.news_id = ${news}
      and done.user_id = asked.user_id
    where asked.user_id is distinct from ${author_id}::bigint and (done.user_id is not null) = ${isConfirmed}
      and not exists (select 1 from unnest(${words}::text[]) as w(word)
        where strpos(kreide_fold(${name}), kreide_fold(w.word)) = 0)
    order by kreide_fold(${name}), person.id
    offset ${(page - 1) * NEWS_READERS_PAGE} limit ${NEWS_READERS_PAGE + 1}`.execute(db);
  return rows;
}

/** The accounts of those who receive an item now and have not confirmed it; its author is not asked. */
export async function listOpenReaders(
  db: Kysely<DB>,
  { school_id, id }: { readonly school_id: number; readonly id: number },
  authorId: number | null,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select receiving.user_id
    from ${receivingOf(db, school_id, sql`${id}::bigint`)} as receiving
    where receiving.user_id is distinct from ${authorId}::bigint and not exists (
      select 1 from news_confirmations done where done.school_id = ${school_id} and done.news_id = ${id}
        and done.user_id = receiving.user_id)
    order by receiving.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
