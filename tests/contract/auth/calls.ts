import { randomUUID } from 'node:crypto';
import { createPasswordReset } from '../../../packages/server/src/features/auth/index.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { PASSWORD } from '../../support/people.ts';

const signIn = (school: FullSchool, username: string) => ({
  body: { slink: school.school.slink, username, password: PASSWORD, stayLoggedIn: false, is_native: true },
});

const confirm = (token: string) => ({ body: { token, password: PASSWORD, password_confirmation: PASSWORD } });

/** A link of somebody who has no column of the table: using it ends all sessions of that person. */
async function confirmLink({ server, here }: Asking, seconds: number) {
  const user = { school_id: here.school.id, id: here.people.child.id };
  return confirm(await createPasswordReset(server.test.database.kysely, user, seconds, server.clock.now()));
}

const calls: CallsOf<'auth'> = {
  confirmPasswordReset: {
    sample: () => confirm('a-link-that-nobody-was-given'),
    'link:own': (asking) => confirmLink(asking, 600),
    'link:over': (asking) => confirmLink(asking, -1),
    'link:unknown': () => confirm(randomUUID()),
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
  logout: { sample: () => ({ body: { device_token: null } }) },
  logoutAll: { sample: () => ({}) },
};

describeContract('auth', calls, ['logout', 'logoutAll']);
