import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { secondStepRule } from './second-step.ts';

// A module of its own: one page of the administration calls it.
export const getSecondStepRule = endpoint({
  method: 'GET',
  path: '/schools/{id}/second-step',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(secondStepRule),
  errors: ['not_found'],
  summary: 'Whom the school wants a second step at sign-in of, and from when on.',
});

export const updateSecondStepRule = endpoint({
  method: 'PUT',
  path: '/schools/{id}/second-step',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.object({ id: f.idText }),
  body: z.strictObject(secondStepRule.shape),
  answer: f.answerOf(secondStepRule),
  errors: ['not_found'],
  audit: 'schools:audit.secondStep',
  summary:
    'Requires a second step at sign-in of kinds of roles: whoever has none can do nothing but set one up, from the given day on.',
});
