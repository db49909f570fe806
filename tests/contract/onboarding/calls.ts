import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';

const NOBODY = { params: { id: '999999' } };
const schoolOf = ({ school }: Asking['here']) => ({ params: { id: `${school.id}` } });
const body = { skipped: ['screens' as const] };

const CALL = {
  name: 'Ada Amsel',
  phone: '040 12345',
  email: 'ada@amsel.example',
  date: '2026-12-01',
  time: '10:00',
  topic: 'Wie kommen die Klassen hinein?',
};
/** A school that is being set up. */
async function beginning({ server }: Asking, full: Asking['here']) {
  const db = server.test.database.kysely;
  await db.updateTable('schools').set({ state: 'ONBOARDING' }).where('id', '=', full.school.id).execute();
  return { ...schoolOf(full), body: {} };
}

const calls: CallsOf<'onboarding'> = {
  finish: {
    sample: () => ({ ...NOBODY, body: {} }),
    own: (asking) => beginning(asking, asking.here),
    other_school: (asking) => beginning(asking, asking.there),
  },
  bookCall: {
    sample: () => ({ ...NOBODY, body: CALL }),
    // This installation sends no mails.
    own: ({ here }) => ({ ...schoolOf(here), body: CALL }),
    other_school: ({ there }) => ({ ...schoolOf(there), body: CALL }),
  },
  get: {
    sample: () => NOBODY,
    own: ({ here }) => schoolOf(here),
    other_school: ({ there }) => schoolOf(there),
  },
  update: {
    sample: () => ({ ...NOBODY, body }),
    own: ({ here }) => ({ ...schoolOf(here), body }),
    other_school: ({ there }) => ({ ...schoolOf(there), body }),
  },
};

describeContract('onboarding', calls);
