import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import { signedInPart } from '../../auth/index.ts';
import { usersPart } from '../../users/index.ts';
import { receivingOf } from './confirmations.ts';
import type { ReadItem } from './readers.ts';

/** Receivers who have not confirmed an item, whom the app does not reach and who got no mail for it yet. */
export async function listWithoutApp(
  db: Kysely<DB>,
  { school_id, id, author_id }: ReadItem,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select receiving.user_id
    from ${receivingOf(db, school_id, sql`${id}::bigint`)} as receiving
    where receiving.user_id is distinct from ${author_id}::bigint
      and receiving.user_id not in (
        select session.user_id from ${signedInPart(db, now).where('school_id', '=', school_id)} as session)
      and not exists (select 1 from news_confirmations done where done.school_id = ${school_id}
        and done.news_id = ${id} and done.user_id = receiving.user_id)
      and not exists (select 1 from news_mails mail where mail.school_id = ${school_id}
        and mail.news_id = ${id} and mail.user_id = receiving.user_id)
    order by receiving.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** A mail that is to be sent. */
export interface LinkMail {
  readonly user_id: number;
  /** The hash of its token, in hexadecimal digits. */
  readonly token_hash: string;
  readonly mail_uuid: string;
}

/** Keeps the mails of an item; answers the people to whom none was kept before. */
export async function insertMails(
  db: Kysely<DB>,
  { school_id, id }: Pick<ReadItem, 'school_id' | 'id'>,
  mails: readonly LinkMail[],
  { now, expires_at }: { now: Date; expires_at: Date },
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`
    insert into news_mails (school_id, news_id, user_id, token_hash, mail_uuid, created_at, expires_at)
    select ${school_id}, ${id}, (value ->> 'user_id')::bigint, decode(value ->> 'token_hash', 'hex'),
      (value ->> 'mail_uuid')::uuid, ${now.toISOString()}::timestamptz, ${expires_at.toISOString()}::timestamptz
    from jsonb_array_elements(${toJsonText(mails)}::jsonb) as m(value)
    on conflict (school_id, news_id, user_id) do nothing returning user_id`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Forgets the mails of an item that have not been sent; returns by what they are found. */
export async function removeQueued(
  db: Kysely<DB>,
  { school_id, id }: Pick<ReadItem, 'school_id' | 'id'>,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('news_mails')
    .where('school_id', '=', school_id)
    .where('news_id', '=', id)
    .where('state', '=', 'queued')
    .returning('mail_uuid')
    .execute();
  return rows.map(({ mail_uuid }) => mail_uuid);
}

/** Whose link it is; null: of nobody, or it is over. */
export async function findLink(db: Kysely<DB>, tokenHash: Buffer, now: Date) {
  const row = await db
    .selectFrom('news_mails')
    .select(['school_id', 'news_id', 'user_id'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row ?? null;
}
export type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Language and confirmation of the person of a link; null: there is no such account any more. */
export async function findLinked(db: Kysely<DB>, { school_id, news_id, user_id }: Link) {
  const row = await db
    .selectFrom(usersPart(db).as('person'))
    .leftJoin('news_confirmations as done', (join) =>
      join
        .onRef('done.school_id', '=', 'person.school_id')
        .onRef('done.user_id', '=', 'person.id')
        .on('done.news_id', '=', news_id),
    )
    .select(['person.locale', 'done.confirmed_at'])
    .where('person.school_id', '=', school_id)
    .where('person.id', '=', user_id)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
