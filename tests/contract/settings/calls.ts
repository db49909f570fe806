import { createEmailChange } from '../../../packages/server/src/features/settings/queries/email-changes.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { PASSWORD } from '../../support/people.ts';

const SELF = { params: { id: 'self' } };
const NOBODY = { params: { id: '999999999' } };
const other = ({ here }: Asking) => ({ params: { id: `${here.people.other.id}` } });
const foreign = ({ there }: Asking) => ({ params: { id: `${there.people.student.id}` } });

/** A change of the own record, of somebody else's and of somebody's at another school. */
function changes<Body extends object>(body: Body, sample: Body = body) {
  return {
    sample: () => ({ ...SELF, body: sample }),
    own: () => ({ ...SELF, body }),
    other: (asking: Asking) => ({ ...other(asking), body }),
    other_school: (asking: Asking) => ({ ...foreign(asking), body }),
  };
}

/** Somebody's request for deletion, anew. */
async function request({ server }: Asking, school_id: number, user_id: number, ends_at: string | null = null) {
  const db = server.test.database.kysely;
  await db.deleteFrom('deletion_requests').where('user_id', '=', user_id).execute();
  const approved_at = ends_at && '2026-11-01T00:00:00Z';
  const values = {
    school_id,
    user_id,
    email: 'a@home.example',
    submitted_at: '2026-11-01T00:00:00Z',
    approved_at,
    ends_at,
  };
  await db.insertInto('deletion_requests').values(values).execute();
  return { params: { id: `${user_id}` } };
}
const ownRequest = (asking: Asking, ends_at?: string) =>
  request(asking, asking.here.school.id, personOf(asking.here, asking.column).id, ends_at);
const otherRequest = (asking: Asking, ends_at?: string) =>
  request(asking, asking.here.school.id, asking.here.people.other.id, ends_at);
const foreignRequest = (asking: Asking) => request(asking, asking.there.school.id, asking.there.people.student.id);
const OVER = '2026-11-08T00:00:00Z';

const RULES = { body: { enabled: true, reversion_days: 7 } };

const calls: CallsOf<'settings'> = {
  getSettings: { sample: () => SELF, other, other_school: foreign },
  updateSettings: changes({ phone: '030 123456' }),
  updateName: changes({ firstname: 'Ada', lastname: 'Beck', sex: 'NONE' }),
  updateEmail: changes({ email: 'ada@home.example', current_password: PASSWORD }),
  confirmEmail: {
    sample: () => ({ body: { token: 'a-link-that-nobody-was-given' } }),
    'link:own': async ({ server, here }) => {
      const person = { school_id: here.school.id, user_id: here.people.child.id };
      const { kysely } = server.test.database;
      return { body: { token: await createEmailChange(kysely, person, 'new@home.example', 60, server.clock.now()) } };
    },
    'link:unknown': () => ({ body: { token: 'a-link-that-nobody-was-given' } }),
  },
  updateUsername: {
    ...changes({ username: 'somebody.new', current_password: 'not this one' }),
    'name:taken': ({ here }) => ({
      ...SELF,
      body: { username: here.people.other.username, current_password: PASSWORD },
    }),
  },
  updateLocale: changes({ locale: 'de' }),
  changeStatistics: changes({ is_trackable: false }),
  requestDeletion: {
    sample: () => ({ ...SELF, body: { email: 'a@home.example', password: 'not this one' } }),
    'password:wrong': () => ({ ...SELF, body: { email: 'a@home.example', password: 'not this one' } }),
    'password:right': async (asking) => {
      await ownRequest(asking);
      return { ...SELF, body: { email: 'a@home.example', password: PASSWORD } };
    },
    other: (asking) => ({ ...other(asking), body: { email: 'a@home.example', password: PASSWORD } }),
    other_school: (asking) => ({ ...foreign(asking), body: { email: 'a@home.example', password: PASSWORD } }),
  },
  getDeletionStatus: { sample: () => SELF, other, other_school: foreign },
  cancelDeletion: {
    sample: () => NOBODY,
    own: (asking) => ownRequest(asking),
    own_over: (asking) => ownRequest(asking, OVER),
    other: (asking) => otherRequest(asking),
    other_over: (asking) => otherRequest(asking, OVER),
    other_school: foreignRequest,
  },
  approveDeletion: {
    sample: () => NOBODY,
    other: (asking) => otherRequest(asking),
    other_school: foreignRequest,
  },
  listDeletionRequests: { sample: () => ({}) },
  getDeletionRules: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  updateDeletionRules: {
    sample: () => ({ ...NOBODY, ...RULES }),
    own: ({ here }) => ({ params: { id: `${here.school.id}` }, ...RULES }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, ...RULES }),
  },
};

describeContract('settings', calls);
