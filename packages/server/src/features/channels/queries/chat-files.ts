import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { filesPart, removeFiles } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';

interface FileKey {
  readonly school_id: number;
  readonly id: number;
}

/** Does somebody see the message that carries this file? Who has left the channel sees it no longer. */
export async function isChatReader(db: Kysely<DB>, { school_id, id }: FileKey, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('chats', (join) =>
      join.onRef('chats.school_id', '=', 'messages.school_id').onRef('chats.id', '=', 'messages.chat_id'),
    )
    .innerJoin('channels', (join) =>
      join.onRef('channels.school_id', '=', 'chats.school_id').onRef('channels.id', '=', 'chats.channel_id'),
    )
    .innerJoin('channel_members as member', (join) =>
      join
        .onRef('member.school_id', '=', 'channels.school_id')
        .onRef('member.channel_id', '=', 'channels.id')
        .onRef('member.visible_from_seq', '<', 'messages.seq'),
    )
    .select('messages.seq')
    .where('messages.school_id', '=', school_id)
    .where('messages.file_id', '=', id)
    .where('member.user_id', '=', userId)
    .where('member.left_at', 'is', null)
    .where('channels.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Bytes of the files that the messages of a channel carry. */
export async function countChatBytes(
  db: Kysely<DB>,
  { school_id, channel_id }: { readonly school_id: number; readonly channel_id: number },
): Promise<number> {
  const carried = sql<boolean>`file.id in (
    select m.file_id from chats c join messages m on m.school_id = c.school_id and m.chat_id = c.id
    where c.school_id = ${school_id} and c.channel_id = ${channel_id} and m.school_id = ${school_id} and m.file_id is not null)`;
  const row = await db
    .selectFrom(filesPart(db).as('file'))
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('file.size'), eb.lit(0)), 'bigint').as('bytes'))
    .where('file.school_id', '=', school_id)
    .where(carried)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** The number of the file that a message carries. */
export async function findFileId(db: Kysely<DB>, schoolId: number, uuid: string): Promise<number | null> {
  const row = await db
    .selectFrom('messages')
    .select('file_id')
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row?.file_id ?? null;
}

/** How many files there are in a chat, for somebody who sees it from a message on. */
export async function countFiles(
  db: Kysely<DB>,
  { school_id, chat_id, visible_from_seq }: { school_id: number; chat_id: number; visible_from_seq: number | null },
): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('school_id', '=', school_id)
    .where('chat_id', '=', chat_id)
    .where('file_id', 'is not', null)
    .where('seq', '>', visible_from_seq ?? 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Pictures and voices of somebody who is erased go; the messages that carried them count as taken back. */
export async function eraseFiles(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  const carried = await db
    .selectFrom('messages')
    .select('file_id')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('file_id', 'is not', null)
    .execute();
  await db
    .updateTable('messages')
    .set({ file_id: null, file_label: null, voice_seconds: null, voice_wave: null })
    .set({ content: '', unset_at: sql<string>`now()`, unset_by: user_id })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('file_id', 'is not', null)
    .execute();
  const ids = carried.flatMap(({ file_id }) => (file_id === null ? [] : [file_id]));
  await removeFiles(db, school_id, ids, new Date());
}

/** The chat of a channel from where somebody sees it on. */
export interface SeenChat {
  readonly school_id: number;
  readonly chat_id: number;
  readonly visible_from_seq: number;
}

/** The files that the messages of a chat carry, with who sent them; what was taken back carries none. */
const carriedIn = (db: Kysely<DB>, { school_id, chat_id, visible_from_seq }: SeenChat) =>
  db
    .selectFrom('messages')
    .innerJoin(filesPart(db).as('file'), (join) =>
      join.onRef('file.school_id', '=', 'messages.school_id').onRef('file.id', '=', 'messages.file_id'),
    )
    .where('messages.school_id', '=', school_id)
    .where('messages.chat_id', '=', chat_id)
    .where('messages.seq', '>', visible_from_seq);

const shownFiles = (db: Kysely<DB>, chat: SeenChat) =>
  carriedIn(db, chat)
    .leftJoin(usersPart(db).as('author'), (join) =>
      join.onRef('author.school_id', '=', 'messages.school_id').onRef('author.id', '=', 'messages.user_id'),
    )
    .select(['file.id', 'file.uuid', 'file.name', 'file.mime', 'file.size', 'file.width', 'file.alt_name'])
    .select(['file.sha256', 'file.duration_in_seconds', 'messages.voice_seconds', 'messages.user_id'])
    .select(['messages.created_at', 'messages.updated_at', 'author.firstname', 'author.lastname']);
export type ChatFileRow = Awaited<ReturnType<typeof listChatFiles>>[number];

const EXTENSION = sql`lower(coalesce(substring(file.name from '[^.]\\.([A-Za-z0-9]{1,10})$'), ''))`;
const NAME = sql`file.name collate kreide_natural`;

/** How the files of a chat are wanted: a page, in an order, with words in their names. */
export interface WantedFiles {
  readonly search: string | undefined;
  readonly orderBy: 'name' | 'type' | 'size' | 'created_at';
  readonly orderDir: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/** A page of them. */
export async function listChatFiles(db: Kysely<DB>, chat: SeenChat, wanted: WantedFiles) {
  const { search, orderBy, orderDir, offset, limit } = wanted;
  let query = shownFiles(db, chat).where(hasWords(sql.ref('file.name'), search));
  if (orderBy === 'type') query = query.orderBy(EXTENSION, orderDir);
  if (orderBy === 'size') query = query.orderBy('file.size', orderDir);
  if (orderBy === 'created_at') query = query.orderBy('messages.seq', orderDir);
  return query
    .orderBy(NAME, orderBy === 'name' ? orderDir : 'asc')
    .orderBy('messages.seq')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Those of them with some uuids. */
export async function listChatFilesBy(db: Kysely<DB>, chat: SeenChat, uuids: readonly string[]) {
  return shownFiles(db, chat).where('file.uuid', '=', sql<string>`any(${uuids}::uuid[])`).execute();
}

/** How many there are, with their bytes, and when the last of them came; null: there is none. */
export async function measureChatFiles(db: Kysely<DB>, chat: SeenChat) {
  const { count, size, first_at, last_at } = await carriedIn(db, chat)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('file.size'), eb.lit(0)), 'bigint').as('size'),
      eb.fn.min('messages.created_at').as('first_at'),
      eb.fn.max('messages.created_at').as('last_at'),
    ])
    .executeTakeFirstOrThrow();
  if (first_at === null || last_at === null) return null;
  return { count: Number(count), size: Number(size), first_at, last_at };
}
