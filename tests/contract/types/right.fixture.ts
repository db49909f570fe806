import * as z from 'zod/mini';
import { createClient } from '../../../packages/core/src/client/client.ts';
import * as importApi from '../../../packages/core/src/features/timetable-import/api.ts';
import * as usersApi from '../../../packages/core/src/features/users/api.ts';
import { endpoint } from '../../../packages/core/src/kernel/endpoint.ts';
import { implement } from '../../../packages/server/src/kernel/http/implement.ts';

/** Everything that wrong.fixture.ts does wrong, done right: this file has to compile. */
const client = createClient({ baseUrl: '' });
const answer = z.object({ data: z.object({ name: z.string() }), meta: z.object({}) });

const get = endpoint({
  method: 'GET',
  path: '/things/{id}',
  auth: 'user',
  needs: 'member',
  params: z.object({ id: z.string() }),
  answer,
  errors: ['not_found'],
  summary: 'A thing.',
});

export async function call(): Promise<string[]> {
  await client.call(importApi.publish, { params: { uuid: '' }, body: { replace: true, revision: 1 } });
  const self = await client.call(usersApi.getSelf, {});
  return self.data.childs.map((child) => child.displayname);
}

export const implemented = implement(
  { get },
  {
    get({ params, actor, fail }) {
      if (params.id === '' || actor.school_id === 0) return fail('not_found');
      return { data: { name: params.id } };
    },
  },
);
