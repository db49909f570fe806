import type { SearchProgress } from '@kreide/core/features/planner/proposal';
import { searchApart } from './search-apart.ts';
import type { SearchMessage, SearchOrder, SearchResult } from './search-messages.ts';

type Told = Exclude<SearchMessage, SearchResult>;

interface Hearers {
  /** Says how far the search is; answers whether it shall end with what it has. */
  progress: (progress: SearchProgress, openIds: readonly number[]) => Promise<boolean>;
  /** The server is about to end. */
  signal: AbortSignal;
}

/** Searches for a plan in a process of its own. */
export function searchPlan(
  order: Omit<Extract<SearchOrder, { kind: 'start' }>, 'kind'>,
  { progress, signal }: Hearers,
): Promise<SearchResult> {
  return searchApart<Told, SearchResult>(new URL('./search-worker.ts', import.meta.url), order, {
    progress: (told) => progress(told.progress, told.open_ids),
    signal,
  });
}
