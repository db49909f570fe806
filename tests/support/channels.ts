import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';

export interface BuiltChannel {
  id: number;
  chat_id: number;
}

/** A channel that people made, with its chat, its administrators and its other members. */
export async function buildChannel(
  db: Kysely<DB>,
  school_id: number,
  people: { admins?: readonly number[]; members?: readonly number[]; former?: readonly number[] },
  values: Partial<{
    type: 'CUSTOM' | 'GENERATED';
    name: string;
    code: string;
    is_twoway: boolean;
    is_leavable: boolean;
    is_disabled: boolean;
    is_hidden_memberlist: boolean;
    activity_at: string;
    messages_sent: number;
    created_by: number;
  }> = {},
): Promise<BuiltChannel> {
  const { messages_sent = 0, ...rest } = values;
  const { id } = await db
    .insertInto('channels')
    .values({ school_id, type: 'CUSTOM', name: 'Chor', ...rest })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, chat_id: await fill(db, { school_id, id, messages_sent }, people) };
}

/** The conversation of two people. */
export async function buildConversation(
  db: Kysely<DB>,
  school_id: number,
  one: number,
  other: number,
): Promise<BuiltChannel> {
  const pair = { low_user_id: Math.min(one, other), high_user_id: Math.max(one, other) };
  const known = await db
    .selectFrom('channels')
    .innerJoin('chats', 'chats.channel_id', 'channels.id')
    .select(['channels.id', 'chats.id as chat_id'])
    .where('low_user_id', '=', pair.low_user_id)
    .where('high_user_id', '=', pair.high_user_id)
    .executeTakeFirst();
  if (known) return known;
  const { id } = await db
    .insertInto('channels')
    .values({ school_id, type: 'CHAT', ...pair })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, chat_id: await fill(db, { school_id, id, messages_sent: 0 }, { members: [one, other] }) };
}

async function fill(
  db: Kysely<DB>,
  { school_id, id: channel_id, messages_sent }: { school_id: number; id: number; messages_sent: number },
  { admins = [], members = [], former = [] }: Parameters<typeof buildChannel>[2],
): Promise<number> {
  const chat = await db
    .insertInto('chats')
    .values({ school_id, channel_id, messages_sent })
    .returning('id')
    .executeTakeFirstOrThrow();
  const joined_at = '2026-11-01T08:00:00Z';
  const rows = [...admins, ...members, ...former].map((user_id) => ({
    school_id,
    channel_id,
    user_id,
    joined_at,
    method: 'added' as const,
    is_admin: admins.includes(user_id),
    left_at: former.includes(user_id) ? '2026-11-10T08:00:00Z' : null,
  }));
  if (rows.length > 0) await db.insertInto('channel_members').values(rows).execute();
  return chat.id;
}
