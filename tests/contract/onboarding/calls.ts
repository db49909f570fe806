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

/** A school whose invented one is still being made. */
async function looking({ server }: Asking, full: Asking['here']) {
  const db = server.test.database.kysely;
  const order = { school_id: full.school.id, ordered_at: '2026-11-18T09:00:00Z' };
  await db
    .insertInto('school_trials')
    .values(order)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return schoolOf(full);
}

const calls: CallsOf<'onboarding'> = {
  getTrial: {
    sample: () => NOBODY,
    own: ({ here }) => schoolOf(here),
    other_school: ({ there }) => schoolOf(there),
  },
  beginTrial: {
    sample: () => ({ ...NOBODY, body: {} }),
    own: ({ here }) => ({ ...schoolOf(here), body: {} }),
    other_school: ({ there }) => ({ ...schoolOf(there), body: {} }),
  },
  enterTrial: {
    sample: () => ({ ...NOBODY, body: { as: 'teacher' as const } }),
    own: async (asking) => ({ ...(await looking(asking, asking.here)), body: { as: 'teacher' as const } }),
    other_school: async (asking) => ({ ...(await looking(asking, asking.there)), body: { as: 'teacher' as const } }),
  },
  endTrial: {
    sample: () => NOBODY,
    own: (asking) => looking(asking, asking.here),
    other_school: (asking) => looking(asking, asking.there),
  },
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
