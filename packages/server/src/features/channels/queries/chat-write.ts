import type { Mention } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import { runPlanned } from '../../../kernel/data/plans.ts';
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

/** The same by the chat of the channel; null: there is none. */
export async function holdChat(db: Kysely<DB>, schoolId: number, chatId: number): Promise<number | null> {
  const statement = db
    .selectFrom('channels')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', (eb) =>
      eb.selectFrom('chats').select('channel_id').where('school_id', '=', schoolId).where('id', '=', chatId),
    )
    .forNoKeyUpdate()
    .compile();
  const [row] = await runPlanned(db, statement);
  return row?.id ?? null;
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
  /** Whom it mentions. */
  mentions?: readonly Mention[];
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

/** A message with the instant at which its author wrote it. */
export interface TimedMessage extends NewMessage {
  at: string;
}

interface Room {
  chat_id: number;
  sent_before: number;
  changes_before: number;
  /** Of the first of them; each is a millisecond later than the one before. */
  changed_at: string;
}

/**
 * Writes messages in their order, when the channel is held: the numbers of the chat, the messages, the places of their
 * authors, who have read what they write, and that something happened in the channel. It is one statement, since all
 * others who write there wait.
 */
export async function writeMessages(
  db: Kysely<DB>,
  { school_id, id }: ChannelKey,
  messages: readonly TimedMessage[],
): Promise<Change[]> {
  const latest = messages.reduce((last, { at }) => (at > last ? at : last), '');
  const count = messages.length;
  const snapshots = messages.map(({ target }) => target?.target_snapshot && toJsonText(target.target_snapshot));
  // What a file is called and shows is found with the message that carries it.
  const file = filesPart(db).where('school_id', '=', school_id);
  const statement = sql<Room>`
    with given as (
      select * from unnest(
        ${messages.map(({ uuid }) => uuid)}::uuid[], ${messages.map(({ user_id }) => user_id)}::bigint[],
        ${messages.map(({ type }) => type)}::text[], ${messages.map(({ content }) => content)}::text[],
        ${messages.map(({ reply_uuid }) => reply_uuid)}::uuid[], ${messages.map(({ at }) => at)}::timestamptz[],
        ${messages.map(({ target }) => target?.target_type)}::text[],
        ${messages.map(({ target }) => target?.target_id)}::bigint[], ${snapshots}::jsonb[],
        ${messages.map(({ file_id }) => file_id)}::bigint[],
        ${messages.map(({ voice_seconds }) => voice_seconds)}::integer[],
        ${messages.map(({ voice_wave }) => voice_wave)}::bytea[]
      ) with ordinality as item(uuid, user_id, type, content, reply_uuid, at, target_type, target_id, target_snapshot,
        file_id, voice_seconds, voice_wave, place)
    ), change as (
      update chats set messages_sent = messages_sent + ${count}::integer, change_seq = change_seq + ${count}::integer,
        last_change_at = ${laterThanAny(latest)} + (${count}::integer - 1) * interval '1 millisecond'
      where school_id = ${school_id} and channel_id = ${id}
      returning id as chat_id, messages_sent - ${count}::integer as sent_before,
        change_seq - ${count}::integer as changes_before,
        last_change_at - (${count}::integer - 1) * interval '1 millisecond' as changed_at
    ), written as (
      insert into messages (school_id, chat_id, seq, change_seq, uuid, user_id, type, content, reply_uuid, created_at,
        updated_at, target_type, target_id, target_snapshot, file_id, file_label, voice_seconds, voice_wave)
      select ${school_id}::bigint, change.chat_id, change.sent_before + given.place, change.changes_before + given.place,
        given.uuid, given.user_id, given.type, given.content, given.reply_uuid, given.at,
        change.changed_at + (given.place - 1) * interval '1 millisecond',
        given.target_type, given.target_id, given.target_snapshot, given.file_id, file.name || ' ' || file.alt_name,
        given.voice_seconds, given.voice_wave
      from change cross join given left join (${file}) as file on file.id = given.file_id
    ), place as (
      update channel_members set read_seq = greatest(read_seq, own.seq), is_unread = false
      from (
        select given.user_id, max(change.sent_before + given.place) as seq from change cross join given
        group by given.user_id
      ) as own
      where school_id = ${school_id} and channel_id = ${id} and channel_members.user_id = own.user_id
        and left_at is null
    ), active as (
      update channels set activity_at = greatest(activity_at, ${latest}::timestamptz)
      where school_id = ${school_id} and id = ${id}
    )
    select * from change`.compile(db);
  const [room] = await runPlanned(db, statement);
  if (!room) throw new Error('a chat went while it was held');
  const { chat_id, sent_before, changes_before, changed_at } = room;
  return messages.map(({ at }, index) => ({
    chat_id,
    at,
    messages_sent: sent_before + index + 1,
    change_seq: changes_before + index + 1,
    last_change_at: new Date(Date.parse(changed_at) + index).toISOString(),
  }));
}

/** What a message carries beside its text, when it is taken back. */
const NOTHING_CARRIED = {
  file_id: null,
  file_label: null,
  voice_seconds: null,
  voice_wave: null,
  target_snapshot: null,
} as const;

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
      ...('unset_by' in values ? NOTHING_CARRIED : {}),
      change_seq,
      updated_at: last_change_at,
    })
    .where('school_id', '=', schoolId)
    .where('chat_id', '=', chat_id)
    .where('seq', '=', seq)
    .execute();
}

/** A message is another now, though nothing that its author wrote. */
export async function touchMessage(
  db: Kysely<DB>,
  schoolId: number,
  { chat_id, change_seq, last_change_at }: Change,
  seq: number,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ change_seq, updated_at: last_change_at })
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
