import { type AskedPeopleChange, changesApi, type PeopleChange, peopleApi } from '@kreide/core/features/users';
import type { ApiError } from '@kreide/core/kernel';
import { useState } from 'react';
import { invalidateQueries, mutationOf, queryOf, runMutation } from '../../kernel/data.ts';
import { queries } from '../../kernel/query.ts';
import { isWorkedOn } from './bulk-changes.ts';

/** How often the server is asked how far it is, ms. */
const LOOK_EVERY = 700;

export const oneChangeQuery = (id: string) => queryOf(changesApi.getPeopleChange, { params: { id } }, { staleTime: 0 });
export const changesQuery = queryOf(changesApi.listPeopleChanges, {}, { staleTime: 0 });
export const tryChange = mutationOf(changesApi.tryPeopleChange, { messages: false });
const begin = mutationOf(changesApi.createPeopleChange, { messages: false });
const takeBack = mutationOf(changesApi.undoPeopleChange, { messages: false });

/** Has many people changed, or changed back, by the server, and waits until that is done. */
export function useManyChanges() {
  /** What the server works on; null: nothing. */
  const [working, setWorking] = useState<PeopleChange | null>(null);
  const follow = async (begun: Promise<PeopleChange>): Promise<PeopleChange> => {
    try {
      let change = await begun;
      while (isWorkedOn(change)) {
        setWorking(change);
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
        // Without a network the server goes on all the same.
        change = await queries.fetchQuery(oneChangeQuery(`${change.id}`)).catch((error: ApiError) => {
          if (error.code !== 'unreachable') throw error;
          return change;
        });
      }
      return change;
    } finally {
      setWorking(null);
      const shown = [peopleApi.list, peopleApi.count, peopleApi.get, changesApi.listPeopleChanges];
      await Promise.all(shown.map((one) => invalidateQueries(one)));
    }
  };
  return {
    working,
    run: (body: AskedPeopleChange) => follow(runMutation(begin, { body })),
    undo: (id: number) => follow(runMutation(takeBack, { params: { id: `${id}` } })),
  };
}
