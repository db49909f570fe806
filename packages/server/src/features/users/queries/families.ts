import { type Expression, type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn, gradesOf } from '../../structure/index.ts';
import { hasNotEnded } from '../queries.ts';

/** The number of families of some people: parents of the same eldest account are one family, and somebody without a child is one alone. */
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

/** The number of families of some people, without people who have no child. */
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

/** The family of somebody by its eldest account of a child, as a part of a query; no row where they have no child. */
export function familyOf(schoolId: Expression<unknown>, userId: Expression<unknown>) {
  return sql`(select min(link.user_id) as id from user_parents link
    where link.school_id = ${schoolId} and link.parent_id = ${userId})`;
}

/** Has somebody a parent whose account is in use and can sign in, as a part of a query? */
export function hasActiveParents(schoolId: number, userId: Expression<unknown>, now: Date) {
  return sql<boolean>`exists (select 1 from user_parents link
    join users parent on parent.school_id = ${schoolId} and parent.id = link.parent_id
    where link.school_id = ${schoolId} and link.user_id = ${userId} and parent.state = 'ACTIVE'
      and parent.deleted_at is null and not parent.is_locked and ${hasNotEnded(sql.ref('parent.expire_at'), now)})`;
}

/** A pupil whom a message to somebody is about, with the short name of their class that day. */
export interface ConcernedPupil {
  readonly user_id: number;
  readonly firstname: string;
  readonly lastname: string;
  readonly grade_id: number | null;
  readonly grade: string | null;
}

/** The pupils among some people, and the children of the parents among them, oldest link first. */
export async function listConcernedPupils(
  db: Kysely<DB>,
  schoolId: number,
  userIds: readonly number[],
  today: string,
): Promise<ConcernedPupil[]> {
  const school = sql<number>`${schoolId}::bigint`;
  const { rows } = await sql<ConcernedPupil>`
    select concerned.user_id, concerned.firstname, concerned.lastname, concerned.grade_id,
      grade.shortcut as grade
    from (
      select about.user_id, about.place, pupil.firstname, pupil.lastname,
        ${gradeOn(school, sql.ref<number>('pupil.id'), today)} as grade_id
      from (
        select link.parent_id as user_id, link.user_id as pupil_id, link.id as place from user_parents link
        where link.school_id = ${schoolId} and link.parent_id = any(${userIds}::bigint[])
        union all select own.id, own.id, 0 from users own
        where own.school_id = ${schoolId} and own.id = any(${userIds}::bigint[]) and own.type = 'STUDENT'
      ) as about
      cross join lateral (select one.id, one.firstname, one.lastname from users one where one.school_id = ${schoolId}
        and one.id = about.pupil_id and one.deleted_at is null offset 0) as pupil
    ) as concerned
    left join ${gradesOf(db, schoolId)} as grade on grade.id = concerned.grade_id
    order by concerned.user_id, concerned.place`.execute(db);
  return rows;
}
