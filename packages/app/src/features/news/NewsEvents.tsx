import { getNews, listChannelNews, newsEvents, newsFeed } from '@kreide/core/features/news';
import { invalidateQueries, queryOf } from '../../kernel/data.ts';
import { queries } from '../../kernel/query.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { applyToNews, useNewsReader } from './apply-news.ts';

/** How far a device's clock may be behind the server's, ms. */
const CLOCK_TOLERANCE = 5 * 60_000;

/** Over how long readers ask for an item that was just published, ms. */
const SPREAD = 2000;

/** Keeps the news on screen up to date with other people's changes; renders nothing. */
export function NewsEvents(): null {
  const reader = useNewsReader();
  /** An event says what is the same for all; what differs between readers is asked for, not by everybody at once. */
  const later = (id: number) =>
    setTimeout(async () => {
      try {
        const args = { params: { id: String(id) } };
        const item = await queries.fetchQuery(queryOf(getNews, args, { staleTime: 0 }));
        applyToNews({ type: 'saved', item }, reader());
        void invalidateQueries(listChannelNews);
      } catch {
        // It stays as the event said until the feed is asked for again.
      }
    }, Math.random() * SPREAD);
  const refresh = () => {
    void invalidateQueries(newsFeed);
    void invalidateQueries(getNews);
    void invalidateQueries(listChannelNews);
  };
  useRealtime(
    newsEvents.saved,
    (item) => {
      const ahead = Date.parse(item.publish_at) - Date.now();
      // Not due yet by this device's clock, but perhaps by the server's.
      if (ahead > 0 && ahead < CLOCK_TOLERANCE) refresh();
      else applyToNews({ type: 'saved', item }, reader());
      later(item.id);
    },
    refresh,
  );
  useRealtime(
    newsEvents.removed,
    ({ id }) => {
      applyToNews({ type: 'removed', id }, reader());
      void invalidateQueries(getNews, { params: { id: String(id) } });
    },
    () => {},
  );
  return null;
}
