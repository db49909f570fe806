import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';

const of = ({ school }: FullSchool) => ({ params: { id: `${school.id}` } });
const filtersOf = ({ people }: FullSchool) => ({
  action: 'news.create',
  user_id: `${people.teacher.id}`,
  entity: 'news',
  record: '1',
  search: 'Ada',
  from: '2026-11-01',
  until: '2026-11-18',
});
const byForeigner = ({ here, there }: Asking) => ({
  ...of(here),
  query: { user_id: `${there.people.teacher.id}` },
});

const calls: CallsOf<'audit'> = {
  list: {
    sample: ({ here }) => ({ ...of(here), query: { ...filtersOf(here), order: '-at', before: '100', after: '1' } }),
    own: ({ here }) => of(here),
    other_school: ({ there }) => of(there),
    other_school_user: byForeigner,
  },
  count: {
    sample: ({ here }) => ({ ...of(here), query: filtersOf(here) }),
    own: ({ here }) => of(here),
    other_school: ({ there }) => of(there),
    other_school_user: byForeigner,
  },
  listActions: {
    sample: ({ here }) => of(here),
    other_school: ({ there }) => of(there),
  },
  exportCsv: {
    sample: ({ here }) => ({ ...of(here), query: filtersOf(here) }),
    own: ({ here }) => of(here),
    other_school: ({ there }) => of(there),
    other_school_user: byForeigner,
  },
};

describeContract('audit', calls);
