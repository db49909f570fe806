import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';

const calls: CallsOf<'monitor'> = {
  getSingle: {
    sample: ({ here }) => ({
      query: { token: `${here.school.uuid}-sub`, substitution_date: '2026-11-18', new_version: '1' },
    }),
    own: ({ here }) => ({ query: { token: `${here.school.uuid}-news-split` } }),
    other_school_switched_off: ({ there }) => ({ query: { token: `${there.school.uuid}-news-split` } }),
  },
};

describeContract('monitor', calls);
