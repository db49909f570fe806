import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { environment } from '../../kernel/environments.ts';
import * as f from '../../kernel/fields.ts';

export const listEnvironments = endpoint({
  method: 'GET',
  path: '/environments',
  auth: 'user',
  needs: 'member',
  answer: f.answerOf(z.array(environment)),
  summary: 'Other installations of the product that its operator has set up, as configured; often none.',
});
