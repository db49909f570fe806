import { ApiError } from '@kreide/core/kernel';

/** Reads something of a school's directory, once at a time. */
export type ReadOnce = <T>(schoolId: number, read: () => Promise<T>) => Promise<T>;

/** One directory is read once at a time: each reading holds what a directory says, as long as it takes to say it. */
export function createReadOnce(): ReadOnce {
  const underway = new Set<number>();
  return async (schoolId, read) => {
    if (underway.has(schoolId)) throw new ApiError({ code: 'import_busy' });
    underway.add(schoolId);
    try {
      return await read();
    } finally {
      underway.delete(schoolId);
    }
  };
}
