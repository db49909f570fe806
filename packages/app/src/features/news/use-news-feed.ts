import { NEWS_PAGE, newsApi } from '@kreide/core/features/news';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';

/** The pages of the own feed; the row beyond the page size is not drawn, it opens the next page (C-4.48, C-4.49). */
export const newsFeedQuery = infiniteQueryOptions({
  queryKey: ['news', 'feed'],
  initialPageParam: 1,
  queryFn: async ({ pageParam, signal }) => {
    const answer = await client.call(
      newsApi.feed,
      { params: { id: 'self' }, query: { page: String(pageParam) } },
      { signal, retries: 1 },
    );
    return answer.data;
  },
  getNextPageParam: (page, _, number) => (page.length > NEWS_PAGE ? number + 1 : undefined),
  select: ({ pages }) => {
    // A newer item moves the pages while somebody reads: none is shown twice.
    const items = new Map(pages.flatMap((page) => page.slice(0, NEWS_PAGE)).map((item) => [item.id, item]));
    return [...items.values()];
  },
});
