import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { buildUser, signIn } from '../../support/people.ts';

let made = 0;
const makeOne = ({ server, here }: Asking) =>
  buildUser(server.test.database.kysely, here.school.id, `double-${++made}`, 'STUDENT');

const NOBODY = { params: { id: '999999', otherId: '999998' } };
const draft = { from_id: 999998, takes: [], name: 'Nobody', revision: 'none' };

/** Two accounts and what a merge of them has to know. */
async function makePair(asking: Asking) {
  const [from, into] = [await makeOne(asking), await makeOne(asking)];
  const token = await signIn(asking.server, asking.here.school.slink, asking.here.people.admin.username);
  const compared = await asking.server.request('GET', `/v1/doubles/${into.id}/${from.id}`, { token });
  const { revision, people } = compared.body.data;
  return { into, body: { from_id: from.id, takes: [], name: people[1].displayname as string, revision } };
}

/** Calls that name two accounts by their address. */
const ofPair = {
  sample: () => NOBODY,
  own: async (asking: Asking) => ({
    params: { id: `${(await makeOne(asking)).id}`, otherId: `${(await makeOne(asking)).id}` },
  }),
  other_school: async (asking: Asking) => ({
    params: { id: `${asking.there.people.student.id}`, otherId: `${(await makeOne(asking)).id}` },
  }),
  other_school_beside: async (asking: Asking) => ({
    params: { id: `${(await makeOne(asking)).id}`, otherId: `${asking.there.people.student.id}` },
  }),
};

const calls: CallsOf<'doubles'> = {
  list: { sample: () => ({}) },
  compare: ofPair,
  setApart: ofPair,
  askAgain: ofPair,
  merge: {
    sample: () => ({ params: { id: '999999' }, body: draft }),
    own: async (asking) => {
      const { into, body } = await makePair(asking);
      return { params: { id: `${into.id}` }, body };
    },
    other_school: async (asking) => {
      const { body } = await makePair(asking);
      return { params: { id: `${asking.there.people.student.id}` }, body };
    },
    other_school_from: async (asking) => {
      const { into, body } = await makePair(asking);
      return { params: { id: `${into.id}` }, body: { ...body, from_id: asking.there.people.student.id } };
    },
  },
};

describeContract('doubles', calls);
