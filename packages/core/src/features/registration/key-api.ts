import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { activationKey, createdKey, keyPerson, keysDraft, newcomer } from './schema.ts';

export const listKeys = endpoint({
  method: 'GET',
  path: '/activationkeys',
  auth: 'user',
  needs: { permission: 'manage-users' },
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(activationKey)),
  summary: 'The activation codes of the school, the newest first; never their letters.',
});

export const listKeyPeople = endpoint({
  method: 'GET',
  path: '/activationkeys/people',
  auth: 'user',
  needs: { permission: 'manage-users' },
  query: z.object({ keyword: f.line(100, 2) }),
  answer: f.answerOf(z.array(keyPerson)),
  summary: 'People whose name has the keyword, for whom a code can be made, at most 20.',
});

export const createKeys = endpoint({
  method: 'POST',
  path: '/activationkeys',
  auth: 'user',
  needs: { permission: 'manage-users' },
  body: keysDraft,
  answer: f.answerOf(z.array(createdKey)),
  errors: ['not_found'],
  // The letters are shown once: no copy of the answer is stored.
  idempotent: false,
  audit: 'registration:audit.createKeys',
  summary: 'Makes a code for each of the people, to activate the account or for a parent to join the child.',
});

export const createPerson = endpoint({
  method: 'POST',
  path: '/activationkeys/people',
  auth: 'user',
  needs: { permission: 'manage-users' },
  body: newcomer,
  answer: f.answerOf(createdKey),
  errors: ['not_found'],
  idempotent: false,
  audit: 'registration:audit.createPerson',
  summary: 'Adds somebody whose account waits for its code, and makes that.',
});

export const withdrawKey = endpoint({
  method: 'DELETE',
  path: '/activationkeys/{id}',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(activationKey),
  errors: ['not_found', 'code_closed'],
  audit: 'registration:audit.withdrawKey',
  summary: 'Withdraws a code that nobody has used; 409 when somebody has.',
});
