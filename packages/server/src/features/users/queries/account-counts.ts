import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/**
 * How many people a school has: pupils; those beside the administrators whose account is in use (`arrived`), and those who have not
 * opened theirs (`waiting`).
 */
export async function countAccounts(
  db: Kysely<DB>,
  schoolId: number,
): Promise<Record<'pupils' | 'arrived' | 'waiting', number>> {
  const { rows } = await sql<Record<'pupils' | 'arrived' | 'waiting', string>>`
    select count(*) filter (where type = 'STUDENT') as pupils,
      count(*) filter (where state = 'ACTIVE' and role <> 'ADMIN') as arrived,
      count(*) filter (where state = 'PENDING') as waiting
    from users where school_id = ${schoolId} and deleted_at is null`.execute(db);
  const counted = rows[0];
  return {
    pupils: Number(counted?.pupils ?? 0),
    arrived: Number(counted?.arrived ?? 0),
    waiting: Number(counted?.waiting ?? 0),
  };
}
