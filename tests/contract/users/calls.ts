import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';

const gradeOf = (whose: FullSchool, which: FullSchool) => ({
  params: { id: `${whose.people.other.id}` },
  body: { grade_id: which.grade },
});

const calls: CallsOf<'users'> = {
  getSelf: { sample: () => ({}) },
  updateGrade: {
    sample: ({ here }) => ({ params: { id: '999999999' }, body: { grade_id: here.grade, begins_at: '2026-11-18' } }),
    own: ({ here }) => gradeOf(here, here),
    other_school: ({ here, there }) => gradeOf(there, here),
    other_school_grade: ({ here, there }) => gradeOf(here, there),
  },
};

describeContract('users', calls);
