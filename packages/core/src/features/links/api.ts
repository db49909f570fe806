import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { LINKS_MAXIMUM } from './rules.ts';
import { link, linkDraft } from './schema.ts';
import './errors.ts';

const one = z.object({ id: f.idText });
const managing = { auth: 'user', needs: { permission: 'edit-school' } } as const;

export const list = endpoint({
  method: 'GET',
  path: '/links',
  auth: 'user',
  needs: 'member',
  answer: f.answerOf(z.array(link)),
  summary: 'The links of the school in its order.',
});

export const create = endpoint({
  ...managing,
  method: 'POST',
  path: '/links',
  body: linkDraft,
  answer: f.answerOf(link),
  errors: ['links_full'],
  audit: 'links:audit.create',
  summary: 'Adds a link behind all others; 409 when the school has as many as it may have.',
});

export const update = endpoint({
  ...managing,
  method: 'PUT',
  path: '/links/{id}',
  params: one,
  body: z.extend(linkDraft, { updated_at: f.instant }),
  answer: f.answerOf(link),
  errors: ['not_found', 'conflict'],
  audit: 'links:audit.update',
  summary: 'Changes a link; 409 when somebody has changed it since `updated_at`.',
});

export const remove = endpoint({
  ...managing,
  method: 'DELETE',
  path: '/links/{id}',
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'links:audit.remove',
  summary: 'Removes a link; for a day it can be restored.',
});

export const restore = endpoint({
  ...managing,
  method: 'POST',
  path: '/links/{id}/restore',
  params: one,
  answer: f.answerOf(link),
  errors: ['not_found', 'links_full'],
  audit: 'links:audit.restore',
  summary: 'Brings a removed link back to its place.',
});

export const reorder = endpoint({
  ...managing,
  method: 'PUT',
  path: '/links/reorder',
  body: z.strictObject({ ids: z.array(f.id).check(z.maxLength(LINKS_MAXIMUM)) }),
  answer: f.answerOf(z.array(link)),
  errors: ['conflict'],
  audit: 'links:audit.reorder',
  summary: 'Stores a new order, as the ids of all links; 409 when these are not the links of the school any more.',
});
