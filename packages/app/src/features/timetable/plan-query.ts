import { type DateRange, type Entity, timetableApi } from '@kreide/core/features/timetable';
import { ApiError } from '@kreide/core/kernel';
import { hashKey, queryOptions } from '@tanstack/react-query';
import { client, sessionShelf } from '../../kernel/client.ts';
import { keyOf } from '../../kernel/keys.ts';
import { offlineShelf } from '../../kernel/offline-shelf.ts';
import { queries } from '../../kernel/query.ts';
import { type PlanAnswer, parseKept, toPlanAnswer } from './plan-answer.ts';

/** Refetched after this long even without an event, ms. */
export const PLAN_REFRESH = 60_000;
const REPEAT_DELAY = 700;

/**
 * One range of one plan: the version from the cache or the device is shown first, then the server is asked with its
 * ETag (T-7.02 to T-7.04). Errors are ApiErrors; known data stays beside them unless the server denies access.
 */
export function planQuery(entity: Entity, id: string, range: DateRange) {
  const args = { params: { entity, id }, query: range };
  const queryKey = keyOf(timetableApi.get, args);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<PlanAnswer> => {
      const owner = sessionShelf.get()?.uuid ?? '';
      const shelfKey = `${owner} ${hashKey(queryKey)}`;
      let known = queries.getQueryData<PlanAnswer>(queryKey);
      if (!known) {
        known = parseKept(await offlineShelf.read(shelfKey));
        if (known) queries.setQueryData(queryKey, known, { updatedAt: 1 });
      }
      try {
        const options = { signal, retries: 0, etag: known?.etag ?? null };
        const changed = await client.callIfChanged(timetableApi.get, args, options);
        const now = Date.now();
        const answer = toPlanAnswer(known, changed, now);
        if (sessionShelf.get()?.uuid === owner) void offlineShelf.write(shelfKey, answer, now);
        return answer;
      } catch (thrown) {
        if (isRefusal(thrown)) void offlineShelf.remove(shelfKey);
        throw thrown;
      }
    },
    retry: (count, thrown) => {
      const { status } = ApiError.from(thrown);
      return count < 1 && (status === 0 || status >= 500) && navigator.onLine;
    },
    retryDelay: REPEAT_DELAY,
    refetchInterval: PLAN_REFRESH,
    structuralSharing: false,
  });
}

/** The server denies access: nothing stored may be shown any more. */
export function isRefusal(thrown: unknown): boolean {
  const { status } = ApiError.from(thrown);
  return status === 403 || status === 404;
}
