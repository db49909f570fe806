import { randomBytes } from 'node:crypto';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { PASSWORD } from '../../support/people.ts';
import { TEST_NOW } from '../../support/server.ts';

/** Wrong in two ways: it makes nothing. */
const draft = { name: 'Entra', ends_on: '2020-01-01', password: 'not this one' };
const good = { name: 'Entra', ends_on: '2027-07-31', password: PASSWORD };

async function tokenOf({ server }: Asking, schoolId: number): Promise<string> {
  const { id } = await server.test.database.kysely
    .insertInto('scim_clients')
    .values({
      school_id: schoolId,
      name: 'Entra',
      token_hash: randomBytes(32),
      ends_on: '2027-07-31',
      created_at: TEST_NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `${id}`;
}

const calls: CallsOf<'scim'> = {
  getSettings: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  createToken: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: draft }),
    own: async ({ server, here }) => {
      await server.test.database.kysely.deleteFrom('scim_clients').where('school_id', '=', here.school.id).execute();
      return { params: { id: `${here.school.id}` }, body: good };
    },
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: good }),
  },
  removeToken: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, token_id: '987654321' } }),
    'token:own': async (asking) => ({
      params: { id: `${asking.here.school.id}`, token_id: await tokenOf(asking, asking.here.school.id) },
    }),
    'token:other_school': async (asking) => ({
      params: { id: `${asking.here.school.id}`, token_id: await tokenOf(asking, asking.there.school.id) },
    }),
    other_school: async (asking) => ({
      params: { id: `${asking.there.school.id}`, token_id: await tokenOf(asking, asking.there.school.id) },
    }),
  },
};

describeContract('scim', calls);
