import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { referral, referralDraft } from './referrals.ts';

export const refer = endpoint({
  method: 'POST',
  path: '/users/{id}/referral',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: f.idText }),
  body: referralDraft,
  answer: f.answerOf(referral),
  errors: ['not_found'],
  audit: 'sales:audit.refer',
  summary:
    'Recommends the product to another school, by its name alone: nobody is mailed. Pupils do not; at most five within a day.',
});
