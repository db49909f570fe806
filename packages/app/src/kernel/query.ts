import { QueryClient } from '@tanstack/react-query';

const DAY = 24 * 60 * 60 * 1000;

/** Server state: shown from the cache first, then refreshed (P-7.07). Retries are the client's job, not the cache's. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, gcTime: DAY, retry: false, networkMode: 'always', refetchOnReconnect: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
