import { ApiError } from '@kreide/core/kernel';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

/**
 * Query options of a JSON file that is delivered with the app, under its address below the app's own. Fails with
 * `unreachable`, or with `internal` where the file is missing or of another shape.
 */
export function fileQueryOf<T>(path: string, schema: z.ZodMiniType<T>) {
  return queryOptions<T, ApiError, T, readonly ['FILE', string]>({
    queryKey: ['FILE', path],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetch(path, { signal }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new ApiError({ code: 'unreachable', cause });
      });
      try {
        if (!response.ok) throw new Error(`${path} answered ${response.status}`);
        return z.parse(schema, await response.json());
      } catch (cause) {
        throw new ApiError({ code: 'internal', cause });
      }
    },
  });
}
