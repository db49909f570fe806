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

/** Most bytes that a person may have: what their school says, but never more than the server does. */
export const personMaximum = ({ person }: Pick<Quotas, 'person'>, limit: number | null): number =>
  Math.min(person, limit ?? person);

interface Counting {
  /** The files are among what is used already, so that of several that come at once none slips through. */
  readonly isStored?: boolean;
  /** Bytes that go when the files are there. */
  readonly going?: number;
}

/** Refuses files that somebody, or their school, has no room for, with what there is and what of it is used; answers the bytes that there was room for. */
export async function refuseOverQuota(
  db: Kysely<DB>,
  quotas: Quotas,
  { language, t, ...bringer }: Bringer,
  bytes: number,
  { isStored = false, going = 0 }: Counting = {},
): Promise<number> {
  const used = await countUsedBytes(db, bringer);
  const maxima = { person: personMaximum(quotas, used.limit), school: quotas.school };
  let room = Number.POSITIVE_INFINITY;
  for (const [whose, rule] of [
    ['person', 'quotaPerson'],
    ['school', 'quotaSchool'],
  ] as const satisfies ['person' | 'school', FileRule][]) {
    const before = used[whose] - (isStored ? bytes : 0);
    const maximum = maxima[whose];
    room = Math.min(room, maximum - before + going);
    if (bytes <= room) continue;
    const values = {
      used: writeSize(language, before, sizeUnitOf(before)),
      maximum: writeSize(language, maximum, sizeUnitOf(maximum)),
    };
    throw new ApiError({
      code: 'invalid',
      issues: [{ path: 'files', rule, message: t(`files:rules.${rule}`, values) }],
    });
  }
  return room;
}
