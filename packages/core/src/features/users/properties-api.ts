import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { userProperties, userPropertiesDraft } from './properties.ts';

// A module of its own: the first load has `api.ts`, and changes no property.
export const updateProperties = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/properties',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: z.union([z.literal('self'), f.idText]) }),
  body: userPropertiesDraft,
  answer: f.answerOf(userProperties),
  errors: ['not_found'],
  summary: 'Changes the given properties of the caller and leaves the others; answers all.',
});
