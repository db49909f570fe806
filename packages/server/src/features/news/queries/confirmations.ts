import type { CONFIRMED_VIA } from '@kreide/core/features/news';
import { type Expression, type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersPart } from '../../channels/index.ts';
import { usersPart } from '../../users/index.ts';

/** Who receives an item now. */
export const receivingOf = (db: Kysely<DB>, schoolId: number, newsId: Expression<unknown>) => sql`(
  select member.user_id from news_channels place
  join ${membersPart(db).where('school_id', '=', schoolId)} as member on member.channel_id = place.channel_id
  where place.school_id = ${schoolId} and place.news_id = ${newsId}
  union select named.user_id from news_users named
  where named.school_id = ${schoolId} and named.news_id = ${newsId})`;

/**
 * Who is asked to confirm an item: who received it when it was published, and who receives it since; who has no account any
 * more is not. The author is among them. One look at the key for each person: after a large import nothing knows yet how
 * many people there are, and a join would compare everybody with everybody.
 */
export const askedOf = (db: Kysely<DB>, schoolId: number, newsId: Expression<unknown>) => sql`(
  select person.id as user_id from (
    select kept.user_id from news_audience kept where kept.school_id = ${schoolId} and kept.news_id = ${newsId}
    union ${receivingOf(db, schoolId, newsId)}) as meant
  cross join lateral (select account.id from ${usersPart(db).where('school_id', '=', schoolId)} as account
    where account.id = meant.user_id and account.deleted_at is null offset 0) as person)`;

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

/** By which way somebody confirmed, and who entered it for them. */
export interface Confirmed {
  readonly via: (typeof CONFIRMED_VIA)[number];
  readonly entered_by: number | null;
}

interface ConfirmationKey {
  readonly school_id: number;
  readonly news_id: number;
  readonly user_id: number;
}

/** Keeps that somebody has read an item; a second time changes nothing, and answers false. */
export async function insertConfirmation(
  db: Kysely<DB>,
  key: ConfirmationKey,
  now: Date,
  { via, entered_by }: Confirmed = { via: 'app', entered_by: null },
): Promise<boolean> {
  const kept = await db
    .insertInto('news_confirmations')
    .values({ ...key, via, entered_by, confirmed_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Takes back a slip that was entered; false: there is none. */
export async function removePaper(db: Kysely<DB>, { school_id, news_id, user_id }: ConfirmationKey): Promise<boolean> {
  const gone = await db
    .deleteFrom('news_confirmations')
    .where('school_id', '=', school_id)
    .where('news_id', '=', news_id)
    .where('user_id', '=', user_id)
    .where('via', '=', 'paper')
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
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
