import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn, isInGrade } from '../../structure/index.ts';

/** Whom a service that keeps people up to date asks for; each narrows it further. */
export interface ProvisionedFilter {
  readonly ids?: readonly number[];
  readonly uuids?: readonly string[];
  /** In whatever capitals, as the two after it. */
  readonly username?: string;
  readonly email?: string;
  /** Pupils who are in this grade now. */
  readonly grade_id?: number;
}

/** People of a school, archived ones only among `ids`, as a service that keeps them up to date sees them. */
function provisionedOf(db: Kysely<DB>, schoolId: number, filter: ProvisionedFilter, today: string) {
  const { ids, uuids, username, email, grade_id } = filter;
  let query = db
    .selectFrom('users')
    .select(['id', 'uuid', 'username', 'email', 'phone', 'sex', 'firstname', 'lastname', 'type', 'role', 'state'])
    .select(['is_locked', 'expire_at', 'read_only_from', 'deleted_at', 'removed_at', 'created_at'])
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .where('school_id', '=', schoolId)
    .where('erased_at', 'is', null);
  query =
    ids === undefined
      ? query.where('deleted_at', 'is', null)
      : query.where('id', '=', sql<number>`any(${ids}::bigint[])`);
  if (uuids !== undefined) query = query.where('uuid', '=', sql<string>`any(${uuids}::uuid[])`);
  if (username !== undefined)
    query = query.where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()));
  if (email !== undefined) query = query.where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()));
  if (grade_id !== undefined)
    query = query.where((eb) => isInGrade(eb.ref('users.school_id'), eb.ref('users.id'), grade_id, today));
  return query;
}

export type ProvisionedRow = Awaited<ReturnType<typeof listProvisioned>>[number];

/** In the order in which they came to the school: a page stays what it was when somebody is added. */
export async function listProvisioned(
  db: Kysely<DB>,
  schoolId: number,
  filter: ProvisionedFilter,
  today: string,
  page: { offset: number; limit: number } | null = null,
) {
  const query = provisionedOf(db, schoolId, filter, today).orderBy('id');
  return (page ? query.offset(page.offset).limit(page.limit) : query).execute();
}

export async function countProvisioned(db: Kysely<DB>, schoolId: number, today: string): Promise<number> {
  const { count } = await provisionedOf(db, schoolId, {}, today)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
