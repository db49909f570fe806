import { newsApi, newsEvents } from '@kreide/core/features/news';
import { invalidateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { applyToNews, useNewsReader } from './apply-news.ts';

/** How far the clock of a device may be behind that of the server, ms. */
const CLOCK_TOLERANCE = 5 * 60_000;

/** Keeps what is on screen up to date while others write; shows nothing. */
export function NewsEvents(): null {
  const reader = useNewsReader();
  const refresh = () => {
    void invalidateQueries(newsApi.feed);
    void invalidateQueries(newsApi.get);
  };
  useRealtime(
    newsEvents.saved,
    (item) => {
      const ahead = Date.parse(item.publish_at) - Date.now();
      // By the clock of this device it is not due yet, by that of the server it may be.
      if (ahead > 0 && ahead < CLOCK_TOLERANCE) refresh();
      else applyToNews({ type: 'saved', item }, reader());
    },
    refresh,
  );
  useRealtime(
    newsEvents.removed,
    ({ id }) => {
      applyToNews({ type: 'removed', id }, reader());
      void invalidateQueries(newsApi.get, { params: { id: String(id) } });
    },
    () => {},
  );
  return null;
}
