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

/**
 * Takes the channel and then its chat, in the order in which members are added too, and makes room for one change: from
 * here to the commit nobody else writes there, so that the numbers have no gaps and rise with the commits.
 * @param sent how many new messages it is
 */
export async function beginChange(
  db: Kysely<DB>,
  { school_id, id }: ChannelKey,
  { sent, now }: { sent: 0 | 1; now: Date },
): Promise<Change> {
  const at = now.toISOString();
  const change = await db
    .updateTable('chats')
    .set({
      messages_sent: sql<number>`messages_sent + ${sent}::integer`,
      change_seq: sql<number>`change_seq + 1`,
      // Later than any before, also when the clock was set back: what has changed since then is asked for by it.
      last_change_at: sql<string>`greatest(${at}::timestamptz,
        date_trunc('milliseconds', last_change_at) + interval '1 millisecond')`,
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

export async function touchActivity(db: Kysely<DB>, { school_id, id }: ChannelKey, at: string): Promise<void> {
  await db
    .updateTable('channels')
    .set({ activity_at: sql<string>`greatest(activity_at, ${at}::timestamptz)` })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
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

export async function insertMessage(
  db: Kysely<DB>,
  schoolId: number,
  { chat_id, messages_sent, change_seq, last_change_at, at }: Change,
  { target, ...message }: NewMessage,
): Promise<void> {
  // What a file is called and shows is found with the message that carries it.
  const file_label =
    message.file_id === undefined
      ? null
      : filesPart(db)
          .where('school_id', '=', schoolId)
          .where('id', '=', message.file_id)
          .clearSelect()
          .select(sql<string>`name || ' ' || alt_name`.as('file_label'));
  const { target_snapshot, ...about } = target ?? {};
  const carried = { ...about, ...(target_snapshot && { target_snapshot: toJsonText(target_snapshot) }) };
  const times = { created_at: at, updated_at: last_change_at };
  await db
    .insertInto('messages')
    .values({
      school_id: schoolId,
      chat_id,
      seq: messages_sent,
      change_seq,
      ...times,
      file_label,
      ...message,
      ...carried,
    })
    .execute();
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
