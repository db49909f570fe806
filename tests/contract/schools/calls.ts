import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';

const idOf = ({ school }: FullSchool) => ({ id: `${school.id}` });
const ALL_PUBLIC = {
  monitor: true,
  timetable: true,
  news: true,
  teacher_names: 'none',
  absent_teachers: false,
} as const;

const calls: CallsOf<'schools'> = {
  find: { sample: ({ here }) => ({ query: { keyword: here.mark } }) },
  get: {
    sample: ({ here }) => ({ params: { slink: here.school.slink } }),
    unknown: () => ({ params: { slink: 'nobody' } }),
  },
  getPublicAccess: {
    sample: ({ here }) => ({ params: idOf(here) }),
    other_school: ({ there }) => ({ params: idOf(there) }),
  },
  updatePublicAccess: {
    sample: ({ here }) => ({ params: idOf(here), body: ALL_PUBLIC }),
    other_school: ({ there }) => ({ params: idOf(there), body: ALL_PUBLIC }),
  },
};

describeContract('schools', calls);
