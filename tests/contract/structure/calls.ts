import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';

/** Refused for two reasons: the years are over, and their order is wrong. */
const WRONG = { begins_at: '2027-01-01', ends_at: '2026-09-01' };
const NOBODY = { id: '999999999' };
let free = 2040;

/** A year that no test has taken yet. */
function nextDraft() {
  free += 1;
  return { begins_at: `${free}-08-01`, ends_at: `${free + 1}-07-15` };
}
const yearOf = (school: Asking['here']) => ({ id: `${school.school.yearId}` });

const calls: CallsOf<'structure'> = {
  listYears: { sample: () => ({}) },
  listGrades: { sample: () => ({}) },
  createYear: {
    sample: () => ({ body: WRONG }),
    own: () => ({ body: nextDraft() }),
  },
  updateYear: {
    sample: () => ({ params: NOBODY, body: WRONG }),
    own: ({ here }) => ({ params: yearOf(here), body: { begins_at: '2026-08-01', ends_at: '2027-07-15' } }),
    other_school: ({ there }) => ({ params: yearOf(there), body: nextDraft() }),
  },
  activateYear: {
    sample: () => ({ body: { id: 999_999_999 } }),
    own: ({ here }) => ({ body: { id: here.school.yearId } }),
    other_school: ({ there }) => ({ body: { id: there.school.yearId } }),
  },
};

describeContract('structure', calls);
