import { randomUUID } from 'node:crypto';
import { createSalt, keyFor, prepareKey } from '../../../packages/server/src/features/identity-provider/keys.ts';
import { createSeal } from '../../../packages/server/src/kernel/config/seal.ts';
import { toJsonText } from '../../../packages/server/src/kernel/data/json.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { program } from '../../support/identity-provider.ts';
import { TEST_NOW, TEST_SECRET } from '../../support/server.ts';

const seal = createSeal(TEST_SECRET);
const NOBODY = '987654321';
const EARLIER = '2020-01-01T00:00:00.000Z';
const of = ({ school }: FullSchool) => ({ id: `${school.id}` });
const uuid = '00000000-0000-4000-8000-000000000000';

/** Wrong in several ways: it lets nothing in. */
const draft = {
  ...program(),
  redirect_uris: ['http://lms.school.example/'],
  logout_uris: ['x'],
  backchannel_uri: 'x',
  password: 'not this one',
};
const change = {
  name: 'Lernplattform',
  needs_pkce: true,
  passes: ['name' as const],
  redirect_uris: ['https://lms.school.example/callback'],
  logout_uris: ['https://lms.school.example/'],
  backchannel_uri: 'https://lms.school.example/sign-out',
  is_on: true,
  updated_at: EARLIER,
  password: 'not this one',
};

/** Takes what a school had, and switches it on again where `isOn` says so. */
async function begin({ server }: Asking, { school }: FullSchool, isOn = true): Promise<void> {
  const { kysely } = server.test.database;
  for (const table of ['identity_artifacts', 'identity_clients', 'identity_keys', 'identity_tenants'] as const)
    await kysely.deleteFrom(table).where('school_id', '=', school.id).execute();
  if (!isOn) return;
  await kysely
    .insertInto('identity_tenants')
    .values({
      school_id: school.id,
      is_on: true,
      passes: ['name'],
      sealed_salt: createSalt(seal, school.id),
      created_at: TEST_NOW,
      updated_at: TEST_NOW,
    })
    .execute();
  const keepKey = await prepareKey(seal, school.id);
  await keepKey(kysely, new Date(TEST_NOW));
}

async function clientOf(asking: Asking, at: FullSchool): Promise<string> {
  await begin(asking, at);
  const { id } = await asking.server.test.database.kysely
    .insertInto('identity_clients')
    .values({
      school_id: at.school.id,
      client: randomUUID(),
      name: 'Lernplattform',
      secret_hash: Buffer.alloc(32),
      is_pairwise: true,
      passes: ['name'],
      redirect_uris: change.redirect_uris,
      logout_uris: [],
      created_at: TEST_NOW,
      updated_at: TEST_NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `${id}`;
}

/** A sign-in that a program of a school has begun, in the browser that it has sent. */
async function interactionOf(asking: Asking, at: FullSchool): Promise<{ params: { uuid: string }; cookie: string }> {
  const { kysely } = asking.server.test.database;
  const client_id = await clientOf(asking, at);
  const { client } = await kysely
    .selectFrom('identity_clients')
    .select('client')
    .where('school_id', '=', at.school.id)
    .where('id', '=', Number(client_id))
    .executeTakeFirstOrThrow();
  const secret = randomUUID();
  const key = keyFor('Interaction', secret);
  const params = { client_id: client, redirect_uri: change.redirect_uris[0] ?? '', scope: 'openid profile' };
  const exp = Math.floor(Date.now() / 1000) + 600;
  const payload = { kind: 'Interaction', exp, iat: exp - 600, params, returnTo: 'https://school.example/on' };
  await kysely
    .insertInto('identity_artifacts')
    .values({
      school_id: at.school.id,
      kind: 'Interaction',
      key,
      payload: toJsonText(payload),
      expires_at: new Date(Date.parse(TEST_NOW) + 600_000).toISOString(),
    })
    .execute();
  return { params: { uuid: key }, cookie: `kreide_openid=${secret}` };
}

const calls: CallsOf<'identity-provider'> = {
  getTenant: {
    sample: ({ here }) => ({ params: of(here) }),
    other_school: ({ there }) => ({ params: of(there) }),
  },
  createTenant: {
    sample: () => ({ params: { id: NOBODY }, body: { passes: ['name'] } }),
    own: async (asking) => {
      await begin(asking, asking.here, false);
      return { params: of(asking.here), body: { passes: ['name'] } };
    },
    other_school: ({ there }) => ({ params: of(there), body: { passes: [] } }),
  },
  updateTenant: {
    sample: () => ({ params: { id: NOBODY }, body: { is_on: true, passes: ['name'], updated_at: EARLIER } }),
    own: async (asking) => {
      await begin(asking, asking.here);
      const updated_at = new Date(TEST_NOW).toISOString();
      return { params: of(asking.here), body: { is_on: true, passes: [], updated_at } };
    },
    stale: async (asking) => {
      await begin(asking, asking.here);
      return { params: of(asking.here), body: { is_on: true, passes: [], updated_at: EARLIER } };
    },
    other_school: ({ there }) => ({ params: of(there), body: { is_on: true, passes: [], updated_at: EARLIER } }),
  },
  disableTenant: {
    sample: () => ({ params: { id: NOBODY } }),
    own: async (asking) => {
      await begin(asking, asking.here);
      return { params: of(asking.here) };
    },
    other_school: ({ there }) => ({ params: of(there) }),
  },
  renewRealm: {
    sample: () => ({ params: { id: NOBODY } }),
    own: async (asking) => {
      await begin(asking, asking.here);
      return { params: of(asking.here) };
    },
    other_school: ({ there }) => ({ params: of(there) }),
  },
  createClient: {
    sample: async (asking) => {
      await begin(asking, asking.here);
      return { params: of(asking.here), body: draft };
    },
    own: async (asking) => {
      await begin(asking, asking.here);
      return { params: of(asking.here), body: program() };
    },
    other_school: ({ there }) => ({ params: of(there), body: draft }),
  },
  updateClient: {
    sample: ({ here }) => ({ params: { ...of(here), client_id: NOBODY }, body: change }),
    'client:own': async (asking) => {
      const client_id = await clientOf(asking, asking.here);
      const updated_at = new Date(TEST_NOW).toISOString();
      return { params: { ...of(asking.here), client_id }, body: { ...change, updated_at, password: null } };
    },
    'client:other_school': async (asking) => ({
      params: { ...of(asking.here), client_id: await clientOf(asking, asking.there) },
      body: change,
    }),
    other_school: async (asking) => ({
      params: { ...of(asking.there), client_id: await clientOf(asking, asking.there) },
      body: change,
    }),
  },
  renewSecret: {
    sample: ({ here }) => ({ params: { ...of(here), client_id: NOBODY }, body: { password: 'not this one' } }),
    'client:own': async (asking) => ({
      params: { ...of(asking.here), client_id: await clientOf(asking, asking.here) },
      body: { password: program().password },
    }),
    'client:other_school': async (asking) => ({
      params: { ...of(asking.here), client_id: await clientOf(asking, asking.there) },
      body: { password: program().password },
    }),
    other_school: async (asking) => ({
      params: { ...of(asking.there), client_id: await clientOf(asking, asking.there) },
      body: { password: program().password },
    }),
  },
  removeClient: {
    sample: ({ here }) => ({ params: { ...of(here), client_id: NOBODY } }),
    'client:own': async (asking) => ({
      params: { ...of(asking.here), client_id: await clientOf(asking, asking.here) },
    }),
    'client:other_school': async (asking) => ({
      params: { ...of(asking.here), client_id: await clientOf(asking, asking.there) },
    }),
    other_school: async (asking) => ({
      params: { ...of(asking.there), client_id: await clientOf(asking, asking.there) },
    }),
  },
  // Without the cookie of the browser that a program has sent, there is nothing for anybody.
  getInteraction: {
    sample: () => ({ params: { uuid } }),
    own: (asking) => interactionOf(asking, asking.here),
  },
  getConsent: {
    sample: () => ({ params: { uuid } }),
    own: (asking) => interactionOf(asking, asking.here),
    other_school: (asking) => interactionOf(asking, asking.there),
  },
  continueInteraction: {
    sample: () => ({ params: { uuid }, body: { passes: ['name'] } }),
    own: async (asking) => ({ ...(await interactionOf(asking, asking.here)), body: { passes: ['name'] } }),
    unasked: async (asking) => ({ ...(await interactionOf(asking, asking.here)), body: { passes: null } }),
    other_school: async (asking) => ({ ...(await interactionOf(asking, asking.there)), body: { passes: ['name'] } }),
  },
  refuseInteraction: {
    sample: () => ({ params: { uuid } }),
    own: (asking) => interactionOf(asking, asking.here),
    other_school: (asking) => interactionOf(asking, asking.there),
  },
};

describeContract('identity-provider', calls);
