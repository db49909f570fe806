import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { filesPart, removeFiles } from '../../files/index.ts';

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
