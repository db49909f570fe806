import { type DateRange, type Entity, timetableApi } from '@kreide/core/features/timetable';
import { ApiError } from '@kreide/core/kernel';
import { hashKey, queryOptions } from '@tanstack/react-query';
import { client, sessionStore } from '../../kernel/client.ts';
import { keyOf } from '../../kernel/keys.ts';
import { offlineStore } from '../../kernel/offline-store.ts';
import { queries } from '../../kernel/query.ts';
import { reach } from '../../kernel/reach.ts';
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
      const owner = sessionStore.get()?.uuid ?? '';
      const name = hashKey(queryKey);
      let known = queries.getQueryData<PlanAnswer>(queryKey);
      if (!known) {
        known = parseKept(await offlineStore.read(owner, name));
        if (known) queries.setQueryData(queryKey, known, { updatedAt: 1 });
      }
      // What is drawn by itself, such as the pages beside this one, does not ask again for each page.
      if (reach.isLost()) throw new ApiError({ code: 'unreachable' });
      try {
        const options = { signal, retries: 0, etag: known?.etag ?? null };
        const changed = await client.callIfChanged(timetableApi.get, args, options);
        reach.find();
        const now = Date.now();
        const answer = toPlanAnswer(known, changed, now);
        if (sessionStore.get()?.uuid === owner) void offlineStore.write(owner, name, answer, now);
        return answer;
      } catch (thrown) {
        if (isRefusal(thrown)) void offlineStore.remove(owner, name);
        throw thrown;
      }
    },
    retry: (count, thrown) => {
      const { status } = ApiError.from(thrown);
      const isRepeated = count < 1 && (status === 0 || status >= 500) && !reach.isLost();
      if (!isRepeated && status === 0) reach.lose();
      return isRepeated;
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
