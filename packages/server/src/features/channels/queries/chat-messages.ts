import { CHANGES_MAXIMUM, MESSAGES_PAGE } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { filesPart } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';
import { mentionsIn } from './mentions.ts';
import { reactionsTo } from './reactions.ts';

/** A chat of a school, and from which message on somebody sees it. */
export interface ChatPart {
  readonly school_id: number;
  readonly chat_id: number;
  readonly visible_from_seq: number;
  /** Who reads: some reactions are theirs. */
  readonly reader_id: number;
}

/** The chat of a message is a conversation. */
const isOfTwo = sql<boolean>`exists (select from chats here
  join channels of_two on of_two.school_id = here.school_id and of_two.id = here.channel_id
  where here.school_id = messages.school_id and here.id = messages.chat_id and of_two.low_user_id is not null)`;

/** The messages of a chat that somebody sees, with their authors and what they answer. */
export function messagesOf(db: Kysely<DB>, { school_id, chat_id, visible_from_seq, reader_id }: ChatPart) {
  return db
    .selectFrom('messages')
    .leftJoin(usersPart(db).as('author'), (join) =>
      join.onRef('author.school_id', '=', 'messages.school_id').onRef('author.id', '=', 'messages.user_id'),
    )
    .leftJoin(usersPart(db).as('unsetter'), (join) =>
      join.onRef('unsetter.school_id', '=', 'messages.school_id').onRef('unsetter.id', '=', 'messages.unset_by'),
    )
    .leftJoin('messages as reply', (join) =>
      join
        .onRef('reply.school_id', '=', 'messages.school_id')
        .onRef('reply.uuid', '=', 'messages.reply_uuid')
        // What stands in another chat was written by one of the two who read the answer, and read by the other; what has moved
        // away from a chat of many is not for whoever reads here.
        .on((eb) =>
          eb.or([
            eb.and([eb('reply.chat_id', '=', eb.ref('messages.chat_id')), eb('reply.seq', '>', visible_from_seq)]),
            eb.and([eb('reply.chat_id', '!=', eb.ref('messages.chat_id')), isOfTwo]),
          ]),
        ),
    )
    .leftJoin(usersPart(db).as('answered'), (join) =>
      join.onRef('answered.school_id', '=', 'messages.school_id').onRef('answered.id', '=', 'reply.user_id'),
    )
    .leftJoin(filesPart(db).as('file'), (join) =>
      join.onRef('file.school_id', '=', 'messages.school_id').onRef('file.id', '=', 'messages.file_id'),
    )
    .select(['file.uuid as file_uuid', 'file.name as file_name', 'file.mime', 'file.size', 'file.width', 'file.height'])
    .select(['file.alt_name', 'messages.file_id', 'messages.voice_seconds', 'messages.voice_wave'])
    .select(['messages.chat_id', 'messages.seq', 'messages.uuid', 'messages.user_id', 'messages.type'])
    .select(['messages.content', 'messages.reply_uuid', 'messages.edited_at', 'messages.unset_at', 'messages.unset_by'])
    .select(['messages.change_seq', 'messages.created_at', 'messages.updated_at'])
    .select(['messages.target_type', 'messages.target_id', 'messages.target_snapshot'])
    .select(['author.firstname', 'author.lastname', 'author.locale'])
    .select(['unsetter.firstname as unsetter_firstname', 'unsetter.lastname as unsetter_lastname'])
    .select([
      'reply.seq as reply_seq',
      'reply.user_id as reply_user_id',
      'reply.type as reply_type',
      'reply.unset_at as reply_unset_at',
    ])
    .select(['answered.firstname as reply_firstname', 'answered.lastname as reply_lastname'])
    .leftJoin(filesPart(db).as('reply_file'), (join) =>
      join.onRef('reply_file.school_id', '=', 'messages.school_id').onRef('reply_file.id', '=', 'reply.file_id'),
    )
    .select((eb) =>
      eb
        .selectFrom('chats as origin')
        .select('origin.channel_id')
        .whereRef('origin.school_id', '=', 'messages.school_id')
        .whereRef('origin.id', '=', 'reply.chat_id')
        .whereRef('origin.id', '!=', 'messages.chat_id')
        .as('reply_channel_id'),
    )
    .select(
      sql<
        string | null
      >`left(coalesce(nullif(reply.content, ''), case when reply.type <> 'VOICE' then reply_file.name end), 200)`.as(
        'reply_content',
      ),
    )
    .select(reactionsTo(reader_id).as('reactions'))
    .select(mentionsIn(db).as('mentions'))
    .where('messages.school_id', '=', school_id)
    .where('messages.chat_id', '=', chat_id)
    .where('messages.type', '!=', 'NC_EVENT')
    .where('messages.seq', '>', visible_from_seq);
}

export type MessageRow = Awaited<ReturnType<typeof listPage>>[number];

/** Which part of a chat is wanted: a page, or the messages before one; only those after or up to the reader's place. */
export interface WantedPage {
  page: number;
  before?: number | undefined;
  is_read?: boolean | undefined;
  read_seq: number;
}

/** A page of messages, newest first, and the first row of the next. */
export async function listPage(db: Kysely<DB>, part: ChatPart, { page, before, is_read, read_seq }: WantedPage) {
  let query = messagesOf(db, part).orderBy('messages.seq', 'desc');
  if (before !== undefined) query = query.where('messages.seq', '<', before);
  if (is_read !== undefined) query = query.where('messages.seq', is_read ? '<=' : '>', read_seq);
  return query
    .offset((page - 1) * MESSAGES_PAGE)
    .limit(MESSAGES_PAGE + 1)
    .execute();
}

/** What has changed since a change or an instant, in its order; one row more than anybody gets says that it is too much. */
export async function listChanges(db: Kysely<DB>, part: ChatPart, since: { change: number } | { instant: string }) {
  const query = messagesOf(db, part)
    .orderBy('messages.change_seq')
    .limit(CHANGES_MAXIMUM + 1);
  return 'change' in since
    ? query.where('messages.change_seq', '>', since.change).execute()
    : query.where('messages.updated_at', '>', since.instant).execute();
}

export async function findMessage(db: Kysely<DB>, part: ChatPart, id: number): Promise<MessageRow | null> {
  return (await messagesOf(db, part).where('messages.seq', '=', id).executeTakeFirst()) ?? null;
}

/** A message that was written with a uuid, wherever in the school. */
export async function findByUuid(db: Kysely<DB>, schoolId: number, uuid: string) {
  const row = await db
    .selectFrom('messages')
    .select(['chat_id', 'seq', 'user_id'])
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row ?? null;
}

/** How much somebody has written since an instant: in one chat, and in all. */
export async function countWritten(db: Kysely<DB>, schoolId: number, userId: number, chatId: number, since: string) {
  return db
    .selectFrom('messages')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('chat_id', '=', chatId).as('here'),
    ])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
}
