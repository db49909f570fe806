import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';

export const get = endpoint({
  method: 'GET',
  path: '/files/{uuid}/{name}',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ uuid: f.uuid, name: f.line(300) }),
  query: z.object({
    audience: z.optional(f.line(40, 0)),
    expires: z.optional(f.line(20, 0)),
    signature: z.optional(f.line(100, 0)),
  }),
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  anyOrigin: true,
  summary: 'A picture or file at its signed address; whoever has the address may read it until it expires.',
});
