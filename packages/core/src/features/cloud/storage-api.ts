import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { storage, storageUse } from './schema.ts';

const ADMINISTRATION = { permission: 'edit-school' } as const;

export const getStorage = endpoint({
  method: 'GET',
  path: '/channels/cloud/storage',
  auth: 'user',
  needs: ADMINISTRATION,
  answer: f.answerOf(storage),
  summary: 'How much room the files of a school take and may take, and how much each of its people may have.',
});

export const setStorage = endpoint({
  method: 'PUT',
  path: '/channels/cloud/storage',
  auth: 'user',
  needs: ADMINISTRATION,
  body: z.strictObject({
    /** Bytes; null: as many as the server allows. */
    person_limit: z.nullable(z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
  }),
  answer: f.answerOf(storage),
  audit: 'cloud:audit.storage',
  summary:
    'Sets how many bytes of files each person of the school may have, at most as many as the server allows. Who has more already keeps them and brings nothing more.',
});

export const listStorage = endpoint({
  method: 'GET',
  path: '/channels/cloud/storage/people',
  auth: 'user',
  needs: ADMINISTRATION,
  query: z.object({ page: f.pageQuery, search: z.optional(f.line(100)) }),
  answer: f.answerOf(z.array(storageUse)),
  summary:
    'Who of a school has the most bytes of files, the largest first, 20 a page and one more that opens the next page.',
});
