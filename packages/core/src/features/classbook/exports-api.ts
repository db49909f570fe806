import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { CLASSBOOK_TIMEOUT as timeout } from './limits.ts';
import { classbookExport, exportDraft, listQuery } from './schema.ts';

const book = z.object({ id: f.idText });

export const exportPdf = endpoint({
  method: 'GET',
  path: '/classbooks/{id}/export.pdf',
  auth: 'user',
  needs: { permission: 'view-entries' },
  params: book,
  query: z.object({
    begins_at: f.date,
    ends_at: f.date,
    entity: listQuery.shape.entity,
    entity_id: listQuery.shape.entity_id,
  }),
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  timeout,
  summary: 'The entries that the caller sees, of all units or of one, from one day to another, as PDF.',
});

export const listExports = endpoint({
  method: 'GET',
  path: '/classbooks/{id}/exports',
  auth: 'user',
  needs: { can: 'classbook.export' },
  params: book,
  answer: f.answerOf(z.array(classbookExport)),
  errors: ['not_found'],
  timeout,
  summary: 'The files that were made of a class book and can still be downloaded, newest first.',
});

export const createExport = endpoint({
  method: 'POST',
  path: '/classbooks/{id}/exports/create',
  auth: 'user',
  needs: { can: 'classbook.export' },
  params: book,
  body: exportDraft,
  answer: f.answerOf(classbookExport),
  errors: ['not_found', 'export_running'],
  audit: 'classbook:audit.createExport',
  timeout,
  summary: 'Starts to make a PDF of the whole class book from one day to another; one at a time.',
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/classbooks/{id}/exports/{exportId}',
  auth: 'user',
  needs: { can: 'classbook.export' },
  params: z.object({ id: f.idText, exportId: f.idText }),
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  timeout,
  summary: 'An export that is ready, as PDF.',
});
