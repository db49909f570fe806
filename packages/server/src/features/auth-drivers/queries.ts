import { type Kysely, type Selectable, sql } from 'kysely';
import type { AuthDrivers, DB } from '../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';
import { findFormer, forgetFormerKeys, listPersons, usersPart } from '../users/index.ts';

export type DriverRow = Selectable<AuthDrivers>;

/** The driver of a school, with the number of those who are connected. */
export async function findDriver(
  db: Kysely<DB>,
  schoolId: number,
): Promise<{ driver: DriverRow; people: number } | null> {
  const row = await db
    .selectFrom('auth_drivers')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('auth_driver_people')
        .select(({ fn }) => fn.countAll<number>().as('people'))
        .where('auth_driver_people.school_id', '=', schoolId)
        .as('people'),
    )
    .where('school_id', '=', schoolId)
    .executeTakeFirst();
  if (!row) return null;
  const { people, ...driver } = row;
  return { driver, people: Number(people ?? 0) };
}

/** The name of the service at which people of a school sign in; null: there is none, or it is switched off. */
export async function nameOfDriver(db: Kysely<DB>, schoolId: number): Promise<string | null> {
  const driver = await db
    .selectFrom('auth_drivers')
    .select('name')
    .where('school_id', '=', schoolId)
    .where('is_on', '=', true)
    .executeTakeFirst();
  return driver?.name ?? null;
}

/**
 * Does the school want somebody to come through its service instead of with a password? Never of an administrator: the service may be
 * away, or set wrongly.
 */
export async function refusesPassword(
  db: Kysely<DB>,
  { school_id, id }: { school_id: number; id: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('auth_drivers as driver')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join.onRef('user.school_id', '=', 'driver.school_id').on('user.id', '=', id),
    )
    .select((eb) => [
      'driver.passwords',
      eb
        .exists(
          eb
            .selectFrom('auth_driver_people')
            .select('subject')
            .where('school_id', '=', school_id)
            .where('user_id', '=', id),
        )
        .as('is_connected'),
    ])
    .where('driver.school_id', '=', school_id)
    .where('driver.is_on', '=', true)
    .where('user.role', '!=', 'ADMIN')
    .executeTakeFirst();
  return (
    row !== undefined &&
    (row.passwords === 'ADMINISTRATORS' || (row.passwords === 'UNCONNECTED' && Boolean(row.is_connected)))
  );
}

/** Those of some people whom the school wants to come through its service alone: a password would open nothing for them. */
export async function listServiceOnly(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const driver = await db
    .selectFrom('auth_drivers')
    .select('passwords')
    .where('school_id', '=', schoolId)
    .where('is_on', '=', true)
    .executeTakeFirst();
  if (driver?.passwords === 'ADMINISTRATORS') return new Set(ids);
  if (driver?.passwords !== 'UNCONNECTED') return new Set();
  const rows = await db
    .selectFrom('auth_driver_people')
    .select('user_id')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Until the end of the transaction nobody else changes the driver of the school, or connects somebody. */
export async function lockDriver(trx: Kysely<DB>, schoolId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('auth_drivers', ${schoolId}))`.execute(trx);
}

export async function saveDriver(trx: Kysely<DB>, driver: DriverRow): Promise<void> {
  const { school_id, ...values } = driver;
  await trx
    .insertInto('auth_drivers')
    .values(driver)
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(values))
    .execute();
}

/** @returns whether there was one */
export async function removeDriver(trx: Kysely<DB>, schoolId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('auth_drivers').where('school_id', '=', schoolId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Nobody is connected any more. */
export async function forgetPeople(trx: Kysely<DB>, schoolId: number): Promise<void> {
  await trx.deleteFrom('auth_driver_people').where('school_id', '=', schoolId).execute();
  await trx.deleteFrom('auth_driver_proposals').where('school_id', '=', schoolId).execute();
  await forgetFormerKeys(trx, schoolId, FORMER_SUBJECT);
}

/** Whose account a person of the service has come to before; null: they have not, or it was archived since. */
export async function findConnected(db: Kysely<DB>, schoolId: number, subject: string): Promise<number | null> {
  const row = await db
    .selectFrom('auth_driver_people as person')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join.onRef('user.school_id', '=', 'person.school_id').onRef('user.id', '=', 'person.user_id'),
    )
    .select('person.user_id')
    .where('person.school_id', '=', schoolId)
    .where('person.subject', '=', subject)
    .where('user.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row) return row.user_id;
  const former = await findFormer(db, schoolId, subject, FORMER_SUBJECT);
  return (await listPersons(db, schoolId, former))[0]?.id ?? null;
}

/** The source of a person of the service whose account became one with that of another. */
export const FORMER_SUBJECT = ':service';

/** Connects an account with a person of the service, or notes that they came again; false: it belongs to another person. */
export async function connect(
  trx: Kysely<DB>,
  account: { school_id: number; user_id: number },
  subject: string,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const former = await findFormer(trx, account.school_id, subject, FORMER_SUBJECT);
  if (former.includes(account.user_id)) return true;
  // Whoever left and came back has another account: that of before is archived.
  await trx
    .deleteFrom('auth_driver_people')
    .where('school_id', '=', account.school_id)
    .where('subject', '=', subject)
    .where('user_id', '!=', account.user_id)
    .execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('auth_driver_people')
    .values({ ...account, subject, created_at: at, used_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'user_id'])
        .doUpdateSet({ used_at: at })
        .where('auth_driver_people.subject', '=', subject),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function eraseConnection(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  for (const table of ['auth_driver_people', 'auth_driver_proposals'] as const)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** By which name the service of the school knows somebody. */
export const connectionData: PersonalData = {
  auth_driver_people: async (db, { school_id, user_id }) =>
    db
      .selectFrom('auth_driver_people')
      .select(['subject', 'created_at', 'used_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .execute(),
  auth_driver_proposals: async (db, { school_id, user_id }) =>
    db
      .selectFrom('auth_driver_proposals')
      .select(['subject', 'created_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .execute(),
};
