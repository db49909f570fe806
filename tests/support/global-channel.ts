import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/database.generated.ts';

/** The channel of a school in which everybody is. */
export async function globalChannelOf(db: Kysely<DB>, school_id: number): Promise<number> {
  const known = await db
    .selectFrom('channels')
    .select('id')
    .where('school_id', '=', school_id)
    .where('type', '=', 'GLOBAL')
    .executeTakeFirst();
  if (known) return known.id;
  const { id } = await db
    .insertInto('channels')
    .values({ school_id, type: 'GLOBAL', target: 'global', name: 'Alle' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('chats').values({ school_id, channel_id: id }).execute();
  const people = await db.selectFrom('users').select('id').where('school_id', '=', school_id).execute();
  for (const person of people)
    await db
      .insertInto('channel_members')
      .values({ school_id, channel_id: id, user_id: person.id, method: 'generated', joined_at: '2026-08-01' })
      .execute();
  return id;
}

/** Sends items that were written into the database to everybody of their school. */
export async function sendToAll(db: Kysely<DB>, school_id: number, ...ids: number[]): Promise<void> {
  const channel_id = await globalChannelOf(db, school_id);
  for (const news_id of ids) await db.insertInto('news_channels').values({ school_id, news_id, channel_id }).execute();
}
