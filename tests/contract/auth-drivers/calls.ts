import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { OPENID } from '../../support/drivers.ts';
import { PASSWORD } from '../../support/people.ts';
import { TEST_NOW } from '../../support/server.ts';

// Nobody is there: what is asked of it fails at once, in words.
const settings = {
  ...OPENID,
  name: 'IServ',
  issuer: 'https://service.invalid',
  client: 'kreide',
  scope: 'openid email',
  match_claim: 'email',
  match_field: 'email',
} as const;
const NOBODY = '00000000-0000-4000-8000-000000000000';
const updated_at = new Date(TEST_NOW).toISOString();
const draft = { ...settings, client_secret: 'secret', is_on: true };

/** The school of the caller has a driver that is off. */
async function drive({ server, here }: Pick<Asking, 'server' | 'here'>): Promise<void> {
  const { kysely } = server.test.database;
  await kysely
    .insertInto('auth_drivers')
    .values({ school_id: here.school.id, ...settings, sealed_secret: null, is_on: false, updated_at })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet({ updated_at: sql`excluded.updated_at` }))
    .execute();
}

/** Somebody of the school tries settings, and the service has not answered yet. */
async function beginTrial({ test }: Asking['server'], school_id: number): Promise<string> {
  const [uuid, bytes] = [randomUUID(), randomBytes(32)];
  const expires_at = new Date(Date.parse(TEST_NOW) + 3_600_000_000).toISOString();
  const kept = { request_id: '_1', relay_hash: bytes, sealed_trial: bytes, expires_at };
  await test.database.kysely
    .insertInto('auth_driver_requests')
    .values({ school_id, uuid, ...kept })
    .execute();
  return uuid;
}

/** Somebody came whom nobody knew, and may be the caller. */
async function propose({ test }: Asking['server'], school_id: number): Promise<string> {
  const uuid = randomUUID();
  const { kysely } = test.database;
  const { id } = await kysely
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', school_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await kysely.deleteFrom('auth_driver_people').where('school_id', '=', school_id).execute();
  await kysely
    .insertInto('auth_driver_proposals')
    .values({ school_id, subject: uuid, uuid, user_id: id, by: 'CLASS', created_at: TEST_NOW })
    .execute();
  return uuid;
}
const answered = (server: Asking['server'], of: number, proposed: number) =>
  propose(server, proposed).then((uuid) => ({ params: { id: `${of}`, uuid } }));

const calls: CallsOf<'auth-drivers'> = {
  listTypes: { sample: () => ({}) },
  getDriver: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  saveDriver: {
    // Nothing is that old: a sample changes nothing.
    sample: ({ here }) => ({
      params: { id: `${here.school.id}` },
      body: { ...draft, passwords: 'EVERYBODY', updated_at: '2020-01-01T00:00:00.000Z' },
    }),
    own: async (asking) => {
      await drive(asking);
      return {
        params: { id: `${asking.here.school.id}` },
        body: { ...draft, is_on: false, passwords: 'EVERYBODY', updated_at },
      };
    },
    other_school: ({ there }) => ({
      params: { id: `${there.school.id}` },
      body: { ...draft, passwords: 'EVERYBODY', password: PASSWORD, updated_at: null },
    }),
  },
  removeDriver: {
    sample: ({ there }) => ({ params: { id: `${there.school.id}` } }),
    own: async (asking) => {
      await drive(asking);
      return { params: { id: `${asking.here.school.id}` } };
    },
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  testDriver: {
    sample: ({ here }) => ({
      params: { id: `${here.school.id}` },
      body: { ...settings, client_secret: 'secret', person: 'ada' },
    }),
    other_school: ({ there }) => ({
      params: { id: `${there.school.id}` },
      body: { ...settings, client_secret: 'secret' },
    }),
  },
  getTrial: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, uuid: NOBODY } }),
    own: async ({ server, here }) => ({
      params: { id: `${here.school.id}`, uuid: await beginTrial(server, here.school.id) },
    }),
    other_school: async ({ server, there }) => ({
      params: { id: `${there.school.id}`, uuid: await beginTrial(server, there.school.id) },
    }),
    other_school_trial: async ({ server, here, there }) => ({
      params: { id: `${here.school.id}`, uuid: await beginTrial(server, there.school.id) },
    }),
  },
  finishTrial: {
    sample: ({ here }) => ({
      body: {
        slink: here.school.slink,
        state: 'trial.none',
        code: 'code',
        error: 'none',
        iss: 'https://service.invalid',
      },
    }),
  },
  listProposals: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  acceptProposal: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, uuid: NOBODY } }),
    own: ({ server, here }) => answered(server, here.school.id, here.school.id),
    other_school: ({ server, there }) => answered(server, there.school.id, there.school.id),
    other_school_proposal: ({ server, here, there }) => answered(server, here.school.id, there.school.id),
  },
  refuseProposal: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, uuid: NOBODY } }),
    own: ({ server, here }) => answered(server, here.school.id, here.school.id),
    other_school: ({ server, there }) => answered(server, there.school.id, there.school.id),
    other_school_proposal: ({ server, here, there }) => answered(server, here.school.id, there.school.id),
  },
  getWay: { sample: ({ here }) => ({ params: { slink: here.school.slink } }) },
  begin: { sample: ({ here }) => ({ body: { slink: here.school.slink, stayLoggedIn: true } }) },
  finish: {
    sample: ({ here }) => ({
      body: { slink: here.school.slink, code: 'code', state: 'state', iss: 'https://service.invalid' },
    }),
  },
  loginIdm: {
    sample: ({ here }) => ({
      body: { slink: here.school.slink, username: 'ada', password: 'password', stayLoggedIn: false },
    }),
  },
};

describeContract('auth-drivers', calls);
