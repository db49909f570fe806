import { getNews, type NewsReader } from '@kreide/core/features/news';
import { queryOf } from '../../kernel/data.ts';
import { queries } from '../../kernel/query.ts';
import { applyToNews } from './apply-news.ts';

/** Over how long readers ask for an item that was just published, ms. */
const SPREAD = 2000;

/** An event says what is the same for all; what differs between readers is asked for, not by everybody at once. */
export function completeNews(id: number, reader: () => NewsReader): void {
  setTimeout(async () => {
    try {
      const args = { params: { id: String(id) } };
      const item = await queries.fetchQuery(queryOf(getNews, args, { staleTime: 0 }));
      applyToNews({ type: 'saved', item }, reader());
    } catch {
      // It stays as the event said until the feed is asked for again.
    }
  }, Math.random() * SPREAD);
}
