import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { lockChange } from './queries/changes.ts';
import { forgetPeople, listOver } from './queries/forgetting.ts';

/**
 * Forgets how people were before changes that cannot be taken back any more; returns of how many people something was
 * forgotten. The change itself stays with its numbers, and so do the classes that everybody has had: the old year reads as
 * before.
 */
export async function forgetBefore(kysely: Kysely<DB>, now: Date): Promise<number> {
  let forgotten = 0;
  for (const key of await listOver(kysely, now))
    forgotten += await kysely.transaction().execute(async (trx) => {
      const change = await lockChange(trx, key);
      return change ? forgetPeople(trx, change, { waiting: change.state === 'APPLIED', now }) : 0;
    });
  return forgotten;
}
