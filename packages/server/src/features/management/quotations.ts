import { Readable } from 'node:stream';
import {
  amountsOf,
  INVOICE_DUE_DAYS,
  lastDayOf,
  type managementApi,
  type Prices,
  QUOTATION_DAYS,
  QUOTATIONS_PER_DAY,
} from '@kreide/core/features/management';
import type { SchoolBilling } from '@kreide/core/features/schools';
import { ApiError, addDays, toLocal } from '@kreide/core/kernel';
import type { SellerSettings } from '../../kernel/config/seller-config.ts';
import { toDisposition } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import type { Log } from '../../kernel/log.ts';
import { billingOf, lockSchool } from '../schools/index.ts';
import { filesOf, writeInvoice } from './e-invoice/files.ts';
import {
  addContract,
  addInvoice,
  addQuotation,
  countQuotations,
  findContract,
  findQuotation,
  findSheet,
  listContracts,
  listQuotations,
} from './queries/quotations.ts';

type Api = typeof managementApi;
const DAY_SECONDS = 24 * 60 * 60;

/** The lines of an address. */
const toRecipient = ({ recipient, addition, street, postal_code, city, country }: SchoolBilling): string[] =>
  [recipient, addition, street, `${postal_code} ${city}`.trim(), country].filter((line) => line !== '');

const todayOf = ({ time_zone }: Actor, now: Date) => toLocal(now, time_zone).date;

export interface QuotationParts {
  /** What the operator asks; null: nothing is quoted. */
  readonly prices: Prices | null;
  /** Who writes invoices; null: they are shown, and are no files. */
  readonly seller: SellerSettings | null;
  readonly log: Log;
}

/** Quotations, contracts and invoices of a school: each call is about the caller's own school. */
export function quotationHandlers({ prices, seller, log }: QuotationParts) {
  return {
    async listQuotations({ params, actor, db, now, fail }: HandlerContext<Api['listQuotations']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await listQuotations(db, actor.school_id, todayOf(actor, now)) };
    },

    async createQuotation(call: HandlerContext<Api['createQuotation']>) {
      const { params, body, actor, now, write, record, fail } = call;
      const { school_id } = actor;
      if (params.id !== school_id) return fail('not_found');
      if (!prices) return fail('prices_missing');
      const trx = await write();
      await lockSchool(trx, school_id);
      const billing = (await billingOf(trx, school_id)) ?? fail('billing_missing');
      if ((await countQuotations(trx, school_id, new Date(now.getTime() - DAY_SECONDS * 1000))) >= QUOTATIONS_PER_DAY)
        throw new ApiError({ code: 'too_many', retry_after: DAY_SECONDS, params: { seconds: DAY_SECONDS } });
      const today = todayOf(actor, now);
      const amounts = amountsOf(prices, body.pupils);
      const { base_cents, pupil_cents } = prices;
      const recipient = toRecipient(billing);
      const values = { ...amounts, base_cents, pupil_cents, pupils: body.pupils, recipient };
      const uuid = await addQuotation(trx, school_id, { ...values, valid_until: addDays(today, QUOTATION_DAYS) }, now);
      const { currency, gross_cents } = amounts;
      record({ entity: 'quotations', id: uuid, after: { pupils: body.pupils, currency, gross_cents } });
      return { data: (await findQuotation(trx, school_id, uuid, today)) ?? fail('not_found') };
    },

    async listContracts({ params, actor, db, fail }: HandlerContext<Api['listContracts']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await listContracts(db, actor.school_id) };
    },

    async createContract(call: HandlerContext<Api['createContract']>) {
      const { params, body, actor, now, t, write, record, fail } = call;
      const { school_id } = actor;
      if (params.id !== school_id) return fail('not_found');
      const today = todayOf(actor, now);
      if (body.begins_at < today)
        refuseIssues([
          { path: 'body.begins_at', rule: 'isPast', params: {}, message: t('management:quotations.isPast') },
        ]);
      const trx = await write();
      // Accepted by two at once, it would be two contracts.
      await lockSchool(trx, school_id);
      const quotation = (await findQuotation(trx, school_id, body.quotation, today)) ?? fail('not_found');
      if (quotation.state === 'accepted') return fail('quotation_accepted');
      if (quotation.state === 'over') return fail('quotation_over');
      const { begins_at } = body;
      const ends_at = lastDayOf(begins_at);
      const uuid = await addContract(trx, school_id, { quotation_uuid: quotation.uuid, begins_at, ends_at }, now);
      record({ entity: 'contracts', id: uuid, after: { begins_at, ends_at, gross_cents: quotation.gross_cents } });
      return { data: (await findContract(trx, school_id, uuid)) ?? fail('not_found') };
    },

    async createInvoice({ params, actor, now, write, record, fail }: HandlerContext<Api['createInvoice']>) {
      const { school_id } = actor;
      if (params.id !== school_id) return fail('not_found');
      const trx = await write();
      await lockSchool(trx, school_id);
      const contract = (await findContract(trx, school_id, params.contract)) ?? fail('not_found');
      if (contract.invoice) return fail('contract_invoiced');
      const billing = (await billingOf(trx, school_id)) ?? fail('not_found');
      const { updated_at: _, ...buyer } = billing;
      const issued_on = todayOf(actor, now);
      const due_on = addDays(issued_on, INVOICE_DUE_DAYS);
      const recipient = toRecipient(billing);
      const values = { contract_uuid: contract.uuid, issued_on, due_on, recipient };
      const number = await addInvoice(trx, school_id, values, seller && { seller, buyer });
      record({ entity: 'invoices', id: number, after: { number, issued_on, gross_cents: contract.gross_cents } });
      return { data: (await findContract(trx, school_id, contract.uuid)) ?? fail('not_found') };
    },

    async getInvoiceFile({ params, actor, db, t, language, fail }: HandlerContext<Api['getInvoiceFile']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      const sheet = (await findSheet(db, actor.school_id, params.contract)) ?? fail('not_found');
      if (!filesOf(sheet, sheet.tax_basis_points).includes(params.file)) return fail('not_found');
      const bytes = await writeInvoice(sheet, params.file, { t, language, log });
      const isPdf = params.file === 'zugferd';
      return new FileAnswer(Readable.from([bytes]), {
        'content-type': isPdf ? 'application/pdf' : 'application/xml; charset=utf-8',
        'content-disposition': toDisposition('attachment', `${sheet.number}.${isPdf ? 'pdf' : 'xml'}`),
        'cache-control': 'private, no-store',
      });
    },
  };
}
