import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn } from '../../structure/index.ts';

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

/** How many accounts of each kind a school has. */
export async function countByType(db: Kysely<DB>, schoolId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('users')
    .select('type')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .groupBy('type')
    .execute();
  return new Map(rows.map(({ type, count }) => [type, Number(count)]));
}

/** The accounts of a school by role: in use, waiting for their person, locked. */
export async function countByRole(db: Kysely<DB>, schoolId: number) {
  const { rows } = await sql<{ role: string; active: string; waiting: string; locked: string }>`
    select role, count(*) filter (where not is_locked and state = 'ACTIVE') as active,
      count(*) filter (where not is_locked and state = 'PENDING') as waiting,
      count(*) filter (where is_locked) as locked
    from users where school_id = ${schoolId} and deleted_at is null group by role`.execute(db);
  return rows.map(({ role, ...counted }) => ({
    role,
    active: Number(counted.active),
    waiting: Number(counted.waiting),
    locked: Number(counted.locked),
  }));
}

/** The pupils of each grade on a day, and those of them whose account still waits for them. */
export async function countByGrade(db: Kysely<DB>, schoolId: number, today: string) {
  const pupils = db
    .selectFrom('users')
    .select(['state'])
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .where('school_id', '=', schoolId)
    .where('type', '=', 'STUDENT')
    .where('deleted_at', 'is', null);
  const rows = await db
    .selectFrom(pupils.as('pupil'))
    .select('grade_id')
    .select(sql<string>`count(*)`.as('people'))
    .select(sql<string>`count(*) filter (where state = 'PENDING')`.as('waiting'))
    .groupBy('grade_id')
    .execute();
  return rows.map(({ grade_id, people, waiting }) => ({ grade_id, people: Number(people), waiting: Number(waiting) }));
}

/** How many people a school has, and how many of them teach; archived accounts do not count. */
export async function countPeople(db: Kysely<DB>, schoolId: number): Promise<{ users: number; teachers: number }> {
  const { users, teachers } = await db
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().as('users'),
      fn.countAll<number>().filterWhere('type', '=', 'TEACHER').as('teachers'),
    ])
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { users: Number(users), teachers: Number(teachers) };
}
