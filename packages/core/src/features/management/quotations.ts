import * as z from 'zod/mini';
import { addDays } from '../../kernel/calendar/dates.ts';
import * as f from '../../kernel/fields.ts';

/** Most pupils that a quotation is for. */
export const QUOTED_PUPILS_MAXIMUM = 20_000;
/** How long a quotation holds, days. */
export const QUOTATION_DAYS = 60;
/** Most quotations of a school within a day. */
export const QUOTATIONS_PER_DAY = 20;
/** How long after its date an invoice is due, days. */
export const INVOICE_DUE_DAYS = 30;

/** What the operator asks for a year. Money is whole cents; a tax of 19 % is 1900. */
export interface Prices {
  /** ISO 4217: `EUR`. */
  readonly currency: string;
  /** For a school, whatever its size. */
  readonly base_cents: number;
  /** For each pupil. */
  readonly pupil_cents: number;
  /** Hundredths of a percent. */
  readonly tax_basis_points: number;
}

/** What a year costs, whole cents: `gross = net + tax`. */
export const amounts = z.object({
  currency: z.string(),
  net_cents: z.int(),
  tax_basis_points: z.int(),
  tax_cents: z.int(),
  gross_cents: z.int(),
});
export type Amounts = z.output<typeof amounts>;

/** What a year costs for so many pupils; half a cent of tax is rounded up. */
export function amountsOf({ currency, base_cents, pupil_cents, tax_basis_points }: Prices, pupils: number): Amounts {
  const net_cents = base_cents + pupil_cents * pupils;
  const tax_cents = Math.floor((net_cents * tax_basis_points + 5_000) / 10_000);
  return { currency, net_cents, tax_basis_points, tax_cents, gross_cents: net_cents + tax_cents };
}

/** The last day of a contract of one year that begins on a date. */
export function lastDayOf(begins_at: string): string {
  const [year = 0, month = 1, day = 1] = begins_at.split('-').map(Number);
  // A year later, one day before; 29 February has none, and becomes the 28th.
  const later = new Date(Date.UTC(year + 1, month - 1, day));
  return addDays(later.toISOString().slice(0, 10), -1);
}

export const QUOTATION_STATES = ['open', 'accepted', 'over'] as const;

/** What the product would cost a school for a year (T-7.84). */
export const quotation = z.object({
  uuid: f.uuid,
  pupils: z.int(),
  base_cents: z.int(),
  pupil_cents: z.int(),
  ...amounts.shape,
  /** Whom it is written to, line by line. */
  recipient: z.array(z.string()),
  created_at: f.instant,
  /** The last day on which it can be accepted. */
  valid_until: f.date,
  /** `over`: nobody has accepted it in time. */
  state: z.enum(QUOTATION_STATES),
});
export type Quotation = z.output<typeof quotation>;

/** Files of an invoice by EN 16931: a PDF for people and programs in one, and XML for the authorities of Germany. */
export const INVOICE_FILES = ['zugferd', 'xrechnung'] as const;
export type InvoiceFile = (typeof INVOICE_FILES)[number];

/** What a school pays for a contract; numbers run without gaps through a year: `2026-00001` (T-7.87). */
export const invoice = z.object({
  number: z.string(),
  issued_on: f.date,
  due_on: f.date,
  ...amounts.shape,
  recipient: z.array(z.string()),
  /**
   * None: it was made before the operator had said who writes it, or why it has no tax. No `xrechnung`: the school had neither an e-mail
   * address for invoices nor a Leitweg-ID then.
   */
  files: z.array(z.enum(INVOICE_FILES)),
});
export type Invoice = z.output<typeof invoice>;

/** A quotation that was accepted: a year from its first day on (T-7.85, T-7.86). */
export const contract = z.object({
  uuid: f.uuid,
  quotation: f.uuid,
  pupils: z.int(),
  begins_at: f.date,
  ends_at: f.date,
  ...amounts.shape,
  created_at: f.instant,
  /** Null: none was made so far. */
  invoice: z.nullable(invoice),
});
export type Contract = z.output<typeof contract>;

export const quotationDraft = z.strictObject({
  pupils: z.int().check(z.minimum(1), z.maximum(QUOTED_PUPILS_MAXIMUM)),
});
/** The last day on which a contract can begin: dates end with the year 2199, and it ends within them. */
const LAST_BEGIN = '2199-01-01';
export const contractDraft = z.strictObject({
  quotation: f.uuid,
  begins_at: f.date.check(z.refine((day) => day <= LAST_BEGIN, 'date')),
});

/** `2026-00001`. */
export const toInvoiceNumber = (year: number, serial: number): string => `${year}-${`${serial}`.padStart(5, '0')}`;
