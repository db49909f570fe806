import * as z from 'zod/mini';
import { createClient } from '../../../packages/core/src/client/client.ts';
import * as importApi from '../../../packages/core/src/features/timetable-import/api.ts';
import * as usersApi from '../../../packages/core/src/features/users/api.ts';
import { endpoint } from '../../../packages/core/src/kernel/endpoint.ts';
import { implement } from '../../../packages/server/src/kernel/http/implement.ts';

/** Each marked line has to be refused by the compiler, and no other; types.test.ts compares. */
const client = createClient({ baseUrl: '' });
const answer = z.object({ data: z.object({ name: z.string() }), meta: z.object({}) });
const uuid = '';

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
const visit = endpoint({
  method: 'GET',
  path: '/visits',
  auth: 'public',
  needs: 'nothing',
  answer,
  summary: 'A visit.',
});

export async function call(): Promise<unknown> {
  await client.call(importApi.publish, { params: { id: uuid }, body: { replace: true, revision: 1 } }); // wrong: a param of another name
  await client.call(importApi.publish, { params: { uuid: 1 }, body: { replace: true, revision: 1 } }); // wrong: a param of another type
  await client.call(importApi.publish, { params: { uuid } }); // wrong: no body
  await client.call(importApi.publish, { params: { uuid }, body: {} }); // wrong: a field is missing
  await client.call(importApi.publish, { params: { uuid }, body: { replace: true, revision: 1, force: true } }); // wrong: an unknown field
  await client.call(usersApi.getSelf, { body: {} }); // wrong: a body that is not declared
  return (await client.call(usersApi.getSelf, {})).data.password; // wrong: an answer key that is not declared
}

const params = z.object({ other: z.string() });
const base = { method: 'GET', auth: 'user', needs: 'member', answer, summary: '' } as const;
export const noParams = endpoint({ ...base, path: '/things/{id}' }); // wrong: a path parameter without a schema
export const otherParams = endpoint({ ...base, path: '/things/{id}', params }); // wrong: a path parameter of another name
export const noCode = endpoint({ ...base, path: '/things', errors: ['oops'] }); // wrong: a code that is not on the list
export const noRight = endpoint({ ...base, path: '/things', needs: { permission: 'fly' } }); // wrong: an unknown permission

export const undeclaredError = implement(
  { get },
  {
    get({ fail }) {
      return fail('conflict'); // wrong: an error that is not declared
    },
  },
);
export const missing = implement({ get, visit }, { get: () => ({ data: { name: '' } }) }); // wrong: a handler is missing
export const extra = implement({ get }, { get: () => ({ data: { name: '' } }), put: () => null }); // wrong: a handler too many
export const wrongAnswer = implement({ get }, { get: () => ({ data: { title: '' } }) }); // wrong: another answer
export const nobody = implement(
  { visit },
  {
    visit({ actor }) {
      return { data: { name: actor.slink } }; // wrong: nobody is signed in at a public endpoint
    },
  },
);
