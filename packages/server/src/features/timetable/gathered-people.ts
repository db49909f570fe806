import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { findPeopleOf } from './load.ts';
import type { Range } from './select.ts';

type People = Awaited<ReturnType<typeof findPeopleOf>>;
/** Null: the school has no such person. */
export type PersonEntry = Promise<NonNullable<ReturnType<People['get']>> | null>;

/** Finds a person; those of a school about whom is asked for the same days at one moment, as after a publication, in one go. */
export function gatherPeople(kysely: Kysely<DB>) {
  const waiting = new Map<string, { ids: number[]; found: Promise<People> }>();
  return async (schoolId: number, userId: number, range: Range): PersonEntry => {
    const key = `${schoolId}|${range.begins_at}|${range.ends_at}`;
    let asked = waiting.get(key);
    if (!asked) {
      const ids: number[] = [];
      const found = new Promise(setImmediate).then(() => {
        waiting.delete(key);
        return findPeopleOf(kysely, schoolId, ids, range);
      });
      asked = { ids, found };
      waiting.set(key, asked);
    }
    asked.ids.push(userId);
    return (await asked.found).get(userId) ?? null;
  };
}
