import { DOUBLES_PAGE, type DoubleReason } from '@kreide/core/features/doubles';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { identitiesPart } from '../user-import/index.ts';
import { comparablePart } from '../users/index.ts';

interface Pair {
  readonly one: number;
  readonly other: number;
  readonly reasons: readonly DoubleReason[];
}

/**
 * Pairs of present accounts of the same kind that may be one person's, by name, and one more than a page where there is
 * another. A key of two sources counts only where a part of the name is the same: lists number their rows.
 */
export async function listPairs(
  db: Kysely<DB>,
  schoolId: number,
  { page, includesAdministrators }: { page: number; includesAdministrators: boolean },
): Promise<readonly Pair[]> {
  const people = comparablePart(db);
  const identities = identitiesPart(db);
  const { rows } = await sql<Pair>`
    with born as (
      select i.user_id, min(i.birth_date) as birth_date from (${identities}) i
      where i.school_id = ${schoolId} and i.birth_date is not null group by i.user_id
    ), pairs as (
      select one.id as one, other.id as other, one.name_key,
        case when b.birth_date = c.birth_date then 'born' else 'name' end as reason
      from (${people}) one
      join (${people}) other on other.school_id = ${schoolId} and other.type = one.type and other.role = one.role
        and other.name_key = one.name_key and other.id > one.id
      left join born b on b.user_id = one.id
      left join born c on c.user_id = other.id
      where one.school_id = ${schoolId} and (${includesAdministrators} or one.role <> 'ADMIN')
        and (b.birth_date is null or c.birth_date is null or b.birth_date = c.birth_date)
      union all
      select least(one.id, other.id), greatest(one.id, other.id), one.name_key, 'mail'
      from (${people}) one
      join (${people}) other on other.school_id = ${schoolId} and other.type = one.type and other.role = one.role
        and other.login = one.address and other.id <> one.id
      where one.school_id = ${schoolId} and (${includesAdministrators} or one.role <> 'ADMIN')
      union all
      select one.id, other.id, one.name_key, 'key'
      from (${identities}) i
      join (${identities}) j on j.school_id = ${schoolId} and j.external_id = i.external_id and j.source <> i.source
        and j.user_id > i.user_id
      join (${people}) one on one.school_id = ${schoolId} and one.id = i.user_id
      join (${people}) other on other.school_id = ${schoolId} and other.id = j.user_id and other.type = one.type
        and other.role = one.role and (other.first_key = one.first_key or other.last_key = one.last_key)
      where i.school_id = ${schoolId} and (${includesAdministrators} or one.role <> 'ADMIN')
    )
    select one, other, array_agg(distinct reason) as reasons from pairs
    group by one, other order by min(name_key), one, other
    offset ${(page - 1) * DOUBLES_PAGE} limit ${DOUBLES_PAGE + 1}`.execute(db);
  return rows;
}

/** By which number each source knows these people. */
export async function listKeys(db: Kysely<DB>, schoolId: number, ids: readonly number[]) {
  const { rows } = await sql<{ user_id: number; source: string; external_id: string }>`
    select i.user_id, i.source, i.external_id from (${identitiesPart(db)}) i
    where i.school_id = ${schoolId} and i.user_id = any(${ids}::bigint[]) and i.external_id is not null
    order by i.user_id, i.source`.execute(db);
  return Map.groupBy(rows, ({ user_id }) => user_id);
}
