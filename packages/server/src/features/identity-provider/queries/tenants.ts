import type { Passed } from '@kreide/core/features/identity-provider';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB, IdentityKeys, IdentityTenants } from '../../../kernel/data/database.generated.ts';
import { schoolsPart } from '../../schools/index.ts';

export type TenantRow = Omit<Selectable<IdentityTenants>, 'passes'> & { passes: Passed[] };
export type KeyRow = Selectable<IdentityKeys>;

export async function findTenant(db: Kysely<DB>, schoolId: number): Promise<TenantRow | null> {
  const row = await db.selectFrom('identity_tenants').selectAll().where('school_id', '=', schoolId).executeTakeFirst();
  return (row as TenantRow | undefined) ?? null;
}

/** The tenant of an open school by the uuid of the school, if it is switched on. */
export async function findTenantOn(db: Kysely<DB>, schoolUuid: string) {
  const row = await db
    .selectFrom(schoolsPart(db).as('school'))
    .innerJoin('identity_tenants as tenant', 'tenant.school_id', 'school.id')
    .selectAll('tenant')
    .select(['school.uuid', 'school.time_zone'])
    .where('school.uuid', '=', schoolUuid)
    .where('school.is_locked', '=', false)
    .where('tenant.is_on', '=', true)
    .executeTakeFirst();
  return (row as (TenantRow & { uuid: string; time_zone: string }) | undefined) ?? null;
}
export type TenantOn = NonNullable<Awaited<ReturnType<typeof findTenantOn>>>;

/** Until the end of the transaction nobody else changes the tenant of the school or its programs. */
export async function lockTenant(trx: Kysely<DB>, schoolId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity_tenants', ${schoolId}))`.execute(trx);
}

export async function addTenant(
  trx: Kysely<DB>,
  tenant: { school_id: number; passes: readonly Passed[]; sealed_salt: Buffer },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await trx
    .insertInto('identity_tenants')
    .values({ ...tenant, passes: [...tenant.passes], is_on: true, created_at: at, updated_at: at })
    .execute();
}

export async function setTenant(
  trx: Kysely<DB>,
  schoolId: number,
  values: { is_on: boolean; passes?: readonly Passed[] },
  now: Date,
): Promise<void> {
  const { is_on, passes } = values;
  await trx
    .updateTable('identity_tenants')
    .set({ is_on, ...(passes && { passes: [...passes] }), updated_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .execute();
}

/** The keys that programs find, the one that signs first. */
export async function listKeys(db: Kysely<DB>, schoolId: number, now: Date): Promise<KeyRow[]> {
  return db
    .selectFrom('identity_keys')
    .selectAll()
    .where('school_id', '=', schoolId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now.toISOString())]))
    .orderBy('id', 'desc')
    .execute();
}

/** How long a key that programs do not find any more still tells by which sign-in somebody signs out, ms: as long as one lasts. */
const SIGNERS_STAY = 31 * 86_400_000;

/** Every key by which the school has signed anything that a program may still hold. */
export async function listSigners(db: Kysely<DB>, schoolId: number): Promise<KeyRow[]> {
  return db.selectFrom('identity_keys').selectAll().where('school_id', '=', schoolId).execute();
}

/** Adds a key that signs from now on; those before are found until the end of their time. */
export async function addKey(
  trx: Kysely<DB>,
  key: { school_id: number; kid: string; sealed_key: Buffer },
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await trx
    .updateTable('identity_keys')
    .set({ ends_at: until.toISOString() })
    .where('school_id', '=', key.school_id)
    .where('ends_at', 'is', null)
    .execute();
  await trx
    .insertInto('identity_keys')
    .values({ ...key, created_at: now.toISOString(), ends_at: null })
    .execute();
}

export async function pruneKeys(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_keys')
    .where('ends_at', '<', new Date(now.getTime() - SIGNERS_STAY).toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
