import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { presentPart } from '../queries.ts';

/** Accounts that can be used now, whose username or e-mail address is this in whatever capitals; two at most, since one more than one is too many. */
export async function findPresentBy(
  db: Kysely<DB>,
  schoolId: number,
  field: 'username' | 'email',
  value: string,
  now: Date,
): Promise<number[]> {
  const rows = await presentPart(db, now)
    .where('school_id', '=', schoolId)
    .where(sql<boolean>`lower(${sql.ref(field)}) = lower(${value})`)
    .limit(2)
    .execute();
  return rows.map(({ id }) => id);
}
