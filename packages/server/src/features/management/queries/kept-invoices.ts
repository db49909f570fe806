import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** For how many whole years after its own an invoice is kept (HGB § 257, UStG § 14b, BAO § 132, OR Art. 958f: at most ten). */
const KEPT_YEARS = 10;

/** Keeps the invoices of a school that ends, each with its contract and its quotation, and nothing of anybody else. */
export async function keepInvoices(db: Kysely<DB>, schoolId: number, school: string): Promise<void> {
  await sql`insert into kept_invoices (year, serial, school, issued_on, content, keep_until)
    select i.year, i.serial, ${school}, i.issued_on,
      jsonb_build_object('invoice', to_jsonb(i) - 'school_id', 'contract', to_jsonb(c) - 'school_id',
        'quotation', to_jsonb(q) - 'school_id'),
      make_date(i.year + ${KEPT_YEARS}, 12, 31)
    from invoices i join contracts c on c.school_id = i.school_id and c.uuid = i.contract_uuid
    join quotations q on q.school_id = c.school_id and q.uuid = c.quotation_uuid
    where i.school_id = ${schoolId}`.execute(db);
}

/** The kept invoices of a year, by number. */
export async function listKeptInvoices(db: Kysely<DB>, year: number) {
  return db
    .selectFrom('kept_invoices')
    .select(['year', 'serial', 'school', 'issued_on', 'keep_until', 'content'])
    .where('year', '=', year)
    .orderBy('serial')
    .execute();
}

export async function pruneKeptInvoices(db: Kysely<DB>, today: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('kept_invoices').where('keep_until', '<', today).executeTakeFirst();
  return Number(numDeletedRows);
}
