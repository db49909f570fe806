import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { family, PARENT_RELATIONS, parentLink } from './family.ts';

// A module of its own, as `properties-api.ts`.
const person = z.object({ id: z.union([z.literal('self'), f.idText]) });

export const getFamily = endpoint({
  method: 'GET',
  path: '/users/{id}/family',
  auth: 'user',
  needs: { can: 'user.view_family' },
  params: person,
  answer: f.answerOf(family),
  errors: ['not_found'],
  summary: 'The parents and children of the caller; of somebody else only for those who manage people.',
});

export const listPendingParents = endpoint({
  method: 'GET',
  path: '/users/{id}/parents/pending',
  auth: 'user',
  needs: { can: 'user.view_pending_parents' },
  params: person,
  answer: f.answerOf(z.array(parentLink)),
  errors: ['not_found'],
  summary:
    'The parents of a pupil who have not registered yet, for the pupil, the other parents and those who manage people.',
});

export const assignChild = endpoint({
  method: 'POST',
  path: '/users/{id}/childs/assign',
  auth: 'user',
  needs: { can: 'user.assign_child' },
  params: person,
  body: z.strictObject({ child_id: f.id, relation: z.enum(PARENT_RELATIONS) }),
  answer: f.answerOf(parentLink),
  errors: ['not_found'],
  audit: 'users:audit.assignChild',
  summary:
    'Links a pupil to a parent, or changes the relation of a link. Parents link themselves after they entered the right code of the child.',
});

export const removeChild = endpoint({
  method: 'POST',
  path: '/users/{id}/childs/remove',
  auth: 'user',
  needs: { can: 'parentLink.remove' },
  params: person,
  body: z.strictObject({ child_id: f.id }),
  answer: null,
  errors: ['not_found'],
  audit: 'users:audit.removeChild',
  summary: 'Ends the link of a parent to a child, for the parent and those who manage people.',
});

export const removeParent = endpoint({
  method: 'POST',
  path: '/users/{id}/parents/remove',
  auth: 'user',
  needs: { can: 'parentLink.remove' },
  params: person,
  body: z.strictObject({ parent_id: f.id }),
  answer: null,
  errors: ['not_found'],
  audit: 'users:audit.removeParent',
  summary: 'Ends the link of a child to a parent, for that parent and those who manage people; never for a pupil.',
});
