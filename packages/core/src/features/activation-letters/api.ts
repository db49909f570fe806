import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { leftOutPerson, letterRun, letterRunDraft, triedLetters } from './schema.ts';

const needs = { permission: 'manage-users' } as const;
const params = z.object({ id: f.idText });

export const list = endpoint({
  method: 'GET',
  path: '/activation-letters',
  auth: 'user',
  needs,
  answer: f.answerOf(z.array(letterRun)),
  summary: 'The latest 20 orders of letters of the caller that can still be downloaded, newest first.',
});

export const tryLetters = endpoint({
  method: 'POST',
  path: '/activation-letters/try',
  auth: 'user',
  needs,
  body: letterRunDraft,
  answer: f.answerOf(triedLetters),
  errors: ['not_found', 'too_many_people'],
  summary:
    'How many of some people would get a letter, how many a mail, whose earlier code ends, and who is left out; changes nothing.',
});

export const create = endpoint({
  method: 'POST',
  path: '/activation-letters',
  auth: 'user',
  needs,
  body: letterRunDraft,
  answer: f.answerOf(letterRun),
  errors: ['not_found', 'too_many_people', 'nobody_concerned'],
  audit: 'activation-letters:audit.create',
  summary:
    'Makes activation codes for many people in the background; mails go to those with an address where it is wanted, the others get letters.',
});

export const get = endpoint({
  method: 'GET',
  path: '/activation-letters/{id}',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(z.extend(letterRun, { people: z.array(leftOutPerson) })),
  errors: ['not_found'],
  summary: 'How far an order of the caller is, and at most 200 of those who were left out.',
});

export const download = endpoint({
  method: 'GET',
  path: '/activation-letters/{id}/pdf',
  auth: 'user',
  needs,
  params,
  answer: null,
  produces: 'file',
  timeout: 600_000,
  errors: ['not_found', 'no_open_code'],
  audit: 'activation-letters:audit.download',
  summary:
    'The letters of an order of the caller as one PDF, by class and name, with the codes that nobody has used; each download is in the audit log.',
});
