import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/database.generated.ts';
import type { BuiltChannel } from './channels.ts';
import { TEST_NOW } from './server.ts';

/** A message in a chat, written a moment ago; its place. */
export async function writeMessage(
  db: Kysely<DB>,
  school_id: number,
  { chat_id }: BuiltChannel,
  user_id: number,
  content = 'Guten Tag',
): Promise<number> {
  const { messages_sent, change_seq } = await db
    .updateTable('chats')
    .set((eb) => ({ messages_sent: eb('messages_sent', '+', 1), change_seq: eb('change_seq', '+', 1) }))
    .where('school_id', '=', school_id)
    .where('id', '=', chat_id)
    .returning(['messages_sent', 'change_seq'])
    .executeTakeFirstOrThrow();
  const at = new Date(TEST_NOW).toISOString();
  const message = { school_id, chat_id, seq: messages_sent, uuid: randomUUID(), user_id, type: 'MESSAGE' as const };
  await db
    .insertInto('messages')
    .values({ ...message, content, change_seq, created_at: at, updated_at: at })
    .execute();
  return messages_sent;
}
