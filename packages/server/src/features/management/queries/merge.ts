import { joins, type Merge, moves } from '../../../kernel/data/merge.ts';

/** What two accounts accepted which become one. */
export const managementMerge: Merge = {
  'policies.created_by': moves(),
  'policy_acceptances.user_id': joins('policy_acceptances.user_id', { within: ['policy_id'] }),
};
