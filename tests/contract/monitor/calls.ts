import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { buildScreen } from '../../support/public-access.ts';

const NOBODY = { params: { uuid: '00000000-0000-4000-8000-000000000000' } };
const NAMED = { body: { name: 'Aula' } };
let made = 0;
/** A name that no other call has taken. */
function another(): string {
  made += 1;
  return `Flur ${made}`;
}

const calls: CallsOf<'monitor'> = {
  getSingle: {
    sample: ({ here }) => ({
      query: { token: `${here.screen.secret}-sub`, substitution_date: '2026-11-18', new_version: '1' },
    }),
    own: ({ here }) => ({ query: { token: `${here.screen.secret}-news-split` } }),
    other_school_switched_off: ({ there }) => ({ query: { token: `${there.screen.secret}-news-split` } }),
  },
  listScreens: { sample: () => ({}) },
  createScreen: {
    // Refused: nothing is made.
    sample: () => ({ body: { name: ' ' } }),
    own: () => ({ body: { name: another() } }),
  },
  updateScreen: {
    sample: () => ({ ...NOBODY, ...NAMED }),
    own: ({ here }) => ({ params: { uuid: here.screen.uuid }, body: { name: here.screen.name } }),
    other_school: ({ there }) => ({ params: { uuid: there.screen.uuid }, ...NAMED }),
  },
  renewScreen: {
    sample: () => NOBODY,
    own: async ({ server, here }) => {
      const { uuid } = await buildScreen(server.test.database.kysely, here.school.id, another());
      return { params: { uuid } };
    },
    other_school: ({ there }) => ({ params: { uuid: there.screen.uuid } }),
  },
  removeScreen: {
    sample: () => NOBODY,
    own: async ({ server, here }) => {
      const { uuid } = await buildScreen(server.test.database.kysely, here.school.id, another());
      return { params: { uuid } };
    },
    other_school: ({ there }) => ({ params: { uuid: there.screen.uuid } }),
  },
  listMessages: { sample: () => ({}) },
  setMessage: {
    // Refused: the day is over.
    sample: () => ({ body: { date: '2020-01-01', text: 'Heute', updated_at: null } }),
    own: () => ({ body: { date: '2026-11-20', text: 'Wandertag', updated_at: null } }),
  },
};

describeContract('monitor', calls);
