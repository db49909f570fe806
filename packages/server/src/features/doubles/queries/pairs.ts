import { DOUBLES_PAGE, type DoubleReason } from '@kreide/core/features/doubles';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { identitiesPart } from '../../user-import/index.ts';
import { comparablePart } from '../../users/index.ts';

interface Pair {
  readonly one: number;
  readonly other: number;
  readonly reasons: readonly DoubleReason[];
}

/**
 * Pairs of present accounts of the same kind that may be one person's, by name, and one more than a page where there is
 * another; without those of which somebody said that they are two people. A key of two sources counts only where a part of the name is the same: lists number their rows.
 */
export async function listPairs(
  db: Kysely<DB>,
  schoolId: number,
  { page, includesAdministrators }: { page: number; includesAdministrators: boolean },
): Promise<readonly Pair[]> {
  const people = comparablePart(db);
  const identities = identitiesPart(db);
  const { rows } = await sql<Pair>`
    with people as materialized (
      select p.* from (${people}) p where p.school_id = ${schoolId} and (${includesAdministrators} or p.role <> 'ADMIN')
    ), alike as (
      select 'name' as by, array_agg(id order by id) as ids from people
      group by type, role, name_key having count(*) > 1
      union all
      select 'mail', array_agg(distinct id) from (
        select type, role, id, login as word from people
        union all select type, role, id, address from people where address is not null) words
      group by type, role, word having count(distinct id) > 1
      union all
      select 'key', array_agg(distinct i.user_id) from (${identities}) i
      where i.school_id = ${schoolId} and i.external_id is not null
      group by i.external_id having count(distinct i.user_id) > 1 and count(distinct i.source) > 1
    ), pairs as (
      select one.id as one, other.id as other, one.name_key, alike.by,
        (select min(i.birth_date) from (${identities}) i where i.school_id = ${schoolId} and i.user_id = one.id) as born,
        (select min(i.birth_date) from (${identities}) i where i.school_id = ${schoolId} and i.user_id = other.id) as other_born
      from alike cross join unnest(alike.ids) a(id) join unnest(alike.ids) b(id) on b.id > a.id
      join (${people}) one on one.school_id = ${schoolId} and one.id = a.id
      join (${people}) other on other.school_id = ${schoolId} and other.id = b.id
      where other.type = one.type and other.role = one.role and (${includesAdministrators} or one.role <> 'ADMIN')
        and (alike.by <> 'key' or kreide_fold(other.firstname) = kreide_fold(one.firstname)
          or kreide_fold(other.lastname) = kreide_fold(one.lastname))
    ), reasons as (
      select one, other, name_key, case when by = 'name' and born = other_born then 'born' else by end as reason
      from pairs where by <> 'name' or born is null or other_born is null or born = other_born
    )
    select one, other, array_agg(distinct reason) as reasons from reasons
    where not exists (select from doubles_apart a
      where a.school_id = ${schoolId} and a.one_id = reasons.one and a.other_id = reasons.other)
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
