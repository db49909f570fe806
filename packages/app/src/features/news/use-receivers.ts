import { newsApi } from '@kreide/core/features/news';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import type { NewsValues } from './news-form.ts';

/** The chosen receivers by name, and how many people and families read it. */
export function useReceivers({ channels, user_ids }: Pick<NewsValues, 'channels' | 'user_ids'>) {
  const query = {
    ...(channels.length > 0 && { channels: channels.join(',') }),
    ...(user_ids.length > 0 && { users: user_ids.join(',') }),
  };
  return useQuery(queryOf(newsApi.countReceivers, { query }, { enabled: channels.length + user_ids.length > 0 }));
}
