import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import './errors.ts';
import { contract, contractDraft, INVOICE_FILES, quotation, quotationDraft } from './quotations.ts';

const managing = { auth: 'user', needs: { permission: 'edit-school' } } as const;
const ofSchool = z.object({ id: f.idText });

export const listQuotations = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/quotations',
  params: ofSchool,
  answer: f.answerOf(z.array(quotation)),
  errors: ['not_found'],
  summary: 'The latest quotations of the own school, newest first, at most a hundred.',
});

export const createQuotation = endpoint({
  ...managing,
  method: 'POST',
  path: '/schools/{id}/quotations',
  params: ofSchool,
  body: quotationDraft,
  answer: f.answerOf(quotation),
  errors: ['not_found', 'prices_missing', 'billing_missing'],
  audit: 'management:audit.quotation',
  summary: 'Works out what the product costs the own school for a year, by the prices of the operator.',
});

export const listContracts = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/contracts',
  params: ofSchool,
  answer: f.answerOf(z.array(contract)),
  errors: ['not_found'],
  summary: 'The contracts of the own school, the latest first, each with its invoice.',
});

export const createContract = endpoint({
  ...managing,
  method: 'POST',
  path: '/schools/{id}/contracts',
  params: ofSchool,
  body: contractDraft,
  answer: f.answerOf(contract),
  errors: ['not_found', 'quotation_accepted', 'quotation_over'],
  audit: 'management:audit.contract',
  summary: 'Accepts a quotation of the own school, once: a contract for a year from a day on that is not over.',
});

export const createInvoice = endpoint({
  ...managing,
  method: 'POST',
  path: '/schools/{id}/contracts/{contract}/invoice',
  params: z.object({ id: f.idText, contract: f.uuid }),
  answer: f.answerOf(contract),
  errors: ['not_found', 'contract_invoiced'],
  audit: 'management:audit.invoice',
  summary: 'Makes the invoice of a contract, once, under the next number of the year.',
});

export const getInvoiceFile = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/contracts/{contract}/invoice/{file}',
  params: z.object({ id: f.idText, contract: f.uuid, file: z.enum(INVOICE_FILES) }),
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  summary: 'The invoice of a contract by EN 16931, in the language of the reader: one of its `files`.',
});
