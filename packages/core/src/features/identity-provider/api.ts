import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  clientChange,
  clientDraft,
  consent,
  continueBody,
  identitySettings,
  interaction,
  madeClient,
  secretDraft,
  tenantChange,
  tenantDraft,
  wayOn,
} from './schema.ts';

const params = z.object({ id: f.idText });
const clientParams = z.object({ id: f.idText, client_id: f.idText });
const byUuid = z.object({ uuid: f.uuid });
const needs = { permission: 'edit-school' } as const;

export const getTenant = endpoint({
  method: 'GET',
  path: '/schools/{id}/identity-tenant',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(identitySettings),
  errors: ['not_found'],
  summary:
    'How people of the school sign in at other programs with their account here (OpenID Connect): what is passed on, keys without their secrets, addresses, and programs.',
});

export const createTenant = endpoint({
  method: 'POST',
  path: '/schools/{id}/identity-tenant',
  auth: 'user',
  needs,
  params,
  body: tenantDraft,
  answer: f.answerOf(identitySettings),
  errors: ['not_found'],
  idempotent: false,
  audit: 'identity-provider:audit.created',
  summary: 'Switches it on; for the first time with a key of the school.',
});

export const updateTenant = endpoint({
  method: 'PUT',
  path: '/schools/{id}/identity-tenant',
  auth: 'user',
  needs,
  params,
  body: tenantChange,
  answer: f.answerOf(identitySettings),
  errors: ['not_found', 'conflict'],
  idempotent: false,
  audit: 'identity-provider:audit.updated',
  summary: 'Says what any program is told at most, and switches it on or off; 409 when somebody has changed it since.',
});

export const disableTenant = endpoint({
  method: 'POST',
  path: '/schools/{id}/identity-tenant/disable',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(identitySettings),
  errors: ['not_found'],
  idempotent: false,
  audit: 'identity-provider:audit.disabled',
  summary: 'Switches it off at once: whatever programs were given ends. Programs and keys stay for another time.',
});

export const renewRealm = endpoint({
  method: 'POST',
  path: '/schools/{id}/idp/realm',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(identitySettings),
  errors: ['not_found'],
  idempotent: false,
  audit: 'identity-provider:audit.renewed',
  summary:
    'Gives the realm of the school a new key, which signs from now on. Programs find the one before for another day; the issuer stays.',
});

export const createClient = endpoint({
  method: 'POST',
  path: '/schools/{id}/identity-tenant/clients',
  auth: 'user',
  needs,
  params,
  body: clientDraft,
  answer: f.answerOf(madeClient),
  errors: ['not_found'],
  idempotent: false,
  audit: 'identity-provider:audit.clientCreated',
  summary:
    'Registers a program and answers its secret this once; needs the password of the account. 404 before the tenant was switched on.',
});

export const updateClient = endpoint({
  method: 'PUT',
  path: '/schools/{id}/identity-tenant/clients/{client_id}',
  auth: 'user',
  needs,
  params: clientParams,
  body: clientChange,
  answer: f.answerOf(identitySettings),
  errors: ['not_found', 'conflict'],
  idempotent: false,
  audit: 'identity-provider:audit.clientUpdated',
  summary:
    'Changes a program. Other redirect addresses need the password of the account; what a program was given ends with them, and when it is switched off.',
});

export const renewSecret = endpoint({
  method: 'POST',
  path: '/schools/{id}/identity-tenant/clients/{client_id}/secret',
  auth: 'user',
  needs,
  params: clientParams,
  body: secretDraft,
  answer: f.answerOf(madeClient),
  errors: ['not_found'],
  idempotent: false,
  audit: 'identity-provider:audit.secretRenewed',
  summary: 'Gives a program another secret and answers it this once; the one before is worth nothing from then on.',
});

export const removeClient = endpoint({
  method: 'DELETE',
  path: '/schools/{id}/identity-tenant/clients/{client_id}',
  auth: 'user',
  needs,
  params: clientParams,
  answer: null,
  errors: ['not_found'],
  audit: 'identity-provider:audit.clientRemoved',
  summary: 'Forgets a program with all that it was given.',
});

export const getInteraction = endpoint({
  method: 'GET',
  path: '/idp/interactions/{uuid}',
  auth: 'public',
  needs: 'nothing',
  params: byUuid,
  answer: f.answerOf(interaction),
  errors: ['not_found'],
  summary:
    'Which program has sent the browser, to which school, and what it would be told; only for the browser that it has sent, within a quarter of an hour.',
});

export const getConsent = endpoint({
  method: 'GET',
  path: '/idp/interactions/{uuid}/consent',
  auth: 'user',
  needs: 'member',
  params: byUuid,
  answer: f.answerOf(consent),
  errors: ['not_found'],
  summary: 'Whether the caller has to be asked before the program is told anything.',
});

export const continueInteraction = endpoint({
  method: 'POST',
  path: '/idp/interactions/{uuid}/continue',
  auth: 'user',
  needs: 'member',
  params: byUuid,
  body: continueBody,
  answer: f.answerOf(wayOn),
  errors: ['not_found'],
  idempotent: false,
  audit: 'identity-provider:audit.signedIn',
  summary:
    'Signs the caller in at the program: answers where the browser goes on. 422 when the caller has to be asked, was shown other things than those that are passed on now, or has to sign in anew.',
});

export const refuseInteraction = endpoint({
  method: 'POST',
  path: '/idp/interactions/{uuid}/refuse',
  auth: 'user',
  needs: 'member',
  params: byUuid,
  answer: f.answerOf(wayOn),
  errors: ['not_found'],
  idempotent: false,
  audit: 'identity-provider:audit.refused',
  summary: 'The caller does not want it: answers where the browser goes back to.',
});
