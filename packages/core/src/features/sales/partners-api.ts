import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { PRODUCT } from '../../kernel/product.ts';
import './errors.ts';
import { partner, partnerDraft } from './partners.ts';

const managing = { auth: 'user', needs: { permission: 'edit-school' } } as const;
const one = z.object({ id: f.idText, partner: f.uuid });

export const listPartners = endpoint({
  ...managing,
  method: 'GET',
  path: `/schools/{id}/${PRODUCT}-partners`,
  params: z.object({ id: f.idText }),
  answer: f.answerOf(z.array(partner)),
  errors: ['not_found'],
  summary: 'The partner contacts of the own school, by company.',
});

export const getPartner = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/partners/{partner}',
  params: one,
  answer: f.answerOf(partner),
  errors: ['not_found'],
  summary: 'One partner contact of the own school.',
});

export const setPartner = endpoint({
  ...managing,
  method: 'PUT',
  path: '/schools/{id}/partners/{partner}',
  params: one,
  body: partnerDraft,
  answer: f.answerOf(partner),
  errors: ['not_found', 'conflict', 'partners_full'],
  audit: 'sales:audit.partner',
  summary: 'Adds a partner contact under a uuid of the caller, or changes it.',
});

export const removePartner = endpoint({
  ...managing,
  method: 'DELETE',
  path: '/schools/{id}/partners/{partner}',
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'sales:audit.partner',
  summary: 'Removes a partner contact.',
});
