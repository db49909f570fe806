import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { self } from './schema.ts';

export const getSelf = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/users/self',
  auth: 'user',
  needs: 'self',
  answer: f.answerOf(self),
  summary: 'The signed-in user with school, rights and children.',
});
