import { ApiError } from '@kreide/core/kernel';

/** How many may be at it at the same time: from one lane, and together. */
export interface PlaceLimits {
  lane: number;
  total: number;
}

/** The refusal: made once, since the stack of an error is what costs most of it. */
const FULL = new ApiError({ code: 'not_ready', retry_after: 1 });

/**
 * A bound on work that is begun for strangers: what does not fit is refused at once with 503, before it has cost
 * anything, so that nobody waits behind a flood for connections to the database.
 */
export function createPlaces({ lane: laneLimit, total }: PlaceLimits) {
  const taken = new Map<string, number>();
  let size = 0;
  return async function within<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const present = taken.get(lane) ?? 0;
    if (present >= laneLimit || size >= total) throw FULL;
    taken.set(lane, present + 1);
    size += 1;
    try {
      return await work();
    } finally {
      size -= 1;
      const left = (taken.get(lane) ?? 1) - 1;
      if (left > 0) taken.set(lane, left);
      else taken.delete(lane);
    }
  };
}
