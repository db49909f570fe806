import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradesOfChannels } from '../../channels/index.ts';

/** The classes to whose channels an item was sent; none when it also went elsewhere. */
export async function listGradesOfNews(db: Kysely<DB>, schoolId: number, newsId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('news_channels as place')
    .innerJoin(gradesOfChannels(db).as('channel'), (join) =>
      join.onRef('channel.school_id', '=', 'place.school_id').onRef('channel.id', '=', 'place.channel_id'),
    )
    .select('channel.grade_id')
    .where('place.school_id', '=', schoolId)
    .where('place.news_id', '=', newsId)
    .execute();
  const grades = rows.flatMap(({ grade_id }) => grade_id ?? []);
  return grades.length === rows.length ? grades : [];
}
