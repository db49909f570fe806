import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { codesBody, keyCode, keyId, newKey } from './schema.ts';

// The two-factor service. An id is the only key to its record: the parameter is called `secret`, so that no log has it.
export const create = endpoint({
  method: 'POST',
  path: '/keys',
  auth: 'public',
  needs: 'nothing',
  anyOrigin: true,
  body: newKey,
  answer: f.answerOf(z.object({ id: keyId })),
  idempotent: false,
  summary:
    'Two-factor service: keeps the key of an account, encrypted, and answers the secret id under which its codes are asked for.',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/keys/{secret}',
  auth: 'public',
  needs: 'nothing',
  anyOrigin: true,
  params: z.object({ secret: keyId }),
  answer: f.answerOf(z.null()),
  errors: ['not_found'],
  idempotent: false,
  summary: 'Two-factor service: forgets a key for good, on every device that has its id.',
});

export const getCode = endpoint({
  method: 'GET',
  path: '/codes/{secret}',
  auth: 'public',
  needs: 'nothing',
  anyOrigin: true,
  params: z.object({ secret: keyId }),
  answer: f.answerOf(keyCode),
  errors: ['not_found'],
  summary: 'Two-factor service: the code of a key at this moment, and for how many milliseconds it holds.',
});

export const listCodes = endpoint({
  method: 'POST',
  path: '/codes',
  auth: 'public',
  needs: 'nothing',
  anyOrigin: true,
  body: codesBody,
  answer: f.answerOf(z.array(z.nullable(keyCode))),
  idempotent: false,
  summary: 'Two-factor service: the codes of several keys, in the order of their ids; null where there is none.',
});
