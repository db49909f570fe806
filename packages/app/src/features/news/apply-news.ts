import { applyNews, getNews, type NewsChange, type NewsReader, newsFeed, toNewsItem } from '@kreide/core/features/news';
import { useCallback } from 'react';
import { updateQueries } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';

/** The reader and the current time. */
export function useNewsReader(): () => NewsReader {
  const { id, permissions } = useSelf();
  return useCallback(
    () => ({ actor: { user_id: id, permissions: new Set(permissions) }, now: new Date() }),
    [id, permissions],
  );
}

/** Applies a change to all cached news: answers, events and optimistic updates take the same path. */
export function applyToNews(change: NewsChange, reader: NewsReader): void {
  updateQueries(newsFeed, (items) => applyNews(items, change, 'published', reader), {
    query: { is_scheduled: undefined },
  });
  updateQueries(newsFeed, (items) => applyNews(items, change, 'scheduled', reader), {
    query: { is_scheduled: '1' },
  });
  if (change.type === 'removed') return;
  updateQueries(getNews, (known) => toNewsItem(change.item, reader.actor, known), {
    params: { id: String(change.item.id) },
  });
}
