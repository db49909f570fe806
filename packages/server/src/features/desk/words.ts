import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { namesOf } from '../users/index.ts';

/** Who changed decisions, in words; an erased account, or one that took its decision back, is a nobody with a word. */
export async function toNamesOf(
  db: Kysely<DB>,
  schoolId: number,
  rows: readonly ({ changed_by: number | null } | undefined)[],
  t: Translate,
): Promise<string> {
  const ids = [...new Set(rows.map((row) => row?.changed_by ?? null))];
  const names = await namesOf(
    db,
    schoolId,
    ids.filter((id) => id !== null),
  );
  return ids.map((id) => (id === null ? undefined : names.get(id)) ?? t('desk:somebody')).join('; ');
}
