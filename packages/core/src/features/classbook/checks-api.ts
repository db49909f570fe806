import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { CONTRADICTIONS, contradiction } from './checks-schema.ts';
import { CLASSBOOK_TIMEOUT } from './limits.ts';

export const listContradictions = endpoint({
  method: 'GET',
  path: '/classbooks/{id}/contradictions',
  auth: 'user',
  needs: { can: 'classbook.check' },
  params: z.object({ id: f.idText }),
  query: z.object({
    begins_at: z.optional(f.date),
    ends_at: z.optional(f.date),
    kind: z.optional(z.enum(CONTRADICTIONS)),
    page: f.pageQuery,
  }),
  answer: f.answerOf(z.array(contradiction)),
  errors: ['not_found'],
  timeout: CLASSBOOK_TIMEOUT,
  summary:
    'What class book and absences of the school contradict each other in, newest first, and one more that opens the next page; without days that of the last week.',
});
