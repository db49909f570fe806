import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { schoolEnd, schoolEndDraft } from './end.ts';
import './errors.ts';

const ending = {
  auth: 'user',
  needs: { permission: 'edit-school' },
  path: '/schools/{id}/end',
  params: z.object({ id: f.idText }),
  answer: f.answerOf(schoolEnd),
} as const;

export const getEnd = endpoint({
  ...ending,
  method: 'GET',
  errors: ['not_found'],
  summary: 'What ends with the own school, and when, if its end is ordered; for administrators only.',
});

export const orderEnd = endpoint({
  ...ending,
  method: 'POST',
  body: schoolEndDraft,
  errors: ['not_found', 'end_ordered'],
  idempotent: false,
  audit: 'management:audit.orderEnd',
  summary:
    'Orders the end of the own school: in 30 days everything that it has is removed. Every administrator is told.',
});

export const cancelEnd = endpoint({
  ...ending,
  method: 'DELETE',
  errors: ['not_found', 'end_over'],
  audit: 'management:audit.cancelEnd',
  summary: 'Takes the end of the own school back, as long as its time has not come; not found where none is ordered.',
});
