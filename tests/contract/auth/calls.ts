import { randomUUID } from 'node:crypto';
import { createPasswordReset, hashToken } from '../../../packages/server/src/features/auth/index.ts';
import { createSeal } from '../../../packages/server/src/kernel/config/seal.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { type BuiltUser, PASSWORD } from '../../support/people.ts';
import { TEST_SECRET } from '../../support/server.ts';

const signIn = (school: FullSchool, username: string) => ({
  body: { slink: school.school.slink, username, password: PASSWORD, stayLoggedIn: false, is_native: true },
});

const confirm = (token: string) => ({ body: { token, password: PASSWORD, password_confirmation: PASSWORD } });

/** A link of somebody who has no column of the table: using it ends all sessions of that person. */
async function confirmLink({ server, here }: Asking, seconds: number) {
  const user = { school_id: here.school.id, id: here.people.child.id };
  return confirm(await createPasswordReset(server.test.database.kysely, user, seconds, server.clock.now()));
}

/** To the same password, which everybody needs for what follows. */
const change = (id: string, current_password: string) => ({
  params: { id },
  body: { current_password, password: PASSWORD, password_confirmation: PASSWORD },
});

const CODE = 'ABCDE-FGHJK';

/** The open second step of somebody who has no column of the table, with one recovery code. */
async function openStep({ server, here }: Asking, id: 'self' | number, seconds = 600) {
  const { kysely } = server.test.database;
  const school_id = here.school.id;
  const user_id = here.people.child.id;
  const token = `a-token-of-its-own-${randomUUID()}`;
  await kysely
    .insertInto('second_steps')
    .values({
      school_id,
      user_id,
      token_hash: hashToken(token),
      stay_logged_in: false,
      is_native: true,
      keeps_device: false,
      is_known_device: false,
      expires_at: new Date(server.clock.now().getTime() + seconds * 1000).toISOString(),
    })
    .execute();
  const hash = createSeal(TEST_SECRET).hash('ABCDEFGHJK', `recovery ${school_id}/${user_id}`);
  await kysely.deleteFrom('second_factors').where('user_id', '=', user_id).execute();
  await kysely
    .insertInto('second_factors')
    .values({ school_id, user_id, recovery_hashes: [hash] })
    .execute();
  return { params: { id: String(id) }, body: { token, code: CODE } };
}
const sendFor = async (asking: Asking, id: 'self' | number) => {
  const { params, body } = await openStep(asking, id);
  return { params, body: { token: body.token } };
};

/** A passkey of whoever the column is, or of somebody else. */
async function passkeyOf({ server, here }: Asking, user_id: number, school_id = here.school.id): Promise<string> {
  const { id } = await server.test.database.kysely
    .insertInto('passkeys')
    .values({
      school_id,
      user_id,
      name: 'Phone',
      counter: 0,
      credential_id: randomUUID(),
      public_key: Buffer.from('key'),
      created_at: server.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
/** A password for a program of whoever the column is, or of somebody else. */
async function appPasswordOf({ server, here }: Asking, user_id: number, school_id = here.school.id): Promise<string> {
  const { id } = await server.test.database.kysely
    .insertInto('app_passwords')
    .values({
      school_id,
      user_id,
      name: 'Phone',
      password_hash: hashToken(randomUUID()),
      created_at: server.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
const named = (id: string, password = PASSWORD) => ({ params: { id }, body: { name: 'Plan', password } });

const signature = { id: 'bm9uZQ', client_data: 'bm9uZQ', authenticator_data: 'bm9uZQ', signature: 'bm9uZQ' };
const made = (id: string) => ({
  params: { id },
  body: {
    name: 'Phone',
    credential: { id: 'bm9uZQ', client_data: 'bm9uZQ', attestation: 'bm9uZQ', transports: ['internal'] },
  },
});

/** A session of whoever the column is, or of somebody else, at the side of the one that asks. */
async function sessionOf({ server, here }: Asking, user_id: number, school_id = here.school.id): Promise<string> {
  const { id } = await server.test.database.kysely
    .insertInto('sessions')
    .values({
      school_id,
      user_id,
      access_hash: hashToken(randomUUID()),
      refresh_hash: hashToken(randomUUID()),
      access_expires_at: '2027-01-01T00:00:00Z',
      refresh_expires_at: '2027-01-01T00:00:00Z',
      stay_logged_in: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

const UNKNOWN = 'a-token-that-nobody-was-given';

/** Nobody of the table has a second step: it stays off. */
const stayOff = (id: string, password: string) => ({
  params: { id },
  body: { password, is_enabled: false, mode: 'email' as const, code: '000000', new_code: '000000' },
});

/** Two accounts of one school become those of one person; gives the uuid of the second. */
async function joinAccounts({ server }: Asking, { school }: FullSchool, one: BuiltUser, other: BuiltUser) {
  const { kysely } = server.test.database;
  const identity = randomUUID();
  await kysely.deleteFrom('joined_accounts').execute();
  await kysely
    .insertInto('joined_accounts')
    .values([one, other].map(({ id: user_id }) => ({ school_id: school.id, user_id, identity, joined_at: new Date() })))
    .execute();
  return other.uuid;
}
/** Another account of this school; a pupil's is joined with a pupil's. */
const partnerOf = ({ here: { people }, column }: Asking) =>
  column === 'student' ? people.child : column === 'teacher' ? people.employee : people.teacher;
const joinedHere = (asking: Asking) =>
  joinAccounts(asking, asking.here, personOf(asking.here, asking.column), partnerOf(asking));
const joinedThere = (asking: Asking) =>
  joinAccounts(asking, asking.there, asking.there.people.student, asking.there.people.child);
const joining = (id: string, slink: string, username: string, password = PASSWORD) => ({
  params: { id },
  body: { own_password: PASSWORD, slink, username, password },
});
const confirmJoining = (id: string) => ({
  params: { id },
  body: { own_password: PASSWORD, token: UNKNOWN, code: '000000', credential: signature },
});

const calls: CallsOf<'auth'> = {
  listEnvironments: { sample: () => ({}) },
  listJoinedAccounts: {
    sample: () => ({ params: { id: 'self' } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` } }),
  },
  joinAccount: {
    sample: ({ here }) => joining('self', here.school.slink, 'nobody'),
    wrong: (asking) => joining('self', asking.here.school.slink, partnerOf(asking).username, 'not this one'),
    own: async (asking) => {
      await asking.server.test.database.kysely.deleteFrom('joined_accounts').execute();
      return joining('self', asking.here.school.slink, partnerOf(asking).username);
    },
    other: ({ here }) => joining(`${here.people.other.id}`, here.school.slink, 'nobody'),
    other_school: ({ there }) => joining(`${there.people.student.id}`, there.school.slink, 'nobody'),
  },
  confirmJoinedAccount: {
    sample: () => confirmJoining('self'),
    other: ({ here }) => confirmJoining(`${here.people.other.id}`),
    other_school: async (asking) => {
      const { body } = await openStep({ ...asking, here: asking.there }, 'self');
      const { id } = asking.there.people.student;
      return { params: { id: `${id}` }, body: { ...body, own_password: PASSWORD } };
    },
  },
  removeJoinedAccount: {
    sample: () => ({ params: { id: 'self', uuid: randomUUID() } }),
    'account:own': async (asking) => ({ params: { id: 'self', uuid: await joinedHere(asking) } }),
    'account:other_school': async (asking) => ({ params: { id: 'self', uuid: await joinedThere(asking) } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}`, uuid: randomUUID() } }),
    other_school: async (asking) => {
      const { id } = asking.there.people.student;
      return { params: { id: `${id}`, uuid: await joinedThere(asking) } };
    },
  },
  switchAccount: {
    sample: () => ({ body: { uuid: randomUUID(), device_token: null } }),
    'account:own': async (asking) => ({ body: { uuid: await joinedHere(asking) } }),
    'account:other_school': async (asking) => ({ body: { uuid: await joinedThere(asking) } }),
  },
  listSessions: {
    sample: () => ({ params: { id: 'self' } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` } }),
  },
  endSession: {
    sample: () => ({ params: { id: 'self', session_id: '987654321' } }),
    'session:own': async (asking) => ({
      params: { id: 'self', session_id: await sessionOf(asking, personOf(asking.here, asking.column).id) },
    }),
    'session:other': async (asking) => ({
      params: { id: 'self', session_id: await sessionOf(asking, asking.here.people.child.id) },
    }),
    'session:other_school': async (asking) => {
      const { school, people } = asking.there;
      return { params: { id: 'self', session_id: await sessionOf(asking, people.student.id, school.id) } };
    },
    other: ({ here }) => ({ params: { id: `${here.people.other.id}`, session_id: '987654321' } }),
    other_school: async (asking) => {
      const { school, people } = asking.there;
      const id = `${people.student.id}`;
      return { params: { id, session_id: await sessionOf(asking, people.student.id, school.id) } };
    },
  },
  listAppPasswords: {
    sample: () => ({ params: { id: 'self' } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` } }),
  },
  createAppPassword: {
    sample: () => named('self', 'not this one'),
    own: () => named('self'),
    other: ({ here }) => named(`${here.people.other.id}`),
    other_school: ({ there }) => named(`${there.people.student.id}`),
  },
  removeAppPassword: {
    sample: () => ({ params: { id: 'self', app_password_id: '987654321' } }),
    'app_password:own': async (asking) => {
      const owner = personOf(asking.here, asking.column).id;
      return { params: { id: 'self', app_password_id: await appPasswordOf(asking, owner) } };
    },
    'app_password:other': async (asking) => ({
      params: { id: 'self', app_password_id: await appPasswordOf(asking, asking.here.people.child.id) },
    }),
    'app_password:other_school': async (asking) => {
      const { school, people } = asking.there;
      return { params: { id: 'self', app_password_id: await appPasswordOf(asking, people.student.id, school.id) } };
    },
    other: ({ here }) => ({ params: { id: `${here.people.other.id}`, app_password_id: '987654321' } }),
    other_school: async (asking) => {
      const { school, people } = asking.there;
      const id = `${people.student.id}`;
      return { params: { id, app_password_id: await appPasswordOf(asking, people.student.id, school.id) } };
    },
  },
  preparePasskey: {
    sample: () => ({ params: { id: 'self' }, body: { password: PASSWORD } }),
    wrong: () => ({ params: { id: 'self' }, body: { password: 'not this one' } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` }, body: { password: PASSWORD } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` }, body: { password: PASSWORD } }),
  },
  addPasskey: {
    sample: () => made('self'),
    other: ({ here }) => made(`${here.people.other.id}`),
    other_school: ({ there }) => made(`${there.people.student.id}`),
  },
  removePasskey: {
    sample: () => ({ params: { id: 'self', passkey_id: '987654321' } }),
    'passkey:own': async (asking) => ({
      params: { id: 'self', passkey_id: await passkeyOf(asking, personOf(asking.here, asking.column).id) },
    }),
    'passkey:other': async (asking) => ({
      params: { id: 'self', passkey_id: await passkeyOf(asking, asking.here.people.child.id) },
    }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}`, passkey_id: '987654321' } }),
    other_school: async (asking) => {
      const { school, people } = asking.there;
      const id = `${people.student.id}`;
      return { params: { id, passkey_id: await passkeyOf(asking, people.student.id, school.id) } };
    },
    'passkey:other_school': async (asking) => {
      const { school, people } = asking.there;
      return { params: { id: 'self', passkey_id: await passkeyOf(asking, people.student.id, school.id) } };
    },
  },
  requestPasskey: { sample: () => ({ body: {} }), 'step:unknown': () => ({ body: { token: UNKNOWN } }) },
  signInWithPasskey: {
    sample: ({ here }) => ({ body: { slink: here.school.slink, stayLoggedIn: false, credential: signature } }),
  },
  verifySecondStep: {
    sample: () => ({ params: { id: 'self' }, body: { token: UNKNOWN, code: '000000', is_trusted: false } }),
    'step:own': (asking) => openStep(asking, 'self'),
    'step:over': (asking) => openStep(asking, 'self', -1),
    other: (asking) => openStep(asking, asking.here.people.other.id),
    other_school: (asking) => openStep(asking, asking.there.people.student.id),
  },
  sendSecondStepCode: {
    sample: () => ({ params: { id: 'self' }, body: { token: UNKNOWN } }),
    'step:own': (asking) => sendFor(asking, 'self'),
    other: (asking) => sendFor(asking, asking.here.people.other.id),
    other_school: (asking) => sendFor(asking, asking.there.people.student.id),
  },
  getSecondFactor: {
    sample: () => ({ params: { id: 'self' } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` } }),
  },
  setUpSecondFactor: {
    sample: () => ({ params: { id: 'self' }, body: { mode: 'totp' } }),
    email: () => ({ params: { id: 'self' }, body: { mode: 'email' } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` }, body: { mode: 'totp' } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` }, body: { mode: 'totp' } }),
  },
  changeSecondFactor: {
    sample: () => stayOff('self', PASSWORD),
    wrong: () => stayOff('self', 'not this one'),
    other: ({ here }) => stayOff(`${here.people.other.id}`, PASSWORD),
    other_school: ({ there }) => stayOff(`${there.people.student.id}`, PASSWORD),
  },
  confirmPasswordReset: {
    sample: () => confirm('a-link-that-nobody-was-given'),
    'link:own': (asking) => confirmLink(asking, 600),
    'link:over': (asking) => confirmLink(asking, -1),
    'link:unknown': () => confirm(randomUUID()),
  },
  requestPasswordReset: { sample: ({ here }) => ({ body: { slink: here.school.slink, identity: randomUUID() } }) },
  forgottenEmail: {
    sample: ({ here }) => ({
      params: { slink: here.school.slink },
      body: { name: 'Kim Beck, 7a', contact: '0123 45678' },
    }),
  },
  login: {
    sample: ({ here }) => signIn(here, 'nobody'),
    'credentials:own': ({ here, column }) => signIn(here, personOf(here, column).username),
    'credentials:other_school': ({ here, there, column }) => signIn(there, personOf(here, column).username),
  },
  refresh: {
    sample: ({ here }) => ({
      query: { is_native: 'true' },
      body: { uuid: here.people.student.uuid, refresh_token: 'unknown' },
    }),
    'token:own': async ({ login }) => {
      const { uuid, refresh_token } = (await login()).body;
      return { body: { uuid, refresh_token } };
    },
    'token:other': async ({ login, here }) => {
      const { refresh_token } = (await login()).body;
      return { body: { uuid: here.people.other.uuid, refresh_token } };
    },
    'token:none': ({ here, column }) => ({ body: { uuid: personOf(here, column).uuid } }),
  },
  updatePassword: {
    sample: () => change('self', PASSWORD),
    wrong: () => change('self', 'not this one'),
    other: ({ here }) => change(`${here.people.other.id}`, PASSWORD),
    other_school: ({ there }) => change(`${there.people.student.id}`, PASSWORD),
  },
  logout: { sample: () => ({ body: { device_token: null } }) },
  logoutAll: { sample: () => ({}) },
};

describeContract('auth', calls, [
  'logout',
  'logoutAll',
  'updatePassword',
  'getSecondFactor',
  'listEnvironments',
  'listSessions',
  'endSession',
  'listAppPasswords',
  'createAppPassword',
  'removeAppPassword',
  'preparePasskey',
  'addPasskey',
  'removePasskey',
  'setUpSecondFactor',
  'changeSecondFactor',
  'listJoinedAccounts',
  'joinAccount',
  'confirmJoinedAccount',
  'removeJoinedAccount',
  'switchAccount',
]);
