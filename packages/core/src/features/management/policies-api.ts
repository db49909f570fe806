import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import './errors.ts';
import { acceptance, policy, policyDraft } from './policies.ts';

// A module of its own: the gate in front of every page loads it alone.
const ofSchool = z.object({ id: f.idText });
const one = z.object({ id: f.idText, policyId: f.idText });

export const listPolicies = endpoint({
  method: 'GET',
  path: '/schools/{id}/policies',
  auth: 'user',
  needs: 'member',
  params: ofSchool,
  answer: f.answerOf(z.array(policy)),
  errors: ['not_found'],
  summary:
    'What the school wants accepted: all versions for those who change the school, newest first; for all others the one that is in force for their kind of people.',
});

export const createPolicy = endpoint({
  method: 'POST',
  path: '/schools/{id}/policies',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: ofSchool,
  body: policyDraft,
  answer: f.answerOf(policy),
  errors: ['not_found'],
  audit: 'management:audit.createPolicy',
  summary: 'Puts a new version into force, which everybody of that kind accepts before their next page.',
});

export const listAcceptances = endpoint({
  method: 'GET',
  path: '/schools/{id}/policies/{policyId}/acceptances',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: one,
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(acceptance)),
  errors: ['not_found'],
  summary: 'Who has accepted a version, by name.',
});

export const acceptPolicy = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/schools/{id}/policies/{policyId}/accept',
  auth: 'user',
  needs: 'member',
  params: one,
  answer: f.answerOf(policy),
  errors: ['not_found', 'policy_replaced'],
  audit: 'management:audit.acceptPolicy',
  summary: 'Accepts the version that is in force for the kind of people that the caller is of; 409 for a former one.',
});
