import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';

const productQuestion = z.object({
  /** Teachers, staff and parents are asked once how well the product works for them. */
  is_asked: z.boolean(),
});

// A module of its own: one page of the administration calls it.
export const getProductQuestion = endpoint({
  method: 'GET',
  path: '/schools/{id}/product-question',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(productQuestion),
  errors: ['not_found'],
  summary: 'Whether the people of the school are asked how well the product works for them.',
});

export const updateProductQuestion = endpoint({
  method: 'PUT',
  path: '/schools/{id}/product-question',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.object({ id: f.idText }),
  body: z.strictObject(productQuestion.shape),
  answer: f.answerOf(productQuestion),
  errors: ['not_found'],
  audit: 'schools:audit.productQuestion',
  summary: 'Lets the people of the school be asked how well the product works for them, or keeps the question away.',
});
