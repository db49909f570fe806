import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { TEST_NOW } from '../../support/server.ts';

const office = { name: 'Sekretariat', about: 'Ausweise', telephone: '040 / 123-45', hours: 'Mo–Fr 8–12 Uhr' };
const toPersons = (user_id: number | null) => [{ ...office, user_id, email: 'office@school.example' }];
const persons = toPersons(null);
// The list of nobody is that old: a sample changes nothing.
const updated_at = new Date(TEST_NOW).toISOString();

const calls: CallsOf<'help'> = {
  getContacts: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  updateContacts: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { persons, updated_at } }),
    own: async ({ server, here }) => {
      const { kysely } = server.test.database;
      await kysely.deleteFrom('contact_persons').where('school_id', '=', here.school.id).execute();
      return { params: { id: `${here.school.id}` }, body: { persons, updated_at: null } };
    },
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: { persons, updated_at: null } }),
    'user:other_school': ({ here, there }) => ({
      params: { id: `${here.school.id}` },
      body: { persons: toPersons(there.people.teacher.id), updated_at: null },
    }),
  },
};

describeContract('help', calls);
