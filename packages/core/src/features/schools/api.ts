import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { publicAccess, publicAccessState, school, schoolHit } from './schema.ts';

export const find = endpoint({
  method: 'GET',
  path: '/find-schools',
  auth: 'public',
  needs: 'nothing',
  query: z.object({ keyword: f.line(100, 3) }),
  answer: f.answerOf(z.array(schoolHit)),
  summary: 'Schools whose name, city or slink matches the keyword of at least three characters, at most 20.',
});

export const get = endpoint({
  method: 'GET',
  path: '/public/schools/{slink}',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ slink: f.slink }),
  answer: f.answerOf(school),
  errors: ['not_found'],
  summary: 'The school behind a slink, as its sign-in page shows it.',
});

export { getSecondStepRule, updateSecondStepRule } from './second-step-api.ts';

export const getPublicAccess = endpoint({
  method: 'GET',
  path: '/schools/{id}/public-access',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(publicAccessState),
  errors: ['not_found'],
  summary: 'What the school has released to the public.',
});

export const updatePublicAccess = endpoint({
  method: 'PUT',
  path: '/schools/{id}/public-access',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.object({ id: f.idText }),
  body: z.strictObject({
    ...publicAccess.shape,
    /** The origins that new ones were made from; without it they are written unseen. */
    known_origins: z.optional(publicAccess.shape.screen_origins),
  }),
  answer: f.answerOf(publicAccessState),
  errors: ['not_found', 'conflict'],
  audit: 'schools:audit.publicAccess',
  summary: 'Switches the public surfaces of the school on or off.',
});

export { getOffer, listOffers } from './offers-api.ts';
export { getPermissions, updatePermissions } from './permissions-api.ts';
export { getProductQuestion, updateProductQuestion } from './product-question-api.ts';
export * from './record-api.ts';
