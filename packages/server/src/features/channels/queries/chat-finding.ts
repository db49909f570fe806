import { MESSAGES_BEFORE, MESSAGES_PAGE, type SearchWord } from '@kreide/core/features/channels';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type ChatPart, messagesOf } from './chat-messages.ts';

/** So many of the newest messages are read one by one before the index is asked: words that are common occur in them. */
const READ_FIRST = 1000;
/** From so many found among them on, words are common. */
const COMMON = 4;
/** So many are read for what the index knows nothing of: signs, without a letter or digit beside them. */
const READ_AT_MOST = 20_000;

/** A word in the text of a message: anywhere, or with nothing that belongs to a word on either side. */
function matching({ text, isWhole }: SearchWord) {
  const written = sql`btrim(kreide_search_text(${text}))`;
  const escaped = sql`replace(replace(replace(${written}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
  const border = isWhole ? ' ' : '';
  return sql<SqlBool>`messages.search_text like ${`%${border}`} || ${escaped} || ${`${border}%`}`;
}

const INDEXED = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u;
const isIndexed = ({ text, isWhole }: SearchWord) => INDEXED.test(isWhole ? ` ${text} ` : text);

/**
 * A page of the messages in which all words occur, newest first, and the first of the next. The newest ones are read, and
 * only when too few of them have the words, the index is asked for all others.
 */
export async function searchMessages(
  db: Kysely<DB>,
  part: ChatPart,
  words: readonly SearchWord[],
  /** Only messages before this one. */
  before: number,
) {
  if (words.length === 0) return [];
  const limit = MESSAGES_PAGE + 1;
  const isFound = words.some(isIndexed);
  const border = Math.max(before - (isFound ? READ_FIRST : READ_AT_MOST), part.visible_from_seq + 1);
  const found = (wanted: number) => {
    let query = db
      .selectFrom('messages')
      .select('messages.seq')
      .where('messages.school_id', '=', part.school_id)
      .where('messages.chat_id', '=', part.chat_id)
      .where('messages.type', '!=', 'NC_EVENT')
      .limit(wanted);
    for (const word of words) query = query.where(matching(word));
    return query;
  };
  const newest = await found(limit)
    .where('messages.seq', '<', before)
    .where('messages.seq', '>=', border)
    .orderBy('messages.seq', 'desc')
    .execute();
  // Common words fill the page not far behind; rare ones are found by the index.
  const reach = newest.length < COMMON ? 0 : Math.ceil(limit / newest.length) * READ_FIRST * 2;
  const floor = Math.max(border - reach, part.visible_from_seq + 1);
  const lacks = (known: readonly unknown[], from: number) =>
    isFound && known.length < limit && from > part.visible_from_seq + 1;
  const next =
    reach > 0 && lacks(newest, border)
      ? await found(limit - newest.length)
          .where('messages.seq', '<', border)
          .where('messages.seq', '>=', floor)
          .orderBy('messages.seq', 'desc')
          .execute()
      : [];
  const near = [...newest, ...next];
  // The order is worked out so that no plan reads the whole chat backwards for a word that is nowhere.
  const others = lacks(near, floor)
    ? await found(limit - near.length)
        .where('messages.seq', '<', floor)
        .where('messages.seq', '>', part.visible_from_seq)
        .orderBy(sql`messages.seq + 0`, 'desc')
        .execute()
    : [];
  const places = [...near, ...others].map(({ seq }) => seq);
  if (places.length === 0) return [];
  return messagesOf(db, part)
    .where('messages.seq', '=', sql<number>`any(${places}::bigint[])`)
    .orderBy('messages.seq', 'desc')
    .execute();
}

/** Messages before a place, newest first, and from it on, oldest first; one row more than is shown on each side. */
export async function listAround(db: Kysely<DB>, part: ChatPart, seq: number) {
  const older = await messagesOf(db, part)
    .where('messages.seq', '<', seq)
    .orderBy('messages.seq', 'desc')
    .limit(MESSAGES_BEFORE + 1)
    .execute();
  return { older, newer: await listNewer(db, part, seq - 1) };
}

/** The messages after a place, oldest first, and the first of the next page. */
export async function listNewer(db: Kysely<DB>, part: ChatPart, after: number) {
  return messagesOf(db, part)
    .where('messages.seq', '>', after)
    .orderBy('messages.seq')
    .limit(MESSAGES_PAGE + 1)
    .execute();
}

/** The place of the first message that was written at an instant or later. */
export async function findFirst(
  db: Kysely<DB>,
  { school_id, chat_id, visible_from_seq }: Omit<ChatPart, 'reader_id'>,
  since: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('messages')
    .select('seq')
    .where('school_id', '=', school_id)
    .where('chat_id', '=', chat_id)
    .where('type', '!=', 'NC_EVENT')
    .where('seq', '>', visible_from_seq)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('seq')
    .executeTakeFirst();
  return row?.seq ?? null;
}
