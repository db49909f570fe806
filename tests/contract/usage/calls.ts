import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';

const calls: CallsOf<'usage'> = {
  // Nobody in these schools has consented, and there is no service: it is taken and dropped.
  count: {
    sample: () => ({
      body: {
        events: [
          { kind: 'screen', route: '/channels/:id' },
          { kind: 'submit', route: '/news/create/:step?/:type?/:id?', outcome: 'failed', reason: 'validation' },
        ],
      },
    }),
  },
};

describeContract('usage', calls);
