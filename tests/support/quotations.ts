import type { Insertable, Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { TEST_NOW } from './server.ts';

/** Who writes invoices, as `KREIDE_SELLER` has it. */
export const SELLER = {
  name: 'Kreide & Söhne',
  street: 'Tafelweg 3',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  vat_id: 'DE136695976',
  contact: 'Ada Lang',
  phone: '+49 30 1234567',
  email: 'rechnung@example.org',
  iban: 'DE02 1203 0000 0000 2020 51',
};

/** Whom invoices of a school are written to. */
export async function buildBilling(db: Kysely<DB>, school_id: number): Promise<void> {
  const address = {
    recipient: 'Amselschule',
    street: 'Am Wald 1',
    postal_code: '20095',
    city: 'Hamburg',
    country: 'DE',
  };
  await db
    .insertInto('school_billing')
    .values({ school_id, ...address, updated_at: TEST_NOW })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A quotation of a school that can be accepted. */
export async function buildQuotation(
  db: Kysely<DB>,
  school_id: number,
  values: Partial<Insertable<DB['quotations']>> = {},
): Promise<string> {
  await buildBilling(db, school_id);
  const { uuid } = await db
    .insertInto('quotations')
    .values({
      school_id,
      pupils: 100,
      base_cents: 9900,
      pupil_cents: 150,
      currency: 'EUR',
      net_cents: 24900,
      tax_basis_points: 1900,
      tax_cents: 4731,
      gross_cents: 29631,
      recipient: ['Amselschule'],
      created_at: TEST_NOW,
      valid_until: '2027-01-17',
      ...values,
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

/** A contract of a school that nothing was invoiced of. */
export async function buildContract(
  db: Kysely<DB>,
  school_id: number,
  values: Partial<Insertable<DB['quotations']>> = {},
): Promise<string> {
  const quotation_uuid = await buildQuotation(db, school_id, values);
  const span = { begins_at: '2026-12-01', ends_at: '2027-11-30' };
  const { uuid } = await db
    .insertInto('contracts')
    .values({ school_id, quotation_uuid, ...span, created_at: TEST_NOW })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}
