import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';

/** Of how many families some people are: parents of the same eldest account are one, and who has no child counts alone. */
export async function countFamilies(db: Kysely<DB>, schoolId: number, userIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct coalesce(child.id, -given.id)) as count
    from unnest(${userIds}::bigint[]) as given(id)
    left join lateral (
      select min(link.user_id) as id from user_parents link
      where link.school_id = ${schoolId} and link.parent_id = given.id
    ) as child on true`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Of how many families some people are, who have no child left out. */
export async function countFamiliesAmong(
  db: Kysely<DB>,
  schoolId: number,
  userIds: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct child.id) as count from (
      select min(link.user_id) as id from user_parents link
      where link.school_id = ${schoolId} and link.parent_id = any(${userIds}::bigint[]) group by link.parent_id
    ) as child`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
