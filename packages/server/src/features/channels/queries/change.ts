import { type Kysely, sql, type Updateable } from 'kysely';
import { changedAt } from '../../../kernel/data/changed-at.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ChannelKey } from './members.ts';

async function insertChat(db: Kysely<DB>, { school_id, id }: ChannelKey): Promise<void> {
  await db.insertInto('chats').values({ school_id, channel_id: id }).execute();
}

/** Makes a channel that people made, with its chat and nobody in it. */
export async function insertChannel(
  db: Kysely<DB>,
  school_id: number,
  values: {
    name: string;
    description: string | null;
    color: string | null;
    is_twoway: boolean;
    code: string;
    created_by: number;
  },
  now: Date,
): Promise<ChannelKey> {
  const at = now.toISOString();
  const { id } = await db
    .insertInto('channels')
    .values({ school_id, type: 'CUSTOM', ...values, created_at: at, activity_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertChat(db, { school_id, id });
  return { school_id, id };
}

interface Pair {
  readonly low_user_id: number;
  readonly high_user_id: number;
}

/** Two people in the order in which a conversation has them. */
export const toPair = (one: number, other: number): Pair => ({
  low_user_id: Math.min(one, other),
  high_user_id: Math.max(one, other),
});

/** The conversation of two people. */
export async function findConversation(db: Kysely<DB>, school_id: number, pair: Pair) {
  return db
    .selectFrom('channels')
    .select('id')
    .where('school_id', '=', school_id)
    .where('low_user_id', '=', pair.low_user_id)
    .where('high_user_id', '=', pair.high_user_id)
    .executeTakeFirst();
}

/** Makes the conversation of two people; null: somebody else did so at the same time, and it is there now. */
export async function insertConversation(
  db: Kysely<DB>,
  school_id: number,
  { pair, created_by, now }: { pair: Pair; created_by: number; now: Date },
): Promise<ChannelKey | null> {
  const at = now.toISOString();
  const row = await db
    .insertInto('channels')
    .values({ school_id, type: 'CHAT', ...pair, created_by, created_at: at, activity_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'low_user_id', 'high_user_id']).where('low_user_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  await insertChat(db, { school_id, id: row.id });
  return { school_id, id: row.id };
}

/** Locks a channel for the rest of the transaction: changes of its members wait for each other. */
export async function lockChannel(db: Kysely<DB>, { school_id, id }: ChannelKey): Promise<void> {
  await db
    .selectFrom('channels')
    .select('id')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/** Changes a channel; false: it is not as `wasUpdatedAt` says any more. */
export async function updateChannel(
  db: Kysely<DB>,
  { school_id, id }: ChannelKey,
  values: Omit<Updateable<DB['channels']>, 'updated_at'>,
  now: Date,
  wasUpdatedAt?: string,
): Promise<boolean> {
  let query = db
    .updateTable('channels')
    // Never twice the same, though the clock stands still: whoever has the former one is told.
    .set({
      ...values,
      updated_at: changedAt(now),
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id);
  if (wasUpdatedAt !== undefined)
    query = query.where(
      sql<boolean>`date_trunc('milliseconds', updated_at) = date_trunc('milliseconds', ${wasUpdatedAt}::timestamptz)`,
    );
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The channel that has a code; disabled ones too. */
export async function findByCode(db: Kysely<DB>, school_id: number, code: string) {
  return db
    .selectFrom('channels')
    .select(['school_id', 'id'])
    .where('school_id', '=', school_id)
    .where('code', '=', code)
    .where('type', '=', 'CUSTOM')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
