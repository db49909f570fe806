import {
  NEWS_READERS_PAGE,
  type NewsReaderRow,
  type ReaderGroup,
  UNREACHED_MAXIMUM,
  type UnreachedReader,
} from '@kreide/core/features/news';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { signedInPart } from '../../auth/index.ts';
import { presentPart, usersPart } from '../../users/index.ts';
import { askedOf, receivingOf } from './confirmations.ts';

/** An item whose readers are looked for. */
export interface ReadItem {
  readonly school_id: number;
  readonly id: number;
  readonly author_id: number | null;
}

/** By which ways people are reached now. */
export interface Ways {
  readonly now: Date;
  /** Does this installation send mails? */
  readonly sendsMails: boolean;
}

type Row = Pick<NewsReaderRow, 'id' | 'confirmed_at' | 'via' | 'mail' | 'has_left'> & {
  readonly firstname: string;
  readonly lastname: string;
  readonly group: ReaderGroup;
  readonly reason: UnreachedReader['reason'];
};

/**
 * Everybody who is asked to confirm an item, apart from its author, and where they stand. The app reaches whoever has a
 * session in it; a mail reaches whoever has an address that took, or has not yet refused, the one with the link.
 */
const readersOf = (db: Kysely<DB>, { school_id, id, author_id }: ReadItem, { now, sendsMails }: Ways) => sql`(
  select known.*, case when known.confirmed_at is not null then 'confirmed' when known.has_left then 'left'
      when known.is_present and (known.is_signed_in or (${sendsMails}::boolean and known.has_email and not known.is_bounced))
        then 'open' else 'unreached' end as "group",
    case when not known.is_present then 'locked' when known.is_bounced then 'bounced' when not known.has_email
      then 'no_address' else 'no_server' end as reason
  from (
    select person.id, person.firstname, person.lastname, done.confirmed_at, done.via, mail.state as mail,
      present.id is not null as is_present, coalesce(present.has_email, false) as has_email,
      coalesce(mail.state in ('bounced', 'failed'), false) as is_bounced,
      person.id in (select session.user_id from ${signedInPart(db, now).where('school_id', '=', school_id)} as session)
        as is_signed_in,
      person.id not in (select user_id from ${receivingOf(db, school_id, sql`${id}::bigint`)} as now) as has_left
    from ${askedOf(db, school_id, sql`${id}::bigint`)} as asked
    cross join lateral (select one.id, one.firstname, one.lastname
      from ${usersPart(db).where('school_id', '=', school_id)} as one where one.id = asked.user_id offset 0) as person
    left join lateral (select one.id, one.has_email
      from ${presentPart(db, now).where('school_id', '=', school_id)} as one where one.id = asked.user_id offset 0
    ) as present on true
    left join lateral (select one.confirmed_at, one.via from news_confirmations one where one.school_id = ${school_id}
      and one.news_id = ${id} and one.user_id = asked.user_id offset 0) as done on true
    left join lateral (select one.state from news_mails one where one.school_id = ${school_id}
      and one.news_id = ${id} and one.user_id = asked.user_id offset 0) as mail on true
    where asked.user_id is distinct from ${author_id}::bigint
  ) as known)`;

const NAME = sql`reader.lastname || ' ' || reader.firstname`;

/** One page of those who were asked to confirm an item, by name. */
export async function listReaderPage(
  db: Kysely<DB>,
  item: ReadItem,
  ways: Ways,
  { groups, search, page }: { groups: readonly ReaderGroup[]; search?: string | undefined; page: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${readersOf(db, item, ways)} as reader
    where reader."group" = any(${groups}::text[]) and ${hasWords(NAME, search)}
    order by kreide_fold(${NAME}), reader.id
    offset ${(page - 1) * NEWS_READERS_PAGE} limit ${NEWS_READERS_PAGE + 1}`.execute(db);
  return rows;
}

/** Everybody who was asked, by name. */
export async function listAllReaders(db: Kysely<DB>, item: ReadItem, ways: Ways): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${readersOf(db, item, ways)} as reader
    order by kreide_fold(${NAME}), reader.id`.execute(db);
  return rows;
}

/** Those whom nothing reaches, by name. */
export async function listUnreachedReaders(db: Kysely<DB>, item: ReadItem, ways: Ways): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${readersOf(db, item, ways)} as reader
    where reader."group" = 'unreached' order by kreide_fold(${NAME}), reader.id limit ${UNREACHED_MAXIMUM}`.execute(db);
  return rows;
}

/** Is somebody asked to confirm an item? */
export async function isAsked(
  db: Kysely<DB>,
  { school_id, id, author_id }: ReadItem,
  userId: number,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${askedOf(db, school_id, sql`${id}::bigint`)} as asked
    where asked.user_id = ${userId} and asked.user_id is distinct from ${author_id}::bigint`.execute(db);
  return rows.length > 0;
}
