import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';

/** The channel of a school in which everybody is. */
export async function globalChannelOf(db: Kysely<DB>, school_id: number): Promise<number> {
  const { id } = await db
    .selectFrom('channels')
    .select('id')
    .where('school_id', '=', school_id)
    .where('type', '=', 'GLOBAL')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends items that were written into the database to everybody of their school. */
export async function sendToAll(db: Kysely<DB>, school_id: number, ...ids: number[]): Promise<void> {
  const channel_id = await globalChannelOf(db, school_id);
  await db
    .insertInto('news_channels')
    .values(ids.map((news_id) => ({ school_id, news_id, channel_id })))
    .execute();
}
