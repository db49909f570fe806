import { type ListedUser, peopleApi } from '@kreide/core/features/users';
import { useState } from 'react';
import { invalidateQueries, mutationOf, runMutation } from '../../kernel/data.ts';
import type { BulkChange } from './bulk-changes.ts';

/** The list and its count are asked for again once, after the last of them. */
const lock = mutationOf(peopleApi.lock);
const logout = mutationOf(peopleApi.forceLogoutAll);

/** Changes accounts one after the other, as each is a call of its own with its own entry in the log. */
export function useBulkChanges() {
  /** How many of them are done; null: none is on its way. */
  const [progress, setProgress] = useState<number | null>(null);
  const run = async (
    change: BulkChange,
    people: readonly ListedUser[],
  ): Promise<{ done: number[]; failed: number[] }> => {
    const result = { done: [] as number[], failed: [] as number[] };
    for (const [index, { id }] of people.entries()) {
      setProgress(index);
      const params = { id: `${id}` };
      await (change === 'logout'
        ? runMutation(logout, { params })
        : runMutation(lock, { params, body: { is_locked: change === 'lock' } })
      ).then(
        () => result.done.push(id),
        () => result.failed.push(id),
      );
    }
    setProgress(null);
    await Promise.all([peopleApi.list, peopleApi.count, peopleApi.get].map((one) => invalidateQueries(one)));
    return result;
  };
  return { progress, run };
}
