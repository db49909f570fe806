import type { PlanChange } from './plan/resolve.ts';

interface Worked {
  upload_id: number;
  /** Of the school year when the difference was worked out. */
  revision: number;
  change: PlanChange;
}

/**
 * Caches the difference of the newest upload of this process, so that publishing it a moment later need not compute it
 * again.
 * It is only used while the school year has not changed in between.
 */
export function createRecentChange() {
  let recent: Worked | null = null;
  return {
    put(worked: Worked): void {
      recent = worked;
    },
    /** Removes it from the cache: a difference is applied once. */
    take(uploadId: number, revision: number): PlanChange | null {
      if (recent?.upload_id !== uploadId || recent.revision !== revision) return null;
      const { change } = recent;
      recent = null;
      return change;
    },
  };
}

export type RecentChange = ReturnType<typeof createRecentChange>;
