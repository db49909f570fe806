import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { usersPart } from '../../users/index.ts';

/** An account that is connected with somebody of the service. */
export interface ConnectedPerson {
  readonly user_id: number;
  readonly subject: string;
  readonly locked_at: string | null;
}

/** Connected accounts that are not archived. */
export function listConnected(db: Kysely<DB>, schoolId: number): Promise<ConnectedPerson[]> {
  return db
    .selectFrom('auth_driver_people as person')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join.onRef('user.school_id', '=', 'person.school_id').onRef('user.id', '=', 'person.user_id'),
    )
    .select(['person.user_id', 'person.subject', 'person.locked_at'])
    .where('person.school_id', '=', schoolId)
    .where('user.deleted_at', 'is', null)
    .orderBy('person.user_id')
    .execute();
}

/** Connects accounts with people of the service; whoever is connected already stays so. */
export async function connectPairs(
  trx: Kysely<DB>,
  schoolId: number,
  pairs: readonly { readonly user_id: number; readonly subject: string }[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const subjects = pairs.map(({ subject }) => subject);
  // Whoever left and came back has another account: that of before is archived.
  await trx
    .deleteFrom('auth_driver_people as person')
    .using(usersPart(trx).as('user'))
    .whereRef('user.school_id', '=', 'person.school_id')
    .whereRef('user.id', '=', 'person.user_id')
    .where('user.deleted_at', 'is not', null)
    .where('person.school_id', '=', schoolId)
    .where('person.subject', '=', sql<string>`any(${subjects}::text[])`)
    .execute();
  await sql`insert into auth_driver_people (school_id, user_id, subject, created_at, used_at, paired_at)
    select ${schoolId}, pair.user_id, pair.subject, ${at}, ${at}, ${at}
    from unnest(${pairs.map(({ user_id }) => user_id)}::bigint[], ${subjects}::text[]) as pair (user_id, subject)
    on conflict do nothing`.execute(trx);
}

/** When accounts were last connected by a list, and how many still are; null: none is. */
export async function findPairing(
  db: Kysely<DB>,
  schoolId: number,
): Promise<{ paired_at: string; people: number } | null> {
  const row = await db
    .selectFrom('auth_driver_people')
    .select(['paired_at', ({ fn }) => fn.countAll<number>().as('people')])
    .where('school_id', '=', schoolId)
    .where('paired_at', 'is not', null)
    .groupBy('paired_at')
    .orderBy('paired_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.paired_at ? { paired_at: row.paired_at, people: Number(row.people) } : null;
}

/** Takes back what a list has connected at this moment: who has come by it since, and who is locked for being gone from the service. */
export async function disconnectPairs(
  trx: Kysely<DB>,
  schoolId: number,
  pairedAt: string,
): Promise<{ came: number[]; locked: number[] }> {
  const rows = await trx
    .deleteFrom('auth_driver_people')
    .where('school_id', '=', schoolId)
    .where('paired_at', '=', pairedAt)
    .returning(['user_id', 'locked_at', (eb) => eb('used_at', '>', eb.ref('paired_at')).as('has_come')])
    .execute();
  return {
    came: rows.flatMap(({ user_id, has_come }) => (has_come ? [user_id] : [])),
    locked: rows.flatMap(({ user_id, locked_at }) => (locked_at === null ? [] : [user_id])),
  };
}

/** Notes who is locked because they are gone from the service, and who is not any more. */
export async function noteLocked(
  trx: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  lockedAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('auth_driver_people')
    .set({ locked_at: lockedAt?.toISOString() ?? null })
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** By which name the service knows some people. */
export async function listSubjects(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('auth_driver_people')
    .select(['user_id', 'subject'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ user_id, subject }) => [user_id, subject]));
}
