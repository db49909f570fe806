import {
  type Amounts,
  type Contract,
  type Prices,
  type Quotation,
  toInvoiceNumber,
} from '@kreide/core/features/management';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import { filesOf } from '../e-invoice/files.ts';
import type { InvoiceParties, InvoiceSheet } from '../e-invoice/sheet.ts';

/** Most quotations and contracts that are listed. */
const LISTED = 100;

const AMOUNTS = ['currency', 'net_cents', 'tax_basis_points', 'tax_cents', 'gross_cents'] as const;

const toAmounts = (row: Pick<Selectable<DB['quotations']>, (typeof AMOUNTS)[number]>): Amounts => ({
  currency: row.currency,
  net_cents: row.net_cents,
  tax_basis_points: row.tax_basis_points,
  tax_cents: row.tax_cents,
  gross_cents: row.gross_cents,
});

const quotationsOf = (db: Kysely<DB>, schoolId: number) =>
  db
    .selectFrom('quotations')
    .select(['uuid', 'pupils', 'base_cents', 'pupil_cents', 'recipient', 'created_at', 'valid_until'])
    .select(AMOUNTS)
    .select(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('contracts')
          .select('contracts.uuid')
          .where('contracts.school_id', '=', schoolId)
          .whereRef('contracts.quotation_uuid', '=', ref('quotations.uuid')),
      )
        .$castTo<boolean>()
        .as('is_accepted'),
    )
    .where('quotations.school_id', '=', schoolId);
type QuotationRow = Awaited<ReturnType<ReturnType<typeof quotationsOf>['execute']>>[number];

const toQuotation = ({ is_accepted, ...row }: QuotationRow, today: string): Quotation => ({
  ...row,
  ...toAmounts(row),
  state: is_accepted ? 'accepted' : row.valid_until < today ? 'over' : 'open',
});

/** The latest quotations of a school; `today` is a date there. */
export async function listQuotations(db: Kysely<DB>, schoolId: number, today: string): Promise<Quotation[]> {
  const rows = await quotationsOf(db, schoolId).orderBy('created_at', 'desc').orderBy('uuid').limit(LISTED).execute();
  return rows.map((row) => toQuotation(row, today));
}

export async function findQuotation(db: Kysely<DB>, schoolId: number, uuid: string, today: string) {
  const row = await quotationsOf(db, schoolId).where('uuid', '=', uuid).executeTakeFirst();
  return row && toQuotation(row, today);
}

export async function countQuotations(db: Kysely<DB>, schoolId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('quotations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('school_id', '=', schoolId)
    .where('created_at', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface NewQuotation extends Amounts, Pick<Prices, 'base_cents' | 'pupil_cents'> {
  pupils: number;
  recipient: string[];
  valid_until: string;
}

export async function addQuotation(db: Kysely<DB>, schoolId: number, values: NewQuotation, now: Date): Promise<string> {
  const { uuid } = await db
    .insertInto('quotations')
    .values({ school_id: schoolId, ...values, created_at: now.toISOString() })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

function contractsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('contracts')
    .innerJoin('quotations', (join) =>
      join
        .onRef('quotations.school_id', '=', 'contracts.school_id')
        .onRef('quotations.uuid', '=', 'contracts.quotation_uuid'),
    )
    .leftJoin('invoices', (join) =>
      join
        .onRef('invoices.school_id', '=', 'contracts.school_id')
        .onRef('invoices.contract_uuid', '=', 'contracts.uuid'),
    )
    .select(['contracts.uuid', 'contracts.quotation_uuid', 'contracts.begins_at', 'contracts.ends_at'])
    .select(['contracts.created_at', 'quotations.pupils', 'quotations.currency', 'quotations.net_cents'])
    .select(['quotations.tax_basis_points', 'quotations.tax_cents', 'quotations.gross_cents'])
    .select(['invoices.year', 'invoices.serial', 'invoices.issued_on', 'invoices.due_on'])
    .select(['invoices.recipient as invoiced_to', 'invoices.seller', 'invoices.buyer'])
    .select(['quotations.base_cents', 'quotations.pupil_cents'])
    .where('contracts.school_id', '=', schoolId);
}
type ContractRow = Awaited<ReturnType<ReturnType<typeof contractsOf>['execute']>>[number];

function toContract(row: ContractRow): Contract {
  const { uuid, quotation_uuid, pupils, begins_at, ends_at, created_at } = row;
  const { year, serial, issued_on, due_on, invoiced_to } = row;
  const cost = toAmounts(row);
  const isInvoiced = year !== null && serial !== null && issued_on !== null && due_on !== null;
  const recipient = invoiced_to ?? [];
  const files = filesOf(partiesOf(row), row.tax_basis_points);
  return {
    uuid,
    quotation: quotation_uuid,
    pupils,
    begins_at,
    ends_at,
    ...cost,
    created_at,
    invoice: isInvoiced
      ? { number: toInvoiceNumber(year, serial), issued_on, due_on, ...cost, recipient, files }
      : null,
  };
}

/** Both were read when they were written. */
const partiesOf = ({ seller, buyer }: Pick<ContractRow, 'seller' | 'buyer'>) =>
  seller === null ? null : ({ seller, buyer } as unknown as InvoiceParties);

/** All that the files of a contract's invoice say; null: there is no invoice, or it has none. */
export async function findSheet(db: Kysely<DB>, schoolId: number, uuid: string): Promise<InvoiceSheet | null> {
  const row = await contractsOf(db, schoolId).where('contracts.uuid', '=', uuid).executeTakeFirst();
  const parties = row && partiesOf(row);
  const made = row && toContract(row).invoice;
  if (!parties || !made) return null;
  const { number, issued_on, due_on } = made;
  const { begins_at, ends_at, pupils, base_cents, pupil_cents } = row;
  const of = { contract: row.uuid, quotation: row.quotation_uuid };
  const dates = { issued_on, due_on, begins_at, ends_at };
  return { ...toAmounts(row), ...parties, ...of, ...dates, number, pupils, base_cents, pupil_cents };
}

export async function listContracts(db: Kysely<DB>, schoolId: number): Promise<Contract[]> {
  const rows = await contractsOf(db, schoolId)
    .orderBy('contracts.begins_at', 'desc')
    .orderBy('contracts.uuid')
    .limit(LISTED)
    .execute();
  return rows.map(toContract);
}

export async function findContract(db: Kysely<DB>, schoolId: number, uuid: string): Promise<Contract | undefined> {
  const row = await contractsOf(db, schoolId).where('contracts.uuid', '=', uuid).executeTakeFirst();
  return row && toContract(row);
}

export async function addContract(
  db: Kysely<DB>,
  schoolId: number,
  values: { quotation_uuid: string; begins_at: string; ends_at: string },
  now: Date,
): Promise<string> {
  const { uuid } = await db
    .insertInto('contracts')
    .values({ school_id: schoolId, ...values, created_at: now.toISOString() })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

/**
 * The next number of a year, of all schools. Others wait until the transaction ends: one that is taken back gives its number back, so
 * that there are no gaps.
 */
async function takeNumber(db: Kysely<DB>, year: number): Promise<number> {
  const { last } = await db
    .insertInto('invoice_numbers')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql<number>`invoice_numbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export async function addInvoice(
  db: Kysely<DB>,
  schoolId: number,
  values: { contract_uuid: string; issued_on: string; due_on: string; recipient: string[] },
  parties: InvoiceParties | null,
): Promise<string> {
  const year = Number(values.issued_on.slice(0, 4));
  const serial = await takeNumber(db, year);
  await db
    .insertInto('invoices')
    .values({
      school_id: schoolId,
      year,
      serial,
      ...values,
      seller: parties && toJsonText(parties.seller),
      buyer: parties && toJsonText(parties.buyer),
    })
    .execute();
  return toInvoiceNumber(year, serial);
}
