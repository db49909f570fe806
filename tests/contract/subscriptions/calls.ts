import { createToken, hashToken } from '../../../packages/server/src/features/auth/index.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import type { FullSchool } from '../../support/full-school.ts';

const ofPlan = (user_id: number) => ({ body: { user_id, name: 'Phone', language: 'de' as const } });

/** An address of the owner for somebody's plan, whether the owner may have one or not. */
async function createAddress({ server }: Asking, { school }: FullSchool, owner_id: number, user_id = owner_id) {
  const secret = createToken();
  const { uuid } = await server.test.database.kysely
    .insertInto('subscriptions')
    .values({
      school_id: school.id,
      owner_id,
      user_id,
      language: 'de',
      secret_hash: hashToken(secret),
      created_at: server.clock.now().toISOString(),
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return { uuid, secret };
}

async function toRemove(asking: Asking, school: FullSchool, owner: number) {
  const { uuid } = await createAddress(asking, school, owner);
  return { params: { uuid } };
}

async function toRead(asking: Asking, owner: number, user = owner) {
  const { secret } = await createAddress(asking, asking.here, owner, user);
  return { params: { secret } };
}

const calls: CallsOf<'subscriptions'> = {
  list: { sample: () => ({}) },
  create: {
    // The administrator may not: nothing is made.
    sample: ({ here }) => ofPlan(here.people.student.id),
    self: ({ here, column }) => ofPlan(personOf(here, column).id),
    child: ({ here }) => ofPlan(here.people.child.id),
    other: ({ here }) => ofPlan(here.people.other.id),
    other_school: ({ there }) => ofPlan(there.people.student.id),
  },
  remove: {
    sample: () => ({ params: { uuid: '00000000-0000-4000-8000-00000000000f' } }),
    own: (asking) => toRemove(asking, asking.here, personOf(asking.here, asking.column).id),
    other: (asking) => toRemove(asking, asking.here, asking.here.people.other.id),
    other_school: (asking) => toRemove(asking, asking.there, asking.there.people.student.id),
  },
  read: {
    sample: () => ({ params: { secret: 'an-address-that-nobody-was-given' } }),
    'address:own': (asking) => toRead(asking, asking.here.people.student.id),
    'address:revoked': async (asking) => {
      const { uuid, secret } = await createAddress(asking, asking.here, asking.here.people.student.id);
      await asking.server.test.database.kysely.deleteFrom('subscriptions').where('uuid', '=', uuid).execute();
      return { params: { secret } };
    },
    'address:unknown': () => ({ params: { secret: createToken() } }),
    'address:not_a_parent': (asking) => toRead(asking, asking.here.people.parent.id, asking.here.people.other.id),
  },
};

describeContract('subscriptions', calls);
