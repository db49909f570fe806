import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import './errors.ts';
import { SALES_PERMISSION } from './rules.ts';
import { activatedLead, lead, leadDraft, leadQuery, leadSync } from './schema.ts';

const selling = { auth: 'user', needs: { permission: SALES_PERMISSION } } as const;
const params = z.object({ id: f.idText });

export const list = endpoint({
  ...selling,
  method: 'GET',
  path: '/leads',
  query: leadQuery,
  answer: f.answerOf(z.array(lead)),
  summary: 'Schools that may become customers, by name unless another order is wanted.',
});

export const getSync = endpoint({
  ...selling,
  method: 'GET',
  path: '/leads/manual-sync',
  answer: f.answerOf(leadSync),
  summary: 'How far fetching the leads is, and how it ended last.',
});

export const sync = endpoint({
  ...selling,
  method: 'PUT',
  path: '/leads/manual-sync',
  answer: f.answerOf(leadSync),
  errors: ['leads_syncing'],
  audit: 'sales:audit.sync',
  summary:
    'Begins to fetch the leads from their sources; 409 while that is done already. The same lead comes once, whatever happens between.',
});

export const get = endpoint({
  ...selling,
  method: 'GET',
  path: '/leads/{id}',
  params,
  answer: f.answerOf(lead),
  errors: ['not_found'],
  summary: 'One lead.',
});

export const getActivation = endpoint({
  ...selling,
  method: 'GET',
  path: '/leads/activations/{uuid}',
  params: z.object({ uuid: f.uuid }),
  answer: f.answerOf(lead),
  errors: ['not_found'],
  summary: 'The lead that the pages of an activation are about, by its uuid.',
});

export const update = endpoint({
  ...selling,
  method: 'PUT',
  path: '/leads/{id}',
  params,
  body: leadDraft,
  answer: f.answerOf(lead),
  errors: ['not_found', 'conflict', 'lead_activated'],
  audit: 'sales:audit.update',
  summary: 'Changes what is known of a lead; fetching all of them leaves that as it is from then on.',
});

export const fetch = endpoint({
  ...selling,
  method: 'GET',
  path: '/leads/{id}/fetch',
  params,
  answer: f.answerOf(lead),
  errors: ['not_found', 'lead_activated', 'lead_source_failed'],
  summary:
    'Fetches one lead anew from its source, also over what somebody has changed here; 503 where the source does not answer.',
});

export const activate = endpoint({
  ...selling,
  method: 'POST',
  path: '/leads/{id}/activate',
  params,
  answer: f.answerOf(activatedLead),
  errors: ['not_found', 'lead_activated', 'lead_lost', 'slink_taken'],
  // The link is a secret: no answer is kept. The state of the lead makes it once.
  idempotent: false,
  audit: 'sales:audit.activate',
  summary:
    'Makes a school of a lead, once, which its administrator then sets up; 409 where that was done, or where the short link that was wished is taken.',
});

export const visited = endpoint({
  ...selling,
  method: 'POST',
  path: '/leads/{id}/visited',
  params,
  answer: f.answerOf(lead),
  errors: ['not_found', 'lead_activated', 'lead_lost'],
  audit: 'sales:audit.visited',
  summary: 'Says that somebody has been at the school; the last time counts.',
});

export const remove = endpoint({
  ...selling,
  method: 'DELETE',
  path: '/leads/{id}',
  params,
  answer: null,
  errors: ['not_found', 'lead_activated'],
  audit: 'sales:audit.remove',
  summary: 'Forgets all that is known of a lead and whom one asks there; its source does not bring it back.',
});

export { getPartner, listPartners, removePartner, setPartner } from './partners-api.ts';
export { refer } from './referral-api.ts';
