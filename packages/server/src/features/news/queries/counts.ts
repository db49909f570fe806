import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** News that were published in a time, those that ask to be confirmed, and how often that was done. */
export async function countNews(
  db: Kysely<DB>,
  schoolId: number,
  { from, to }: { from: Date; to: Date },
): Promise<Record<'published' | 'confirmable' | 'confirmed', number>> {
  const { rows } = await sql<Record<'published' | 'confirmable' | 'confirmed', string | null>>`
    select count(*) as published, count(*) filter (where n.is_confirmable) as confirmable,
      sum((select count(*) from news_confirmations c where c.school_id = n.school_id and c.news_id = n.id))
        filter (where n.is_confirmable) as confirmed
    from news n
    where n.school_id = ${schoolId} and n.deleted_at is null
      and n.publish_at >= ${from.toISOString()}::timestamptz and n.publish_at <= ${to.toISOString()}::timestamptz`.execute(
    db,
  );
  const { published = 0, confirmable = 0, confirmed = 0 } = rows[0] ?? {};
  return { published: Number(published), confirmable: Number(confirmable), confirmed: Number(confirmed ?? 0) };
}
