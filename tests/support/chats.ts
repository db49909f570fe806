import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import type { BuiltChannel } from './channels.ts';
import { TEST_NOW, type TestServer } from './server.ts';

/** A message in a chat, written just now unless an instant is named; its place. */
export async function writeMessage(
  db: Kysely<DB>,
  school_id: number,
  { chat_id }: BuiltChannel,
  user_id: number,
  content = 'Guten Tag',
  at = new Date(TEST_NOW).toISOString(),
): Promise<number> {
  const { messages_sent, change_seq } = await db
    .updateTable('chats')
    .set((eb) => ({ messages_sent: eb('messages_sent', '+', 1), change_seq: eb('change_seq', '+', 1) }))
    .where('school_id', '=', school_id)
    .where('id', '=', chat_id)
    .returning(['messages_sent', 'change_seq'])
    .executeTakeFirstOrThrow();
  const message = { school_id, chat_id, seq: messages_sent, uuid: randomUUID(), user_id, type: 'MESSAGE' as const };
  await db
    .insertInto('messages')
    .values({ ...message, content, change_seq, created_at: at, updated_at: at })
    .execute();
  return messages_sent;
}

/**
 * What somebody hears from now on, of some kinds: what was said a moment ago may still come, so a test names what it waits
 * for.
 */
export async function hear(url: string, token: string, kinds: readonly string[]) {
  const options = { path: '/v1/realtime', transports: ['websocket'], auth: { token }, reconnection: false };
  const socket: Socket = io(url, options);
  const events: { name: string; payload: Record<string, unknown> }[] = [];
  socket.onAny((name: string, payload) => {
    if (kinds.some((kind) => name.startsWith(kind))) events.push({ name, payload });
  });
  await new Promise<void>((done, refuse) => {
    socket.once('connect', done);
    socket.once('connect_error', refuse);
  });
  return { events, [Symbol.dispose]: () => void socket.disconnect() };
}

/** Puts many people into a channel at once. */
export async function addParents(
  { test }: Pick<TestServer, 'test'>,
  school_id: number,
  { id: channel_id }: BuiltChannel,
  count: number,
): Promise<number[]> {
  const { rows } = await test.database.pool.query<{ id: number }>(
    `insert into users (school_id, username, firstname, lastname, sex, type, role)
     select $1, gen_random_uuid(), 'Kim', 'Nr. ' || n, 'NONE', 'PARENT', 'PARENT' from generate_series(1, $2::integer) as n returning id`,
    [school_id, count],
  );
  const members = rows.map(({ id }) => ({
    school_id,
    channel_id,
    user_id: id,
    method: 'added' as const,
    joined_at: '2026-11-01T08:00:00Z',
  }));
  await test.database.kysely.insertInto('channel_members').values(members).execute();
  return rows.map(({ id }) => id);
}
