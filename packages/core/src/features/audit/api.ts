import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { auditAction, auditEntry, auditExportQuery, auditQuery } from './schema.ts';

const ofSchool = z.object({ id: f.idText });

export const list = endpoint({
  method: 'GET',
  path: '/schools/{id}/audit-log',
  auth: 'user',
  needs: { permission: 'view-audit-log' },
  params: ofSchool,
  query: auditQuery,
  answer: f.answerOf(z.array(auditEntry)),
  errors: ['not_found'],
  summary:
    'Who changed which record of the own school when, newest first unless ordered, 50 a page and one more that opens the next page; the next page is before the number of the last shown, or after it where the oldest are first.',
});

export const count = endpoint({
  method: 'GET',
  path: '/schools/{id}/audit-log/count',
  auth: 'user',
  needs: { permission: 'view-audit-log' },
  params: ofSchool,
  query: auditExportQuery,
  answer: f.answerOf(z.object({ count: z.int() })),
  errors: ['not_found'],
  summary: 'How many entries the log of the own school has with these filters; 100,001 stands for more than that.',
});

export const listActions = endpoint({
  method: 'GET',
  path: '/schools/{id}/audit-log/actions',
  auth: 'user',
  needs: { permission: 'view-audit-log' },
  params: ofSchool,
  answer: f.answerOf(z.array(auditAction)),
  errors: ['not_found'],
  summary: 'Every action that this version records, with its sentence, by which it is sorted.',
});

export const exportCsv = endpoint({
  method: 'GET',
  path: '/schools/{id}/audit-log/export',
  auth: 'user',
  needs: { permission: 'view-audit-log' },
  params: ofSchool,
  query: auditExportQuery,
  answer: null,
  produces: 'file',
  timeout: 300_000,
  errors: ['not_found'],
  summary:
    'The audit log as CSV in UTF-8 for a spreadsheet, newest first, with the filters of the list; more than 100,000 entries are refused with 422.',
});
