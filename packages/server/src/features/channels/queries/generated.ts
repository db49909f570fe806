import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';

/** Settles who is in the channels of classes and courses whose members changed with one of the last days. */
export async function markDays(db: Kysely<DB>): Promise<void> {
  await sql`select kreide_mark_days()`.execute(db);
}

/** The short names of those of these classes in whose channels something was written. */
export async function listTalkingGrades(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .innerJoin('chats', (join) =>
      join.onRef('chats.school_id', '=', 'channels.school_id').onRef('chats.channel_id', '=', 'channels.id'),
    )
    .select('channels.name')
    .distinct()
    .where('channels.school_id', '=', schoolId)
    .where('channels.grade_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('chats.messages_sent', '>', 0)
    .orderBy('channels.name')
    .execute();
  return rows.map(({ name }) => name ?? '');
}
