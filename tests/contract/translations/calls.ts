import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';

const calls: CallsOf<'translations'> = {
  listLanguages: { sample: () => ({}) },
};

describeContract('translations', calls);
