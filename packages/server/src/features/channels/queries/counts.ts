import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { usersPart } from '../../users/index.ts';

/** What people of a school wrote, day by day in a zone, and how many they were: each is looked up by the index of authors. */
export async function countMessages(
  db: Kysely<DB>,
  schoolId: number,
  { from, zone }: { from: Date; zone: string },
): Promise<{ date: string; messages: number; people: number }[]> {
  const rows = await db
    .selectFrom(usersPart(db).where('school_id', '=', schoolId).as('user'))
    .innerJoin('messages', (join) =>
      join.onRef('messages.school_id', '=', 'user.school_id').onRef('messages.user_id', '=', 'user.id'),
    )
    .select(sql<string>`to_char(messages.created_at at time zone ${sql.lit(zone)}, 'YYYY-MM-DD')`.as('date'))
    .select(sql<string>`count(*)`.as('messages'))
    .select(sql<string>`count(distinct messages.user_id)`.as('people'))
    .where('messages.school_id', '=', schoolId)
    .where('messages.created_at', '>=', from.toISOString())
    .where('messages.type', 'in', ['MESSAGE', 'VOICE'])
    .groupBy('date')
    .execute();
  return rows.map(({ date, messages, people }) => ({ date, messages: Number(messages), people: Number(people) }));
}
