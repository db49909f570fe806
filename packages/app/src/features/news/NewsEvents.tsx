import { getNews, newsEvents, newsFeed } from '@kreide/core/features/news';
import { invalidateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useWhenLate } from '../../kernel/when-late.ts';
import { applyToNews, useNewsReader } from './apply-news.ts';

/** How far a device's clock may be behind the server's, ms. */
const CLOCK_TOLERANCE = 5 * 60_000;

function refresh(): void {
  void invalidateQueries(newsFeed);
  void invalidateQueries(getNews);
}

/** Keeps the news on screen up to date with other people's changes; renders nothing. */
export function NewsEvents(): null {
  const reader = useNewsReader();
  useWhenLate(refresh);
  useRealtime(
    newsEvents.saved,
    (item) => {
      const ahead = Date.parse(item.publish_at) - Date.now();
      // Not due yet by this device's clock, but perhaps by the server's.
      if (ahead > 0 && ahead < CLOCK_TOLERANCE) refresh();
      else applyToNews({ type: 'saved', item }, reader());
      void import('./complete-news.ts').then((it) => it.completeNews(item.id, reader));
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
