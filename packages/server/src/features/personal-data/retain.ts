import { RETENTION_KINDS, type RetentionKind } from '@kreide/core/features/personal-data';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { ErasedPerson, Feature, FeatureParts, Retain } from '../../kernel/feature.ts';
import { listDeletedBefore } from '../users/index.ts';
import { getRetention, listSchoolIds } from './queries/retention.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Accounts of a school that are erased in one night, each in a transaction of its own. */
const ACCOUNTS_A_NIGHT = 500;

export type ErasePerson = (db: Kysely<DB>, person: ErasedPerson, now: Date) => Promise<void>;

/** Accounts that were deleted long ago are erased: they cannot be brought back any more. */
export function createAccountsRetain(erase: ErasePerson, clock: Clock): Retain {
  return {
    async deleted_accounts(kysely, school_id, before) {
      const people = await listDeletedBefore(kysely, school_id, before, ACCOUNTS_A_NIGHT);
      const now = clock.now();
      for (const user_id of people)
        await kysely.transaction().execute(async (db) => {
          await erase(db, { school_id, user_id }, now);
          const audit = { origin: 'system', action: 'settings:audit.erased', entity: 'users' } as const;
          await appendAudit(db, [{ ...audit, school_id, id: user_id, now }]);
        });
      return people.length;
    },
  };
}

/** Removes what the schools do not keep any longer, each by its own periods; what went is in its log. Returns the number. */
export async function applyRetention(
  { database }: Pick<FeatureParts, 'database'>,
  sources: readonly Pick<Feature, 'retain'>[],
  now: Date,
): Promise<number> {
  const { kysely } = database;
  let total = 0;
  for (const school_id of await listSchoolIds(kysely)) {
    const periods = await getRetention(kysely, school_id);
    const gone: Partial<Record<RetentionKind, number>> = {};
    for (const kind of RETENTION_KINDS) {
      const before = new Date(now.getTime() - periods[kind] * DAY_MS);
      for (const { retain } of sources) {
        const count = (await retain?.[kind]?.(kysely, school_id, before)) ?? 0;
        if (count > 0) gone[kind] = (gone[kind] ?? 0) + count;
        total += count;
      }
    }
    const audit = { origin: 'system', action: 'personal-data:audit.forgotten', entity: 'schools' } as const;
    if (Object.keys(gone).length > 0)
      await appendAudit(kysely, [{ ...audit, school_id, id: school_id, after: gone, now }]);
  }
  return total;
}
