import { CONTACT_PROPERTIES } from '@kreide/core/features/users';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { isSwitchedOn } from '../../schools/index.ts';
import { teaching } from '../../structure/index.ts';
import { hasNotEnded } from '../queries.ts';
import { listManagers } from './managers.ts';

/** Whose contacts, and when. */
export interface Asking {
  readonly school_id: number;
  readonly user_id: number;
  /** Their kind of account. */
  readonly type: string;
  readonly today: string;
  readonly now: Date;
  /** They may choose from everybody: who fills a channel of the school by hand. */
  readonly isForSchool?: boolean;
}

const isStaff = (column: string) => sql`${sql.ref(column)} in ('TEACHER', 'EMPLOYEE')`;

/**
 * Whom somebody may write to (C-6.07): staff each other; teachers the pupils whom they teach, and their parents, and the
 * other way round; parents their own children; parents and the office, who manages people, each other. Pupils among
 * themselves, and parents, where their school says so. Adults outside of the staff never a pupil who is not their child.
 */
function peopleFor(
  db: Kysely<DB>,
  { school_id, user_id, type, today, now, isForSchool = false }: Asking,
  /** Who manages people at the school. */
  office: readonly number[],
) {
  const isOffice = (type === 'TEACHER' || type === 'EMPLOYEE') && office.includes(user_id);
  const pairs = teaching(school_id, today);
  const school = sql`${school_id}::bigint`;
  const isOf = (kind: string) => sql`${type === kind}::boolean and users.type = ${kind}`;
  return db
    .selectFrom('users')
    .where('users.school_id', '=', school_id)
    .where('users.id', '!=', user_id)
    .where('users.deleted_at', 'is', null)
    .where('users.is_locked', '=', false)
    .where('users.state', '=', 'ACTIVE')
    .where((eb) => hasNotEnded(eb.ref('users.expire_at'), now))
    .where(
      sql<SqlBool>`(
        ${isForSchool}::boolean
        or (${type === 'TEACHER' || type === 'EMPLOYEE'}::boolean and ${isStaff('users.type')})
        or (${isOf('STUDENT')} and ${isSwitchedOn(school, CONTACT_PROPERTIES.pupils)})
        or (${isOf('PARENT')} and ${isSwitchedOn(school, CONTACT_PROPERTIES.parents)})
        or (${isOffice}::boolean and users.type = 'PARENT')
        or (${type === 'PARENT'}::boolean and ${isStaff('users.type')} and users.id = any(${office}::bigint[]))
        or users.id in (
          select link.user_id from user_parents link where link.school_id = ${school_id} and link.parent_id = ${user_id}
          union all
          select link.parent_id from user_parents link where link.school_id = ${school_id} and link.user_id = ${user_id}
          union all
          select pair.pupil_id from ${pairs} as pair where pair.teacher_id = ${user_id}
          union all
          select pair.teacher_id from ${pairs} as pair where pair.pupil_id = ${user_id}
          union all
          select link.parent_id from ${pairs} as pair
            join user_parents link on link.school_id = ${school_id} and link.user_id = pair.pupil_id
            where pair.teacher_id = ${user_id}
          union all
          select pair.teacher_id from user_parents link
            join ${pairs} as pair on pair.pupil_id = link.user_id
            where link.school_id = ${school_id} and link.parent_id = ${user_id}
        )
      )`,
    );
}

/** The people whom somebody may write to, by name, a part of the list. */
export async function listContacts(
  db: Kysely<DB>,
  asking: Asking,
  { search, offset, limit }: { search?: string | undefined; offset: number; limit: number },
) {
  const office = await listManagers(db, asking.school_id);
  // By name only: nobody may search here by the other fields of the list of people.
  const query = peopleFor(db, asking, office)
    .select(['id', 'uuid', 'firstname', 'lastname', 'type'])
    .where(hasWords(sql`lastname || ' ' || firstname`, search));
  return query.orderBy('search_text').orderBy('id').offset(offset).limit(limit).execute();
}

/** Those of some people of the school whom somebody may not write to; null: one of them is not of the school at all. */
export async function listUnreachable(
  db: Kysely<DB>,
  asking: Asking,
  ids: readonly number[],
): Promise<number[] | null> {
  const wanted = [...new Set(ids)];
  const known = await db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', asking.school_id)
    .where('id', '=', sql<number>`any(${wanted}::bigint[])`)
    .where('erased_at', 'is', null)
    .execute();
  if (known.length < wanted.length) return null;
  const rows = await peopleFor(db, asking, await listManagers(db, asking.school_id))
    .select('id')
    .where('id', '=', sql<number>`any(${wanted}::bigint[])`)
    .execute();
  const reachable = new Set(rows.map(({ id }) => id));
  return wanted.filter((id) => !reachable.has(id));
}
