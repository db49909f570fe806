import type { SearchProgress } from '@kreide/core/features/planner/proposal';
import { startBounded } from '../../../kernel/child/index.ts';
import type { SearchMessage, SearchOrder, SearchResult } from './search-messages.ts';

/** The largest school takes 200 MB. */
const BOUNDS = { heap_mb: 768, memory_mb: 1024 };

interface Hearers {
  /** Says how far the search is; answers whether it shall end with what it has. */
  progress: (progress: SearchProgress, openIds: readonly number[]) => Promise<boolean>;
  /** The server is about to end. */
  signal: AbortSignal;
}

/** Searches for a plan in a process of its own; rejects when that ends early, or the server does. */
export function searchPlan(
  order: Omit<Extract<SearchOrder, { kind: 'start' }>, 'kind'>,
  { progress, signal }: Hearers,
): Promise<SearchResult> {
  signal.throwIfAborted();
  const bounded = startBounded(new URL('./search-worker.ts', import.meta.url), BOUNDS);
  const { promise, resolve, reject } = Promise.withResolvers<SearchResult>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  let isTelling = false;
  bounded.listen({
    answer(answer) {
      const message = answer as SearchMessage;
      if (message.kind === 'done') return resolve(message);
      if (isTelling) return;
      isTelling = true;
      progress(message.progress, message.open_ids)
        .then((isEnough) => isEnough && bounded.post({ kind: 'stop' } satisfies SearchOrder))
        .catch(reject)
        .finally(() => {
          isTelling = false;
        });
    },
    ended: (reason, cause) => reject(new Error(`The search for a plan ended early: ${reason}`, { cause })),
  });
  bounded.post({ kind: 'start', ...order } satisfies SearchOrder);
  return promise.finally(async () => {
    signal.removeEventListener('abort', abort);
    await bounded.end();
  });
}
