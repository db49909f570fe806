import type { FileRule } from '@kreide/core/features/files';
import { ApiError, type Language, sizeUnitOf, type Translate, writeSize } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Quotas } from '../../kernel/config/config.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { countUsedBytes } from './queries/quota.ts';

interface Bringer {
  readonly school_id: number;
  readonly user_id: number;
  readonly language: Language;
  readonly t: Translate;
}

/**
 * Refuses files that somebody, or their school, has no room for, with what there is and what of it is used. With `stored`
 * the files are among what is used already, so that of several that come at once none slips through.
 */
export async function refuseOverQuota(
  db: Kysely<DB>,
  quotas: Quotas,
  { language, t, ...bringer }: Bringer,
  bytes: number,
  { isStored = false } = {},
): Promise<void> {
  const used = await countUsedBytes(db, bringer);
  for (const [whose, rule] of [
    ['person', 'quotaPerson'],
    ['school', 'quotaSchool'],
  ] as const satisfies ['person' | 'school', FileRule][]) {
    const before = used[whose] - (isStored ? bytes : 0);
    if (before + bytes <= quotas[whose]) continue;
    const values = {
      used: writeSize(language, before, sizeUnitOf(before)),
      maximum: writeSize(language, quotas[whose], sizeUnitOf(quotas[whose])),
    };
    throw new ApiError({
      code: 'invalid',
      issues: [{ path: 'files', rule, message: t(`files:rules.${rule}`, values) }],
    });
  }
}
