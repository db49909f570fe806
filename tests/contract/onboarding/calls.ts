import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';

const NOBODY = { params: { id: '999999' } };
const schoolOf = ({ school }: Asking['here']) => ({ params: { id: `${school.id}` } });
const body = { skipped: ['screens' as const] };

const calls: CallsOf<'onboarding'> = {
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
