import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { buildReport } from '../../support/reports.ts';
import { TEST_NOW } from '../../support/server.ts';

const office = { name: 'Sekretariat', about: 'Ausweise', telephone: '040 / 123-45', hours: 'Mo–Fr 8–12 Uhr' };
const toPersons = (user_id: number | null) => [{ ...office, user_id, email: 'office@school.example' }];
const persons = toPersons(null);
// The list of nobody is that old: a sample changes nothing.
const updated_at = new Date(TEST_NOW).toISOString();

const toReport = (user_id: number) => ({
  user_id,
  lesson: 'Mo., 08:00–08:45, Deutsch',
  reason: 'course' as const,
  course: 'Deutsch 2',
  text: 'Seit dem Wechsel.',
});

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
  listAnnouncements: { sample: () => ({ query: { limit: '3' } }) },
  getAnnouncement: { sample: () => ({ params: { announcement: '999999' } }) },
  listFaq: { sample: () => ({ query: { search: 'Stundenplan', category: 'timetable' } }) },
  // Found: nothing is counted.
  missFaq: { sample: () => ({ body: { search: 'Stundenplan' } }) },
  getFaq: { sample: () => ({ params: { article: 'add-child' } }) },
  // A vote replaces the same vote.
  voteUp: { sample: () => ({ params: { article: 'add-child' } }) },
  voteDown: { sample: () => ({ params: { article: 'add-child' } }) },
  getSupport: { sample: () => ({}) },
  updateSupport: { sample: () => ({ body: { is_enabled: false } }) },
  sendFeedback: {
    // Refused to all but administrators: the school has not switched it on.
    sample: () => ({
      query: { no_email: '0' },
      body: { kind: 'problem', text: 'Der Plan ist leer.', code: 'K1', facts: [{ name: 'version', value: '1' }] },
    }),
    no_email: () => ({ query: { no_email: '1' }, body: { kind: 'message', text: 'Danke!', code: null, facts: [] } }),
  },
  sendTimetableFeedback: {
    sample: () => ({ body: toReport(999999) }),
    own: ({ here }) => ({ body: toReport(here.people.student.id) }),
    'user:other_school': ({ there }) => ({ body: toReport(there.people.student.id) }),
  },
  listTimetableFeedback: {
    sample: () => ({ query: { user_id: '999999' } }),
    own: ({ here }) => ({ query: { user_id: `${here.people.student.id}` } }),
    'user:other_school': ({ there }) => ({ query: { user_id: `${there.people.student.id}` } }),
  },
  listReports: { sample: () => ({}) },
  answerReport: {
    sample: () => ({ params: { id: '999999' }, body: { answer: 'Der Raum stimmt jetzt.' } }),
    own: async ({ server, here }) => {
      const { id } = await buildReport(server.test.database.kysely, here.school.id, here.people.student.id);
      return { params: { id: `${id}` }, body: { answer: 'Der Raum stimmt jetzt.' } };
    },
    other_school: async ({ server, there }) => {
      const { id } = await buildReport(server.test.database.kysely, there.school.id, there.people.student.id);
      return { params: { id: `${id}` }, body: { answer: 'Der Raum stimmt jetzt.' } };
    },
  },
};

describeContract('help', calls);
