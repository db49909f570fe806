import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { toJsonText } from '../../../kernel/json.ts';
import { filesPart } from '../../files/index.ts';
import type { ChannelKey } from './members.ts';

/** The place of a change in its chat. */
export interface Change {
  readonly chat_id: number;
  readonly messages_sent: number;
  readonly change_seq: number;
  /** Later than that of any change before. */
  readonly last_change_at: string;
  readonly at: string;
}

/** Later than any before, also when the clock was set back: what has changed since then is asked for by it. */
const laterThanAny = (at: string) =>
  sql<string>`greatest(${at}::timestamptz, date_trunc('milliseconds', last_change_at) + interval '1 millisecond')`;

/**
 * Takes the channel and then its chat, in the order in which members are added too, and makes room for one change: from
 * here to the commit nobody else writes there, so that the numbers have no gaps and rise with the commits.
 */
export async function beginChange(
  db: Kysely<DB>,
  { school_id, id }: ChannelKey,
  { now }: { now: Date },
): Promise<Change> {
  const at = now.toISOString();
  const change = await db
    .updateTable('chats')
    .set({
      change_seq: sql<number>`change_seq + 1`,
      last_change_at: laterThanAny(at),
    })
    .where('school_id', '=', school_id)
    .where('channel_id', '=', id)
    .returning(['id as chat_id', 'messages_sent', 'change_seq', 'last_change_at'])
    .executeTakeFirstOrThrow();
  return { ...change, at };
}

/** Takes the channel alone; what was committed by those who had it before is seen by what follows. */
export async function holdChannel(db: Kysely<DB>, { school_id, id }: ChannelKey): Promise<void> {
  await db
    .selectFrom('channels')
    .select('id')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

export interface NewMessage {
  uuid: string;
  user_id: number;
  /** A hint is written by the server in the name of somebody. */
  type: 'MESSAGE' | 'VOICE' | 'KNOCK' | 'HINT';
  content: string;
  reply_uuid: string | null;
  /** What it carries besides its text. */
  target?: {
    target_type: 'surveys' | 'conferences';
    target_id: number;
    target_snapshot?: { name: string; by: null };
  };
  file_id?: number;
  /** Of a voice message: how long it is, and its wave form. */
  voice_seconds?: number;
  voice_wave?: Buffer;
}

/**
 * Writes a message, when the channel is held: the numbers of the chat, the message, the place of its author, who has read
 * what they write, and that something happened in the channel. It is one statement, since all others who write there wait.
 */
export async function writeMessage(
  db: Kysely<DB>,
  { school_id, id }: ChannelKey,
  { target, ...message }: NewMessage,
  now: Date,
): Promise<Change> {
  const at = now.toISOString();
  // What a file is called and shows is found with the message that carries it.
  const file_label =
    message.file_id === undefined
      ? null
      : filesPart(db)
          .where('school_id', '=', school_id)
          .where('id', '=', message.file_id)
          .clearSelect()
          .select(sql<string>`name || ' ' || alt_name`.as('file_label'));
  const { target_snapshot, ...about } = target ?? {};
  const carried = { ...about, ...(target_snapshot && { target_snapshot: toJsonText(target_snapshot) }) };
  const change = await db
    .with('change', (part) =>
      part
        .updateTable('chats')
        .set({
          messages_sent: sql<number>`messages_sent + 1`,
          change_seq: sql<number>`change_seq + 1`,
          last_change_at: laterThanAny(at),
        })
        .where('school_id', '=', school_id)
        .where('channel_id', '=', id)
        .returning(['id as chat_id', 'messages_sent', 'change_seq', 'last_change_at']),
    )
    .with('written', (part) =>
      part.insertInto('messages').values({
        school_id,
        chat_id: part.selectFrom('change').select('chat_id'),
        seq: part.selectFrom('change').select('messages_sent'),
        change_seq: part.selectFrom('change').select('change_seq'),
        created_at: at,
        updated_at: part.selectFrom('change').select('last_change_at'),
        file_label,
        ...message,
        ...carried,
      }),
    )
    .with('place', (part) =>
      part
        .updateTable('channel_members')
        .set({
          read_seq: sql<number>`greatest(read_seq, (select messages_sent from change))`,
          is_unread: false,
        })
        .where('school_id', '=', school_id)
        .where('channel_id', '=', id)
        .where('user_id', '=', message.user_id)
        .where('left_at', 'is', null),
    )
    .with('active', (part) =>
      part
        .updateTable('channels')
        .set({ activity_at: sql<string>`greatest(activity_at, ${at}::timestamptz)` })
        .where('school_id', '=', school_id)
        .where('id', '=', id),
    )
    .selectFrom('change')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { ...change, at };
}

/** Changes a message as a part of a change of its chat. */
export async function changeMessage(
  db: Kysely<DB>,
  schoolId: number,
  { chat_id, change_seq, last_change_at, at }: Change,
  seq: number,
  values: { content: string } & ({ edited: true } | { unset_by: number }),
): Promise<void> {
  const what = 'edited' in values ? { edited_at: at } : { unset_at: at, unset_by: values.unset_by };
  await db
    .updateTable('messages')
    .set({
      content: values.content,
      ...what,
      ...('unset_by' in values ? { file_id: null, file_label: null, voice_seconds: null, voice_wave: null } : {}),
      change_seq,
      updated_at: last_change_at,
    })
    .where('school_id', '=', schoolId)
    .where('chat_id', '=', chat_id)
    .where('seq', '=', seq)
    .execute();
}

/** A message goes with what answers it: those who quote it see it changed too. */
export async function touchReplies(db: Kysely<DB>, schoolId: number, change: Change, uuid: string): Promise<void> {
  await db
    .updateTable('messages')
    .set({ change_seq: change.change_seq, updated_at: change.last_change_at })
    .where('school_id', '=', schoolId)
    .where('chat_id', '=', change.chat_id)
    .where('reply_uuid', '=', uuid)
    .execute();
}
