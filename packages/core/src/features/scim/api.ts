import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { madeScimToken, scimSettings, scimTokenDraft } from './schema.ts';
import './errors.ts';

const params = z.object({ id: f.idText });
const needs = { permission: 'edit-school' } as const;

export const getSettings = endpoint({
  method: 'GET',
  path: '/schools/{id}/scim',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(scimSettings),
  errors: ['not_found'],
  summary:
    'The address for services that bring people and classes by themselves (SCIM 2.0), and their tokens without the secret.',
});

export const createToken = endpoint({
  method: 'POST',
  path: '/schools/{id}/scim/tokens',
  auth: 'user',
  needs,
  params,
  body: scimTokenDraft,
  answer: f.answerOf(madeScimToken),
  errors: ['not_found', 'scim_tokens_full'],
  idempotent: false,
  audit: 'scim:audit.tokenCreated',
  summary:
    'Makes a token for a service and answers it this once; needs the password of the account. 409 when there are as many as there may be.',
});

export const removeToken = endpoint({
  method: 'DELETE',
  path: '/schools/{id}/scim/tokens/{token_id}',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, token_id: f.idText }),
  answer: null,
  errors: ['not_found'],
  audit: 'scim:audit.tokenRemoved',
  summary: 'Revokes a token: its service changes nothing any more. Whom it has brought stays.',
});
