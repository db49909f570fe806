import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';

const calls: CallsOf<'news'> = {
  feed: {
    sample: () => ({ params: { id: 'self' }, query: { page: '1' } }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` } }),
  },
  getPublic: {
    sample: ({ here }) => ({ params: { slink: here.school.slink }, query: { limit: '5' } }),
    other_school_switched_off: ({ there }) => ({ params: { slink: there.school.slink } }),
  },
};

describeContract('news', calls);
